import { isUtf8 } from "node:buffer";
import { findJsonFault, isObject, jsonPosition } from "@onespec/spec-core";
import type { JsonObject, StoredRecord } from "../record-store.js";
import { StoreError } from "../store-error.js";
import { readWhole } from "./store-files.js";

/** Characters written in one turn of the event loop. Formatting them takes less than a millisecond. */
const SLICE_LENGTH = 64 * 1024;

/**
 * The elements of a readable file.
 *
 * @throws StoreError `STORE_CORRUPT` with the line where the text stops being a JSON array, or `STORE_UNREADABLE`.
 */
export function readSnapshot(file: string): readonly unknown[] {
  const text = decode(readWhole(file), file);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw corruptSnapshot(file, findJsonFault(text)?.line ?? 1, "this is not valid JSON", cause);
  }
  if (!Array.isArray(parsed)) throw corruptSnapshot(file, 1, "a JSON array of records is expected here");
  return parsed;
}

/** The error for the file's n-th element, with its line. */
export function corruptRecord(file: string, index: number, problem: string): StoreError {
  const text = decode(readWhole(file), file);
  return corruptSnapshot(file, jsonPosition(text, `/${index}`).line, problem);
}

/** The text of a readable file, a slice at a time. */
export function* snapshotSlices(records: readonly StoredRecord[], keyOf: KeyOf): Generator<string, void> {
  let slice = "[";
  let separator = "\n";
  for (const record of records) {
    slice += separator + formatSnapshotRecord(record, keyOf);
    separator = ",\n";
    if (slice.length < SLICE_LENGTH) continue;
    yield slice;
    slice = "";
  }
  yield `${slice}${records.length > 0 ? "\n" : ""}]\n`;
}

function decode(bytes: Buffer, file: string): string {
  if (!isUtf8(bytes)) throw corruptSnapshot(file, brokenTextLine(bytes), "this is not UTF-8 text");
  const text = bytes.toString();
  // Some editors put a byte order mark before the text.
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

function brokenTextLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    if (!isUtf8(bytes.subarray(start, end))) break;
    start = end;
  }
  return line;
}

function corruptSnapshot(file: string, line: number, problem: string, cause?: unknown): StoreError {
  return new StoreError("STORE_CORRUPT", `${file}, line ${line}: ${problem}.`, {
    file,
    line,
    hint: "Correct the file, or move it away to start without its records. Nothing was changed.",
    cause,
  });
}

/** The key inside a record. */
export type KeyOf = (value: JsonObject) => string | undefined;

/**
 * Formats a record for the readable file. Usually this is the value itself. A scope becomes a property `$scope` at the
 * front, and a key that differs from `keyOf(value)` becomes `$key`. A record that has properties with these names is
 * wrapped: `{"$key": …, "$scope": …, "$value": <record>}`.
 */
function formatSnapshotRecord(record: StoredRecord, keyOf: KeyOf): string {
  const { key, scope, value } = record;
  const isPlain = !RESERVED.some((name) => Object.hasOwn(value, name));
  const saysKey = isPlain && keyOf(value) === key;
  if (saysKey && scope.length === 0) return JSON.stringify(value);
  return JSON.stringify({
    ...(saysKey ? {} : { $key: key }),
    ...(scope.length === 0 ? {} : { $scope: scope }),
    ...(isPlain ? value : { $value: value }),
  });
}

/**
 * Returns `undefined` if the line is not a record. The `key` is `undefined` if neither the line nor the record has one.
 */
export function parseSnapshotRecord(
  line: unknown,
  keyOf: KeyOf,
): (Omit<StoredRecord, "key"> & { readonly key: string | undefined }) | undefined {
  if (!isObject(line)) return undefined;
  if (!RESERVED.some((name) => Object.hasOwn(line, name))) return { key: keyOf(line), scope: [], value: line };
  const { $key, $scope = [], $value, ...rest } = line;
  const value = $value ?? rest;
  if (!isObject(value) || ($value !== undefined && Object.keys(rest).length > 0)) return undefined;
  if (!Array.isArray($scope) || !$scope.every((part) => typeof part === "string")) return undefined;
  switch (typeof $key) {
    case "string":
      return { key: $key, scope: $scope, value };
    case "number":
      return { key: String($key), scope: $scope, value };
    case "undefined":
      return { key: keyOf(value), scope: $scope, value };
    default:
      return undefined;
  }
}

/** The default key of a record: its `id`. */
export function keyOfId(value: JsonObject): string | undefined {
  const id = Object.hasOwn(value, "id") ? value.id : undefined;
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

const RESERVED = ["$key", "$scope", "$value"] as const;
