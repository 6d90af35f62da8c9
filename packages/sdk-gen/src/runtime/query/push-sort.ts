import type { OperationSpec } from "../operation-spec.js";
import { parameterNamed } from "../parameters-of.js";
import type { SortSpec } from "../resource-spec.js";
import { isSame } from "../validate/json-equal.js";
import { typesOf } from "../validate/types-of.js";
import type { SortKey } from "./order.js";
import type { Parameters } from "./query-plan.js";

/** What asks the server for an order. Only those that the description spells out: a guess could be refused, or mean another. */
export function orderParameters(
  operation: OperationSpec,
  { parameter, direction, values = {} }: SortSpec,
  keys: readonly SortKey[],
): Parameters | undefined {
  const spelled = keys.map(({ property, descending }) => `${descending ? "-" : ""}${property.join(".")}`);
  const spellingOf = (...order: readonly string[]): string | undefined =>
    Object.keys(values).find((value) => isSame(values[value], order));
  // Some servers sort by several keys: their parameter is a list, one value a key.
  const types = typesOf(parameterNamed(operation, parameter)?.schema ?? true);
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
}
