import { decodePercent } from "@onespec/http-requests";
import type { RecordCollection } from "../store/record-store.js";
import type { FileReferences } from "./file-references.js";

/**
 * Forgets the files of records that are not there any more: a server that was killed after it deleted a record, and before it forgot
 * what the record had, leaves them behind. `true`: there were some.
 */
export async function forgetOrphans(
  references: FileReferences,
  collections: readonly RecordCollection[],
): Promise<boolean> {
  const named = new Map(collections.map((collection) => [collection.name, collection]));
  const { records } = await references.collection.list({});
  const owners = new Set(records.map(({ scope }) => scope[0] ?? ""));
  let isAny = false;
  for (const owner of owners) {
    const [name = "", ...place] = owner.split("/");
    const collection = named.get(name);
    const key = place.pop();
    // Files of a path belong to no record; those of a collection that is not served now may be wanted again.
    if (collection === undefined || key === undefined) continue;
    if ((await collection.get(place.map(decodePercent), decodePercent(key))) !== undefined) continue;
    isAny = (await references.forget(owner)) || isAny;
  }
  return isAny;
}
