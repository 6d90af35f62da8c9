import { checkCollectionName } from "./check-collection-name.js";
import type { RecordCollection, RecordStore, StoredRecord } from "./record-store.js";
import { RecordTable } from "./record-table.js";
import { StoreError } from "./store-error.js";
import { tableInSlices } from "./table-in-slices.js";

/** A store that keeps nothing on disk: what is closed is gone. */
export function createMemoryStore(): RecordStore {
  const collections = new Map<string, MemoryCollection>();
  let closed = false;
  const checkOpen = (): void => {
    if (closed) throw new StoreError("STORE_CLOSED", "The store is closed.");
  };
  return {
    collection(name) {
      const known = collections.get(name);
      if (known !== undefined) return known;
      checkCollectionName(name);
      const collection = createMemoryCollection(name, checkOpen);
      collections.set(name, collection);
      return collection;
    },
    get names() {
      return [...collections].filter(([, { size }]) => size > 0).map(([name]) => name);
    },
    async close() {
      closed = true;
    },
  };
}

interface MemoryCollection extends RecordCollection {
  readonly size: number;
}

function createMemoryCollection(name: string, checkOpen: () => void): MemoryCollection {
  const table = new RecordTable();
  return {
    name,
    get size() {
      return table.size;
    },
    get: (scope, key) => table.get(scope, key),
    has: (scope, key) => table.has(scope, key),
    list: (query) => table.listSoon(query),
    count: (scope) => table.count(scope),
    nextNumber: () => table.nextNumber(),
    async insert(record) {
      checkOpen();
      if (table.get(record.scope, record.key) !== undefined) return false;
      table.put(record);
      return true;
    },
    async update(scope, key, change) {
      checkOpen();
      const current = table.get(scope, key);
      return current === undefined ? undefined : table.put({ key, scope, value: change(current) });
    },
    async put(record: StoredRecord) {
      checkOpen();
      table.put(record);
    },
    async delete(scope, key, check) {
      checkOpen();
      const current = check && table.get(scope, key);
      if (current) check?.(current);
      return table.delete(scope, key);
    },
    lastNumber: () => table.sequence,
    async replaceAll(records, lastNumber) {
      checkOpen();
      table.takeOver(await tableInSlices(records, lastNumber));
    },
  };
}
