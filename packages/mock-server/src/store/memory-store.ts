import { getOrMake } from "@onespec/spec-core";
import { type Awaitable, after, checkCollectionName, type RecordCollection, type RecordStore } from "./record-store.js";
import { RecordTable } from "./record-table.js";
import { StoreError } from "./store-error.js";

/** A store in memory only. Its records are lost when it is closed. */
export function createMemoryStore(): RecordStore {
  return memoryStore(undefined, "The store is closed.");
}

/**
 * A writable view of another store, which it never changes. Reads go to the base and see its changes until the first
 * write to a collection. That write copies the collection (references to its records, not the records). Closing the
 * view leaves the base open.
 */
export function createOverlayStore(base: RecordStore): RecordStore {
  return memoryStore(base, "The session has ended.");
}

function memoryStore(base: RecordStore | undefined, closedMessage: string): RecordStore {
  const collections = new Map<string, MemoryCollection>();
  let closed = false;
  const checkOpen = (): void => {
    if (closed) throw new StoreError("STORE_CLOSED", closedMessage);
  };
  return {
    collection(name, options) {
      return getOrMake(collections, name, () => {
        checkCollectionName(name);
        return memoryCollection(name, base?.collection(name, options), checkOpen);
      });
    },
    get names() {
      return after(base?.names ?? [], (known) => {
        const names = new Set(known);
        for (const { name, size } of collections.values()) {
          if (size === undefined) continue;
          if (size > 0) names.add(name);
          else names.delete(name);
        }
        return [...names];
      });
    },
    async close() {
      closed = true;
    },
  };
}

interface MemoryCollection extends RecordCollection {
  /** `undefined` while the records are still read from the base. */
  readonly size: number | undefined;
}

/** A collection in memory. If it has a base, its records are read from there until the first write copies them. */
function memoryCollection(name: string, base: RecordCollection | undefined, checkOpen: () => void): MemoryCollection {
  let table = base ? undefined : new RecordTable();
  /** The running copy of the base. All writes wait for it. */
  let copying: Promise<RecordTable> | undefined;
  const readable = (): RecordTable | RecordCollection => table ?? (base as RecordCollection);
  const copyBase = async (): Promise<RecordTable> => {
    const { records } = await readable().list({});
    table = RecordTable.of(records, await lastNumberOf(base));
    return table;
  };
  const writable = (): Awaitable<RecordTable> => {
    checkOpen();
    if (table) return table;
    copying ??= copyBase();
    return copying;
  };
  return {
    name,
    get size() {
      return table?.size;
    },
    get: (scope, key) => readable().get(scope, key),
    has: (scope, key) => readable().has(scope, key),
    list: (query) => readable().list(query),
    count: (scope) => readable().count(scope),
    lastNumber: () => table?.sequence ?? lastNumberOf(base),
    nextNumber: async () => (await writable()).nextNumber(),
    insert: async (record) => (await writable()).insert(record),
    update: async (scope, key, change) => (await writable()).update(scope, key, change),
    put: async (record) => void (await writable()).put(record),
    delete: async (scope, key, check) => (await writable()).delete(scope, key, check),
    async replaceAll(records, lastNumber) {
      checkOpen();
      // If a copy is running, it would overwrite this table when it ends.
      await copying;
      const next = RecordTable.of(records, lastNumber);
      if (table === undefined) table = next;
      else table.takeOver(next);
    },
  };
}

/** A base without `lastNumber` has used at least one number for each record. */
function lastNumberOf(base: RecordCollection | undefined): Awaitable<number> {
  return base?.lastNumber?.() ?? base?.count() ?? 0;
}
