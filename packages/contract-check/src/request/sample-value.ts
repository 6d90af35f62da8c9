import { asArray, asObject, asText, isSameJson, type JsonObject } from "../description/json.js";
import { sameValuePlaces } from "../judge/property-places.js";
import type { SchemaBook, SchemaPlace } from "../judge/schema-book.js";
import { type Flat, flatten, mergeKeywords } from "./flat-schema.js";
import type { Random } from "./random.js";
import { textForPattern } from "./text-for-pattern.js";

export interface SampleOptions {
  readonly book: SchemaBook;
  readonly random: Random;
  /** Depth to which optional properties are filled in. 0: none. */
  readonly optionalDepth: number;
  /** Used wherever the schema allows any text or number. */
  readonly odd?: OddValue;
  /**
   * In a `oneOf` or `anyOf`, choose an object above this depth and a scalar from this depth on. Default: any
   * alternative.
   */
  readonly scalarsFrom?: number;
}

/** A value that most schemas allow but few servers expect. */
export interface OddValue {
  readonly text?: string;
  readonly number?: number;
  /** True: use an example if the schema has one. */
  readonly isExample?: boolean;
  /** `null` wherever a schema allows it. */
  readonly isNull?: boolean;
}

const MAX_DEPTH = 12;

const LONGEST_NAME = 300;

/**
 * Generates a value for a schema, independently of the server's code. The value is usually valid; the caller checks it
 * and tries again. Leaves out properties of the other direction (readOnly in requests).
 */
export function sampleValue(place: SchemaPlace, options: SampleOptions, depth: number = 0): unknown {
  return sample(flatten(place, options, depth), options, depth);
}

function sample(flat: Flat, options: SampleOptions, depth: number): unknown {
  const { keywords } = flat;
  if (keywords.const !== undefined) return keywords.const;
  const examples = options.odd?.isExample ? asArray(keywords.examples) : [];
  if (examples.length > 0) return examples[options.random.below(examples.length)];
  const values = asArray(keywords["x-tags"] ?? keywords.enum);
  if (values.length > 0) {
    const real = values.filter((value) => value !== null);
    if (real.some((value) => value === keywords.default) && options.random.below(4) > 0) return keywords.default;
    return real.length === 0 ? null : real[options.random.below(real.length)];
  }
  switch (typeOf(flat)) {
    case "object":
      return sampleObject(flat, options, depth);
    case "array":
      return sampleArray(flat, options, depth);
    case "string":
      return oddText(keywords, options.odd) ?? sampleText(keywords, options.random);
    case "integer":
      return oddNumber(keywords, options.odd) ?? sampleNumber(keywords, options.random, true);
    case "number":
      return oddNumber(keywords, options.odd) ?? sampleNumber(keywords, options.random, false);
    case "boolean":
      return options.random.below(2) === 1;
    case "null":
      return null;
    default:
      return options.odd?.text ?? `text-${options.random.serial()}`;
  }
}

function oddText(
  { pattern, format, minLength = 0, maxLength }: JsonObject,
  { text }: OddValue = {},
): string | undefined {
  if (text === undefined || pattern !== undefined || format !== undefined || text.length < Number(minLength))
    return undefined;
  return typeof maxLength === "number" ? text.slice(0, maxLength) : text;
}

function oddNumber(keywords: JsonObject, { number }: OddValue = {}): number | undefined {
  if (number === undefined || keywords.multipleOf !== undefined) return undefined;
  const bound = (name: string, beyond: number): number => Number(keywords[name] ?? beyond);
  const isWithin =
    number >= bound("minimum", Number.NEGATIVE_INFINITY) &&
    number <= bound("maximum", Number.POSITIVE_INFINITY) &&
    number > bound("exclusiveMinimum", Number.NEGATIVE_INFINITY) &&
    number < bound("exclusiveMaximum", Number.POSITIVE_INFINITY);
  return isWithin ? number : undefined;
}

function typeOf({ keywords, properties, items, additional }: Flat): string | undefined {
  const types = [keywords.type].flat().filter((type) => type !== undefined);
  const type = types.find((name) => name !== "null") ?? types[0];
  if (typeof type === "string") return type;
  if (properties.size > 0 || keywords.required !== undefined || additional !== undefined) return "object";
  if (items.length > 0) return "array";
  if (keywords.pattern !== undefined || keywords.format !== undefined || keywords.minLength !== undefined)
    return "string";
  return keywords.minimum !== undefined || keywords.maximum !== undefined ? "number" : undefined;
}

