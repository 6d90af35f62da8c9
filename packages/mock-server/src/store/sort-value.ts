/**
 * What a value is sorted by. Values of one kind compare among themselves, the kinds in this order: booleans, numbers, moments,
 * texts. `undefined` (missing, null, arrays and objects) has no place in the order and always comes last.
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
 * Numbers are numbers. Texts that are RFC 3339 dates or date-times count as moments, so that `…T10:00:00Z` and
 * `…T12:00:00+02:00` are equal and fractions of a second compare right; a date is its midnight in UTC. Other texts compare by code unit.
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

/** Negative when `a` comes first, 0 for a tie. */
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
  // Two characters settle it for nearly every other text, before the regular expression is asked.
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return undefined;
  const match = RFC_3339.exec(text);
  if (match === null) return undefined;
  const [, date = "", time = "00:00:00", fraction = "", offset = "Z"] = match;
  const seconds = Date.parse(`${date}T${time}${offset.toUpperCase()}`);
  return Number.isNaN(seconds) ? undefined : new Moment(seconds + Number(`0${fraction}`) * 1000);
}

const HYPHEN = 45;
const RFC_3339 = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d))?$/;
