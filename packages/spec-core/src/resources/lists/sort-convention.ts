import type { Parameter } from "../../model/api-description.js";
import type { SortConvention, SortKey } from "../../model/list-convention.js";
import { foldName } from "../../words/fold-name.js";
import { type FoundProperty, isObjectProperty, type PropertyFinder } from "../shapes/property-finder.js";
import type { SchemaFacts } from "../shapes/schema-reader.js";
import { groupByName } from "./paging-parameters.js";

/** Finds the parameters that sort a list. `undefined` if there are none, or if none of their values is understood. */
export function findSortConvention(
  parameters: readonly Parameter[],
  finder: PropertyFinder,
): SortConvention | undefined {
  const facts = (parameter: Parameter): SchemaFacts => finder.reader.facts(parameter.schema.json);
  const byName = groupByName(parameters);
  const named = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? []);
  const directions = named(DIRECTION_NAMES).filter((parameter) => isDirection(facts(parameter), parameter));
  const [direction] = directions;
  for (const parameter of named(SORT_NAMES)) {
    if (directions.includes(parameter) || !isSortable(facts(parameter))) continue;
    if (WEAK_SORT.has(foldName(parameter.name)) && sortable(parameter.name, finder)) continue;
    const allowed = allowedValues(facts(parameter), finder);
    const values = allowed && understood(allowed, finder);
    if (allowed && !values) continue;
    return { parameter, direction, values };
  }
  return direction && sortByDescription(direction, facts(direction), finder);
}

/** The meaning of one sort value: `created_at`, `-created_at`, `created_at:desc`, `created_desc`, `desc(created_at)`. */
function parseSortKey(text: string, finder: PropertyFinder): SortKey | undefined {
  const whole = sortable(text, finder);
  if (whole && !/^[+-]/.test(text)) return { property: whole.place, descending: false };
  for (const pattern of FORMS) {
    const { name, order } = pattern.exec(text)?.groups ?? {};
    if (name === undefined || order === undefined) continue;
    const property = sortable(name, finder);
    if (property) return { property: property.place, descending: DESCENDING.test(order) };
  }
  if (/^(?:newest|latest|recent|most_?recent)$/i.test(text)) return byAge(true);
  if (/^(?:oldest|earliest)$/i.test(text)) return byAge(false);
  return undefined;

  function byAge(descending: boolean): SortKey | undefined {
    const created = finder.findDate("created");
    return created && { property: created.place, descending };
  }
}

const FORMS = [
  /^(?<order>[+-])(?<name>.+)$/,
  /^(?<name>.+?)[\s:.,;|/_-]+(?<order>asc|desc|ascending|descending)$/i,
  /^(?<name>.*[a-z0-9])(?<order>Asc|Desc|Ascending|Descending|ASC|DESC)$/,
  /^(?<order>asc|desc)\((?<name>.+)\)$/i,
  /^(?<order>asc|desc|ascending|descending)[\s:.,|_-]+(?<name>.+)$/i,
];
const DESCENDING = /^(?:-|desc)/i;

function sortable(name: string, finder: PropertyFinder): FoundProperty | undefined {
  const found = finder.exact(name) ?? finder.findDate(foldName(name)) ?? finder.find(name);
  return found && !isObjectProperty(found) && !found.facts.types.has("array") ? found : undefined;
}

function understood(
  allowed: readonly string[],
  finder: PropertyFinder,
): Readonly<Record<string, readonly SortKey[]>> | undefined {
  const values: [string, SortKey[]][] = [];
  for (const value of allowed) {
    const key = parseSortKey(value, finder);
    if (key && !finder.isHidden(key.property)) values.push([value, [key]]);
  }
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}

/** The strings that the schema, or the schema of its items, allows. */
function allowedValues(facts: SchemaFacts, finder: PropertyFinder): readonly string[] | undefined {
  const values = facts.values ?? (facts.items === undefined ? undefined : finder.reader.facts(facts.items).values);
  return values?.filter((value) => value !== null).map(String);
}

function isSortable({ types, properties }: SchemaFacts): boolean {
  return types.size === 0 ? properties.size === 0 : types.has("string") || types.has("array");
}

