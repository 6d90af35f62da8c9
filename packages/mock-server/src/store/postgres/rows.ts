import { createHash } from "node:crypto";
import type { StoredRecord } from "../record-store.js";

/** A row of a collection's table; one without a value was deleted. */
export interface TableRow {
  readonly name: string;
  readonly address: string | null;
  /** Place in the order of creation. */
  readonly position: string;
  readonly value: string | null;
}

/** `json` as its text: key order and numbers stay as they were written. */
export const ROW_COLUMNS = "name, address, position, value::text AS value";

/** The name of a record in its table. */
export interface RecordName {
  /** The primary key: scope and key as a JSON array, or a hash of that where it is longer than an index takes. */
  readonly name: string;
  /** The JSON array where `name` is a hash. */
  readonly address: string | null;
}

/** Bytes of an index entry in PostgreSQL are limited to some 2,700. */
const LONGEST_NAME = 600;

/** JSON leaves no NUL and no lone surrogate, which PostgreSQL's texts cannot hold, as they are. */
export function recordName(scope: readonly string[], key: string): RecordName {
  const parts = JSON.stringify([...scope, key]);
  if (parts.length <= LONGEST_NAME) return { name: parts, address: null };
  return { name: createHash("sha256").update(parts).digest("hex"), address: parts };
}

export function parseRecordName({ name, address }: RecordName): Pick<StoredRecord, "scope" | "key"> {
  const parts = JSON.parse(address ?? name) as string[];
  return { key: parts.pop() ?? "", scope: parts };
}
