import type { FilterOperator } from "../model/list-convention.js";
import { wordTable } from "../words/word-list.js";

/** An operator that is a word of a parameter's name. */
export interface WordOperator {
  readonly operator: FilterOperator;
  /** Said of dates and times; numbers take it only behind the property's name. */
  readonly isMoment?: boolean;
  /** May stand before the property's name. */
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

/** Operators in brackets or behind a dot, folded. */
export const BRACKET_OPERATORS: ReadonlyMap<string, FilterOperator> = wordTable<FilterOperator>([
  ["eq", "eq equals equal exact is"],
  ["ne", "ne neq not noteq"],
  ["in", "in oneof anyof any"],
  ["nin", "nin notin noneof"],
  ["gt", "gt greaterthan after"],
  ["gte", "gte ge gteq since from min start startat startingat"],
  ["lt", "lt lessthan before"],
  ["lte", "lte le lteq until to max end endat endingat"],
  ["contains", "contains includes fuzzy"],
  ["startsWith", "startswith prefix beginswith"],
  ["endsWith", "endswith suffix"],
  ["exists", "exists present"],
]);

/** Operators that are a word of the name: `created_after`, `min_price`. */
export const WORD_OPERATORS: ReadonlyMap<string, WordOperator> = wordTable<WordOperator>([
  [{ operator: "gt" }, "gt"],
  [{ operator: "gte" }, "gte ge"],
  [{ operator: "lt" }, "lt"],
  [{ operator: "lte" }, "lte le"],
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
  [{ operator: "contains" }, "contains filter"],
  [{ operator: "startsWith" }, "prefix"],
  [{ operator: "exists" }, "exists"],
  [{ operator: "exists", isPrefix: true }, "has"],
]);
