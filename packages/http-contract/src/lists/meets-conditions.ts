import { type FilterOperator, isLike, type JsonObject } from "@onespec/spec-core";
import { compareSortValues, equalityToken, equalityTokens, propertyAt, sortValueOf } from "./compared-values.js";

/**
 * A condition on a property of a record. An array meets `eq`, `in` and the text tests if one of its elements does;
 * `ne`, `nin` and `ncontains` are the opposites. Missing equals null. `eq` needs the same type. `gt`, `lt` and the like
 * compare RFC 3339 dates and date-times as times, and two numeric texts as numbers. `contains`, `startsWith` and
 * `endsWith` are case-sensitive.
 */
export interface Condition {
  /** Path into the record, from the outside in. */
  readonly property: readonly string[];
  readonly operator: FilterOperator | "anyOf";
  /**
   * Already has the property's type. An array for `in` and `nin`, a boolean for `exists`, lists of conditions for
   * `anyOf`.
   */
  readonly value: unknown;
}

/** Free text, found in any string of a record without regard to case. */
export interface TextSearch {
  readonly search?: string | undefined;
  /** The part of a record that is searched. Default: all. */
  readonly searched?: ((record: JsonObject) => unknown) | undefined;
  /** True if the text may also be found in a number. */
  readonly searchesNumbers?: boolean | undefined;
}

type Test = (value: unknown) => boolean;

/** Returns a test for records that meet every condition and, if there is a search text, contain it. */
export function meetsConditions(
  conditions: readonly Condition[],
  { search, searched, searchesNumbers = false }: TextSearch = {},
): (record: JsonObject) => boolean {
  const tests = conditions.map((condition) => ({ property: condition.property, test: testOf(condition) }));
  const needle = search?.toLowerCase();
  const holds = (value: unknown, text: string): boolean => holdsText(value, text, searchesNumbers);
  return (record) =>
    tests.every(({ property, test }) => test(propertyAt(record, property))) &&
    // Few records contain the text, so the narrower search rarely runs.
    (needle === undefined || (holds(record, needle) && (!searched || holds(searched(record), needle))));
}

/** Missing and null are one and the same here; texts compare with regard to case. */
function testOf({ operator, value: operand }: Condition): Test {
  switch (operator) {
    case "eq":
      return isOneOf([operand]);
    case "ne":
      return not(isOneOf([operand]));
    case "in":
      return isOneOf(asList(operand));
    case "nin":
      return not(isOneOf(asList(operand)));
    case "gt":
      return comparesTo(operand, (order) => order > 0);
    case "gte":
      return comparesTo(operand, (order) => order >= 0);
    case "lt":
      return comparesTo(operand, (order) => order < 0);
    case "lte":
      return comparesTo(operand, (order) => order <= 0);
    case "contains":
      return contains(operand);
    case "ncontains":
      return not(contains(operand));
    case "startsWith":
      return text(operand, (value, start) => value.startsWith(start));
    case "endsWith":
      return text(operand, (value, end) => value.endsWith(end));
    case "like":
      return text(operand, isLike);
    case "anyOf": {
      const lists = (operand as readonly (readonly Condition[])[]).map((list) => meetsConditions(list));
      return (record) => lists.some((meets) => meets(record as JsonObject));
    }
    case "exists":
      return (value) => (value !== undefined && value !== null) === (operand !== false);
  }
}

function text(operand: unknown, test: (value: string, operand: string) => boolean): Test {
  const one = (value: unknown): boolean =>
    typeof value === "string" && typeof operand === "string" && test(value, operand);
  return (value) => (Array.isArray(value) ? value.some(one) : one(value));
}

function isOneOf(operands: readonly unknown[]): Test {
  const wanted = new Set(operands.map(equalityToken));
  return (value) =>
    Array.isArray(value) ? equalityTokens(value).some((token) => wanted.has(token)) : wanted.has(equalityToken(value));
}

function not(test: Test): Test {
  return (value) => !test(value);
}

function asList(operand: unknown): readonly unknown[] {
  return Array.isArray(operand) ? operand : [operand];
}

function comparesTo(operand: unknown, accepts: (order: number) => boolean): Test {
  const bound = sortValueOf(operand);
  return (value) => {
    const candidate = sortValueOf(value);
    if (candidate === undefined || bound === undefined) return false;
    if (isNumberText(value) && isNumberText(operand)) return accepts(Number(value) - Number(operand));
    if (typeof candidate === typeof bound) return accepts(compareSortValues(candidate, bound, false));
    // A time compared with a text that is not a complete date, such as `2024` or `2024-05`: both are compared as texts,
    // so the shorter one comes first.
    if (typeof value !== "string" || typeof operand !== "string") return false;
    return accepts(value < operand ? -1 : value > operand ? 1 : 0);
  };
}

/** Undeclared properties are usually texts, even if they contain numbers. */
function isNumberText(value: unknown): boolean {
  return typeof value === "string" && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(value);
}

function contains(operand: unknown): Test {
  const equals = isOneOf([operand]);
  const one = (value: unknown): boolean =>
    typeof value === "string" && typeof operand === "string" ? value.includes(operand) : equals(value);
  return (value) => (Array.isArray(value) ? value.some(one) : one(value));
}

function holdsText(value: unknown, needle: string, searchesNumbers: boolean): boolean {
  if (typeof value === "string") return value.toLowerCase().includes(needle);
  if (typeof value === "number") return searchesNumbers && String(value).includes(needle);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((part) => holdsText(part, needle, searchesNumbers));
}
