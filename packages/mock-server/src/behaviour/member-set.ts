import { coerceValue, itemSchemaOf, notFoundProblem, type ResponsePlan, schemaAt } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  type ListEntries,
  type MemberSet,
  type Operation,
  objectProperties,
  pathNoun,
  type RecordPlace,
  type Schema,
  schemaShape,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import { addRecord } from "../model/add-record.js";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import { propertiesOf } from "../model/schema-questions.js";
import { filledPath } from "../model/state-key.js";
import { unusedNames, withIgnored } from "../response/answer-headers.js";
import { isSchemaOf } from "../response/place-value.js";
import { answerValue } from "../response/value-answer.js";
import type { JsonObject } from "../store/record-store.js";
import { changeIds, keptIds, pageOf, withPageFacts } from "./record/id-set.js";
import { absentAncestorOf } from "./record/record-address.js";
import { withPathValues } from "./selection/asked-values.js";

/**
 * A list below a record that clients change by ids. It is empty at first. Its items are the records with these ids, if a collection has
 * them. An object that is added without an id is found there by its fields, or created.
 */
export function createMemberSetBehaviour(
  context: MockContext,
  operation: Operation,
  { part, key, list, adds, removes }: MemberSet,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, fitting, states, seeds } = context;
  const { itemsAt, idAt, resource } = list;
  const absentAncestor = absentAncestorOf(context, operation);
  const home = resource && states.of(resource);

  /** Returns the items with these ids. @param at the place of their list in the answer */
  const itemsOf = async (call: Call, schema: Schema, at: RecordPlace, ids: readonly string[]): Promise<unknown[]> => {
    const array = schemaAt(schemas, schema, at);
    const item = array && itemSchemaOf(schemas, array);
    const items: unknown[] = [];
    for (const id of ids) {
      const found = home && (await home.find({ scope: [], where: [] }, id));
      if (found) items.push(found.value);
      if (home) continue;
      const own = withValueAt(undefined, idAt, id);
      const whole = item ? fitting.fit(item, own, { seed: `${filledPath(key, call.pathTexts)} ${id}` }) : own;
      items.push(withPathValues(schemas, { schema: item }, whole, call.pathTexts, key));
    }
    return items;
  };

  const listed = async (call: Call, path: string, ids: readonly string[]): Promise<unknown> => {
    const { answerAs: shown } = call;
    const schema = shown?.schema;
    if (!schema) return undefined;
    const items = await itemsOf(call, schema, itemsAt, ids);
    const { limit, offset = 0 } = call.query as { readonly limit?: number; readonly offset?: number };
    const isPaged = operation.parameters.some(({ name }) => name === "offset");
    const page = isPaged ? pageOf(items, call.query) : items;
    const more = isPaged && offset + page.length < items.length;
    const facts = { total: items.length, count: page.length, limit: limit ?? page.length, offset };
    const counts = propertiesOf(schemas, schema.json).filter(({ name }) => COUNT.test(name));
    const counted = Object.fromEntries(counts.map(({ name }) => [name, items.length]));
    const told = { ...counted, ...facts, more, has_more: more, hasMore: more };
    const filled = withPageFacts(context, schema, withValueAt(undefined, itemsAt, page), itemsAt, told);
    return fitting.fit(schema, filled, { seed: path });
  };

  /** The id of a sent item. If an object has no id, its record is found by its fields, or created. */
  const idOf = async (sent: unknown): Promise<string | undefined> => {
    if (!isObject(sent)) return String(sent);
    const id = valueAtPlace(sent, idAt);
    if (id !== undefined || !resource || !home) return id === undefined ? undefined : String(id);
    await seeds.fill(resource, []);
    const own = objectProperties(schemas, resource.schema.json);
    const named = Object.entries(sent).filter(
      ([name, value]) => typeof value === "string" && own.has(name) && name !== "type",
    );
    if (named.length === 0) return undefined;
    const where = named.map(([name, value]) => ({ property: [name], operator: "eq" as const, value: value as string }));
    const [found] = (await home.collection.list({ where, limit: 1 })).records;
    if (found) return found.key;
    return (await addRecord(context, resource, Object.fromEntries(named))).key;
  };
  const idsAt = async (body: unknown, place: typeof adds): Promise<readonly string[]> => {
    const ids: string[] = [];
    const sent = place ? [valueAtPlace(body, place) ?? []].flat() : [];
    for (const one of sent) ids.push(...[await idOf(one)].filter((id) => id !== undefined));
    return ids;
  };

  return async (call) => {
    const absent = await absentAncestor?.(call.pathTexts);
    if (absent) return context.refuse(operation, absent);
    const path = filledPath(key, call.pathTexts);
    const state = `members ${path}`;
    const before = (await keptIds(context, state)) ?? [];
    if (part === "list") return answerValue(context, plan, call, await listed(call, path, before));
    const added = await idsAt(call.body, adds);
    const removed = await idsAt(call.body, removes);
    const replaced = part === "replace" ? before.filter((id) => !added.includes(id)) : before;
    const gone = new Set(part === "change" ? removed : replaced);
    await changeIds(context, state, operation, { add: added, remove: [...gone] });
    const missing = home ? await absentIds(added) : [];
    if (part === "replace")
      return withIgnored(await answerValue(context, plan, call, await listed(call, path, added)), missing);
    const told = await answerOf(
      call,
      added.filter((id) => !before.includes(id)),
      before.filter((id) => gone.has(id)),
    );
    return withIgnored(await answerValue(context, plan, call, told), missing);
  };

  async function absentIds(ids: readonly string[]): Promise<readonly string[]> {
    const absent: string[] = [];
    for (const id of ids) if (home && !(await home.find({ scope: [], where: [] }, id))) absent.push(id);
    return absent;
  }

  /** Fills the lists of the answer with the added and the removed items, by the names of the lists. Integers get their counts. */
  async function answerOf(call: Call, added: readonly string[], removed: readonly string[]): Promise<unknown> {
    const schema = call.answerAs?.schema;
    if (!schema) return undefined;
    const told: Record<string, unknown> = {};
    for (const { name, schema: json } of propertiesOf(schemas, schema.json)) {
      const { types, items } = schemaShape(schemas, json);
      const isOut = REMOVED.test(name);
      const isShown = adds !== undefined && objectProperties(schemas, items ?? true).has(idAt[0] ?? "");
      if (types.has("integer")) told[name] = isOut || !adds ? removed.length : added.length;
      else if (types.has("array") && (isOut || /add/i.test(name))) told[name] = isOut ? removed : added;
      else if (types.has("array")) told[name] = isShown ? await itemsOf(call, schema, [name], added) : [];
    }
    return fitting.fit(schema, told, { seed: operation.id });
  }
}

