import type { Resource } from "@onespec/spec-core";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import type { MockContext, RecordWish } from "./mock-context.js";

/**
 * Creates a complete record from the written properties, with the current time, and stores it. Replaces a record with
 * the same key. @throws ProblemError if no id is free
 */
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
