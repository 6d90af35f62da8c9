import type { Entity, Field } from "../entity/entity.js";
import { DatabaseError } from "../errors/database-error.js";

/** The only field of the primary key. @throws DatabaseError UNKNOWN_FIELD a key of several fields has none */
export function keyOf(entity: Entity): Field {
  const keys = entity.fields.filter((field) => field.primaryKey);
  if (keys.length === 1 && keys[0] !== undefined) return keys[0];
  throw new DatabaseError("UNKNOWN_FIELD", `${entity.name} has no single primary key.`, {
    hint: "Find, update and remove its records by `where`.",
  });
}

export function unknownField(entity: Entity, name: string): DatabaseError {
  return new DatabaseError("UNKNOWN_FIELD", `${entity.name} has no field ${name}.`, {
    hint: `Its fields are ${entity.fields.map((field) => field.name).join(", ")}.`,
    fields: [name],
  });
}

/** @throws DatabaseError UNKNOWN_ENTITY */
export function entityNamed(name: string, entities: readonly Entity[]): Entity {
  const found = entities.find((entity) => entity.name === name);
  if (found !== undefined) return found;
  const known = entities.map((entity) => entity.name).sort();
  throw new DatabaseError("UNKNOWN_ENTITY", `There is no model ${name}.`, {
    hint: `The models are ${known.join(", ")}.`,
  });
}
