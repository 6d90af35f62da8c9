import type { ListSpec, ResourceSpec, SortSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { compile } from "../validate/compile.js";
import { isSame } from "../validate/json-equal.js";
import { typesOf } from "../validate/types-of.js";
import { listParameter } from "./list-call.js";
import type { missingFirst } from "./missing-first.js";
import { type OrderKey, orderName } from "./order.js";
import type { orderTrial } from "./order-trial.js";
import { type Parameters, type QueryState, SAME } from "./query-plan.js";
import { shownPaging } from "./shown-paging.js";

/** The parameters for an order; `undefined` if the description does not document it. */
export type SortPush = (list: ListSpec, sort: SortSpec, keys: readonly OrderKey[]) => Parameters | undefined;

/** The order that the server is asked for. */
interface PlannedOrder {
  /** Absent if the client sorts. */
  readonly parameters: Parameters | undefined;
  readonly reason: string;
  /** Present if the spelling is a guess. */
  readonly trial?: typeof orderTrial | undefined;
  readonly missing?: typeof missingFirst | undefined;
}

/** Lists with a parameter for the order bring it along. */
export function planSort(
  context: ClientContext,
  resource: ResourceSpec,
  list: ListSpec,
  sort: SortSpec,
  state: QueryState,
): PlannedOrder {
  const { parameter, trial, missing, order } = sort;
  const isTaken = Object.hasOwn(state.parameters, parameter);
  const tried = isTaken ? undefined : trial?.parameters(context, resource, state);
  if (trial && tried) return { parameters: tried, reason: trial.reason, trial };
  if (!isTaken && missing && shownPaging(context, list, orderName(state.sort)).isHeeded === false)
    return { parameters: undefined, reason: "the server puts records without a value first" };
  const parameters = isTaken ? undefined : order?.(list, sort, state.sort);
  return { parameters, reason: parameters ? SAME : "the parameter has no such order", missing };
}

/** Lists with documented orders bring it along. */
export const pushSort: SortPush = (list, { parameter, values = {} }, keys) => {
  const spelled = keys.map(({ property, descending }) => `${descending ? "-" : ""}${property.join(".")}`);
  const spellingOf = (...order: readonly string[]): string | undefined =>
    Object.keys(values).find((value) => isSame(values[value], order));
  // A list parameter takes several keys, one per value.
  const types = typesOf(listParameter(list, parameter)?.schema ?? true);
  if (types.has("array") && !types.has("string")) {
    const each = spelled.map((key) => spellingOf(key));
    return each.includes(undefined) ? undefined : { [parameter]: each };
  }
  const exact = spellingOf(...spelled);
  return exact === undefined ? undefined : { [parameter]: exact };
};

/** Only lists whose documented values follow one spelling import it. */
export const pushSpelled: SortPush = (list, { parameter, spelled: [ascending, descending] = ["", ""] }, keys) => {
  const { schema = true } = listParameter(list, parameter) ?? {};
  const each = keys.map((key) => (key.descending ? descending : ascending).replace("*", () => key.property.join(".")));
  const value = typesOf(schema).has("array") ? each : each.join(",");
  return compile(schema, "request")(value, "") ? { [parameter]: value } : undefined;
};

/** Lists with a parameter for the direction bring it along. It is always sent, because its default may be descending. */
export const pushDirection: SortPush = (list, sort, keys) => {
  const { direction } = sort;
  const [descending = false] = keys.map((key) => key.descending);
  const isOne = keys.length === 1 || keys.every((key) => !key.descending);
  const plain =
    isOne &&
    pushSort(
      list,
      sort,
      keys.map((key) => ({ ...key, descending: false })),
    );
  return plain && direction
    ? { ...plain, [direction.parameter]: descending ? direction.descending : direction.ascending }
    : pushSort(list, sort, keys);
};