const REMOVED = /remove|delete|unassign/i;

/** An item that a request added to a list: the parameters that name it, and its known properties. */
interface Entry {
  readonly name: Readonly<Record<string, string>>;
  readonly value: JsonObject;
}

/** A list that is empty at first. Requests add and remove single items. If a collection has the item, the list shows that record. */
export function createListEntriesBehaviour(
  context: MockContext,
  operation: Operation,
  { part, key, itemsAt, items, by }: ListEntries,
  plan: ResponsePlan,
): Behaviour {
  const { api, schemas, fitting, states, seeds, operationStates } = context;
  const absentAncestor = absentAncestorOf(context, operation);
  const known = new Map(propertiesOf(schemas, items.json).map((one) => [foldName(one.name), one]));
  const isNamed = by.every(({ property }) => property.length > 0);
  const homes = isNamed
    ? api.resources.filter(({ roles, schema }) => roles.create && isSchemaOf(schemas, items.json, schema))
    : [];

  const nameIn = ({ pathTexts, query, body }: Call): Entry["name"] => {
    const sent = isObject(body) ? body : {};
    const [only, ...others] = by;
    const text = only && others.length === 0 && typeof body === "string" ? { [only.parameter]: body } : {};
    const texts: Readonly<Record<string, unknown>> = { ...text, ...sent, ...query, ...pathTexts };
    const named = by.filter(({ parameter }) => texts[parameter] !== undefined);
    return Object.fromEntries(named.map(({ parameter }) => [parameter, String(texts[parameter])]));
  };
  const typed = (place: readonly string[], text: string): unknown =>
    coerceValue(schemas, schemaAt(schemas, items, place)?.json ?? true, text);
  const entryOf = (call: Call): Entry => {
    const name = nameIn(call);
    const above = Object.entries(call.pathTexts).flatMap(([parameter, text]) => {
      const own = name[parameter] === undefined ? known.get(foldName(parameter)) : undefined;
      return own ? [[own.name, typed([own.name], text)]] : [];
    });
    const sent = Object.entries(isObject(call.body) ? call.body : {}).filter(([one]) => known.has(foldName(one)));
    return { name, value: { ...Object.fromEntries(above), ...Object.fromEntries(sent) } };
  };
  const recordOf = async ({ name }: Entry): Promise<JsonObject | undefined> => {
    const where = by.map(({ parameter, property }) => ({
      property,
      operator: "eq" as const,
      value: typed(property, name[parameter] ?? "") as string,
    }));
    for (const resource of homes) {
      if (resource.parents.length === 0) await seeds.fill(resource, []);
      const [record] = (await states.of(resource).collection.list({ where, limit: 1 })).records;
      if (record) return record.value;
    }
    return undefined;
  };
  const shownOf = async (entry: Entry, path: string): Promise<unknown> => {
    const record = await recordOf(entry);
    let value: unknown = { ...record, ...entry.value };
    for (const { parameter, property } of record ? [] : by) {
      const text = entry.name[parameter];
      if (text !== undefined && property.length > 0) value = withValueAt(value, property, typed(property, text));
    }
    return fitting.fit(items, value, { seed: `${path} ${JSON.stringify(entry.name)}`, optional: true });
  };
  const isSame = (one: Entry, name: Entry["name"]): boolean =>
    Object.entries(name).every(([parameter, text]) => one.name[parameter] === text);
  const listed = async ({ answerAs, query }: Call, path: string, entries: readonly Entry[]): Promise<unknown> => {
    if (!answerAs?.schema) return undefined;
    const page = await Promise.all(pageOf(entries, query).map((entry) => shownOf(entry, path)));
    const counts = propertiesOf(schemas, answerAs.schema.json).filter(({ name }) => COUNT.test(name));
    const facts = Object.fromEntries(counts.map(({ name }) => [name, entries.length]));
    const told = { ...facts, total: entries.length, more: false, has_more: false, hasMore: false };
    const filled = withPageFacts(context, answerAs.schema, withValueAt(undefined, itemsAt, page), itemsAt, told);
    return fitting.fit(answerAs.schema, filled, { seed: path });
  };

  return async (call) => {
    const absent = await absentAncestor?.(call.pathTexts);
    if (absent) return context.refuse(operation, absent);
    const path = filledPath(key, call.pathTexts);
    const state = `entries ${path}`;
    const entries = ((await operationStates.get(state))?.value ?? []) as readonly Entry[];
    if (part === "list") return answerValue(context, plan, call, await listed(call, path, entries));
    const entry = entryOf(call);
    const isIn = entries.some((one) => isSame(one, entry.name));
    if (part === "has") {
      const message = `${path} has no item ${JSON.stringify(Object.values(entry.name).join("/"))}`;
      const place = { in: "path", path: `/${by.at(-1)?.parameter}`, message };
      return isIn
        ? answerValue(context, plan, call, undefined)
        : context.refuse(operation, notFoundProblem("Not found", place));
    }
    const isUnclear = part === "remove" && (!isIn || Object.keys(entry.name).length === 0);
    if (isUnclear) {
      const names = Object.keys(entry.name);
      return withIgnored(await told(call, entry, path), names.length > 0 ? names : [pathNoun(key)]);
    }
    const change = (before: unknown): readonly Entry[] => [
      ...((before ?? []) as readonly Entry[]).filter((one) => !isSame(one, entry.name)),
      ...(part === "add" ? [entry] : []),
    ];
    await operationStates.change(state, operation.id, change, change([]));
    return told(call, entries.find((one) => part === "remove" && isSame(one, entry.name)) ?? entry, path);
  };

  /** Answers with the item. `Mock-Ignored` names the sent fields that the item does not have. */
  async function told(call: Call, entry: Entry, path: string) {
    const shown = await shownOf(entry, path);
    const schema = call.answerAs?.schema;
    const answer = schema && fitting.fit(schema, shown, { seed: path });
    const unused = unusedNames(
      isObject(call.body) ? call.body : undefined,
      entry.value,
      (name) => entry.name[name] !== undefined,
    );
    return withIgnored(await answerValue(context, plan, call, answer), unused);
  }
}

/** `watchCount`, `total_count`. */
const COUNT = /^count$|_count$|Count$/;
