import type { RecordStore } from "./record-store.js";

/** Does `work` as one change of the store, where others may use it as well; elsewhere it is just done. */
export function inOneStep<T>(store: RecordStore, work: () => Promise<T>): Promise<T> {
  return store.transaction ? store.transaction(work) : work();
}
