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

/** Takes ids out of a set, then adds others, and returns those that it has then. @param first what a set begins with that nobody has changed */
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

/** The key of the set of a list that shows its records. @param path of that list */
export function setOfList(path: string): string {
  return `set ${path}`;
}

/** Puts the ids of a request into a set, or takes them out. */
export async function changeSet(
  context: MockContext,
  operation: Operation,
  { part, key, at }: ChangedSet,
  { pathTexts, body }: Call,
): Promise<void> {
  const sent = [valueAtPlace(body, at) ?? []].flat().map((one) => String(isObject(one) ? one.id : one));
  const change = part === "add" ? { add: sent } : { remove: sent };
  await changeIds(context, setOfList(filledPath(key, pathTexts)), operation, change);
}

/** The items that a request with `limit` and `offset` asks for. */
export function pageOf<Item>(items: readonly Item[], query: Call["query"]): readonly Item[] {
  const { limit, offset = 0 } = query as { readonly limit?: number; readonly offset?: number };
  return items.slice(offset, limit === undefined ? undefined : offset + limit);
}

/** Puts facts about a list into the properties of their names that are declared beside it. @param itemsAt place of the list */
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
