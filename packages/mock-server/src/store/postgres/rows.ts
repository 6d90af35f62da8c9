import type { JsonObject } from "../record-store.js";

/** A row of a collection's table; one without a value was deleted. */
export interface TableRow {
  readonly name: string;
  readonly address: string | null;
  /** Place in the order of creation. */
  readonly position: string;
  /** Another one with each write. */
  readonly version: string;
  readonly value: string | null;
}

/** `json` as its text: key order and numbers stay as they were written. */
export const ROW_COLUMNS = "name, address, position, version, value::text AS value";

/** JSON text holds what PostgreSQL's texts cannot, NUL and lone surrogates, as escapes. */
export function valueText(value: JsonObject): string {
  return JSON.stringify(value);
}