function sampleObject(flat: Flat, options: SampleOptions, depth: number): unknown {
  const { book, optionalDepth } = options;
  const required = new Set(asArray(flat.keywords.required).map(String));
  const result: Record<string, unknown> = {};
  const mark = book.view === "request" ? "readOnly" : "writeOnly";
  const minimum = Number(flat.keywords.minProperties ?? 0);
  if (depth > MAX_DEPTH) return result;
  for (const [name, places] of flat.properties) {
    const isWanted = required.has(name) || depth < optionalDepth || Object.keys(result).length < minimum;
    if (!isWanted || places.some((place) => isMarked(book, place, mark))) continue;
    const isNull = options.odd?.isNull === true && places.every((place) => allowsNull(book, place));
    const value = isNull ? null : sampleAll(places, options, depth + 1);
    if (value !== undefined) result[name] = value;
  }
  for (const name of required) {
    if (Object.hasOwn(result, name) || flat.properties.has(name)) continue;
    result[name] =
      flat.additional === undefined
        ? `text-${options.random.serial()}`
        : sampleValue(flat.additional, options, depth + 1);
  }
  const isOpen = flat.additional === undefined || book.at(flat.additional) !== false;
  const isFree = flat.additional !== undefined || options.odd?.text !== undefined;
  const isMap = flat.properties.size === 0 && isFree && depth < optionalDepth;
  for (let index = Object.keys(result).length; isOpen && index < Math.max(minimum, isMap ? 1 : 0); index += 1) {
    const name = isMap && options.odd?.text ? options.odd.text.slice(0, LONGEST_NAME) : `key${index + 1}`;
    result[name] = flat.additional === undefined ? "text" : sampleValue(flat.additional, options, depth + 1);
  }
  return result;
}

/** A quick test without a validator. */
function allowsNull(book: SchemaBook, place: SchemaPlace): boolean {
  const schemas = sameValuePlaces(book, place).map((each) => asObject(book.at(each)));
  const isOutside = ({ enum: values }: JsonObject): boolean => Array.isArray(values) && !values.includes(null);
  return schemas.some(({ type }) => [type].flat().includes("null")) && !schemas.some(isOutside);
}

function sampleAll(places: readonly SchemaPlace[], options: SampleOptions, depth: number): unknown {
  const flats = places.map((place) => flatten(place, options, depth));
  const [first] = flats;
  if (first === undefined || flats.some((flat) => flat.isNever)) return undefined;
  const keywords: Record<string, unknown> = {};
  const properties = new Map<string, readonly SchemaPlace[]>();
  for (const flat of flats) {
    mergeKeywords(keywords, flat.keywords);
    for (const [name, at] of flat.properties) properties.set(name, [...(properties.get(name) ?? []), ...at]);
  }
  const pick = <K extends "items" | "prefixItems">(key: K): readonly SchemaPlace[] =>
    flats.find((flat) => flat[key].length > 0)?.[key] ?? [];
  const additional = flats.find((flat) => flat.additional !== undefined)?.additional;
  return sample(
    { ...first, keywords, properties, items: pick("items"), prefixItems: pick("prefixItems"), additional },
    options,
    depth,
  );
}

function isMarked(book: SchemaBook, place: SchemaPlace, mark: "readOnly" | "writeOnly", depth: number = 0): boolean {
  const schema = asObject(book.at(place));
  if (schema[mark] === true) return true;
  if (depth > 8) return false;
  const reference = asText(schema.$ref);
  if (reference !== undefined && isMarked(book, reference.slice(1), mark, depth + 1)) return true;
  return asArray(schema.allOf).some((_, index) => isMarked(book, `${place}/allOf/${index}`, mark, depth + 1));
}

function sampleArray({ keywords, items, prefixItems }: Flat, options: SampleOptions, depth: number): unknown[] {
  const minimum = Number(keywords.minItems ?? 0);
  const maximum = Number(keywords.maxItems ?? Number.POSITIVE_INFINITY);
  // An empty list as the whole body would test none of its elements.
  const isFilled = depth === 0 || depth < options.optionalDepth;
  const count = depth > MAX_DEPTH ? minimum : Math.min(Math.max(minimum, isFilled ? 1 : 0), maximum);
  const result: unknown[] = prefixItems.map((place) => sampleValue(place, options, depth + 1));
  for (let attempt = 0; result.length < count && attempt < count * 20; attempt += 1) {
    const value = items.length === 0 ? `text-${options.random.serial()}` : sampleAll(items, options, depth + 1);
    const isRepeated = keywords.uniqueItems === true && result.some((other) => isSameJson(other, value));
    if (!isRepeated) result.push(value);
  }
  return result;
}

