import path from "node:path";
import type { StoredRecord } from "../record-store.js";
import { RecordTable } from "../record-table.js";
import {
  type JournalEntry,
  type JournalPart,
  journalFileName,
  parseJournalFileName,
  readJournalPart,
} from "./journal.js";
import { corruptRecord, type KeyOf, parseSnapshotRecord, readSnapshot } from "./snapshot.js";
import { type FileVersion, readFileVersion } from "./store-files.js";

/** The files of one collection, read and checked. The keys of its records are not known yet. */
export interface KeptCollection {
  /** The readable file, which a person may have edited. */
  readonly file: string;
  /** Its elements. */
  readonly elements: readonly unknown[];
  readonly version: FileVersion | undefined;
  /** Writes to replay, in order. */
  readonly entries: readonly JournalEntry[];
  readonly parts: readonly JournalPart[];
}

/**
 * Reads all collections of a directory, by file stem. Changes nothing.
 *
 * @throws StoreError `STORE_CORRUPT` or `STORE_UNREADABLE`
 */
export function readKeptCollections(directory: string, fileNames: readonly string[]): Map<string, KeptCollection> {
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
        ? { elements: readSnapshot(snapshot), version: readFileVersion(snapshot) }
        : { elements: [], version: undefined }),
      ...readJournal(directory, stem, numbers),
    });
  }
  return kept;
}

export function snapshotPath(directory: string, stem: string): string {
  return path.join(directory, `${stem}.json`);
}

/** True if the collection seems to have records. To be quick, it does not replay a journal that may delete them. */
export function holdsRecords({ elements, entries }: KeptCollection): boolean {
  return elements.length > 0 || entries.some(([kind]) => kind === "put");
}

/**
 * Builds the table of a collection: first the readable file, then the journal.
 * @param sequence the last number used, if a source other than the journal has it
 * @throws StoreError `STORE_CORRUPT` if an element is not a record, or two share a key.
 */
export function restoreTable(kept: KeptCollection, keyOf: KeyOf, sequence: number | undefined): RecordTable {
  const table = new RecordTable();
  const start = sequence ?? kept.elements.length;
  table.sequence = kept.entries.reduce((highest, [, number]) => Math.max(highest, number), start);
  const records = kept.elements.map((element, index) => {
    const problem = (text: string): Error => corruptRecord(kept.file, index, text);
    const record = parseSnapshotRecord(element, keyOf);
    if (record === undefined) throw problem("a record is expected here");
    const { key, scope, value } = record;
    if (key !== undefined && !table.insert({ key, scope, value }))
      throw problem(`there is a record with the key "${key}" before this one`);
    return record;
  });
  if (table.size < records.length) {
    // A record without a key gets the next free number, as a posted one does. It keeps its position among the others.
    const named = records.map(({ key, scope, value }) => ({ key: key ?? nextFreeKey(table, scope), scope, value }));
    table.takeOver(RecordTable.of(named, table.sequence));
  }
  for (const entry of kept.entries) {
    if (entry[0] === "put") table.put({ scope: entry[2], key: entry[3], value: entry[4] });
    else if (entry[0] === "delete") table.delete(entry[2], entry[3]);
    else table.takeOver(RecordTable.of([], table.sequence));
  }
  return table;
}

function readJournal(
  directory: string,
  stem: string,
  numbers: readonly number[],
): Pick<KeptCollection, "entries" | "parts"> {
  const parts = numbers
    .toSorted((a, b) => a - b)
    .map((number) => ({ number, ...readJournalPart(path.join(directory, journalFileName(stem, number))) }));
  return {
    entries: parts.flatMap(({ entries }) => entries),
    parts: parts.map(({ number, length }) => ({ number, length })),
  };
}

function nextFreeKey(table: RecordTable, scope: StoredRecord["scope"]): string {
  for (;;) {
    const key = String(table.nextNumber());
    if (table.get(scope, key) === undefined) return key;
  }
}
