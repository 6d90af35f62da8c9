import type { SeedBook } from "../config/given-seeds.js";
import { SeedsError } from "../errors/options-error.js";
import type { KeptImage } from "../store/image-shelf.js";
import { createMemoryStore } from "../store/memory-store.js";
import { inOneStep, type RecordCollection, type RecordStore, type StoredRecord } from "../store/record-store.js";
import type { Backend, OpenBackend } from "./backend.js";
import { EMPTY_IMAGE, isOperationState, replaceRecords, restoreImage, takeImage } from "./state-image.js";

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

/**
 * Empties the store and fills it with the seeds. The result is cached as an image, because restoring it is faster.
 * @param version the served description and the version of the seeds. If one of them has changed, the image is made
 * again.
 */
export function seedsAgain(
  store: RecordStore,
  openBackend: OpenBackend,
  version: () => readonly [description: object, seeds: number | undefined],
): () => Promise<Backend> {
  let seeds: KeptImage | undefined;
  let made: readonly unknown[] = [];
  return async () => {
    const now = version();
    if (now.some((part, at) => part !== made[at])) seeds = undefined;
    made = now;
    const backend = await openBackend(store);
    const { collections } = backend;
    await inOneStep(store, async () => {
      await restoreImage(seeds ?? EMPTY_IMAGE, collections);
      if (seeds) return;
      await backend.fillSeeds();
      seeds = await takeImage(collections);
    });
    return backend;
  };
}

/** @throws SeedsError for records whose parent does not exist after filling either */
export function checkSeedParents({ given }: SeedBook, { collections }: KeptImage): void {
  const places = new Map(
    collections.map(({ name, records }) => [
      name,
      new Set(records.map(({ scope, key }) => JSON.stringify([...scope, key]))),
    ]),
  );
  const absent = given.unsureParents.filter(({ owner, place }) => !places.get(owner.name)?.has(JSON.stringify(place)));
  if (absent.length > 0) throw new SeedsError(absent.map(({ problem }) => problem));
}
