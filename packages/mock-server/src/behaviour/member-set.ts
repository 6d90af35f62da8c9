import type { ResponsePlan } from "@onespec/http-contract";
import { isObject, type MemberSet, type Operation, objectProperties, schemaShape } from "@onespec/spec-core";
import { addRecord } from "../model/add-record.js";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import { propertiesOf } from "../model/schema-questions.js";
import { filledPath } from "../model/state-key.js";
import { withIgnored } from "../response/answer-headers.js";
import { valueAtPlace, withValueAt } from "../response/place-value.js";
import { answerValue } from "../response/value-answer.js";
import { changeIds, keptIds, pageOf, withPageFacts } from "./id-set.js";
import { absentAncestorOf } from "./record-address.js";

/**
 * A list below a record that only ids change; it begins empty. Its items are the records of those ids, where some collection has them. An
 * object that is added by its name is found there, or made.
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

  const listed = async (call: Call, path: string, ids: readonly string[]): Promise<unknown> => {
    const { answerAs: shown } = call;
    const schema = shown?.schema;
    if (!schema) return undefined;
    const items: unknown[] = [];
    for (const id of ids) {
      const found = home && (await home.find({ scope: [], where: [] }, id));
      if (found) items.push(found.value);
      else if (!home) items.push(withValueAt(undefined, idAt, id));
    }
    const { limit, offset = 0 } = call.query as { readonly limit?: number; readonly offset?: number };
    const isPaged = operation.parameters.some(({ name }) => name === "offset");
    const page = isPaged ? pageOf(items, call.query) : items;
    const more = isPaged && offset + page.length < items.length;
    const facts = { total: items.length, count: page.length, limit: limit ?? page.length, offset };
    const told = { ...facts, more, has_more: more, hasMore: more };
    const filled = withPageFacts(context, schema, withValueAt(undefined, itemsAt, page), itemsAt, told);
    return fitting.fit(schema, filled, { seed: path });
  };

  /** The id that something sent names; the record of an object without one is found by its fields, or made. */
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
    const gone = new Set(part === "clear" ? before : removed);
    await changeIds(context, state, operation, { add: added, remove: [...gone] });
    const missing = home ? await absentIds(added) : [];
    const told = answerOf(
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

  /** Lists the added and the removed items, in lists with such names. */
  function answerOf({ answerAs }: Call, added: readonly string[], removed: readonly string[]): unknown {
    const schema = answerAs?.schema;
    if (!schema) return undefined;
    const lists = propertiesOf(schemas, schema.json).flatMap(({ name, schema: json }) => {
      if (!schemaShape(schemas, json).types.has("array")) return [];
      return [[name, /remove|delete/i.test(name) ? removed : /add/i.test(name) ? added : []]];
    });
    return fitting.fit(schema, Object.fromEntries(lists), { seed: operation.id });
  }
}
