import { isObject, type JsonObject } from "@onespec/spec-core";

/**
 * The value at a path, or `undefined`. If an array of objects is on the path, the values of all its elements. Only own
 * properties count, since `constructor` is a legal property name.
 */
export function propertyAt(value: JsonObject, path: readonly string[]): unknown {
  let current: unknown = value;
  // An index is faster than `entries()`, and this runs for each record of a filtered or sorted list.
  for (let index = 0; index < path.length; index++) {
    const name = path[index] as string;
    if (typeof current !== "object" || current === null) return undefined;
    if (!Object.hasOwn(current, name)) {
      if (!Array.isArray(current) || current.length === 0) return undefined;
      const rest = path.slice(index);
      const found = current.flatMap((one) => (isObject(one) ? [propertyAt(one, rest)].flat() : []));
      return found.length > 0 ? found : undefined;
    }
    current = (current as JsonObject)[name];
  }
  return current;
}

/**
 * Returns a text that is the same for equal values: same type and same content. Missing equals null. The order of
 * properties does not matter.
 */
export function equalityToken(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `s${value}`;
    case "number":
      return `n${value}`;
    case "boolean":
      return value ? "true" : "false";
    default:
      return value === undefined || value === null ? "null" : `j${JSON.stringify(sortProperties(value))}`;
  }
}

/** The token of a property and, for an array, also the tokens of its elements, each once. */
export function equalityTokens(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [equalityToken(value)];
  return [...new Set([equalityToken(value), ...value.map(equalityToken)])];
}

function sortProperties(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortProperties);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => [name, sortProperties(part), "property"]);
}

/**
 * The value to sort by. Kinds are in this order: booleans, numbers, dates and times, texts. `undefined` (missing, null,
 * arrays and objects) always comes last.
 */
export type SortValue = boolean | number | Moment | string | undefined;

/** A date or date-time as milliseconds since 1970, with fractions. */
class Moment {
  readonly time: number;

  constructor(time: number) {
    this.time = time;
  }
}

/**
 * Converts a value for sorting. RFC 3339 dates and date-times are compared as times: `…T10:00:00Z` equals
 * `…T12:00:00+02:00`, and a date is midnight in UTC. Other texts are compared by code unit.
 */
export function sortValueOf(value: unknown): SortValue {
  switch (typeof value) {
    case "string":
      return momentOf(value) ?? value;
    case "number":
    case "boolean":
      return value;
    default:
      return undefined;
  }
}

/** Negative if `a` comes first, 0 if both are equal. */
export function compareSortValues(a: SortValue, b: SortValue, descending: boolean): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  const order = typeof a === typeof b ? compareSameKind(a, b) : KIND_ORDER[kindOf(a)] - KIND_ORDER[kindOf(b)];
  return descending ? -order : order;
}

function compareSameKind(a: Exclude<SortValue, undefined>, b: Exclude<SortValue, undefined>): number {
  if (a instanceof Moment && b instanceof Moment) return a.time - b.time;
  return a < b ? -1 : a > b ? 1 : 0;
}

type Kind = "boolean" | "number" | "object" | "string";

const KIND_ORDER: Readonly<Record<Kind, number>> = { boolean: 0, number: 1, object: 2, string: 3 };

function kindOf(value: Exclude<SortValue, undefined>): Kind {
  return typeof value as Kind;
}

function momentOf(text: string): Moment | undefined {
  // These two characters rule out nearly every other text without the regular expression.
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return undefined;
  const match = RFC_3339.exec(text);
  if (match === null) return undefined;
  const [, date = "", time = "00:00:00", fraction = "", offset = "Z"] = match;
  const seconds = Date.parse(`${date}T${time}${offset.toUpperCase()}`);
  return Number.isNaN(seconds) ? undefined : new Moment(seconds + Number(`0${fraction}`) * 1000);
}

const HYPHEN = 45;
const RFC_3339 = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d))?$/;
