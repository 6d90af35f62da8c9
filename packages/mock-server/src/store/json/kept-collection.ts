import path from "node:path";
import type { StoredRecord } from "../record-store.js";
import type { RecordTable } from "../record-table.js";
import { rowName } from "../row-name.js";
import { fileProblem } from "./file-problem.js";
import { type FileVersion, readFileVersion } from "./file-version.js";
import { type JournalPart, journalFileName, parseJournal, parseJournalFileName } from "./journal.js";
import type { JournalEntry } from "./journal-line.js";
import { corruptRecord, parseSnapshot } from "./snapshot.js";
import { type KeyOf, parseSnapshotRecord } from "./snapshot-record.js";
import type { StoreFiles } from "./store-files.js";

/** What a directory holds of one collection, read and checked, before anyone has said how its records tell their key. */
export interface KeptCollection {
  /** The readable file, which a person may have edited. */
  readonly file: string;
  /** Its elements, as they stand there. */
  readonly elements: readonly unknown[];
  readonly version: FileVersion | undefined;
  /** Writes to do over again, in order. */
  readonly entries: readonly JournalEntry[];
  readonly parts: readonly JournalPart[];
}

/**
 * Reads all collections of a directory, by file stem. Changes nothing.
 *
 * @throws StoreError `STORE_CORRUPT` or `STORE_UNREADABLE`
 */
export function readKeptCollections(
  files: StoreFiles,
  directory: string,
  fileNames: readonly string[],
): Map<string, KeptCollection> {
  const present = new Set(fileNames.filter((name) => !name.startsWith(".")));
  const journals = [...present].flatMap((name) => parseJournalFileName(name) ?? []);
  const snapshots = [...present].filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -".json".length));
  const stems = new Set([...snapshots, ...journals.map(({ stem }) => stem)]);
  const kept = new Map<string, KeptCollection>();
  for (const stem of [...stems].sort()) {
    const numbers = journals.filter((journal) => journal.stem === stem).map(({ number }) => number);
    const snapshot = snapshotPath(directory, stem);
    kept.set(stem, {
      file: snapshot,
      ...(present.has(path.basename(snapshot))
        ? { elements: parseSnapshot(read(files, snapshot), snapshot), version: readFileVersion(files, snapshot) }
        : { elements: [], version: undefined }),
      ...readJournal(files, directory, stem, numbers),
    });
  }
  return kept;
}

export function snapshotPath(directory: string, stem: string): string {
  return path.join(directory, `${stem}.json`);
}

/** Does it hold a record, as far as can be said without knowing the keys in the readable file? */
export function holdsRecords({ elements, entries }: KeptCollection): boolean {
  return elements.length > 0 || entries.some((entry) => entry.kind === "put");
}

/**
 * Puts what was kept into an empty table: the readable file, then the journal over it. `sequence`: the last number given,
 * as far as it is known beside the journal.
 *
 * @throws StoreError `STORE_CORRUPT` when an element is no record, or a key stands twice.
 */
export function restoreTable(
  table: RecordTable,
  kept: KeptCollection,
  keyOf: KeyOf,
  sequence: number | undefined,
  files: StoreFiles,
): void {
  const start = sequence ?? kept.elements.length;
  table.sequence = kept.entries.reduce((highest, entry) => Math.max(highest, entry.sequence), start);
  const taken = new Set<string>();
  const problemAt = (index: number, problem: string): Error =>
    corruptRecord(read(files, kept.file), kept.file, index, problem);
  const records = kept.elements.map((element, index) => {
    const record = parseSnapshotRecord(element, keyOf);
    if (record === undefined) throw problemAt(index, "a record is expected here");
    if (record.key === undefined) return record;
    const name = rowName(record.scope, record.key);
    if (taken.has(name)) throw problemAt(index, `there is a record with the key "${record.key}" before this one`);
    taken.add(name);
    return record;
  });
  for (const { key, scope, value } of records) {
    // A record that was added by hand to a collection without ids gets a number, as one that is posted would.
    table.put({ key: key ?? nextFreeKey(table, scope, taken), scope, value });
  }
  for (const entry of kept.entries) {
    if (entry.kind === "put") table.put(entry.record);
    else table.delete(entry.scope, entry.key);
  }
}

function readJournal(
  files: StoreFiles,
  directory: string,
  stem: string,
  numbers: readonly number[],
): Pick<KeptCollection, "entries" | "parts"> {
  const entries: JournalEntry[][] = [];
  const parts: JournalPart[] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const file = path.join(directory, journalFileName(stem, number));
    const bytes = read(files, file);
    entries.push(parseJournal(bytes, file));
    parts.push({ number, length: bytes.length });
  }
  return { entries: entries.flat(), parts };
}

function read(files: StoreFiles, file: string): Buffer {
  try {
    return files.readFileSync(file);
  } catch (error) {
    throw fileProblem("read", file, error);
  }
}

function nextFreeKey(table: RecordTable, scope: StoredRecord["scope"], taken: ReadonlySet<string>): string {
  for (;;) {
    const key = String(table.nextNumber());
    if (!taken.has(rowName(scope, key))) return key;
  }
}
