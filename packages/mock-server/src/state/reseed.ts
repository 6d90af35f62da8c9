import type { KeptImage } from "../store/image-shelf.js";
import { createMemoryStore } from "../store/memory-store.js";
import type { RecordCollection, StoredRecord } from "../store/record-store.js";
import type { OpenBackend } from "./backend.js";
import { isOperationState, replaceRecords, takeImage } from "./state-image.js";

/** The effect of changed seeds on a resource. */
export interface Reseeded {
  readonly resource: string;
  /** False: the records were changed after seeding, so they stay. */
  readonly isApplied: boolean;
  /** Number of records now. */
  readonly records: number;
}

/** Makes the records of the seeds in a separate store. */
export async function trySeeds(open: OpenBackend): Promise<KeptImage> {
  const store = createMemoryStore();
  const backend = await open(store);
  await backend.fillSeeds();
  const image = await takeImage(backend.collections.filter(({ name }) => !isOperationState(name)));
  await store.close();
  return image;
}

/** Replaces the records of each resource by those of `after`, unless they were changed since `before`. */
export async function applySeeds(
  collections: readonly RecordCollection[],
  before: KeptImage,
  after: KeptImage,
): Promise<readonly Reseeded[]> {
  const outcome: Reseeded[] = [];
  for (const next of after.collections) {
    const old = before.collections.find(({ name }) => name === next.name);
    if (isSame(old?.records ?? [], next.records)) continue;
    const collection = collections.find(({ name }) => name === next.name);
    if (!collection) continue;
    const { records: present } = await collection.list({});
    const isApplied = isSame(present, old?.records ?? []);
    if (isApplied) await replaceRecords(collection, next.records, next.lastNumber);
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
