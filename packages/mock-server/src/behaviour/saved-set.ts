import {
  type BodyPlan,
  bodyPlans,
  type ResponsePlan,
  sampledValue,
  schemaAt,
  selectSuccess,
} from "@onespec/http-contract";
import { isObject, type Operation, type SavedSet, schemaShape, valueAtPlace, withValueAt } from "@onespec/spec-core";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import { filledPath } from "../model/state-key.js";
import { answerValue } from "../response/value-answer.js";
import { changeIds, keptIds, pageOf, setOfList, withPageFacts } from "./record/id-set.js";

/** A set of ids: requests add ids, remove them, check them and list them. At first it has the ids of the generated list. */
export function createSavedSetBehaviour(
  context: MockContext,
  operation: Operation,
  { part, key, parameter, apart, list }: SavedSet,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, fitting } = context;
  const [body] = list ? bodyPlans(schemas, selectSuccess(list.operation).response?.content ?? []) : [];

  const keyOf = ({ pathTexts, query }: Call): string => {
    const others = apart.map((name) => `${name}=${String(query[name] ?? "")}`).join("&");
    return `${filledPath(key, pathTexts)}${others === "" ? "" : `?${others}`}`;
  };
  const generated = (seed: string): unknown => body && sampledValue(fitting, body, seed);
  const itemsOf = (value: unknown): readonly unknown[] => {
    const items = list && valueAtPlace(value, list.itemsAt);
    return Array.isArray(items) ? items : [];
  };
  const idOf = (item: unknown): string => String(list ? valueAtPlace(item, list.idAt) : item);
  const idsIn = async (seed: string): Promise<readonly string[]> =>
    (await keptIds(context, setOfList(seed))) ?? itemsOf(generated(seed)).map(idOf);
  const listed = (shown: BodyPlan, seed: string, ids: readonly string[], call: Call): unknown => {
    const value = generated(seed);
    if (!list || !shown.schema) return value;
    const { limit, offset = 0 } = call.query;
    const known = new Map(itemsOf(value).map((item) => [idOf(item), item]));
    const array = schemaAt(schemas, shown.schema, list.itemsAt);
    const items = array && schemaShape(schemas, array.json).items;
    const page = pageOf(ids, call.query).map((id) => {
      const made = items && fitting.fit(schemas.schemaOf(items), undefined, { seed: `${seed} ${id}`, optional: true });
      return known.get(id) ?? withValueAt(made, list.idAt, id);
    });
    const around = withValueAt(value, list.itemsAt, page);
    const filled = withPageFacts(context, shown.schema, around, list.itemsAt, { total: ids.length, limit, offset });
    return fitting.fit(shown.schema, filled, { seed });
  };

  return async (call) => {
    const seed = keyOf(call);
    const ids = await idsIn(seed);
    if (part === "list")
      return answerValue(context, plan, call, call.answerAs && listed(call.answerAs, seed, ids, call));
    const asked = askedIds(call, parameter);
    if (part === "has")
      return answerValue(
        context,
        plan,
        call,
        asked.map((id) => ids.includes(id)),
      );
    await changeIds(context, setOfList(seed), operation, { remove: asked, ...(part === "add" && { add: asked }) }, ids);
    const answer = call.answerAs && sampledValue(fitting, call.answerAs, operation.id);
    return answerValue(context, plan, call, answer);
  };
}

/** The ids in the query, else in the body: a list, or a text with commas. */
function askedIds({ query, body }: Call, parameter: string): readonly string[] {
  const sent = query[parameter] ?? (isObject(body) ? body[parameter] : body);
  if (typeof sent === "string") return sent.split(",").map((id) => id.trim());
  return Array.isArray(sent) ? sent.map(String) : [];
}
