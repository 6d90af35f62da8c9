import type { ListSpec, SortSpec } from "../resource-spec.js";
import type { SchemaData } from "../schema-data.js";
import { compile } from "../validate/compile.js";
import { isSame } from "../validate/json-equal.js";
import { typesOf } from "../validate/types-of.js";
import { kindOf } from "./compared-as.js";
import { fieldAt, formatOf } from "./fields.js";
import { listParameter } from "./list-call.js";
import type { OrderKey } from "./order.js";
import type { Parameters } from "./query-plan.js";

/**
 * An order by the way such parameters are written. Of numbers and moments: how a server puts texts in order is not known.
 * @param isOpposite asks for the opposite one
 */
export function guessedOrder(
  list: ListSpec,
  schema: SchemaData,
  keys: readonly OrderKey[],
  isOpposite = false,
): Parameters | undefined {
  const { parameter, spelling } = list.sort ?? {};
  if (parameter === undefined || spelling === undefined) return undefined;
  const each = keys.map(({ property, descending }) => {
    const [name, ...inner] = property[0] === "attributes" ? property.slice(1) : property;
    const field = fieldAt(schema, property);
    const types = typesOf(field ?? true);
    const isText =
      types.size === 0 || types.has("object") || types.has("array") || (types.has("string") && !isMoment(field));
    if (name === undefined || inner.length > 0 || isText) return undefined;
    if (spelling === "-") return descending === isOpposite ? name : `-${name}`;
    return name + (descending === isOpposite ? spelling.replace("desc", "asc").replace("DESC", "ASC") : spelling);
  });
  if (each.includes(undefined)) return undefined;
  const spec = listParameter(list, parameter);
  const joined = keys.length > 1 && spelling.startsWith(",") ? [] : [each.join(",")];
  const value = [each, ...joined].find((one) => spec?.schema === undefined || compile(spec.schema, "request")(one, ""));
  return value === undefined ? undefined : { [parameter]: value };
}

function isMoment(field: SchemaData | undefined): boolean {
  return kindOf(field) !== undefined || (field !== undefined && formatOf(field) === "date");
}

/** What asks the server for an order. Only those that the description spells out: a guess could be refused, or mean another. */
export function orderParameters(
  list: ListSpec,
  { parameter, direction, values = {} }: SortSpec,
  keys: readonly OrderKey[],
): Parameters | undefined {
  const spelled = keys.map(({ property, descending }) => `${descending ? "-" : ""}${property.join(".")}`);
  const spellingOf = (...order: readonly string[]): string | undefined =>
    Object.keys(values).find((value) => isSame(values[value], order));
  // Some servers sort by several keys: their parameter is a list, one value a key.
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
}

/** An order as one text. */
export function orderName(keys: readonly OrderKey[]): string {
  return keys.map(({ property, descending }) => `${property.join(".")}${descending ? " DESC" : ""}`).join(", ");
}
