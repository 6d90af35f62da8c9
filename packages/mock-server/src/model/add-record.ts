import type { Resource } from "@onespec/spec-core";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import type { MockContext, RecordWish } from "./mock-context.js";

/** Makes a record of what was written, now, and stores it in place of one with its key. @throws ProblemError when no id is free */
export async function addRecord(
  { records, states, now }: Pick<MockContext, "records" | "states" | "now">,
  resource: Resource,
  written: JsonObject,
  { scope = [], parents = [], key }: Partial<Pick<RecordWish, "scope" | "parents" | "key">> = {},
): Promise<StoredRecord> {
  const record = await records.make(resource, written, { scope, parents, key, now: now() });
  await states.of(resource).collection.put(record);
  return record;
}
