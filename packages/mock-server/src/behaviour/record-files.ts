import { percentEncode, type Resource } from "@onespec/spec-core";
import type { Call, MockContext } from "../model/mock-context.js";
import type { StoredRecord } from "../store/record-store.js";

/** How the files of a record say whose they are. */
export function recordOwner(
  { states }: Pick<MockContext, "states">,
  resource: Resource,
  { scope, key }: Pick<StoredRecord, "scope" | "key">,
): string {
  return [states.of(resource).collection.name, ...[...scope, key].map(percentEncode)].join("/");
}

/** A record is gone, and its files with it. */
async function forgetFiles(context: MockContext, resource: Resource, record: StoredRecord): Promise<void> {
  const { references, service } = context.files;
  if (await references.forget(recordOwner(context, resource, record))) service.sweepSoon();
}

/** Deletes a record and its files; `undefined` if it is not there any more. @param check may throw to keep it */
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
