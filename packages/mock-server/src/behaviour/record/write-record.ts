import { percentEncode, type Resource } from "@onespec/spec-core";
import type { Call, MockContext } from "../../model/mock-context.js";
import { recordTag } from "../../response/answer-headers.js";
import { createRecordMoments } from "../../response/record-moments.js";
import type { JsonObject, StoredRecord } from "../../store/record-store.js";

/** The owner of a record's files, as references to files name it. */
export function recordOwner(
  { states }: Pick<MockContext, "states">,
  resource: Resource,
  { scope, key }: Pick<StoredRecord, "scope" | "key">,
): string {
  return [states.of(resource).collection.name, ...[...scope, key].map(percentEncode)].join("/");
}

/** Removes the references to the files of a deleted record. */
async function forgetFiles(context: MockContext, resource: Resource, record: StoredRecord): Promise<void> {
  const { references, service } = context.files;
  if (await references.forget(recordOwner(context, resource, record))) service.sweepSoon();
}

/** Deletes a record and its files; `undefined` if it no longer exists. @param check throws to keep the record */
export async function deleteRecord(
  context: MockContext,
  resource: Resource,
  { scope, key }: Pick<StoredRecord, "scope" | "key">,
  { wrote }: Pick<Call, "wrote">,
  check?: (current: StoredRecord) => void,
): Promise<StoredRecord | undefined> {
  const record = await context.states.of(resource).collection.delete(scope, key, check);
  if (!record) return undefined;
  await forgetFiles(context, resource, record);
  await wrote?.({ kind: "deleted", resource, record });
  return record;
}

/**
 * A call that passes each written record to `follow` before it is reported.
 * @param follow returns the record if it changes it again
 */
export function withFollower(call: Call, follow: NonNullable<Call["wrote"]>): Call {
  const wrote: Call["wrote"] = async (change) => {
    const changed = await follow(change);
    return (await call.wrote?.(changed ? { ...change, record: changed } : change)) ?? changed;
  };
  return { ...call, wrote };
}

/** Changes a record. Its times and version are updated unless nothing changed. `undefined` if the record no longer exists. */
export type RecordChanger = (
  place: Pick<StoredRecord, "scope" | "key">,
  call: Partial<Pick<Call, "precondition" | "wrote">>,
  change: (value: JsonObject, now: number) => JsonObject,
) => Promise<StoredRecord | undefined>;

export function createRecordChanger(context: MockContext, resource: Resource): RecordChanger {
  const { collection } = context.states.of(resource);
  const moments = createRecordMoments(context.api, resource);
  return async ({ scope, key }, { precondition, wrote }, change) => {
    const record = await collection.update(scope, key, (current) => {
      precondition?.(recordTag(current));
      const now = context.now();
      const changed = change(current.value, now);
      return changed === current.value ? changed : moments.changed(changed, now, current.value);
    });
    return record && ((await wrote?.({ kind: "updated", resource, record })) ?? record);
  };
}
