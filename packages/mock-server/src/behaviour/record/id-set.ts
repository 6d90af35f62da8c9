import { schemaAt } from "@onespec/http-contract";
import {
  type ChangedSet,
  isObject,
  type Operation,
  type RecordPlace,
  type Schema,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import type { Call, MockContext } from "../../model/mock-context.js";
import { propertiesOf } from "../../model/schema-questions.js";
import { filledPath } from "../../model/state-key.js";

/** The ids of a set, in the order in which they were added; `undefined` if nobody has changed it. */
export async function keptIds(
  { operationStates }: Pick<MockContext, "operationStates">,
  key: string,
): Promise<readonly string[] | undefined> {
  const value = (await operationStates.get(key))?.value;
  return value === undefined ? undefined : listOf(value);
}

/** Removes ids from a set, adds others, and returns the result. @param first the ids of a set that nobody has changed */
export async function changeIds(
  { operationStates }: Pick<MockContext, "operationStates">,
  key: string,
  operation: Operation,
  { add = [], remove = [] }: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
  first: readonly string[] = [],
): Promise<readonly string[]> {
  const gone = new Set(remove);
  const changed = (before: unknown): readonly string[] => [
    ...new Set([...listOf(before).filter((id) => !gone.has(id)), ...add]),
  ];
  return listOf(await operationStates.change(key, operation.id, changed, first));
}

/** The state key of the ids in a list. @param path of the list */
export function setOfList(path: string): string {
  return `set ${path}`;
}

/** Adds the ids of a request to a set, or removes them. @param acting the id of the record in the path */
export async function changeSet(
  context: MockContext,
  operation: Operation,
  set: ChangedSet,
  call: Pick<Call, "pathTexts" | "body">,
  acting: string,
): Promise<void> {
  const { key, part, back } = set;
  const sent = sentIds(set, call);
  const path = setOfList(filledPath(key, call.pathTexts));
  const gone = part === "replace" ? ((await keptIds(context, path)) ?? []) : part === "remove" ? sent : [];
  const added = part === "remove" ? [] : sent;
  await changeIds(context, path, operation, { add: added, remove: gone });
  const backs =
    back === undefined
      ? []
      : [...gone.map((id) => ({ id, remove: [acting] })), ...added.map((id) => ({ id, add: [acting] }))];
  for (const { id, ...change } of backs)
    await changeIds(context, setOfList(filledPath(back ?? "", { "": id })), operation, change);
}

/** The ids that a request names. */
export function sentIds({ at }: ChangedSet, { pathTexts, body }: Pick<Call, "pathTexts" | "body">): readonly string[] {
  if ("parameter" in at) return [pathTexts[at.parameter] ?? ""];
  return [valueAtPlace(body, at) ?? []]
    .flat()
    .map((one) => String(isObject(one) ? (one.id ?? Object.values(one)[0]) : one));
}

/** The items that a request with `limit` and `offset` asks for. */
export function pageOf<Item>(items: readonly Item[], query: Call["query"]): readonly Item[] {
  const { limit, offset = 0 } = query as { readonly limit?: number; readonly offset?: number };
  return items.slice(offset, limit === undefined ? undefined : offset + limit);
}

/** Sets the declared properties beside a list to facts about it, such as `total`. @param itemsAt the place of the list */
export function withPageFacts(
  { schemas }: Pick<MockContext, "schemas">,
  schema: Schema,
  value: unknown,
  itemsAt: RecordPlace,
  facts: Readonly<Record<string, unknown>>,
): unknown {
  const around = itemsAt.slice(0, -1);
  const holder = schemaAt(schemas, schema, around);
  return propertiesOf(schemas, holder?.json ?? true).reduce(
    (whole, { name }) => (facts[name] === undefined ? whole : withValueAt(whole, [...around, name], facts[name])),
    value,
  );
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
