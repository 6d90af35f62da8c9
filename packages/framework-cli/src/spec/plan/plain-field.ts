import type { Field } from "../../entity/entity.js";
import type { FieldType } from "../../entity/field-type.js";

/** A required field without further options, except those in `rest`. */
export function plainField(name: string, type: FieldType, rest: Partial<Field>): Field {
  return {
    name,
    column: name,
    type,
    nullable: false,
    primaryKey: false,
    autoIncrement: false,
    unique: false,
    default: undefined,
    references: undefined,
    rules: {},
    ...rest,
  };
}
