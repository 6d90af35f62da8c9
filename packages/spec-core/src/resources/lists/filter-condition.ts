import type { Parameter } from "../../model/api-description.js";
import type { Filter, FilterOperator } from "../../model/list-convention.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { isPlural, nounForms, sameNoun } from "../../words/same-noun.js";
import { isTelling } from "../../words/telling-names.js";
import { wordList } from "../../words/word-list.js";
import { type FoundProperty, isObjectProperty, type PropertyFinder } from "../shapes/property-finder.js";
import type { SchemaFacts } from "../shapes/schema-reader.js";
import { type Asked, type Condition, condition, isNumberAsText } from "./condition.js";
import { BRACKET_OPERATORS, SYMBOLS } from "./filter-operators.js";
import { byWords } from "./word-condition.js";

/**
 * The filter that a name sets: the name of a parameter or of a member of an object parameter. `undefined` if the name
 * has no known meaning.
 */
export function conditionOf(name: string, asked: Asked): Filter | undefined {
  const { facts, parameter, finder } = asked;
  const found = byMarks(name, asked) ?? byEquality(name, asked) ?? byWords(name, asked);
  if (!found || isSecret(name, found, finder)) return undefined;
  const all = valuesForAll(facts, found.property);
  const said =
    found.operator === "eq" ? (matchOf(parameter, found.property) ?? boundOf(parameter, found.property)) : undefined;
  const operator = said ?? found.operator;
  return { parameter, at: [], property: found.property.place, operator, ...(all && { all }) };
}

/**
 * The operator that a parameter's description defines for a text: `contains` for "partial match", `startsWith` for
 * "whose name starts with this string".
 */
function matchOf({ description = "" }: Parameter, { facts }: FoundProperty): FilterOperator | undefined {
  if (!facts.types.has("string")) return undefined;
  if (PART.test(description)) return "contains";
  return START.test(description) ? "startsWith" : undefined;
}

/**
 * The operator that a description defines for a number or date: `gte` for `start_time`, "Inclusive lower bound time",
 * if the property is called `start_time` too.
 */
function boundOf({ description = "" }: Parameter, { facts }: FoundProperty): FilterOperator | undefined {
  const { types, format = "" } = facts;
  const isOrdered = types.has("integer") || types.has("number") || /^date/.test(format);
  return isOrdered ? BOUNDS.find(([said]) => said.test(description))?.[1] : undefined;
}

const BOUNDS: readonly (readonly [said: RegExp, operator: FilterOperator])[] = [
  [/\bexclusive lower bound\b/i, "gt"],
  [/\bexclusive upper bound\b/i, "lt"],
  [/\blower bound\b|\b(?:on|at) or after\b|\bor (?:after|later|newer)\b/i, "gte"],
  [/\bupper bound\b|\b(?:on|at) or before\b|\bor (?:before|earlier|older)\b/i, "lte"],
  [/\bgreater than or equal\b|\bat least\b/i, "gte"],
  [/\bless than or equal\b|\bat most\b/i, "lte"],
];

/**
 * True if the filter would reveal a property that answers hide. An exact reference such as `author_id` is allowed:
 * answers show the `author` anyway.
 */
function isSecret(name: string, { property: { place }, operator }: Condition, finder: PropertyFinder): boolean {
  const last = place.at(-1) ?? "";
  const isReference =
    last === name && nameWords(last).length > 1 && nameWords(last).at(-1) === "id" && operator === "eq";
  return !isReference && finder.isHidden(place);
}

/**
 * The condition of a name with an operator or brackets: `StartTime<`, `price[gte]`, `filter[name]`,
 * `filter[name][contains]`, `name.contains`, `price__gte`.
 */
function byMarks(name: string, asked: Asked): Condition | undefined {
  const { finder } = asked;
  const [, symbolic, symbol] = /^(.+?)\s*([<>]=?|!=?)$/.exec(name) ?? [];
  if (symbolic !== undefined && symbol !== undefined) return condition(finder.find(symbolic), SYMBOLS[symbol], asked);
  const parts = name
    .split(/\[|\]|__|\./)
    .map((part) => part.replace(/^\$/, ""))
    .filter((part) => part !== "");
  if (parts.length < 2) return undefined;
  const operator = BRACKET_OPERATORS.get(foldName(parts.at(-1) ?? ""));
  const own = operator ? parts.slice(0, -1) : parts;
  const path = FILTER_NAMES.has(foldName(own[0] ?? "")) ? own.slice(1) : own;
  if (path.length === 0) return undefined;
  if (operator) return condition(finder.find(path.join(".")), operator, asked);
  if (path.length === own.length && !name.includes(".")) return undefined;
  const bare = path.join(".");
  // For `q[name_cont]` (Ransack).
  return byEquality(bare, asked) ?? byWords(bare, asked);
}

