import { fold } from "../description/fold.js";
import { asArray, asObject, type JsonObject } from "../description/json.js";
import type { RawOperation, RawParameter } from "../description/raw-operation.js";
import type { SchemaJudge } from "../judge/schema-judge.js";

/** One documented way to sort a list. */
export interface Sort {
  readonly parameter: RawParameter;
  readonly value: string;
  /** Further parameters that are needed, such as the direction. */
  readonly also: readonly (readonly [RawParameter, unknown])[];
  /** Property of the records. */
  readonly property: string;
  readonly isDescending: boolean;
}

const SORT = /^(?:sort|sort_?by|sort\[?by\]?|order_?by|ordering|sort_?field|sort_?key)$/i;
const DIRECTION = /^(?:order|direction|dir|sort_?dir(?:ection)?|sort_?order|order_?dir(?:ection)?)$/i;
const MOST = 4;

/** The listed values of a sort parameter that name a property whose values differ between the records. */
export async function sortsOf(judge: SchemaJudge, list: RawOperation, records: readonly JsonObject[]): Promise<Sort[]> {
  const query = list.parameters.filter(({ in: place }) => place === "query");
  const parameter = query.find(({ name }) => SORT.test(name)) ?? query.find(({ name }) => name === "order");
  if (parameter === undefined) return [];
  const properties = [...new Set(records.flatMap((record) => Object.keys(record)))].filter((name) => {
    return new Set(records.map((record) => JSON.stringify(record[name]))).size > 1;
  });
  const direction = query.find((each) => each !== parameter && DIRECTION.test(each.name));
  const found: Sort[] = [];
  for (const value of valuesOf(judge, parameter)) {
    const [, sign = "", name = "", word = ""] =
      /^([+-]?)(.*?)(?:[\s_:.,|-]+(asc|desc)(?:ending)?)?$/i.exec(value) ?? [];
    const property = properties.find((each) => fold(each) === fold(name));
    if (property === undefined) continue;
    const isMarked = sign !== "" || word !== "";
    const down = direction && !isMarked ? valuesOf(judge, direction).find((each) => /^desc/i.test(each)) : undefined;
    if (direction !== undefined && down !== undefined)
      found.push({ parameter, value, also: [[direction, down]], property, isDescending: true });
    // If the value names no direction, ascending is certain only if the description also has a descending form.
    const isDescending = sign === "-" || /^desc/i.test(word);
    const up = direction && !isMarked ? valuesOf(judge, direction).find((each) => /^asc/i.test(each)) : undefined;
    const also = direction !== undefined && up !== undefined ? [[direction, up] as const] : [];
    if (isMarked || also.length > 0 || valuesOf(judge, parameter).includes(`-${value}`))
      found.push({ parameter, value, also, property, isDescending });
  }
  return found.slice(0, MOST);
}

/** Enumerated values and examples. */
function valuesOf(judge: SchemaJudge, { schema, examples }: RawParameter): string[] {
  const book = judge.request;
  const at = (place: string): JsonObject => asObject(book.at(book.follow(place)));
  const own = schema === undefined ? {} : at(book.place(schema));
  const items = schema === undefined || own.items === undefined ? {} : at(`${book.follow(book.place(schema))}/items`);
  return [...asArray(own.enum), ...asArray(items.enum), ...examples].filter((value) => typeof value === "string");
}

/** True if a usual comparison gives this order. Missing values may be anywhere. */
export function isInOrder(values: readonly unknown[], isDescending: boolean): boolean {
  const present = values.filter((value) => value !== undefined && value !== null);
  const ordered = isDescending ? present.toReversed() : present;
  return COMPARISONS.some((compare) => ordered.every((value, at) => at === 0 || compare(ordered[at - 1], value) <= 0));
}

const byLanguage = new Intl.Collator("en");
const byNumber = new Intl.Collator("en", { numeric: true });
type Compare = (left: unknown, right: unknown) => number;

const COMPARISONS: readonly Compare[] = [
  (left, right) => (typeof left === "string" ? Number.NaN : Number(left) - Number(right)),
  (left, right) => Date.parse(String(left)) - Date.parse(String(right)),
  (left, right) => compareTexts(String(left), String(right)),
  (left, right) => compareTexts(String(left).toLowerCase(), String(right).toLowerCase()),
  (left, right) => byLanguage.compare(String(left), String(right)),
  (left, right) => byNumber.compare(String(left), String(right)),
];

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
