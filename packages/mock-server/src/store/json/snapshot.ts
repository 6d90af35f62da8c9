import { isUtf8 } from "node:buffer";
import { lineAt, locateJson } from "@onespec/http-requests";
import type { StoredRecord } from "../record-store.js";
import { StoreError } from "../store-error.js";
import { fileProblem } from "./file-problem.js";
import { fileSlices } from "./file-slices.js";
import { formatSnapshotRecord, type KeyOf } from "./snapshot-record.js";
import type { StoreFiles } from "./store-files.js";

/** Characters written at a time, so that no turn of the event loop lasts: some tenths of a millisecond of formatting. */
const SLICE_LENGTH = 64 * 1024;

/**
 * The elements of a readable file, as they stand there.
 *
 * @throws StoreError `STORE_CORRUPT` with the line where the text stops being a JSON array, or `STORE_UNREADABLE`.
 */
export function readSnapshot(files: StoreFiles, file: string): readonly unknown[] {
  return readSlices(files, file) ?? parseWhole(readWhole(files, file), file);
}

/**
 * A file as it is written, a record a line, in slices: its text, whole or in part, never stands in memory beside all records.
 * `undefined` when it is laid out in another way, or wrong.
 */
function readSlices(files: StoreFiles, file: string): readonly unknown[] | undefined {
  const elements: unknown[] = [];
  let isOpen = false;
  let isClosed = false;
  // Between two records; inside of one, in a file that is laid out by hand, what is left of either is no JSON.
  for (const slice of fileSlices(files, file, SEPARATOR)) {
    if (!isOpen && !slice.subarray(0, OPENING.length).equals(OPENING)) return undefined;
    isClosed = !slice.subarray(-SEPARATOR.length).equals(SEPARATOR);
    if (isClosed && !slice.subarray(-CLOSING.length).equals(CLOSING)) return undefined;
    const found = parseElements(
      slice.subarray(isOpen ? 0 : OPENING.length, isClosed ? -CLOSING.length : -SEPARATOR.length),
    );
    if (found === undefined) return undefined;
    for (const element of found) elements.push(element);
    isOpen = true;
  }
  return isClosed ? elements : undefined;
}

/** `undefined` when it is not at least one. */
function parseElements(bytes: Buffer): readonly unknown[] | undefined {
  if (!isUtf8(bytes)) return undefined;
  try {
    const elements: unknown[] = JSON.parse(`[${bytes.toString()}]`);
    return elements.length > 0 ? elements : undefined;
  } catch {
    return undefined;
  }
}

const OPENING = Buffer.from("[\n");
const SEPARATOR = Buffer.from(",\n");
const CLOSING = Buffer.from("\n]\n");

function parseWhole(bytes: Buffer, file: string): readonly unknown[] {
  const text = decode(bytes, file);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    const { errorAt = 0 } = locateJson(text);
    throw corruptSnapshot(file, lineAt(text, errorAt), "this is not valid JSON", cause);
  }
  if (!Array.isArray(parsed)) throw corruptSnapshot(file, 1, "a JSON array of records is expected here");
  return parsed;
}

/** The error for the file's n-th element, with its line. */
export function corruptRecord(files: StoreFiles, file: string, index: number, problem: string): StoreError {
  const text = decode(readWhole(files, file), file);
  return corruptSnapshot(file, lineAt(text, locateJson(text).elementsAt[index] ?? 0), problem);
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

function readWhole(files: StoreFiles, file: string): Buffer {
  try {
    return files.readFileSync(file);
  } catch (error) {
    throw fileProblem("read", file, error);
  }
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
