import { type Awaitable, after, type Condition, type TextSearch } from "@onespec/http-contract";
import type { JsonObject } from "@onespec/spec-core";
import type { ContentStorage } from "./contents.js";
import type { ImageShelf } from "./image-shelf.js";
import { StoreError } from "./store-error.js";

export { type Awaitable, after, type Condition, type JsonObject };

/** A stored record. It never changes in place: a write makes a new object, so its identity can be a cache key. */
export interface StoredRecord {
  /** Its id as text, unique within its scope. Ids of any type are compared as text. */
  readonly key: string;
  /** The values of the parents' path parameters, outermost first; empty for a top-level collection. */
  readonly scope: readonly string[];
  readonly value: JsonObject;
}

/** Path into a record, from the outside in. */
export type PropertyPath = readonly string[];

export interface RecordQuery extends TextSearch {
  /** One entry a parent parameter, outermost first; `undefined` matches every value, and so does a missing entry. Absent: all scopes. */
  readonly scope?: readonly (string | undefined)[];
  /** All must hold. */
  readonly where?: readonly Condition[];
  /**
   * Ties, and no sort at all, keep the order of creation. Missing and null values come last, in either direction. Booleans
   * come before numbers, those before dates and date-times, those before other texts (by code unit).
   */
  readonly sort?: readonly { readonly property: PropertyPath; readonly descending: boolean }[];
  /** Ties, and no sort at all, have the newest first. */
  readonly isNewestFirst?: boolean;
  readonly offset?: number;
  readonly limit?: number;
  /**
   * Start behind the record with this key, in the requested order; an unknown key gives an empty page. The record need not meet the
   * conditions (any more): only its position counts.
   */
  readonly after?: string;
  /** The page that ends before the record with this key. With `after`: the records between the two. */
  readonly before?: string;
}

export interface RecordPage {
  readonly records: readonly StoredRecord[];
  /** Matching records on all pages. */
  readonly total: number;
  /** Position of the page's first record among the matching ones. */
  readonly start: number;
  /** The key of the first record of the next page, where pages are asked for by it. */
  readonly next?: string | undefined;
}

/** The records of one resource. */
export interface RecordCollection {
  readonly name: string;
  get(scope: readonly string[], key: string): Awaitable<StoredRecord | undefined>;
  /** True if there is a record with this key in a matching scope. */
  has(scope: readonly (string | undefined)[], key: string): Awaitable<boolean>;
  list(query: RecordQuery): Awaitable<RecordPage>;
  count(scope?: readonly (string | undefined)[]): Awaitable<number>;
  /**
   * The next number of this collection's sequence, from 1; never given twice. It becomes durable with the next write of the
   * collection: without one it may be given again after a restart.
   */
  nextNumber(): Awaitable<number>;
  /** `false`, and nothing is kept, when the scope already has that key. Resolves when the write is durable. */
  insert(record: StoredRecord): Promise<boolean>;
  /**
   * Puts `change(current)` in place of the record; `undefined` when it is absent. Atomic: no other write comes between.
   * Errors of `change` reach the caller, and nothing is written.
   */
  update(
    scope: readonly string[],
    key: string,
    change: (current: StoredRecord) => JsonObject,
  ): Promise<StoredRecord | undefined>;
  /** Inserts or replaces. */
  put(record: StoredRecord): Promise<void>;
  /**
   * The removed record, `undefined` when there was none. Errors of `check` reach the caller, and nothing is removed; no other write
   * comes between the two.
   */
  delete(
    scope: readonly string[],
    key: string,
    check?: (current: StoredRecord) => void,
  ): Promise<StoredRecord | undefined>;
  /** The last number that `nextNumber` gave, 0 when it gave none. */
  lastNumber?(): Awaitable<number>;
  /**
   * Replaces all records by these, in this order; the sequence continues after `lastNumber`. Readers see the old or the new state. A
   * store without this method is emptied and filled record by record.
   */
  replaceAll?(records: readonly StoredRecord[], lastNumber: number): Promise<void>;
}

export interface CollectionOptions {
  /**
   * The key inside a record, as text; `undefined` if it has none, and the store then keeps the key beside the record. Without this
   * function a record's key is its `id`.
   */
  readonly keyOf?: (value: JsonObject) => string | undefined;
}

/** The readable files, which people may edit. */
export interface StoreEdits {
  /** Paths; the files need not exist yet. */
  readonly files: readonly string[];
  /**
   * Loads the edited files, and applies the writes that they do not contain yet. A file without valid records changes
   * nothing.
   */
  take(): Promise<readonly TakenEdit[]>;
}

export interface TakenEdit {
  readonly file: string;
  /** The number of records now, or the reason why they stay as they were. */
  readonly result: { readonly records: number } | { readonly problem: unknown };
}

/** Storage of the whole state. It belongs to one server; two servers in a process have two. */
export interface RecordStore {
  /**
   * The collection of that name, created by the first call, whose options count. Names are file names: letters,
   * digits, `.`, `-`, `_`, not starting with a `.`.
   *
   * @throws StoreError with the code `STORE_NAME_INVALID`, or `STORE_CORRUPT` when kept records have no key or share one.
   */
  collection(name: string, options?: CollectionOptions): RecordCollection;
  /** Names of the collections that hold something. */
  readonly names: Awaitable<readonly string[]>;
  /**
   * Does `work` as one change of this store: other servers see all of it or nothing, and an error undoes it. Only stores that several
   * processes share have this.
   */
  transaction?<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Does `work` while nothing else writes: its writes become durable at the end, all at once, and an error there fails the whole. For
   * many writes to many collections, where single writes would take long.
   */
  fill?<T>(work: () => Promise<T>): Promise<T>;
  /** Storage of snapshots, if several processes share the store. */
  readonly images?: ImageShelf;
  /** Storage of uploaded files; without it they are in the data directory or in memory. */
  readonly contents?: ContentStorage;
  /** Edits of the files while the store is open; only a store in readable files has this. */
  readonly edits?: StoreEdits;
  /** Stores the address of the server that uses the store, for the message of a server that finds it locked. */
  announce?(url: string): void;
  /** Folds all journals and releases files and locks. Idempotent. */
  close(): Promise<void>;
}

/** A name becomes a file name, so it must not lead elsewhere nor hide the file. @throws StoreError `STORE_NAME_INVALID` */
export function checkCollectionName(name: string): void {
  if (/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name)) return;
  throw new StoreError("STORE_NAME_INVALID", `"${name}" cannot name a collection.`, {
    hint: "Use letters, digits, '.', '-' and '_', and do not start with a '.'.",
  });
}

/** Does `work` in a transaction if the store has them, which it has if other servers may use it. */
export function inOneStep<T>(store: RecordStore, work: () => Promise<T>): Promise<T> {
  return store.transaction ? store.transaction(work) : work();
}
