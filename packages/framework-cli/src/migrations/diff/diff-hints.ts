import type { Entity, Field, JsonValue } from "../../entity/entity.js";

/** Hints of entities beyond their tables: former names, and values of new columns in existing rows. */
export interface DiffHints {
  /** New table to former table. */
  readonly tables: ReadonlyMap<string, string>;
  /** `books.heading` to the former column. */
  readonly columns: ReadonlyMap<string, string>;
  /** `books.status` to what old rows get. */
  readonly fills: ReadonlyMap<string, Fill>;
  /** The word for a former name, in messages. */
  readonly renamedFrom: string;
}

export type Fill = { readonly fill: JsonValue } | { readonly distinct: true };

/** @param now what timestamps of old rows become */
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
