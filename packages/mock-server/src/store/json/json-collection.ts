import fs from "node:fs";
import type { JsonObject, RecordCollection, RecordPage, RecordQuery, StoredRecord } from "../record-store.js";
import { RecordTable, rowName } from "../record-table.js";
import { StoreError } from "../store-error.js";
import type { DirectoryLock } from "./directory-lock.js";
import { fileProblem } from "./file-problem.js";
import type { FoldSchedule } from "./fold-schedule.js";
import type { Fold } from "./fold-together.js";
import { GroupCommit } from "./group-commit.js";
import { formatJournalLine, Journal, type JournalEntry, parseJournalFileName } from "./journal.js";
import { type KeptCollection, readKeptCollections, restoreTable } from "./kept-collection.js";
import type { SequenceFile } from "./sequence-file.js";
import { type KeyOf, keyOfId, snapshotSlices } from "./snapshot.js";
import { type FileVersion, readFileVersion, type WrittenBeside, writeBeside } from "./store-files.js";
import type { WriteOutage } from "./write-outage.js";

/** Shared by the collections of one directory. */
export interface JsonDirectory {
  readonly directory: string;
  readonly lock: DirectoryLock;
  readonly durability: "os" | "disk";
  readonly sequences: SequenceFile;
  /** Journals with an open file, the least recently written first. */
  readonly open: Set<Journal>;
  readonly schedule: FoldSchedule;
  readonly outage: WriteOutage;
  readonly onProblem: (error: StoreError) => void;
  /** The collections written by the current `fill`. `undefined` outside a `fill`. */
  filled: Set<JsonCollection> | undefined;
  isClosed: boolean;
}

/**
 * A collection in memory with a journal on disk. A write changes the memory only after the journal has it, so readers
 * never see a write that may be lost. Until then, `#pending` shows it to later writes.
 */
export class JsonCollection implements RecordCollection {
  readonly name: string;
  /** The readable file. */
  readonly file: string;
  readonly #directory: JsonDirectory;
  readonly #stem: string;
  readonly #keyOf: KeyOf;
  readonly #table: RecordTable;
  /** Replaces the table once the journal has it. */
  #next: RecordTable | undefined;
  readonly #journal: Journal;
  readonly #commit: GroupCommit;
  /**
   * Writes that are not in the journal yet, by row name. The record is the one after the last of them; `undefined` if
   * that deletes it.
   */
  readonly #pending: Map<string, { readonly record: StoredRecord | undefined }> = new Map();
  #version: FileVersion | undefined;
  #isFolding = false;

