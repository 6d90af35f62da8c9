import type { JsonValue } from "../../entity/entity.js";
import type { FieldType } from "../../entity/field-type.js";
import { type Column, isUnique, type Table } from "../tables/table.js";
import type { Fill } from "./diff-hints.js";

/** The value of a restored column that takes no null: its default, else the emptiest value allowed. */
export function emptyFill(table: Table, column: Column): Fill {
  if (isUnique(table, column.name) && canBeDistinct(column.type)) return { distinct: true };
  if (column.default?.kind === "value") return { fill: column.default.value };
  for (const check of table.checks) {
    if (check.column !== column.name) continue;
    if (check.kind === "in") return { fill: check.values[0] ?? "" };
    return { fill: check.minimum ?? check.maximum ?? 0 };
  }
  const { type } = column;
  if (type.kind === "json" && type.elements !== undefined) return { fill: [] };
  return { fill: type.kind === "enum" ? (type.values[0] ?? "") : EMPTY[type.kind] };
}

/** True if rows can get 1, 2, 3 ... in this column. */
export function canBeDistinct({ kind }: FieldType): boolean {
  return ["string", "text", "uuid", "integer", "bigint", "double", "decimal"].includes(kind);
}

const EMPTY: Readonly<Record<Exclude<FieldType["kind"], "enum">, JsonValue>> = {
  integer: 0,
  bigint: 0,
  double: 0,
  decimal: 0,
  boolean: false,
  timestamp: "1970-01-01T00:00:00.000Z",
  date: "1970-01-01",
  time: "00:00:00",
  uuid: "00000000-0000-0000-0000-000000000000",
  json: {},
  string: "",
  text: "",
  binary: "",
};
