import { FILES_COLLECTION } from "../files/file-reference.js";
import type { CollectionImage, KeptImage } from "../store/image-shelf.js";
import type { RecordCollection, StoredRecord } from "../store/record-store.js";

/** The state as it is now. */
export async function takeImage(collections: readonly RecordCollection[]): Promise<KeptImage> {
  const images: CollectionImage[] = [];
  for (const collection of collections) {
    const { records } = await collection.list({});
    const lastNumber = (await collection.lastNumber?.()) ?? records.length;
    images.push({ name: collection.name, records, lastNumber });
  }
  const records = images.reduce((sum, image) => sum + (isOperationState(image.name) ? 0 : image.records.length), 0);
  return { takenAt: new Date(), records, collections: images };
}

/** The state in which there is nothing. */
export const EMPTY_IMAGE: Pick<KeptImage, "collections"> = { collections: [] };

/** Puts an image in place of what the collections hold. */
export async function restoreImage(
  { collections: images }: Pick<KeptImage, "collections">,
  collections: readonly RecordCollection[],
): Promise<void> {
  const byName = new Map(images.map((image) => [image.name, image]));
  for (const collection of collections) {
    const { records = [], lastNumber = 0 } = byName.get(collection.name) ?? {};
    await (collection.replaceAll?.(records, lastNumber) ?? replaceOneByOne(collection, records));
  }
}

/** What an image holds of the collection with this name. */
export function imageRecordsOf({ collections }: KeptImage, name: string): readonly StoredRecord[] {
  return collections.find((image) => image.name === name)?.records ?? [];
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
