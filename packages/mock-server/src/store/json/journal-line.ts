import { crc32 } from "node:zlib";
import type { StoredRecord } from "../record-store.js";
import { recordText } from "../record-text.js";

/** One write. Each carries the collection's sequence number as it stood, so that no number is given again. */
export type JournalEntry =
  | { readonly kind: "put"; readonly sequence: number; readonly record: StoredRecord }
  | { readonly kind: "delete"; readonly sequence: number; readonly scope: readonly string[]; readonly key: string }
  /** All records there are. */
  | { readonly kind: "clear"; readonly sequence: number };

/**
 * A line of JSON: `["<CRC-32 of what follows>",["put",<sequence>,<scope>,<key>,<value>]]`, ended by a newline. The checksum
 * tells a flipped bit from a value.
 */
export function formatJournalLine(entry: JournalEntry): string {
  const text = textOf(entry);
  return `["${checksum(text)}",${text}]\n`;
}

function textOf(entry: JournalEntry): string {
  switch (entry.kind) {
    case "put":
      return putText(entry.sequence, entry.record);
    case "delete":
      return JSON.stringify(["delete", entry.sequence, entry.scope, entry.key]);
    case "clear":
      return JSON.stringify(["clear", entry.sequence]);
  }
}

function putText(sequence: number, { scope, key, value }: StoredRecord): string {
  const scopeText = scope.length === 0 ? "[]" : JSON.stringify(scope);
  return `["put",${sequence},${scopeText},${JSON.stringify(key)},${recordText(value)}]`;
}

/** `line`: without its newline. `undefined` when it is not what was written. */
export function parseJournalLine(line: Buffer): JournalEntry | undefined {
  const text = line.subarray(PREFIX_LENGTH, -1);
  if (line.length <= PREFIX_LENGTH || line.at(-1) !== CLOSING_BRACKET) return undefined;
  if (line.toString("latin1", 0, PREFIX_LENGTH) !== `["${checksum(text)}",`) return undefined;
  // The checksum vouches for the shape: these bytes were written by `formatJournalLine`.
  const parts: PutParts | DeleteParts | ClearParts = JSON.parse(text.toString());
  switch (parts[0]) {
    case "put":
      return { kind: "put", sequence: parts[1], record: { scope: parts[2], key: parts[3], value: parts[4] } };
    case "delete":
      return { kind: "delete", sequence: parts[1], scope: parts[2], key: parts[3] };
    case "clear":
      return { kind: "clear", sequence: parts[1] };
  }
}

type PutParts = ["put", number, StoredRecord["scope"], string, StoredRecord["value"]];
type DeleteParts = ["delete", number, StoredRecord["scope"], string];
type ClearParts = ["clear", number];

const PREFIX_LENGTH = '["00000000",'.length;
const CLOSING_BRACKET = 0x5d;

function checksum(text: string | Buffer): string {
  return crc32(text).toString(16).padStart(8, "0");
}
