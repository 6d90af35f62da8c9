import { RecordTable, rowName } from "../memory-store.js";
import type { JsonObject, RecordCollection, RecordPage, RecordQuery, StoredRecord } from "../record-store.js";
import { StoreError } from "../store-error.js";
import { fileProblem } from "./file-problem.js";
import type { FoldSchedule } from "./fold-schedule.js";
import type { Fold, FoldingDirectory } from "./fold-together.js";
import { GroupCommit } from "./group-commit.js";
import { formatJournalLine, Journal, type JournalEntry, type JournalShelf, parseJournalFileName } from "./journal.js";
import { type KeptCollection, readKeptCollections, restoreTable } from "./kept-collection.js";
import { type KeyOf, keyOfId, snapshotSlices } from "./snapshot.js";
import { type FileVersion, readFileVersion, type WrittenBeside, writeBeside } from "./store-files.js";
import type { WriteOutage } from "./write-outage.js";

/** Shared by the collections of one directory. */
export interface CollectionContext extends JournalShelf, FoldingDirectory {
  readonly durability: "os" | "disk";
  /** Collections written by the current `fill`; `undefined` outside of one. */
  filled: Set<JsonCollection> | undefined;
  readonly schedule: FoldSchedule<JsonCollection>;
  readonly outage: WriteOutage;
  readonly onProblem: (error: StoreError) => void;
  /** @throws StoreError `STORE_CLOSED` */
  readonly checkOpen: () => void;
}

/**
 * A collection in memory whose writes go through a journal. Memory changes when the journal has the write, so readers never see a
 * write that may be lost; until then, later writes see it in `#pending`.
 */
export class JsonCollection implements RecordCollection {
  readonly name: string;
  readonly #context: CollectionContext;
  readonly #stem: string;
  readonly #file: string;
  readonly #keyOf: KeyOf;
  readonly #table: RecordTable;
  /** Replaces the table once the journal has it. */
  #next: RecordTable | undefined;
  readonly #journal: Journal;
  readonly #commit: GroupCommit;
  /** By row name: the record as the last write under way leaves it, `undefined` when that removes it. */
  readonly #pending: Map<string, { readonly record: StoredRecord | undefined }> = new Map();
  #version: FileVersion | undefined;
  #snapshotLength: number;
  #isFolding = false;

  /** @throws StoreError `STORE_CORRUPT` if an element is not a record, or two records share a key. */
  constructor(name: string, stem: string, kept: KeptCollection, keyOf: KeyOf = keyOfId, context: CollectionContext) {
    this.name = name;
    this.#context = context;
    this.#stem = stem;
    this.#file = kept.file;
    this.#keyOf = keyOf;
    this.#version = kept.version;
    this.#snapshotLength = kept.version?.size ?? 0;
    this.#journal = new Journal(context, stem, kept.parts);
    this.#commit = new GroupCommit(this.#journal, context.durability, (failure) => {
      if (failure === undefined) {
        context.outage.succeeded(this);
        context.schedule.written(this);
        return;
      }
      this.#pending.clear();
      context.outage.failed(this, fileProblem("write", this.#file, failure.error), failure.writes);
    });
    this.#table = restoreTable(kept, keyOf, context.sequences.get(stem), context.files);
    if (kept.entries.length > 0) context.schedule.written(this);
  }

  /** The readable file. */
  get file(): string {
    return this.#file;
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
    return this.#snapshotLength;
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

  insert(record: StoredRecord): Promise<boolean> {
    return this.#begin((resolve, reject) => {
      const name = rowName(record.scope, record.key);
      if (this.#current(name, record.scope, record.key) === undefined)
        this.#put(name, record, () => resolve(true), reject);
      else this.#answer(name, () => resolve(false), reject);
    });
  }

