import type { Collection, Document } from "mongodb";
import { ID } from "./entity-collection.js";
import type { MongoConnection } from "./mongo-connection.js";

/**
 * Carries out `$set` and `$unset` on a document, also of `_id`, which MongoDB never changes: then the document is written anew under
 * its new key, and comes back as it was when that fails.
 */
export async function changeKey(
  before: Document,
  update: Document,
  documents: Collection,
  { run, isInTransaction }: MongoConnection,
): Promise<Document> {
  const after: Document = { ...before, ...(update.$set as Document | undefined) };
  for (const path of Object.keys((update.$unset as Document | undefined) ?? {})) delete after[path];
  const key = { [ID]: before[ID] };
  if (String(before[ID]) === String(after[ID])) {
    await run((session) => documents.updateOne(key, update, session));
    return after;
  }
  await run((session) => documents.deleteOne(key, session));
  try {
    await run((session) => documents.insertOne(after, session));
  } catch (error) {
    if (!isInTransaction()) await run((session) => documents.insertOne(before, session));
    throw error;
  }
  return after;
}