/** A parameter with the name of a property: equality, or one of several values if the parameter is an array. */
function byEquality(name: string, asked: Asked): Condition | undefined {
  const { facts, finder } = asked;
  const operator = facts.types.has("array") ? "in" : "eq";
  const bare = name.replace(/\[\]$/, "");
  const rest = afterNoun(nameWords(bare), finder.noun);
  return (
    condition(finder.exact(bare), operator, asked) ??
    // For `tag_ids`, the list `tags` of a record precedes its single `tag_id`.
    (/ids$/i.test(bare) ? byElement(bare, asked) : undefined) ??
    byPlural(bare, asked) ??
    byElement(bare, asked) ??
    byNoun(bare, asked) ??
    byOwnName(bare, asked) ??
    condition(finder.find(bare), operator, asked) ??
    // For `order_status` and `order_types` of orders.
    (rest.length > 0 ? byEquality(rest.join("_"), asked) : undefined) ??
    // For `role` of devices with a `device_role`.
    condition(ownNamed(bare, finder), operator, asked) ??
    byState(bare, asked) ??
    numberAsText(finder.exact(bare), operator, asked)
  );
}

/** The condition for a string parameter and a number property: some generators declare every parameter as a string. */
function numberAsText(
  property: FoundProperty | undefined,
  operator: FilterOperator,
  { facts, finder }: Asked,
): Condition | undefined {
  return property && isNumberAsText(facts, property, finder) ? { property, operator } : undefined;
}

/** The words after the noun, which may have several words: `name` of `project_tag_name` for project tags. */
function afterNoun(words: readonly string[], noun: string): readonly string[] {
  const end = words.findIndex((_, index) => sameNoun(words.slice(0, index + 1).join(""), noun));
  return end < 0 ? [] : words.slice(end + 1);
}

function ownNamed(name: string, { noun, exact }: PropertyFinder): FoundProperty | undefined {
  return nounForms(noun)
    .map((form) => exact(form + name))
    .find((found) => found !== undefined);
}

/**
 * The condition for `state` or `states` if records have a `status`, or the other way round. Parameter and property must
 * share values.
 */
function byState(name: string, asked: Asked): Condition | undefined {
  const { facts, parameter, finder } = asked;
  const { description = "" } = parameter;
  const [, word, plural] = /^(state|status)(s|es)?$/.exec(foldName(name)) ?? [];
  const property = word === undefined ? undefined : finder.exact(word === "state" ? "status" : "state");
  const known = property?.facts.values?.map(String);
  if (!property || !known) return undefined;
  const sent = facts.values ?? (facts.items === undefined ? undefined : finder.reader.facts(facts.items).values);
  const isMeant = sent
    ? sent.some((value) => known.includes(String(value)))
    : known.some((value) => spaced(description).includes(spaced(value)));
  const operator = plural !== undefined || facts.types.has("array") ? "in" : "eq";
  return isMeant ? condition(property, operator, asked) : undefined;
}

function spaced(text: string): string {
  return ` ${nameWords(text).join(" ")} `;
}

/** The condition for plurals such as `ids`, `statuses` and `owner_ids`: one of several values. */
function byPlural(name: string, asked: Asked): Condition | undefined {
  const { facts, finder } = asked;
  if (!facts.types.has("array") && !facts.types.has("string") && facts.types.size > 0) return undefined;
  const folded = foldName(name);
  if (!folded.endsWith("s")) return undefined;
  for (const singular of [folded.slice(0, -1), folded.slice(0, -2), `${folded.slice(0, -3)}y`]) {
    const property = isPlural(folded, singular) ? finder.find(singular) : undefined;
    const found = property && condition(property, "in", asked);
    if (found) return found;
    // A string may contain several numbers: `ids=1,2`.
    const isText = facts.types.has("string") && facts.values === undefined;
    if (property && isText && property.facts.types.has("integer")) return { property, operator: "in" };
  }
  return undefined;
}

/**
 * The condition for a parameter that is called like the records: `points` is a list of their ids, if its schema is that
 * of the ids or its description mentions ids.
 */
