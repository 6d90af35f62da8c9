import type { StoredRecord } from "../store/record-store.js";
import { entityTag } from "./entity-tag.js";

/** The entity tags of records as they are stored: the same in every operation that answers with the record. */
export type RecordTags = (record: StoredRecord) => string;

/** Each record's tag is worked out once, as a change makes another record. */
export function createRecordTags(): RecordTags {
  const tags = new WeakMap<StoredRecord, string>();
  return (record) => {
    let tag = tags.get(record);
    if (tag === undefined) {
      tag = entityTag(JSON.stringify(record.value));
      tags.set(record, tag);
    }
    return tag;
  };
}
