import type { Condition } from "../lists/meets-conditions.js";

/** `greater-than`, `greaterThan` and `GREATER_THAN`. */
export function operatorWord(text: string): string {
  return text
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}

/** Operators that test for an absent value. */
export const ABSENCES: ReadonlySet<string> = new Set([
  "not_has_property",
  "not_exists",
  "is_unknown",
  "is_null",
  "missing",
]);

export const OPERATORS: ReadonlyMap<string, Condition["operator"]> = new Map<string, Condition["operator"]>([
  ...spelt("eq", ["=", "==", "eq", "equals", "is"]),
  ...spelt("ne", ["!=", "<>", "ne", "neq", "not_equals", "is_not"]),
  ...spelt("in", ["in", "any_of", "any", "equals_any"]),
  ...spelt("nin", ["nin", "not_in", "none_of", "out", "except"]),
  ...spelt("gt", [">", "gt", "greater_than"]),
  ...spelt("gte", [">=", "gte", "ge", "greater_or_equal", "greater_than_or_equal"]),
  ...spelt("lt", ["<", "lt", "less_than"]),
  ...spelt("lte", ["<=", "lte", "le", "less_or_equal", "less_than_or_equal"]),
  ...spelt("contains", ["~", "contains", "like", "includes", "contains_token", "co", "text"]),
  ...spelt("ncontains", [
    "!~",
    "not_contains",
    "does_not_contain",
    "not_contains_token",
    "not_like",
    "nlike",
    "ncontains",
  ]),
  ...spelt("startsWith", ["^", "starts_with", "startswith", "prefix", "sw"]),
  ...spelt("endsWith", ["$", "ends_with", "endswith", "suffix", "ew"]),
  ...spelt("exists", ["exists", "has_property", "is_known", "has"]),
]);

function spelt(operator: Condition["operator"], words: readonly string[]): [string, Condition["operator"]][] {
  return words.map((word) => [word, operator]);
}
