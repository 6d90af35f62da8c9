import { type ApiDescription, createGroupFinder, type Operation, type Resource } from "@onespec/spec-core";
import type { AppliedConfig } from "../config/config-of.js";
import { camelCase } from "./identifier.js";
import { longName, shortName } from "./resource-names.js";
import { singular } from "./singular.js";

/** A group before its names are decided. */
export interface GroupDraft {
  readonly key: string;
  readonly wanted: string;
  readonly resource: Resource | undefined;
  readonly operations: Operation[];
}

/** Which operations stand together: those of a resource, what lies below one under the same tag, and the rest by tag, else by path. */
export function draftGroups(api: ApiDescription, config: AppliedConfig): GroupDraft[] {
  const drafts = new Map<string, GroupDraft>();
  const shortNames = countTexts(api.resources.map(shortName));
  for (const resource of api.resources) {
    const short = shortName(resource);
    const given = config.resources[resource.collectionPath]?.name;
    const wanted = given ?? (shortNames.get(short) === 1 ? short : longName(resource));
    drafts.set(resource.collectionPath, { key: resource.collectionPath, wanted, resource, operations: [] });
  }
  const kept = api.operations.filter(({ id }) => config.operations[id]?.skip !== true);
  const operations = kept.sort((left, right) => (left.id < right.id ? -1 : 1));
  // A tag named like a resource joins it: the first of a name.
  const named = new Map([...drafts.values()].reverse().map((draft) => [nameKey(draft.wanted), draft]));
  const groupOf = createGroupFinder(api.resources);
  for (const operation of operations) {
    const { resource, text: wanted } = groupOf(operation);
    const key = resource?.collectionPath ?? `:${wanted}`;
    let draft = drafts.get(key) ?? named.get(nameKey(wanted));
    if (!draft) {
      draft = { key, wanted, resource: undefined, operations: [] };
      drafts.set(key, draft);
      named.set(nameKey(wanted), draft);
    }
    draft.operations.push(operation);
  }
  return [...drafts.values()]
    .filter(({ operations: own }) => own.length > 0)
    .sort((left, right) => (left.key < right.key ? -1 : 1));
}

/** The same for `Workflow`, `workflows` and `work-flows`: they are one group. */
export function nameKey(text: string): string {
  return singular(camelCase(text, "").toLowerCase());
}

/** How often each text is there. */
export function countTexts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