  update(
    scope: readonly string[],
    key: string,
    change: (current: StoredRecord) => JsonObject,
  ): Promise<StoredRecord | undefined> {
    return this.#begin((resolve, reject) => {
      const name = rowName(scope, key);
      const current = this.#current(name, scope, key);
      if (current === undefined) this.#answer(name, () => resolve(undefined), reject);
      else this.#put(name, { key, scope, value: change(current) }, resolve, reject);
    });
  }

  put(record: StoredRecord): Promise<void> {
    return this.#begin((resolve, reject) =>
      this.#put(rowName(record.scope, record.key), record, () => resolve(), reject),
    );
  }

  delete(
    scope: readonly string[],
    key: string,
    check?: (current: StoredRecord) => void,
  ): Promise<StoredRecord | undefined> {
    return this.#begin((resolve, reject) => {
      const name = rowName(scope, key);
      const current = this.#current(name, scope, key);
      if (current === undefined) {
        this.#answer(name, () => resolve(undefined), reject);
        return;
      }
      check?.(current);
      const entry: JournalEntry = { kind: "delete", sequence: this.#table.sequence, scope, key };
      this.#write(name, entry, () => resolve(this.#table.delete(scope, key)), reject);
    });
  }

  lastNumber(): number {
    return this.#table.sequence;
  }

  /** One write to the journal. A smaller last number is on disk after the next fold. */
  async replaceAll(records: readonly StoredRecord[], lastNumber: number): Promise<void> {
    this.#context.checkOpen();
    const next = RecordTable.of(records, lastNumber);
    const puts = records.map((record) => formatJournalLine({ kind: "put", sequence: lastNumber, record }));
    const line = formatJournalLine({ kind: "clear", sequence: lastNumber }) + puts.join("");
    while (this.#pending.size > 0) await this.settle();
    // From here on later writes see the new table; no write comes between.
    await this.#begin<void>((resolve, reject) => {
      this.#next = next;
      const commit = (): void => {
        this.#table.takeOver(next);
        this.#next = undefined;
        resolve();
      };
      const refuse = (error: unknown): void => {
        this.#next = undefined;
        reject(error);
      };
      this.#commit.add({ line, commit, reject: refuse });
    });
  }

  /** Resolves when no write is under way. */
  settle(): Promise<void> {
    return this.#commit.settle();
  }

  /** Begins to rewrite the readable file. Writes go on meanwhile. */
  async beginFold(): Promise<Fold> {
    this.#isFolding = true;
    try {
      return await this.#beginFold();
    } catch (error) {
      this.#isFolding = false;
      throw fileProblem("write", this.#file, error);
    }
  }

  async #beginFold(): Promise<Fold> {
    const { files, lock } = this.#context;
    await this.#commit.pause();
    const last = this.#journal.seal();
    const sequence = this.#table.sequence;
    const records = [...this.#table.rows()];
    lock.check();
    const written = await writeBeside(files, this.#file, snapshotSlices(records, this.#keyOf));
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
  }

  async #takePlace(written: WrittenBeside): Promise<void> {
    try {
      this.#setEditedFileAside();
      await written.takePlace();
    } catch (error) {
      throw fileProblem("write", this.#file, error);
    }
    this.#version = readFileVersion(this.#context.files, this.#file);
    this.#snapshotLength = this.#version?.size ?? 0;
  }

  /**
   * Loads the readable file if someone has edited it, as a start would load it and the journal. Returns the number of records;
   * `undefined` if the file is unchanged, is missing, or is about to be set aside by a fold.
   *
   * @throws StoreError `STORE_CORRUPT` or `STORE_UNREADABLE`; everything is then as it was.
   */
  async takeEdit(): Promise<number | undefined> {
    const { files, directory, checkOpen } = this.#context;
    await this.settle();
    checkOpen();
    // No `await` from here on, so no write comes between.
    if (this.#isFolding || !this.#isEdited()) return undefined;
    const kept = readKeptCollections(files, directory, namesOf(files.readdirSync(directory), this.#stem)).get(
      this.#stem,
    );
    if (kept === undefined) return undefined;
    this.#table.takeOver(restoreTable(kept, this.#keyOf, this.#table.sequence, files));
    this.#version = kept.version;
    this.#snapshotLength = kept.version?.size ?? 0;
    return this.#table.size;
  }

  closeFiles(): void {
    this.#journal.seal();
  }

  #current(name: string, scope: readonly string[], key: string): StoredRecord | undefined {
    const pending = this.#pending.get(name);
    return pending === undefined ? (this.#next ?? this.#table).get(scope, key) : pending.record;
  }

  /** The promise of a write; an error of `work` or a closed store rejects it. */
  #begin<T>(work: (resolve: (value: T) => void, reject: (error: unknown) => void) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#context.checkOpen();
      work(resolve, reject);
    });
  }

  #put(name: string, record: StoredRecord, done: (kept: StoredRecord) => void, reject: (error: unknown) => void): void {
    const entry: JournalEntry = { kind: "put", sequence: this.#table.sequence, record };
    this.#write(name, entry, () => done(this.#table.put(record)), reject);
  }

  #write(name: string, entry: JournalEntry, apply: () => void, reject: (error: unknown) => void): void {
    const { filled } = this.#context;
    if (filled !== undefined && this.#pending.size === 0 && this.#next === undefined) {
      filled.add(this);
      apply();
      return;
    }
    const pending = { record: entry.kind === "put" ? entry.record : undefined };
    this.#pending.set(name, pending);
    const commit = (): void => {
      apply();
      if (this.#pending.get(name) === pending) this.#pending.delete(name);
    };
    this.#commit.add({ line: formatJournalLine(entry), commit, reject });
  }

  /** An answer that depends on a pending write waits for it, and fails with it. */
  #answer(name: string, answer: () => void, reject: (error: unknown) => void): void {
    if (this.#pending.has(name) || this.#next !== undefined) this.#commit.add({ line: "", commit: answer, reject });
    else answer();
  }

  #isEdited(): boolean {
    const now = readFileVersion(this.#context.files, this.#file);
    return now !== undefined && !(now.size === this.#version?.size && now.mtimeMs === this.#version.mtimeMs);
  }

  #setEditedFileAside(): void {
    const { files, onProblem } = this.#context;
    if (!this.#isEdited()) return;
    const aside = `${this.#file}.edited`;
    files.renameSync(this.#file, aside);
    onProblem(
      new StoreError(
        "STORE_EDITED",
        `${this.#file} was changed while the server ran; the change is kept as ${aside}.`,
        {
          file: this.#file,
          hint: "Stop the server before you edit its records, or start it with --watch.",
        },
      ),
    );
  }
}

/** The files of a directory that belong to the collection. */
function namesOf(fileNames: readonly string[], stem: string): readonly string[] {
  return fileNames.filter((name) => name === `${stem}.json` || parseJournalFileName(name)?.stem === stem);
}
