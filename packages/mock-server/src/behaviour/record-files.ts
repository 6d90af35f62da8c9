import { percentEncode, type Resource } from "@onespec/spec-core";
import type { MockContext } from "../model/mock-context.js";
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
export async function forgetFiles(context: MockContext, resource: Resource, record: StoredRecord): Promise<void> {
  const { references, service } = context.files;
  if (await references.forget(recordOwner(context, resource, record))) service.sweepSoon();
}
