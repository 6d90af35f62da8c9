import { createMemoryStore } from "../store/memory-store.js";
import type { RecordCollection, RecordStore, StoredRecord } from "../store/record-store.js";
import type { Backend } from "./backend.js";
import { replaceOneByOne } from "./mock-state.js";

/** The effect of changed seeds on a resource. */
export interface Reseeded {
  readonly resource: string;
  /** `false`: its records were changed since they were seeded, so they stay. */
  readonly isApplied: boolean;
  /** How many it has now. */
  readonly records: number;
}

/** The records that seeds make in an empty store. */
export interface SeededState {
  readonly collections: readonly SeededCollection[];
}

interface SeededCollection {
  readonly name: string;
  readonly records: readonly StoredRecord[];
  readonly lastNumber: number;
}

/** Makes the seeds in a store of their own. */
export async function trySeeds(open: (store: RecordStore) => Promise<Backend>): Promise<SeededState> {
  const store = createMemoryStore();
  const backend = await open(store);
  await backend.fillSeeds();
  const collections: SeededCollection[] = [];
  for (const collection of backend.collections) {
    if (collection.name.startsWith("_")) continue;
    const { records } = await collection.list({});
    collections.push({ name: collection.name, records, lastNumber: (await collection.lastNumber?.()) ?? 0 });
  }
  await store.close();
  return { collections };
}

/** Replaces the records of each resource by `after` if they are still those of `before`. */
export async function applySeeds(
  collections: readonly RecordCollection[],
  before: SeededState,
  after: SeededState,
): Promise<readonly Reseeded[]> {
  const outcome: Reseeded[] = [];
  for (const next of after.collections) {
    const old = before.collections.find(({ name }) => name === next.name);
    if (isSame(old?.records ?? [], next.records)) continue;
    const collection = collections.find(({ name }) => name === next.name);
    if (!collection) continue;
    const { records: present } = await collection.list({});
    const isApplied = isSame(present, old?.records ?? []);
    if (isApplied)
      await (collection.replaceAll?.(next.records, next.lastNumber) ?? replaceOneByOne(collection, next.records));
    outcome.push({ resource: next.name, isApplied, records: isApplied ? next.records.length : present.length });
  }
  return outcome;
}

function isSame(a: readonly StoredRecord[], b: readonly StoredRecord[]): boolean {
  return a.length === b.length && a.every((record, index) => textOf(record) === textOf(b[index]));
}

function textOf(record: StoredRecord | undefined): string {
  return JSON.stringify(record && [record.scope, record.key, record.value]);
}
