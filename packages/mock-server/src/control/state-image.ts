import { FILES_COLLECTION } from "../files/file-reference.js";
import type { RecordCollection, StoredRecord } from "../store/record-store.js";

interface CollectionImage {
  readonly name: string;
  readonly records: readonly StoredRecord[];
  readonly lastNumber: number;
}

/** A state as it was. It holds references: records are never changed in place. */
export interface StateImage {
  readonly takenAt: Date;
  readonly records: number;
  /** Those of the collection with this name. */
  recordsOf(name: string): readonly StoredRecord[];
  /** Puts it in place of what the collections hold. */
  restore(collections: readonly RecordCollection[]): Promise<void>;
}

export async function takeImage(collections: readonly RecordCollection[]): Promise<StateImage> {
  const images: CollectionImage[] = [];
  for (const collection of collections) {
    const { records } = await collection.list({});
    const lastNumber = (await collection.lastNumber?.()) ?? records.length;
    images.push({ name: collection.name, records, lastNumber });
  }
  return imageOf(images);
}

/** The state in which there is nothing. */
export const EMPTY_IMAGE: Pick<StateImage, "restore"> = imageOf([]);

function imageOf(images: readonly CollectionImage[]): StateImage {
  const byName = new Map(images.map((image) => [image.name, image]));
  return {
    takenAt: new Date(),
    records: images.reduce((sum, image) => sum + (isOperationState(image.name) ? 0 : image.records.length), 0),
    recordsOf: (name) => byName.get(name)?.records ?? [],
    async restore(collections) {
      for (const collection of collections) {
        const { records = [], lastNumber = 0 } = byName.get(collection.name) ?? {};
        await (collection.replaceAll?.(records, lastNumber) ?? replaceOneByOne(collection, records));
      }
    },
  };
}

/** State of operations that are no resource: not what people mean by records. */
export function isOperationState(name: string): boolean {
  return name === "_state" || name === FILES_COLLECTION;
}

/** What a store without `replaceAll` does. */
export async function replaceOneByOne(collection: RecordCollection, records: readonly StoredRecord[]): Promise<void> {
  const { records: present } = await collection.list({});
  for (const { scope, key } of present) await collection.delete(scope, key);
  for (const record of records) await collection.put(record);
}
