import type { OperationStates } from "../../model/mock-context.js";
import { after, type RecordStore } from "../../store/record-store.js";

/** The most generated values that are stored. Others are generated again for each request, with the same result. */
const MOST_KEYS = 10_000;

export function createOperationStates(store: RecordStore): OperationStates {
  const collection = store.collection("_state", { keyOf: ({ key }) => (typeof key === "string" ? key : undefined) });
  return {
    collection,
    isShared: store.transaction !== undefined,
    get(key) {
      return after(
        collection.get([], key),
        (record) => record && { value: record.value.value, isDeleted: record.value.deleted === true },
      );
    },
    async update(key, operation, change) {
      const record = await collection.update([], key, ({ value: { value } }) => ({
        key,
        operation,
        value: change(value),
      }));
      return record && { value: record.value.value };
    },
    async change(key, operation, change, first) {
      const kept = await this.update(key, operation, change);
      if (kept) return kept.value;
      const value = change(first);
      await this.put(key, operation, { value });
      return value;
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
