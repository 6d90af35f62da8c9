import type { JsonValue } from "../../entity/entity.js";
import type { FieldType } from "../../entity/field-type.js";
import type { Column, Table } from "../tables/table.js";
import type { Fill } from "./diff-hints.js";

/** The value of a restored column that takes no null: its default, else the emptiest value allowed. */
export function emptyFill(table: Table, column: Column): Fill {
  const isUnique = table.indexes.some((index) => index.unique && index.columns.join() === column.name);
  if (isUnique && canBeDistinct(column.type)) return { distinct: true };
  if (column.default?.kind === "value") return { fill: column.default.value };
  for (const check of table.checks) {
    if (check.column !== column.name) continue;
    if (check.kind === "in") return { fill: check.values[0] ?? "" };
    return { fill: check.minimum ?? check.maximum ?? 0 };
  }
  return { fill: emptyValue(column.type) };
}

/** True if rows can get 1, 2, 3 ... in this column. */
export function canBeDistinct({ kind }: FieldType): boolean {
  return ["string", "text", "uuid", "integer", "bigint", "double", "decimal"].includes(kind);
}

function emptyValue(type: FieldType): JsonValue {
  switch (type.kind) {
    case "integer":
    case "bigint":
    case "double":
    case "decimal":
      return 0;
    case "boolean":
      return false;
    case "timestamp":
      return "1970-01-01T00:00:00.000Z";
    case "date":
      return "1970-01-01";
    case "time":
      return "00:00:00";
    case "uuid":
      return "00000000-0000-0000-0000-000000000000";
    case "json":
      return {};
    case "enum":
      return type.values[0] ?? "";
    case "string":
    case "text":
    case "binary":
      return "";
  }
}
