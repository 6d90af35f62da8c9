import { type Awaitable, after, type Condition, type TextSearch } from "@onespec/http-contract";
import type { JsonObject } from "@onespec/spec-core";
import type { ContentStorage } from "./contents.js";
import type { ImageShelf } from "./image-shelf.js";
import { StoreError } from "./store-error.js";

export { type Awaitable, after, type Condition, type JsonObject };

/**
 * A stored record. It never changes in place: each write creates a new object. You can use the object as a cache key.
 */
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
  /**
   * One entry for each parent parameter, outermost first. `undefined` and missing entries match every value. Absent:
   * all scopes.
   */
  readonly scope?: readonly (string | undefined)[];
  /** A record must meet all of them. */
  readonly where?: readonly Condition[];
  /**
   * Equal records, and all records if there is no sort, are in the order of creation. Missing and null values come
   * last, in both directions. Booleans come before numbers, numbers before dates and date-times, and those before other
   * texts (by code unit).
   */
  readonly sort?: readonly { readonly property: PropertyPath; readonly descending: boolean }[];
  /** Equal records, and all records if there is no sort, have the newest first. */
  readonly isNewestFirst?: boolean;
  readonly offset?: number;
  readonly limit?: number;
  /**
   * Starts after the record with this key, in the requested order. An unknown key gives an empty page. The record need
   * not meet the conditions: only its position counts.
   */
  readonly after?: string;
  /** Returns the page that ends before the record with this key. With `after`: the records between the two. */
  readonly before?: string;
}

export interface RecordPage {
  readonly records: readonly StoredRecord[];
  /** Matching records on all pages. */
  readonly total: number;
  /** Position of the page's first record among the matching ones. */
  readonly start: number;
  /** The key of the first record of the next page, for lists whose clients ask for pages by key. */
  readonly next?: string | undefined;
}

/** The records of one resource. */
export interface RecordCollection {
  readonly name: string;
  get(scope: readonly string[], key: string): Awaitable<StoredRecord | undefined>;
  /** True if a matching scope has a record with this key. */
  has(scope: readonly (string | undefined)[], key: string): Awaitable<boolean>;
  list(query: RecordQuery): Awaitable<RecordPage>;
  count(scope?: readonly (string | undefined)[]): Awaitable<number>;
  /**
   * Returns the next number of this collection's sequence, from 1. A number is never given twice while the server runs.
   * It becomes durable with the next write of the collection; if there is none, it may be given again after a restart.
   */
  nextNumber(): Awaitable<number>;
  /** Returns `false` and stores nothing if the scope already has that key. Resolves when the write is durable. */
  insert(record: StoredRecord): Promise<boolean>;
  /**
   * Replaces the record by `change(current)`. `undefined` if there is no such record. Atomic: no other write can come
   * between. If `change` throws, nothing is written and the caller gets the error.
   */
  update(
    scope: readonly string[],
    key: string,
    change: (current: StoredRecord) => JsonObject,
  ): Promise<StoredRecord | undefined>;
  /** Inserts or replaces. */
  put(record: StoredRecord): Promise<void>;
  /**
   * Returns the removed record, `undefined` if there was none. If `check` throws, nothing is removed and the caller
   * gets the error. No other write can come between the check and the removal.
   */
  delete(
    scope: readonly string[],
    key: string,
    check?: (current: StoredRecord) => void,
  ): Promise<StoredRecord | undefined>;
  /** The last number that `nextNumber` gave, 0 when it gave none. */
  lastNumber?(): Awaitable<number>;
  /**
   * Replaces all records by these, in this order. The sequence continues after `lastNumber`. Readers see either the old
   * or the new state. A store without this method is emptied and then filled record by record.
   */
  replaceAll?(records: readonly StoredRecord[], lastNumber: number): Promise<void>;
}

export interface CollectionOptions {
  /**
   * Reads the key from a record, as text. If it returns `undefined`, the store keeps the key next to the record.
   * Without this function the key is the record's `id`.
   */
  readonly keyOf?: (value: JsonObject) => string | undefined;
}

/** The readable files, which people may edit. */
export interface StoreEdits {
  /** Paths; the files need not exist yet. */
  readonly files: readonly string[];
  /**
   * Loads the edited files and applies the writes that are not in them yet. A file with invalid records changes
   * nothing.
   */
  take(): Promise<readonly TakenEdit[]>;
}

export interface TakenEdit {
  readonly file: string;
  /** The number of records now, or the reason why nothing changed. */
  readonly result: { readonly records: number } | { readonly problem: unknown };
}

/** Storage of the whole state. It belongs to one server: two servers in one process have two stores. */
export interface RecordStore {
  /**
   * Returns the collection with that name. The first call creates it, and only its options count. Names become file
   * names: use letters, digits, `.`, `-`, `_`, and do not begin with a `.`.
   * @throws StoreError `STORE_NAME_INVALID`, or `STORE_CORRUPT` if stored records have no key or share one.
   */
  collection(name: string, options?: CollectionOptions): RecordCollection;
  /** The names of all collections that are not empty. */
  readonly names: Awaitable<readonly string[]>;
  /**
   * Runs `work` as one change of this store. Other servers see all of it or nothing, and an error undoes it. Only
   * stores that several processes share have this method.
   */
  transaction?<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs `work` while nothing else writes. All its writes become durable together at the end. An error there fails all
   * of them. Use it for many writes to many collections, where single writes would take long.
   */
  fill?<T>(work: () => Promise<T>): Promise<T>;
  /** Storage of snapshots, if several processes share the store. */
  readonly images?: ImageShelf;
  /** Storage of uploaded files. Without it they are in the data directory or in memory. */
  readonly contents?: ContentStorage;
  /** Edits of the readable files while the store is open. Only a store with such files has this. */
  readonly edits?: StoreEdits;
  /**
   * Stores the address of the server that uses the store. A second server that finds the store locked shows it in its
   * message.
   */
  announce?(url: string): void;
  /** Folds all journals and releases files and locks. Idempotent. */
  close(): Promise<void>;
}

/**
 * A name becomes a file name, so it must not lead to another folder or hide the file. @throws StoreError
 * `STORE_NAME_INVALID`
 */
export function checkCollectionName(name: string): void {
  if (/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name)) return;
  throw new StoreError("STORE_NAME_INVALID", `"${name}" cannot name a collection.`, {
    hint: "Use letters, digits, '.', '-' and '_', and do not start with a '.'.",
  });
}

/** Runs `work` in a transaction if the store has transactions. It has them if other servers may use it. */
export function inOneStep<T>(store: RecordStore, work: () => Promise<T>): Promise<T> {
  return store.transaction ? store.transaction(work) : work();
}