  /** @throws StoreError `STORE_CORRUPT` if an element is not a record, or two records share a key. */
  constructor(name: string, stem: string, kept: KeptCollection, keyOf: KeyOf = keyOfId, directory: JsonDirectory) {
    this.name = name;
    this.file = kept.file;
    this.#directory = directory;
    this.#stem = stem;
    this.#keyOf = keyOf;
    this.#version = kept.version;
    this.#journal = new Journal(directory, stem, kept.parts);
    this.#commit = new GroupCommit(this.#journal, directory.durability, (failure) => {
      if (failure === undefined) {
        directory.outage.succeeded(this);
        directory.schedule.written(this);
        return;
      }
      this.#pending.clear();
      this.#next = undefined;
      directory.outage.failed(this, fileProblem("write", this.file, failure.error), failure.writes);
    });
    this.#table = restoreTable(kept, keyOf, directory.sequences.get(stem));
    if (kept.entries.length > 0) directory.schedule.written(this);
  }

  get size(): number {
    return this.#table.size;
  }

  /** In bytes. */
  get journalLength(): number {
    return this.#journal.length;
  }

  /** In bytes. */
  get snapshotLength(): number {
    return this.#version?.size ?? 0;
  }

  get(scope: readonly string[], key: string): StoredRecord | undefined {
    return this.#table.get(scope, key);
  }

  has(scope: readonly (string | undefined)[], key: string): boolean {
    return this.#table.has(scope, key);
  }

  list(query: RecordQuery): RecordPage {
    return this.#table.list(query);
  }

  count(scope?: readonly (string | undefined)[]): number {
    return this.#table.count(scope);
  }

  nextNumber(): number {
    return this.#table.nextNumber();
  }

  async insert(record: StoredRecord): Promise<boolean> {
    const name = rowName(record.scope, record.key);
    if (this.#current(name, record.scope, record.key)) return this.#answer(name, false);
    await this.#put(name, record);
    return true;
  }

  async update(
    scope: readonly string[],
    key: string,
    change: (current: StoredRecord) => JsonObject,
  ): Promise<StoredRecord | undefined> {
    const name = rowName(scope, key);
    const current = this.#current(name, scope, key);
    return current ? this.#put(name, { key, scope, value: change(current) }) : this.#answer(name, undefined);
  }

  async put(record: StoredRecord): Promise<void> {
    await this.#put(rowName(record.scope, record.key), record);
  }

  async delete(
    scope: readonly string[],
    key: string,
    check?: (current: StoredRecord) => void,
  ): Promise<StoredRecord | undefined> {
    const name = rowName(scope, key);
    const current = this.#current(name, scope, key);
    if (!current) return this.#answer(name, undefined);
    check?.(current);
    const entry = ["delete", this.#table.sequence, scope, key] as const;
    return this.#write(name, entry, undefined, () => this.#table.delete(scope, key));
  }

  lastNumber(): number {
    return this.#table.sequence;
  }

  /** A single write to the journal. A last number that is smaller than before reaches the disk with the next fold. */
  async replaceAll(records: readonly StoredRecord[], lastNumber: number): Promise<void> {
    this.#checkOpen();
    const next = RecordTable.of(records, lastNumber);
    const entries: readonly JournalEntry[] = [
      ["clear", lastNumber],
      ...records.map(({ scope, key, value }) => ["put", lastNumber, scope, key, value] as const),
    ];
    const line = entries.map(formatJournalLine).join("");
    while (this.#pending.size > 0) await this.settle();
    this.#checkOpen();
    // Later writes use the new table. No write can come between the two steps.
    this.#next = next;
    await this.#committed(line, () => {
      this.#table.takeOver(next);
      this.#next = undefined;
    });
  }

  /** Resolves when all writes are done. */
  settle(): Promise<void> {
    return this.#commit.settle();
  }

  /** Starts to rewrite the readable file. Writes continue in the meantime. */
  async beginFold(): Promise<Fold> {
    this.#isFolding = true;
    try {
      await this.#commit.pause();
      const last = this.#journal.seal();
      const sequence = this.#table.sequence;
      const records = [...this.#table.rows()];
      this.#directory.lock.check();
      const written = await writeBeside(this.file, snapshotSlices(records, this.#keyOf));
      let isInPlace = false;
      return {
        stem: this.#stem,
        sequence,
        takePlace: async () => {
          await this.#takePlace(written);
          isInPlace = true;
        },
        dropJournal: () => this.#journal.dropThrough(last),
        end: async () => {
          this.#isFolding = false;
          if (!isInPlace) await written.remove();
        },
      };
    } catch (error) {
      this.#isFolding = false;
      throw fileProblem("write", this.file, error);
    }
  }

  async #takePlace(written: WrittenBeside): Promise<void> {
    try {
      this.#setEditedFileAside();
      await written.takePlace();
    } catch (error) {
      throw fileProblem("write", this.file, error);
    }
    this.#version = readFileVersion(this.file);
  }

  /**
   * Reloads the readable file if someone has edited it, and applies the journal as a start does. Returns the number of
   * records. Returns `undefined` if the file is unchanged or missing, or if a running fold is about to replace it.
   * @throws StoreError `STORE_CORRUPT` or `STORE_UNREADABLE`; nothing has changed then.
   */
  async takeEdit(): Promise<number | undefined> {
    const { directory } = this.#directory;
    await this.settle();
    this.#checkOpen();
    // There is no `await` below, so no write can come between.
    if (this.#isFolding || !this.#isEdited()) return undefined;
    const kept = readKeptCollections(directory, namesOf(fs.readdirSync(directory), this.#stem)).get(this.#stem);
    if (kept === undefined) return undefined;
    this.#table.takeOver(restoreTable(kept, this.#keyOf, this.#table.sequence));
    this.#version = kept.version;
    return this.#table.size;
  }

  closeFiles(): void {
    this.#journal.seal();
  }

  #checkOpen(): void {
    if (this.#directory.isClosed) throw new StoreError("STORE_CLOSED", "The store is closed.");
  }

  /** The record that the next write finds. @throws StoreError `STORE_CLOSED` */
  #current(name: string, scope: readonly string[], key: string): StoredRecord | undefined {
    this.#checkOpen();
    const pending = this.#pending.get(name);
    return pending === undefined ? (this.#next ?? this.#table).get(scope, key) : pending.record;
  }

  #put(name: string, record: StoredRecord): Promise<StoredRecord> {
    this.#checkOpen();
    const entry = ["put", this.#table.sequence, record.scope, record.key, record.value] as const;
    return this.#write(name, entry, record, () => this.#table.put(record));
  }

  /** @param record as the write leaves it @param apply makes the change visible */
  async #write<T>(name: string, entry: JournalEntry, record: StoredRecord | undefined, apply: () => T): Promise<T> {
    const { filled } = this.#directory;
    if (filled !== undefined && this.#pending.size === 0 && this.#next === undefined) {
      filled.add(this);
      return apply();
    }
    const pending = { record };
    this.#pending.set(name, pending);
    return this.#committed(formatJournalLine(entry), () => {
      if (this.#pending.get(name) === pending) this.#pending.delete(name);
      return apply();
    });
  }

  /**
   * Delays an answer that depends on a pending write until that write is done. If the write fails, the answer fails
   * too.
   */
  async #answer<T>(name: string, answer: T): Promise<T> {
    return this.#pending.has(name) || this.#next !== undefined ? this.#committed("", () => answer) : answer;
  }

  /** Runs `commit` when the journal has the line, and resolves with its result. */
  #committed<T>(line: string, commit: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#commit.add({ line, commit: () => resolve(commit()), reject });
    });
  }

  #isEdited(): boolean {
    const now = readFileVersion(this.file);
    return now !== undefined && !(now.size === this.#version?.size && now.mtimeMs === this.#version.mtimeMs);
  }

  #setEditedFileAside(): void {
    if (!this.#isEdited()) return;
    const aside = `${this.file}.edited`;
    fs.renameSync(this.file, aside);
    this.#directory.onProblem(
      new StoreError("STORE_EDITED", `${this.file} was changed while the server ran; the change is kept as ${aside}.`, {
        file: this.file,
        hint: "Stop the server before you edit its records, or start it with --watch.",
      }),
    );
  }
}

/** The files of a directory that belong to the collection. */
function namesOf(fileNames: readonly string[], stem: string): readonly string[] {
  return fileNames.filter((name) => name === `${stem}.json` || parseJournalFileName(name)?.stem === stem);
}