function sampleNumber(keywords: JsonObject, random: Random, whole: boolean): number {
  const step = Number(keywords.multipleOf ?? (whole ? 1 : 0.5));
  const unit = whole && !Number.isInteger(step) ? 1 : step;
  let low = Number(keywords.minimum ?? Number.NEGATIVE_INFINITY);
  let high = Number(keywords.maximum ?? Number.POSITIVE_INFINITY);
  if (keywords.exclusiveMinimum !== undefined)
    low = Math.max(low, Number(keywords.exclusiveMinimum) + (whole ? 1 : 1e-6));
  if (keywords.exclusiveMaximum !== undefined)
    high = Math.min(high, Number(keywords.exclusiveMaximum) - (whole ? 1 : 1e-6));
  if (low === Number.NEGATIVE_INFINITY) low = high === Number.POSITIVE_INFINITY ? 1 : Math.min(high - 100, 1);
  if (high === Number.POSITIVE_INFINITY) high = low + 100;
  const first = Math.ceil(low / unit);
  const last = Math.floor(high / unit);
  if (last < first) return low + (high - low) / 2;
  const value = (first + random.below(Math.min(last - first + 1, 1000))) * unit;
  return Number(value.toPrecision(15));
}

function sampleText(keywords: JsonObject, random: Random): string {
  const minimum = Number(keywords.minLength ?? 0);
  const maximum = Number(keywords.maxLength ?? Number.POSITIVE_INFINITY);
  const pattern = asText(keywords.pattern);
  if (pattern !== undefined)
    return plainAlong(pattern, minimum, maximum, random) ?? sampleAlong(pattern, minimum, maximum, random);
  const format = formats(random)[asText(keywords.format) ?? ""];
  if (format !== undefined) return format;
  let text = `text-${random.serial()}`;
  while (text.length < minimum) text += "x";
  return text.length > maximum ? text.slice(text.length - maximum) : text;
}

/**
 * Returns `text-44466` if the pattern allows it, most of the time. The number makes each request different, and names
 * are often unique.
 */
function plainAlong(pattern: string, minimum: number, maximum: number, random: Random): string | undefined {
  if (random.below(4) === 0) return undefined;
  const number = random.serial();
  const fits = (text: string): boolean => {
    try {
      return text.length >= minimum && text.length <= maximum && new RegExp(pattern, "u").test(text);
    } catch {
      return false;
    }
  };
  return [`text-${number}`, `text${number}`].find(fits);
}

function sampleAlong(pattern: string, minimum: number, maximum: number, random: Random): string {
  let text = "";
  try {
    const matcher = new RegExp(pattern, "u");
    for (let attempt = 0; attempt < 60; attempt += 1) {
      text = textForPattern(pattern, random, attempt < 30 ? Math.max(8, minimum) : 2);
      // If the pattern does not end with `$`, the text can be extended to the minimum length.
      if (text.length < minimum && matcher.test(text)) {
        const padded = text + text.slice(-1).repeat(minimum - text.length);
        if (matcher.test(padded)) text = padded;
      }
      if (text.length >= minimum && text.length <= maximum && matcher.test(text)) return text;
    }
  } catch {
    // The pattern uses syntax of another language. The caller then finds the value invalid.
  }
  return text;
}

function formats(random: Random): Readonly<Record<string, string>> {
  const number = random.serial();
  const hex = (length: number): string => Array.from({ length }, () => random.below(16).toString(16)).join("");
  const day = `2024-0${1 + random.below(9)}-1${random.below(10)}`;
  return {
    date: day,
    "date-time": `${day}T10:20:30Z`,
    time: "10:20:30Z",
    duration: "P3D",
    email: `person${number}@example.com`,
    "idn-email": `person${number}@example.com`,
    hostname: `host${number}.example.com`,
    "idn-hostname": `host${number}.example.com`,
    ipv4: `192.0.2.${number % 250}`,
    ipv6: `2001:db8::${(number % 65000).toString(16)}`,
    uri: `https://example.com/${number}`,
    url: `https://example.com/${number}`,
    "uri-reference": `/items/${number}`,
    "uri-template": "/items/{id}",
    iri: `https://example.com/${number}`,
    "iri-reference": `/items/${number}`,
    uuid: `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    byte: Buffer.from(`text ${number}`).toString("base64"),
    regex: "^a+$",
    "json-pointer": "/a/b",
  };
}

/**
 * Replaces the number in each generated text by another one, as if for another record. The body's length stays the
 * same.
 * @param kept ids of existing records, whose numbers stay
 */
export function withOtherTexts(body: Buffer, random: Random, kept: readonly string[]): Buffer {
  const numbers = new Map(kept.flatMap((id) => id.match(/\d+/g) ?? []).map((number) => [number, number]));
  const other = (old: string): string => {
    const number = numbers.get(old) ?? String(random.serial()).padStart(old.length, "0").slice(-old.length);
    numbers.set(old, number);
    return number;
  };
  return Buffer.from(body.toString("latin1").replaceAll(/(?<=\b(?:text-?|person|host))\d+\b/g, other), "latin1");
}
