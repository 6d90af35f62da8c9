import { after } from "../store/after.js";
import type { Awaitable, RecordCollection, RecordStore } from "../store/record-store.js";

/** State of everything that is not a record of a resource, kept in the collection `_state`. */
export interface OperationStates {
  readonly collection: RecordCollection;
  /** Do other servers use it as well? */
  readonly isShared: boolean;
  /** What was kept under the key; `undefined` when nothing was. */
  get(key: string): Awaitable<KeptState | undefined>;
  /** Keeps what a client wrote. @param operation id of the operation that kept it, for people who read the file */
  put(key: string, operation: string, state: KeptState): Promise<void>;
  /**
   * Puts `change(value)` in place of what is kept under the key, and no other write comes between; `undefined` when nothing is
   * kept. What `change` throws reaches the caller and nothing is changed.
   */
  update(key: string, operation: string, change: (value: unknown) => unknown): Promise<KeptState | undefined>;
  /** Keeps what was made for a first read, unless a client wrote meanwhile. */
  keep(key: string, operation: string, value: unknown): Promise<void>;
}

export interface KeptState {
  readonly value: unknown;
  /** It was there and a client took it away. */
  readonly isDeleted?: boolean;
}

/** First reads are worked out again beyond this many: the same request gives the same value, kept or not. */
const MOST_KEYS = 10_000;

export function createOperationStates(store: RecordStore): OperationStates {
  const collection = store.collection("_state", { keyOf: ({ key }) => (typeof key === "string" ? key : undefined) });
  return {
    collection,
    isShared: store.transaction !== undefined,
    get: (key) =>
      after(collection.get([], key), (record) =>
        record ? { value: record.value.value, isDeleted: record.value.deleted === true } : undefined,
      ),
    async update(key, operation, change) {
      const record = await collection.update([], key, ({ value: { value } }) => ({
        key,
        operation,
        value: change(value),
      }));
      return record && { value: record.value.value };
    },
    async keep(key, operation, value) {
      if ((await collection.count()) < MOST_KEYS)
        await collection.insert({ key, scope: [], value: { key, operation, value } });
    },
    async put(key, operation, { value, isDeleted = false }) {
      const kept = isDeleted ? { deleted: true } : { value };
      await collection.put({ key, scope: [], value: { key, operation, ...kept } });
    },
  };
}