function byNoun(name: string, asked: Asked): Condition | undefined {
  const { facts, parameter, finder } = asked;
  const { description = "" } = parameter;
  const { id, noun, reader } = finder;
  // For `customer` of customers, "the customer code", if their id is `customer_code`.
  const said = nameWords(description);
  const isId = /\bids?\b/i.test(description) || said.includes(nameWords(id?.place.at(-1) ?? "").at(-1) ?? "");
  if (id && isId && !facts.types.has("array") && sameNoun(foldName(name), noun) && !finder.exact(name))
    return condition(id, "eq", asked);
  const items = facts.types.has("array") && facts.items !== undefined ? reader.facts(facts.items) : undefined;
  if (!id || !items) return undefined;
  const isNamed = sameNoun(foldName(name), noun);
  // For `inputs: [{ id: 1 }]` and `registrants: [{ id: 1, email: "a@x.org" }]`.
  const idName = id.place.at(-1) ?? "";
  const others = [...items.properties.keys()].filter((name) => name !== idName);
  const isOfIds = items.properties.has(idName) && (others.length === 0 || (isNamed && others.every(isTelling)));
  if (isOfIds && (isNamed || LISTS.has(foldName(name)))) return { property: id, operator: "in" };
  return isNamed && (isId || items.json === id.facts.json) ? condition(id, "in", asked) : undefined;
}

/**
 * The condition on `name` for a parameter that is called like the records: `org` of organizations, "an organization
 * name".
 */
function byOwnName(name: string, asked: Asked): Condition | undefined {
  const { parameter, finder } = asked;
  const { description = "" } = parameter;
  const isNamed = sameNoun(foldName(name), finder.noun);
  const isName = /\bname\b/i.test(description) && !/\bids?\b/i.test(description);
  return isNamed && isName && !finder.find(name) ? condition(finder.exact("name"), "eq", asked) : undefined;
}

const LISTS = new Set(["inputs", "items", "objects", "records", "data", "values"]);

/**
 * The condition on elements of a list: `tag_name`, `tag`, `tags` or `tag_ids` if records have `tags`, which are
 * strings, or objects with ids or names.
 */
function byElement(name: string, asked: Asked): Condition | undefined {
  const { facts, finder } = asked;
  const words = nameWords(name);
  const isNamed = words.length > 1 && /^(?:name|id|gid|uuid)s?$/.test(words.at(-1) ?? "");
  const noun = (isNamed ? words.slice(0, -1) : words).join("_");
  const list = [`${noun}s`, `${noun}es`, noun, `${noun}addresses`]
    .map(finder.exact)
    .find((found) => found !== undefined);
  const items = list?.facts.types.has("array") ? list.facts.items : undefined;
  if (!list || items === undefined) return undefined;
  const operator = facts.types.has("array") ? "in" : "eq";
  const element = { place: list.place, facts: finder.reader.facts(items) };
  if (element.facts.types.has("string")) return condition(list, operator, asked);
  const isId = isObjectProperty(element) && !finder.isHidden(list.place);
  if (!isId) return undefined;
  // The `email_address` of objects in `email_addresses`, or for `tagNames` the `name` of objects in `tags`.
  const own = finder.inside(element, noun) ?? (isNamed ? finder.inside(element, singular(words.at(-1))) : undefined);
  if (own && !isObjectProperty(own)) return condition(own, operator, asked);
  return condition(element, operator, asked) ?? condition(finder.nameInside(element), operator, asked);
}

function singular(word = ""): string {
  return word.replace(/s$/, "");
}

/** Values that set no condition: `all` if the parameter accepts `open`, `closed` and `all`. */
function valuesForAll({ values }: SchemaFacts, property: FoundProperty): readonly unknown[] | undefined {
  const all = values?.filter((value) => typeof value === "string" && ALL.has(value.toLowerCase())) ?? [];
  const unknown = all.filter((value) => !property.facts.values?.includes(value));
  return unknown.length > 0 && unknown.length < (values?.length ?? 0) ? unknown : undefined;
}

/** Matches descriptions such as "Performs a partial string match of the name". */
const PART = /\bpartial(?:ly)?(?: string| text)? match|\bmatch(?:es|ing)? (?:by )?(?:a )?(?:substring|part of)\b/i;

/** Matches descriptions such as "List people whose name starts with this string." */
const START =
  /\b(?:start|begin)(?:s|ning|ing)? with (?:this|the (?:given|specified|provided|string|text|value|prefix))\b|\bprefix match/i;

/** Parameters with the vectors of a similarity search. They are not conditions. */
export const VECTORS: ReadonlySet<string> = new Set(["vector", "vectors", "embedding", "embeddings"]);

export const FILTER_NAMES: ReadonlySet<string> = new Set(
  wordList(`
  filter filters where query conditions criteria search f q
`),
);

const ALL = new Set(["all", "any", "both", "*", "everything"]);
