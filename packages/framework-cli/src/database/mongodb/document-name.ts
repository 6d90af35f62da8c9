import type { Entity } from "../../entity/entity.js";

/** The key that every document has. */
export const ID = "_id";

/** A column as documents spell it: the only column of the primary key is `_id`. */
export function documentName(column: string, keyColumns: readonly string[]): string {
  return keyColumns.length === 1 && keyColumns[0] === column ? ID : column;
}

/** Columns of the primary key. */
export function keyColumnsOf({ fields }: Entity): readonly string[] {
  return fields.filter((field) => field.primaryKey).map((field) => field.column);
}
