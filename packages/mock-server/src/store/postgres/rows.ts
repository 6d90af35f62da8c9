import { createHash } from "node:crypto";
import type { StoredRecord } from "../record-store.js";

/** A row of a collection's table. A row without a value is a deleted record. */
export interface TableRow {
  readonly name: string;
  readonly address: string | null;
  /** Place in the order of creation. */
  readonly position: string;
  readonly value: string | null;
}

/** The value is read as text, so that key order and numbers stay as they were written. */
export const ROW_COLUMNS = "name, address, position, value::text AS value";

/** The name of a record in its table. */
export interface RecordName {
  /** The primary key: scope and key as a JSON array. If that is longer than an index allows, its hash. */
  readonly name: string;
  /** The JSON array, if `name` is a hash. */
  readonly address: string | null;
}

/** Bytes of an index entry in PostgreSQL are limited to some 2,700. */
const LONGEST_NAME = 600;

/** JSON escapes NUL and lone surrogates, which a text of PostgreSQL cannot contain. */
export function recordName(scope: readonly string[], key: string): RecordName {
  const parts = JSON.stringify([...scope, key]);
  if (parts.length <= LONGEST_NAME) return { name: parts, address: null };
  return { name: createHash("sha256").update(parts).digest("hex"), address: parts };
}

export function parseRecordName({ name, address }: RecordName): Pick<StoredRecord, "scope" | "key"> {
  const parts = JSON.parse(address ?? name) as string[];
  return { key: parts.pop() ?? "", scope: parts };
}
