import type { Parameter } from "../../model/api-description.js";
import { nameWords } from "../../words/name-words.js";
import type { FoundProperty, PropertyFinder } from "../shapes/property-finder.js";
import { type Asked, type Condition, condition } from "./condition.js";
import { RANGE, WORD_OPERATORS, type WordOperator } from "./filter-operators.js";

/** The condition of a name that contains an operator as a word: `created_after`, `min_price`, `price_to`, `since`. */
export function byWords(name: string, asked: Asked): Condition | undefined {
  const words = boundWords(nameWords(name));
  const first = WORD_OPERATORS.get(words[0] ?? "");
  const last = WORD_OPERATORS.get(words.at(-1) ?? "");
  if (last) {
    const found = bounded(words.slice(0, -1), last, asked);
    if (found) return found;
  }
  if (first?.isPrefix) {
    const found = bounded(words.slice(1), first, asked);
    if (found) return found;
  }
  // The operator may be in the middle: `dateAfterUtc`, `updated_at_begin_time`.
  const middle = words.findIndex((word, index) => index > 0 && WORD_OPERATORS.get(word)?.isMoment === true);
  const operator = WORD_OPERATORS.get(words[middle] ?? "");
  if (!operator) return undefined;
  const isGeneric = GENERIC_MOMENTS.has(words.slice(middle + 1).join(""));
  return bounded(isGeneric ? words.slice(0, middle) : words.toSpliced(middle, 1), operator, asked);
}

/** Replaces `lower_bound` and `upper_bound` by operators: `created_at_gte` for `created_at_lower_bound`. */
function boundWords(words: readonly string[]): readonly string[] {
  const operator = { lower: "gte", upper: "lte" }[words.at(-2) ?? ""];
  return operator !== undefined && words.at(-1) === "bound" ? [...words.slice(0, -2), operator] : words;
}

function bounded(words: readonly string[], { operator, isMoment }: WordOperator, asked: Asked): Condition | undefined {
  const { parameter, finder } = asked;
  const base = words.join("");
  const isRange = RANGE.has(operator);
  if (isRange) {
    const date =
      finder.findDate(base) ?? (GENERIC_MOMENTS.has(base) && isMoment ? theDate(parameter, finder) : undefined);
    const found = condition(date, operator, asked);
    if (found) return found;
  }
  if (base === "" && operator === "startsWith") return condition(thePrefixed(finder), operator, asked);
  if (base === "") return undefined;
  const property = finder.exact(words.join("_"));
  if (!property || (isRange && (isMoment ? !isDateLike(property, finder) : false))) return undefined;
  return condition(property, operator, asked);
}

/** The property for `prefix` without a name: the id, or the `name` if ids are not strings. */
function thePrefixed({ id, exact }: PropertyFinder): FoundProperty | undefined {
  return id?.facts.types.has("string") && id.facts.format === undefined ? id : exact("name");
}

/** The date for `since` without a name: the one that the description mentions, or else the only one. */
function theDate({ description }: Parameter, { dates }: PropertyFinder): FoundProperty | undefined {
  const spoken = new Set(nameWords(description ?? ""));
  const named = dates.filter(({ place }) =>
    nameWords(place.at(-1) ?? "").some((word) => !PLAIN.has(word) && spoken.has(word)),
  );
  if (named.length === 1) return named[0];
  return dates.length === 1 ? dates[0] : undefined;
}

function isDateLike(property: FoundProperty, finder: PropertyFinder): boolean {
  return finder.dates.some(({ place }) => place.join("/") === property.place.join("/"));
}

/** The rest of `since`, `start_date` or `to_time` without its first word, folded. */
const GENERIC_MOMENTS = new Set(["", "date", "time", "datetime", "timestamp", "ts", "day", "at"]);

/** Words that every date may have. */
const PLAIN = new Set(["at", "on", "date", "time", "datetime", "timestamp", "last", "the", "is", "of", "in"]);
