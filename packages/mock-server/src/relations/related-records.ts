import type { Resource } from "@onespec/spec-core";
import type { ScopePattern } from "../behaviour/resource-state.js";
import type { MockContext } from "../server/mock-context.js";
import type { StoredRecord } from "../store/record-store.js";
import { sharedParents } from "./noun-index.js";
import type { Reference } from "./reference.js";

/** Records looked at when one is picked. */
const MOST_RECORDS = 1000;

/** The scope in which the records that a record of `from` may name are found: parents that both have are the same. */
export function targetScope({ target }: Reference, from: Resource, scope: readonly string[]): ScopePattern {
  return sharedParents(target, from).map((index) => (index === undefined ? undefined : scope[index]));
}

/** The records that a record of `from` in this scope may name, in order of their making. */
export async function candidates(
  { states }: Pick<MockContext, "states">,
  reference: Reference,
  from: Resource,
  scope: readonly string[],
): Promise<readonly StoredRecord[]> {
  const { collection } = states.of(reference.target);
  const { records } = await collection.list({ scope: targetScope(reference, from, scope), limit: MOST_RECORDS });
  return records;
}