function isDirection({ types, values }: SchemaFacts, { name, description }: Parameter): boolean {
  if (types.size > 0 && !types.has("string")) return false;
  const texts = values?.filter((value) => value !== null);
  if (texts) return texts.length > 0 && texts.every((value) => DIRECTION_VALUE.test(String(value)));
  if (WHOLE_SORT.has(foldName(name))) return false;
  return foldName(name) !== "order" || /^[^,]*\b(?:asc|desc|ascending|descending)\b/i.test(description ?? "");
}

/**
 * The convention of a list with a direction but no sort parameter, `order=asc|desc`. The description must mention the
 * property that sorts the list.
 */
function sortByDescription(
  parameter: Parameter,
  { values }: SchemaFacts,
  finder: PropertyFinder,
): SortConvention | undefined {
  if (!values) return undefined;
  const text = parameter.description ?? "";
  const named = new Map<string, FoundProperty>();
  for (const [word] of text.matchAll(/\b[a-z]\w*[_A-Z]\w+\b|`[^`]+`/g)) {
    const property = finder.exact(word.replaceAll("`", ""));
    if (property && !isObjectProperty(property)) named.set(property.place.join("/"), property);
  }
  const [property, ...others] = named.size > 0 ? named.values() : datesIn(text, finder);
  if (!property || others.length > 0 || finder.isHidden(property.place)) return undefined;
  const keys = values.map((value): [string, SortKey[]] => [
    String(value),
    [{ property: property.place, descending: DESCENDING.test(String(value)) }],
  ]);
  return { parameter, direction: undefined, values: Object.fromEntries(keys) };
}

/**
 * Finds a parameter with `asc` and `desc` if the description mentions no property: it sorts by creation. A third value,
 * such as `normal`, is the default order, as is `false` of a boolean `reverse`.
 */
export function findAgeOrder(parameters: readonly Parameter[], finder: PropertyFinder): Parameter | undefined {
  const byName = groupByName(parameters);
  const named = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? []);
  const reversing = named(["reverse", "reversed"]).find((one) =>
    finder.reader.facts(one.schema.json).types.has("boolean"),
  );
  const directed = named(DIRECTION_NAMES).find((parameter) => {
    const { types, values } = finder.reader.facts(parameter.schema.json);
    // For a description such as "Order result by ASC or DESC order."
    if (!values) return types.has("string") && /\b(?:asc or desc|desc or asc)\b/i.test(parameter.description ?? "");
    const isOne = (direction: RegExp): boolean => values.some((value) => direction.test(String(value)));
    return isOne(DESCENDING) && (values.length === 2 || (values.length === 3 && isOne(/^asc/i)));
  });
  return directed ?? reversing;
}

/** The dates that a description mentions: "By when the card was created". */
function datesIn(text: string, finder: PropertyFinder): FoundProperty[] {
  const dates = [
    [/\bcreat(?:ed|ion)\b/i, "created"] as const,
    [/\b(?:updated?|modified|modification)\b/i, "updated"] as const,
  ].map(([pattern, word]) => (pattern.test(text) ? finder.findDate(word) : undefined));
  return dates.filter((date) => date !== undefined);
}

const DIRECTION_VALUE = /^(?:asc|desc|ascending|descending)$/i;
/** Folded names, the most likely first. */
const SORT_NAMES = [
  ...["sort", "sortby", "orderby", "order", "ordering", "sortfield", "sortkey", "sortcolumn", "sorting", "sorton"],
  ...["orderfield", "sortproperty", "sortname", "sortkeys", "sortfields", "sortcriteria", "sorts", "sorters", "orders"],
];
const DIRECTION_NAMES = [
  ...["direction", "sortorder", "sortdirection", "sortdir", "order", "orderdirection", "orderdir", "dir", "sorttype"],
  ...["ordertype", "sort", "orderby", "sortby"],
];
/** Without an `enum`, the values of these parameters are names of properties. */
const WHOLE_SORT = new Set(["sort", "orderby", "sortby"]);
const WEAK_SORT = new Set(["order", "orders", "sorting"]);
