import type { RecordCollection, RecordStore } from "../store/record-store.js";
import { StoreError } from "../store/store-error.js";
import { OverlayCollection } from "./overlay-collection.js";

/**
 * A view of another store that may be written without touching it. A collection is copied (references to its records, not the
 * records) when it is first written here; until then it is read where it lies, and shows what happens there.
 */
export function createOverlayStore(base: RecordStore): RecordStore {
  const collections = new Map<string, OverlayCollection>();
  let closed = false;
  const checkOpen = (): void => {
    if (closed) throw new StoreError("STORE_CLOSED", "The session has ended.");
  };
  return {
    collection(name, options): RecordCollection {
      let collection = collections.get(name);
      if (!collection) {
        collection = new OverlayCollection(base.collection(name, options), checkOpen);
        collections.set(name, collection);
      }
      return collection;
    },
    get names() {
      const { names } = base;
      const copies = [...collections.values()];
      return names instanceof Promise ? names.then((known) => namesOver(known, copies)) : namesOver(names, copies);
    },
    /** The base stays open: it belongs to somebody else. */
    async close() {
      closed = true;
      collections.clear();
    },
  };
}

function namesOver(known: readonly string[], copies: readonly OverlayCollection[]): readonly string[] {
  const names = new Set(known);
  for (const { name, copiedSize } of copies) {
    if (copiedSize === undefined) continue;
    if (copiedSize > 0) names.add(name);
    else names.delete(name);
  }
  return [...names];
}
