import type { FilterOperator } from "../../model/list-convention.js";
import { wordTable } from "../../words/word-list.js";
import { type FoundProperty, isObjectProperty, type PropertyFinder } from "../shapes/property-finder.js";
import type { SchemaFacts } from "../shapes/schema-reader.js";

/** An operator that is a word of a parameter's name. */
export interface WordOperator {
  readonly operator: FilterOperator;
  /** True if the word is for dates and times. For numbers it counts only after the property's name. */
  readonly isMoment?: boolean;
  /** True if the word may stand before the property's name. */
  readonly isPrefix?: boolean;
}

/** Operators at the end of a name: `price>=`. */
export const SYMBOLS: Readonly<Record<string, FilterOperator>> = {
  "<": "lt",
  "<=": "lte",
  ">": "gt",
  ">=": "gte",
  "!": "ne",
  "!=": "ne",
};

/** Operators in brackets or after a dot, folded. */
export const BRACKET_OPERATORS: ReadonlyMap<string, FilterOperator> = wordTable<FilterOperator>([
  ["eq", "eq equals equal exact is iexact ie"],
  ["ne", "ne neq not noteq isnot n nie"],
  ["in", "in oneof anyof any"],
  ["nin", "nin notin noneof notany"],
  ["gt", "gt greaterthan after strictlyafter"],
  ["gte", "gte ge gteq since from min start startat startingat onorafter"],
  ["lt", "lt lessthan before strictlybefore"],
  ["lte", "lte le lteq until to max end endat endingat onorbefore"],
  ["contains", "contains includes fuzzy icontains ic cont icont"],
  ["ncontains", "ncontains notcontains nic"],
  ["startsWith", "startswith prefix beginswith istartswith isw"],
  ["endsWith", "endswith suffix iendswith iew"],
  ["like", "like ilike"],
  ["exists", "exists present"],
]);

/** Operators that are words of a name: `created_after`, `min_price`. */
export const WORD_OPERATORS: ReadonlyMap<string, WordOperator> = wordTable<WordOperator>([
  [{ operator: "gt" }, "gt"],
  [{ operator: "gte" }, "gte ge gteq"],
  [{ operator: "lt" }, "lt"],
  [{ operator: "lte" }, "lte le lteq"],
  [{ operator: "gte", isPrefix: true }, "min minimum"],
  [{ operator: "lte", isPrefix: true }, "max maximum"],
  [{ operator: "gt", isMoment: true, isPrefix: true }, "after"],
  [{ operator: "lt", isMoment: true, isPrefix: true }, "before"],
  [{ operator: "gte", isMoment: true, isPrefix: true }, "since from start begin"],
  [{ operator: "lte", isMoment: true, isPrefix: true }, "until to end"],
  [{ operator: "ne" }, "ne neq not"],
  [{ operator: "eq" }, "eq"],
  [{ operator: "in" }, "in"],
  [{ operator: "nin" }, "nin"],
  [{ operator: "contains" }, "contains cont filter search"],
  [{ operator: "startsWith" }, "prefix"],
  [{ operator: "exists" }, "exists"],
  [{ operator: "exists", isPrefix: true }, "has"],
]);

export const RANGE: ReadonlySet<FilterOperator> = new Set(["gt", "gte", "lt", "lte"]);
export const TEXT: ReadonlySet<FilterOperator> = new Set(["contains", "startsWith", "endsWith", "like"]);

/** True if values of the parameter and the property can be compared. Values are never converted to another type. */
export function isComparable(
  parameter: SchemaFacts,
  property: FoundProperty,
  operator: FilterOperator,
  { reader }: PropertyFinder,
): boolean {
  const value = elementOf(parameter);
  const kept = elementOf(property.facts);
  if (operator === "exists") return value.types.size === 0 || value.types.has("boolean");
  if (isObjectProperty({ place: property.place, facts: kept })) return false;
  // For "a moment or an object of bounds", the object is read separately.
  const types = [...value.types].filter((type) => type !== "object" && type !== "array").map(looseType);
  const keptTypes = [...kept.types].filter((type) => type !== "object" && type !== "array").map(looseType);
  if (RANGE.has(operator) && keptTypes.every((type) => type === "boolean") && keptTypes.length > 0) return false;
  if (value.types.size > 0 && kept.types.size > 0 && !types.some((type) => keptTypes.includes(type))) return false;
  if (TEXT.has(operator)) return keptTypes.length === 0 || keptTypes.includes("string");
  if (operator !== "eq" && operator !== "in") return true;
  const { values } = value;
  const known = kept.values;
  // The strings `"true"` and `"false"` stand for a boolean and not for a text.
  if (values?.every((one) => one === "true" || one === "false") && !keptTypes.includes("boolean")) return false;
  return !values || !known || values.some((one) => known.includes(one));

  function elementOf(facts: SchemaFacts): SchemaFacts {
    return facts.types.has("array") && facts.types.size === 1 && facts.items !== undefined
      ? reader.facts(facts.items)
      : facts;
  }
}

function looseType(type: string): string {
  return type === "integer" ? "number" : type;
}
