import type { JsonObject, StoredRecord } from "../record-store.js";
import { RecordTable } from "../record-table.js";
import { rowName } from "../row-name.js";
import type { CollectionTable } from "./schema.js";

/** New records stand behind all that are there: places are numbered from the microseconds since 1970. */
const FIRST_PLACE = 8e15;

/** A collection within one change of the store: what was read of it, and what is to be written. */
export class ChangingCollection {
  readonly collection: CollectionTable;
  readonly records: RecordTable = new RecordTable();
  /** By row name: what was deleted, though it may have been written again after. */
  readonly gone: Map<string, StoredRecord> = new Map();
  /** By row name, in the order of creation. */
  readonly written: Map<string, StoredRecord> = new Map();
  isReplaced = false;
  readonly #isKept: boolean;
  #firstNumber = 0;
  #place = FIRST_PLACE;

  /** @param isKept is there a table? */
  constructor(collection: CollectionTable, isKept: boolean) {
    this.collection = collection;
    this.#isKept = isKept;
  }

  begin(lastNumber: number): void {
    this.#firstNumber = lastNumber;
    this.records.sequence = lastNumber;
  }

  get isChanged(): boolean {
    if (this.isReplaced) return this.#isKept || this.records.size > 0 || this.records.sequence > 0;
    return this.gone.size > 0 || this.written.size > 0 || this.records.sequence !== this.#firstNumber;
  }

  get(scope: readonly string[], key: string): StoredRecord | undefined {
    return this.records.get(scope, key);
  }

  insert(record: StoredRecord): boolean {
    if (this.get(record.scope, record.key)) return false;
    this.put(record);
    return true;
  }

  put(record: StoredRecord): StoredRecord {
    const name = rowName(record.scope, record.key);
    const isNew = this.get(record.scope, record.key) === undefined;
    if (isNew) this.written.delete(name);
    this.written.set(name, record);
    return isNew ? this.records.put(record, ++this.#place) : this.records.put(record);
  }

  update(
    scope: readonly string[],
    key: string,
    change: (current: StoredRecord) => JsonObject,
  ): StoredRecord | undefined {
    const current = this.get(scope, key);
    return current && this.put({ key, scope, value: change(current) });
  }

  delete(scope: readonly string[], key: string, check?: (current: StoredRecord) => void): StoredRecord | undefined {
    const current = this.get(scope, key);
    if (!current) return undefined;
    check?.(current);
    const name = rowName(scope, key);
    this.gone.set(name, current);
    this.written.delete(name);
    return this.records.delete(scope, key);
  }

  replaceAll(records: readonly StoredRecord[], lastNumber: number): void {
    this.isReplaced = true;
    this.records.replaceAll([], lastNumber);
    for (const record of records) this.put(record);
  }
}
