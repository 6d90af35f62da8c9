import { type FilterOperator, isObject } from "@onespec/spec-core";
import { operandOf } from "../wire/operand.js";

/** A query parameter, or a part of one, that filters a list. */
export interface ListFilter {
  readonly parameter: string;
  /** Path inside the parameter's value: `["gte"]` of `price[gte]`. */
  readonly at?: readonly string[];
  readonly property: readonly string[];
  readonly operator: FilterOperator;
  /** The text before its values: `gt.` of `price=gt.5`. */
  readonly prefix?: string | undefined;
  /** Values that set no condition. */
  readonly all?: readonly unknown[] | undefined;
}

/**
 * The operator and value that a query sets for a filter. The value is a list for `in` and `nin`, and a boolean for
 * `exists`.
 */
export interface AskedFilter {
  readonly operator: FilterOperator;
  readonly value: unknown;
}

/** Reads a filter from a query; `undefined`: it sets no condition. */
export function askedFilter(
  { parameter, at = [], operator, prefix, all }: ListFilter,
  query: Readonly<Record<string, unknown>>,
): AskedFilter | undefined {
  let sent = query[parameter];
  for (const name of at) sent = isObject(sent) && Object.hasOwn(sent, name) ? sent[name] : undefined;
  const value = prefix === undefined ? sent : operandOf(sent, prefix);
  if (value === undefined || value === null || value === "" || isObject(value)) return undefined;
  if (operator === "exists") return { operator, value: value === true || value === "true" || value === "1" };
  if (all && [value].flat().some((one) => all.includes(one))) return undefined;
  const isListing = operator === "in" || operator === "nin";
  const values = isListing && typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(values)) return { operator, value: isListing ? [values] : values };
  return { operator: operator === "eq" ? "in" : operator === "ne" ? "nin" : operator, value: values };
}
