import { isUtf8 } from "node:buffer";
import type { StoredRecord } from "../record-store.js";
import { StoreError } from "../store-error.js";
import { fileProblem } from "./file-problem.js";
import { lineAt, locateJson } from "./locate-json.js";
import { formatSnapshotRecord, type KeyOf } from "./snapshot-record.js";
import type { StoreFiles } from "./store-files.js";

/** Characters written at a time, so that no turn of the event loop lasts: some tenths of a millisecond of formatting. */
const SLICE_LENGTH = 64 * 1024;

/**
 * The elements of a readable file, as they stand there.
 *
 * @throws StoreError `STORE_CORRUPT` with the line where the text stops being a JSON array.
 */
export function parseSnapshot(bytes: Buffer, file: string): readonly unknown[] {
  return parseSlices(bytes) ?? parseWhole(bytes, file);
}

/**
 * A file as it is written, a record a line, in slices: the text of all records and all that is read of it never stand in memory
 * together. `undefined` when it is laid out in another way, or wrong.
 */
function parseSlices(bytes: Buffer): readonly unknown[] | undefined {
  const end = bytes.length - CLOSING.length;
  if (!bytes.subarray(0, OPENING.length).equals(OPENING) || end < OPENING.length) return undefined;
  if (!bytes.subarray(end).equals(CLOSING) || !isUtf8(bytes)) return undefined;
  const elements: unknown[] = [];
  for (let start = OPENING.length; start < end; ) {
    // Between two records; inside of one, in a file that is laid out by hand, what is left of either is no JSON.
    const found = start + SLICE_LENGTH < end ? bytes.indexOf(SEPARATOR, start + SLICE_LENGTH) : -1;
    const stop = found === -1 ? end : found;
    try {
      for (const element of JSON.parse(`[${bytes.toString("utf8", start, stop)}]`) as unknown[]) elements.push(element);
    } catch {
      return undefined;
    }
    start = stop === end ? end : stop + SEPARATOR.length;
  }
  return elements;
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
export function corruptRecord(bytes: Buffer, file: string, index: number, problem: string): StoreError {
  const text = decode(bytes, file);
  return corruptSnapshot(file, lineAt(text, locateJson(text).elementsAt[index] ?? 0), problem);
}

/**
 * Writes the records beside the file and then puts them in its place, so that the file is whole at any moment.
 * Gives the file's length in bytes.
 *
 * @throws StoreError `STORE_FULL` or `STORE_UNWRITABLE`; the file is then as it was.
 */
export async function writeSnapshot(
  files: StoreFiles,
  file: string,
  records: readonly StoredRecord[],
  keyOf: KeyOf,
  beforeRename: () => void,
): Promise<number> {
  const temporary = `${file}.tmp`;
  try {
    const length = await writeRecords(files, temporary, records, keyOf);
    beforeRename();
    await files.rename(temporary, file);
    return length;
  } catch (error) {
    await files.unlink(temporary).catch(() => undefined);
    throw fileProblem("write", file, error);
  }
}

async function writeRecords(
  files: StoreFiles,
  file: string,
  records: readonly StoredRecord[],
  keyOf: KeyOf,
): Promise<number> {
  const handle = await files.open(file, "w");
  let length = 0;
  const write = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    await handle.writeFile(bytes);
    length += bytes.length;
  };
  try {
    let slice = "[";
    let separator = "\n";
    for (const record of records) {
      slice += separator + formatSnapshotRecord(record, keyOf);
      separator = ",\n";
      if (slice.length < SLICE_LENGTH) continue;
      await write(slice);
      slice = "";
    }
    await write(`${slice}${records.length > 0 ? "\n" : ""}]\n`);
    // Also when writes need not wait for the disk: a power cut must not leave an empty file where a whole one stood.
    await handle.sync();
  } finally {
    await handle.close();
  }
  return length;
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
