import type {
  Awaitable,
  JsonObject,
  RecordCollection,
  RecordPage,
  RecordQuery,
  StoredRecord,
} from "../store/record-store.js";
import type { RecordTable } from "../store/record-table.js";
import { tableInSlices } from "../store/table-in-slices.js";

/** A collection over one of a base store: read there until the first write, which copies it. */
export class OverlayCollection implements RecordCollection {
  readonly name: string;
  readonly #base: RecordCollection;
  readonly #checkOpen: () => void;
  #table: RecordTable | undefined;
  /** Writes that come while the base is being read wait for the same copy. */
  #copying: Promise<RecordTable> | undefined;

  constructor(base: RecordCollection, checkOpen: () => void) {
    this.name = base.name;
    this.#base = base;
    this.#checkOpen = checkOpen;
  }

  /** Records of the copy; `undefined` while there is none. */
  get copiedSize(): number | undefined {
    return this.#table?.size;
  }

  get(scope: readonly string[], key: string): Awaitable<StoredRecord | undefined> {
    return (this.#table ?? this.#base).get(scope, key);
  }

  has(scope: readonly (string | undefined)[], key: string): Awaitable<boolean> {
    return (this.#table ?? this.#base).has(scope, key);
  }

  list(query: RecordQuery): Awaitable<RecordPage> {
    return (this.#table ?? this.#base).list(query);
  }

  count(scope?: readonly (string | undefined)[]): Awaitable<number> {
    return (this.#table ?? this.#base).count(scope);
  }

  lastNumber(): Awaitable<number> {
    return this.#table?.sequence ?? lastNumberOf(this.#base);
  }

  async nextNumber(): Promise<number> {
    return (await this.#copy()).nextNumber();
  }

  async insert(record: StoredRecord): Promise<boolean> {
    const table = await this.#copy();
    if (table.get(record.scope, record.key) !== undefined) return false;
    table.put(record);
    return true;
  }

  async update(
    scope: readonly string[],
    key: string,
    change: (current: StoredRecord) => JsonObject,
  ): Promise<StoredRecord | undefined> {
    const table = await this.#copy();
    const current = table.get(scope, key);
    return current && table.put({ key, scope, value: change(current) });
  }

  async put(record: StoredRecord): Promise<void> {
    (await this.#copy()).put(record);
  }

  async delete(
    scope: readonly string[],
    key: string,
    check?: (current: StoredRecord) => void,
  ): Promise<StoredRecord | undefined> {
    const table = await this.#copy();
    const current = table.get(scope, key);
    if (current) check?.(current);
    return table.delete(scope, key);
  }

  async replaceAll(records: readonly StoredRecord[], lastNumber: number): Promise<void> {
    this.#checkOpen();
    const table = await tableInSlices(records, lastNumber);
    // A copy under way would take the place of this one.
    await this.#copying;
    if (this.#table === undefined) this.#table = table;
    else this.#table.takeOver(table);
  }

  async #copy(): Promise<RecordTable> {
    this.#checkOpen();
    if (this.#table) return this.#table;
    this.#copying ??= this.#copyBase();
    return this.#copying;
  }

  async #copyBase(): Promise<RecordTable> {
    const { records } = await this.#base.list({});
    const table = await tableInSlices(records, await lastNumberOf(this.#base));
    this.#table = table;
    return table;
  }
}

/** A store that does not tell its last number has given one for each record at least. */
function lastNumberOf(collection: RecordCollection): Awaitable<number> {
  return collection.lastNumber?.() ?? collection.count();
}
