import type { ListSpec, SortSpec } from "../resource-spec.js";
import { isSame } from "../validate/json-equal.js";
import { typesOf } from "../validate/types-of.js";
import { listParameter } from "./list-call.js";
import type { OrderKey } from "./order.js";
import type { Parameters } from "./query-plan.js";

/** The parameters for an order; `undefined` if the description does not document it. */
export type SortPush = (list: ListSpec, sort: SortSpec, keys: readonly OrderKey[]) => Parameters | undefined;

/** Lists with documented orders bring it along. */
export const pushSort: SortPush = (list, { parameter, direction, values = {} }, keys) => {
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
  if (exact !== undefined) return { [parameter]: exact };
  const [key] = keys;
  if (!direction || keys.length !== 1 || !key) return undefined;
  const plain = spellingOf(key.property.join("."));
  const { ascending, descending } = direction;
  return plain === undefined
    ? undefined
    : { [parameter]: plain, [direction.parameter]: key.descending ? descending : ascending };
};
