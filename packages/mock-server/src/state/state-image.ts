import { FILES_COLLECTION } from "../model/files.js";
import type { CollectionImage, KeptImage } from "../store/image-shelf.js";
import type { RecordCollection, StoredRecord } from "../store/record-store.js";

/** Copies the records of all collections. */
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

/** The image of an empty state. */
export const EMPTY_IMAGE: Pick<KeptImage, "collections"> = { collections: [] };

/** Replaces the records of all collections by those of a snapshot. */
export async function restoreImage(
  { collections: images }: Pick<KeptImage, "collections">,
  collections: readonly RecordCollection[],
): Promise<void> {
  const byName = new Map(images.map((image) => [image.name, image]));
  for (const collection of collections) {
    const { records = [], lastNumber = 0 } = byName.get(collection.name) ?? {};
    await replaceRecords(collection, records, lastNumber);
  }
}

/** The records of a collection in an image. */
export function imageRecordsOf({ collections }: KeptImage, name: string): readonly StoredRecord[] {
  return collections.find((image) => image.name === name)?.records ?? [];
}

/** True for collections with the state of operations or files, which contain no records of a resource. */
export function isOperationState(name: string): boolean {
  return name === "_state" || name === FILES_COLLECTION;
}

/** Replaces all records. In a store without `replaceAll`, does this record by record. */
export async function replaceRecords(
  collection: RecordCollection,
  records: readonly StoredRecord[],
  lastNumber: number,
): Promise<void> {
  if (collection.replaceAll) return collection.replaceAll(records, lastNumber);
  const { records: present } = await collection.list({});
  for (const { scope, key } of present) await collection.delete(scope, key);
  for (const record of records) await collection.put(record);
}
