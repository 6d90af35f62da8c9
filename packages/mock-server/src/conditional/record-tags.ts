import { RecentCache } from "../response/recent-cache.js";
import type { StoredRecord } from "../store/record-store.js";
import { entityTag } from "./entity-tag.js";

/**
 * The entity tags of records as they are stored: the same in every operation that answers with the record.
 * @param json the record's value as JSON, where it is known already
 */
export type RecordTags = (record: StoredRecord, json?: string) => string;

const REMEMBERED = 5000;

/** Each record's tag is remembered for a while, as a change makes another record. */
export function createRecordTags(): RecordTags {
  const tags = new RecentCache<StoredRecord, string>(REMEMBERED);
  return (record, json) => {
    let tag = tags.get(record);
    if (tag === undefined) {
      tag = entityTag(json ?? JSON.stringify(record.value));
      // With the text at hand it costs little, and what is remembered of each write is what the garbage collector copies.
      if (json === undefined) tags.set(record, tag);
    }
    return tag;
  };
}
