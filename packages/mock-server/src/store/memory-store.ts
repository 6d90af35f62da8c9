import { checkCollectionName } from "./check-collection-name.js";
import type { RecordCollection, RecordStore, StoredRecord } from "./record-store.js";
import { RecordTable } from "./record-table.js";
import { StoreError } from "./store-error.js";

/** A store that keeps nothing on disk: what is closed is gone. */
export function createMemoryStore(): RecordStore {
  const tables = new Map<string, RecordTable>();
  const collections = new Map<string, RecordCollection>();
  let closed = false;
  const checkOpen = (): void => {
    if (closed) throw new StoreError("STORE_CLOSED", "The store is closed.");
  };
  return {
    collection(name) {
      const known = collections.get(name);
      if (known !== undefined) return known;
      checkCollectionName(name);
      const table = new RecordTable();
      const collection = createMemoryCollection(name, table, checkOpen);
      tables.set(name, table);
      collections.set(name, collection);
      return collection;
    },
    get names() {
      return [...tables].filter(([, table]) => table.size > 0).map(([name]) => name);
    },
    async close() {
      closed = true;
    },
  };
}

function createMemoryCollection(name: string, table: RecordTable, checkOpen: () => void): RecordCollection {
  return {
    name,
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
      table.replaceAll(records, lastNumber);
    },
  };
}
