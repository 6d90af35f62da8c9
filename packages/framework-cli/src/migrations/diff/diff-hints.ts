import type { Entity, Field, JsonValue } from "../../entity/entity.js";
import type { FieldType } from "../../entity/field-type.js";
import { type Column, isUnique, type Table } from "../tables/table.js";

/** Hints of entities that tables do not contain: former names, and values for new columns in existing rows. */
export interface DiffHints {
  /** New table to former table. */
  readonly tables: ReadonlyMap<string, string>;
  /** `books.heading` to the former column. */
  readonly columns: ReadonlyMap<string, string>;
  /** Values for existing rows, by column: `books.status`. */
  readonly fills: ReadonlyMap<string, Fill>;
  /** The word for a former name, in messages. */
  readonly renamedFrom: string;
}

export type Fill = { readonly fill: JsonValue } | { readonly distinct: true };

/** @param now value of time columns in existing rows */
export function diffHints(entities: readonly Entity[], now: Date, renamedFrom = "renamedFrom"): DiffHints {
  const tables = new Map<string, string>();
  const columns = new Map<string, string>();
  const fills = new Map<string, Fill>();
  for (const entity of entities) {
    if (entity.renamedFrom !== undefined) tables.set(entity.table, entity.renamedFrom);
    for (const field of entity.fields) {
      const key = `${entity.table}.${field.column}`;
      if (field.renamedFrom !== undefined) columns.set(key, field.renamedFrom);
      const fill = fillOf(entity, field, now);
      if (fill !== undefined) fills.set(key, fill);
    }
  }
  return { tables, columns, fills, renamedFrom };
}

function fillOf({ timestamps }: Entity, field: Field, now: Date): Fill | undefined {
  const { createdAt, updatedAt } = timestamps;
  if (field.default?.kind === "uuid") return { distinct: true };
  if (field.default?.kind === "now" || field.name === createdAt || field.name === updatedAt) {
    const text = now.toISOString();
    return {
      fill: field.type.kind === "date" ? text.slice(0, 10) : field.type.kind === "time" ? text.slice(11, 19) : text,
    };
  }
  if (field.default === undefined || field.default.value === null || field.unique) return undefined;
  return { fill: field.default.value };
}

/** The value for a restored column without null: its default, or else the emptiest allowed value. */
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
