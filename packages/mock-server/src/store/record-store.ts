import type { Contents } from "../files/contents.js";
import type { ImageShelf } from "./image-shelf.js";

/** A value now or later: memory answers at once, a database later. Callers `await` either. */
export type Awaitable<T> = T | Promise<T>;

export type JsonObject = Readonly<Record<string, unknown>>;

/** A record as it is kept. Never changed in place: a write puts a new object in its stead, so identity can serve as cache key. */
export interface StoredRecord {
  /** Its id as text, unique within its scope. Ids of any type are compared as text. */
  readonly key: string;
  /** The values of the parents' path parameters, outermost first; empty for a top-level collection. */
  readonly scope: readonly string[];
  readonly value: JsonObject;
}

/** Path into a record, from the outside in. */
export type PropertyPath = readonly string[];

export interface Condition {
  readonly property: PropertyPath;
  readonly operator:
    | "eq"
    | "ne"
    | "in"
    | "nin"
    | "gt"
    | "gte"
    | "lt"
    | "lte"
    | "contains"
    | "startsWith"
    | "endsWith"
    | "exists";
  /** Already of the property's type; an array for `in` and `nin`, a boolean for `exists`. */
  readonly value: unknown;
}

export interface RecordQuery {
  /** One entry a parent parameter, outermost first; `undefined` matches every value, and so does a missing entry. Absent: all scopes. */
  readonly scope?: readonly (string | undefined)[];
  /**
   * All must hold. An array property meets `eq`, `in` and `contains` when one of its elements does; `ne` and `nin` are their
   * opposites. Missing and null are the same. Equality is strict in type; texts that are RFC 3339 dates or date-times are
   * `gt`, `lt` ... as moments and `eq` as texts; `contains`, `startsWith` and `endsWith` regard case.
   */
  readonly where?: readonly Condition[];
  /** Free text, found in any string of the record without regard to case. */
  readonly search?: string;
  /** What of a record the text is looked for in. Absent: all of it. */
  readonly searched?: (record: JsonObject) => JsonObject;
  /**
   * Ties, and no sort at all, keep the order of creation. Missing and null values come last, in either direction. Booleans
   * come before numbers, those before dates and date-times, those before other texts (by code unit).
   */
  readonly sort?: readonly { readonly property: PropertyPath; readonly descending: boolean }[];
  readonly offset?: number;
  readonly limit?: number;
  /**
   * Start behind the record with this key, in the order asked for; an unknown key gives an empty page. The record need not
   * meet the conditions (any more): what counts is where it would stand.
   */
  readonly after?: string;
  /** The page that ends before the record with this key. With `after` as well: from the one to the other. */
  readonly before?: string;
}

export interface RecordPage {
  readonly records: readonly StoredRecord[];
  /** Matching records in all, whatever the page. */
  readonly total: number;
  /** Position of the page's first record among the matching ones. */
  readonly start: number;
}

/** The records of one resource. */
export interface RecordCollection {
  readonly name: string;
  get(scope: readonly string[], key: string): Awaitable<StoredRecord | undefined>;
  /** Is there a record with this key, in any scope that agrees with the one given? */
  has(scope: readonly (string | undefined)[], key: string): Awaitable<boolean>;
  list(query: RecordQuery): Awaitable<RecordPage>;
  count(scope?: readonly (string | undefined)[]): Awaitable<number>;
  /**
   * The next number of this collection's sequence, from 1; never given twice. It is durable together with the next write
   * of the collection: what no write followed may be given again after a restart.
   */
  nextNumber(): Awaitable<number>;
  /** `false`, and nothing is kept, when the scope already has that key. Resolves when the write is durable. */
  insert(record: StoredRecord): Promise<boolean>;
  /**
   * Puts `change(current)` in place of the record; `undefined` when it is absent. Atomic: no other write comes between.
   * What `change` throws reaches the caller and nothing is kept.
   */
  update(
    scope: readonly string[],
    key: string,
    change: (current: StoredRecord) => JsonObject,
  ): Promise<StoredRecord | undefined>;
  /** Inserts or replaces. */
  put(record: StoredRecord): Promise<void>;
  /**
   * The record that was removed, `undefined` when there was none. What `check` throws reaches the caller and nothing is
   * removed; no other write comes between the two.
   */
  delete(
    scope: readonly string[],
    key: string,
    check?: (current: StoredRecord) => void,
  ): Promise<StoredRecord | undefined>;
  /** The last number that `nextNumber` gave, 0 when it gave none. */
  lastNumber?(): Awaitable<number>;
  /**
   * Puts these in place of all records, in this order, and lets the sequence go on behind `lastNumber`. Nobody reads a state
   * between. A store without it is emptied and filled record by record.
   */
  replaceAll?(records: readonly StoredRecord[], lastNumber: number): Promise<void>;
}

export interface CollectionOptions {
  /**
   * The key that a record itself tells, as text; `undefined` when it tells none. The store then keeps the key beside the
   * record. Without this function a record's key is its `id`.
   */
  readonly keyOf?: (value: JsonObject) => string | undefined;
}

/** The files that people read and may change. */
export interface StoreEdits {
  /** Paths, whether or not there is anything yet. */
  readonly files: readonly string[];
  /**
   * Takes over what was changed in them: a file as it is now and, over it, the writes that it does not hold yet. A file that
   * cannot be read as records changes nothing.
   */
  take(): Promise<readonly TakenEdit[]>;
}

export interface TakenEdit {
  readonly file: string;
  /** How many there are now, or why they stay as they were. */
  readonly result: { readonly records: number } | { readonly problem: unknown };
}

/** Where all state lives. Belongs to one server; two servers in a process have two. */
export interface RecordStore {
  /**
   * The collection of that name, made when first asked for; the first call's options count. Names are file names: letters,
   * digits, `.`, `-`, `_`, not starting with a `.`.
   *
   * @throws StoreError with the code `STORE_NAME_INVALID`, or `STORE_CORRUPT` when kept records have no key or share one.
   */
  collection(name: string, options?: CollectionOptions): RecordCollection;
  /** Names of the collections that hold something. */
  readonly names: Awaitable<readonly string[]>;
  /**
   * Does `work` as one change of this store, which no other server's comes between: others see all of it or nothing, and
   * when it throws nothing is kept. A store that one process has to itself does without.
   */
  transaction?<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Does `work` while nobody else writes: what it writes is durable when all of it has ended, not before, and what fails then fails the
   * whole. For many collections at once, where keeping each write by itself would take long.
   */
  fill?<T>(work: () => Promise<T>): Promise<T>;
  /** Where snapshots are kept. A store that one process has to itself leaves that to the process. */
  readonly images?: ImageShelf;
  /** Where contents of uploaded files are kept; elsewhere they lie in the data directory or in memory. */
  readonly contents?: Contents;
  /** What people do to the files while the store is open; only a store in readable files has that. */
  readonly edits?: StoreEdits;
  /** Writes everything out in its resting form and lets go of files and locks. Idempotent. */
  close(): Promise<void>;
}
