import { asArray, asObject, isObject, type JsonObject } from "../description/json.js";
import { joinPointer } from "../description/raw-document.js";
import { itemPlaces, propertyPlaces, sameValuePlaces } from "../judge/property-places.js";
import type { SchemaBook, SchemaPlace } from "../judge/schema-book.js";

/** A value with one change. It may still be valid; only a validator can decide. */
export interface Alteration {
  /** Name of the mistake if the changed value is invalid: `with null for a field`. */
  readonly mistake: string;
  /** Name of the oddity if the changed value is valid: `a NUL`. `undefined`: it is not odd. */
  readonly oddity: string | undefined;
  /** JSON pointer to the change. */
  readonly at: string;
  /** Short text that identifies it among the values at the same place. */
  readonly value: string;
  /** True if the author of the schema would probably allow the value, even if a validator rejects it. */
  readonly isMeant: boolean;
  make(): unknown;
}

export interface AlterationOptions {
  /** Used in place of a non-numeric value. It is different each time, since a server may store it as a unique name. */
  readonly number: number;
  /** The field to change, and how deep its value is. Default: all fields. */
  readonly only?: { readonly path: readonly string[]; readonly depth: number };
}

/** Fits no number, boolean, date, uuid or enumeration worth testing. */
export const WRONG = "surely~wrong";

/** The oddity of a valid date or time in 1970. */
export const LONG_AGO = "a date long ago";

/** The oddity of a valid value that has one field more. */
export const ANOTHER_FIELD = "another field";

const MOST_DEPTH = 8;
const LONGEST_TEXT = 100_000;
const LONGEST_LIST = 1000;

/**
 * Changes a valid value in one place at a time, at every depth: other types, values outside each bound, missing and
 * additional fields, odd values.
 */
export function alterations(
  book: SchemaBook,
  place: SchemaPlace,
  root: unknown,
  { number, only }: AlterationOptions,
): Alteration[] {
  const found: Alteration[] = [];
  const around = only?.path ?? [];
  const isOutside = (path: readonly string[]): boolean =>
    path.some((name, at) => at < around.length && name !== around[at]);
  const visit = (places: readonly SchemaPlace[], value: unknown, path: readonly string[]): void => {
    const at = joinPointer("", ...path);
    const add = (mistake: string, oddity: string | undefined, other: unknown): void => {
      if (path.length < around.length) return;
      found.push({
        mistake,
        oddity,
        at,
        value: other === number ? "number" : labelOf(other),
        isMeant: other === null && isNullable,
        make: () => replaced(root, path, other),
      });
    };
    const all = places.flatMap((each) => sameValuePlaces(book, each));
    const schemas = all.map((each) => asObject(book.at(each)));
    const isNullable = all.some((each) => book.isCalledNullable(each));
    if (isObject(value)) {
      const required = new Set(schemas.flatMap((schema) => asArray(schema.required)));
      for (const name of Object.keys(value)) {
        const { [name]: _removed, ...rest } = value;
        if (required.has(name)) add("without a required field", undefined, rest);
      }
      add("with an unknown field", "an unknown field", { ...value, [WRONG]: { [WRONG]: [{}] } });
    }
    const freedom = schemas.every(isFree) ? "JSON of another type" : undefined;
    for (const other of otherTypes(value, number)) {
      if (path.length === 0)
        add(Array.isArray(other) ? "with a list for a body" : "with a body of the wrong type", freedom, other);
      else if (other === null) add("with null for a field", freedom ?? "null", other);
      else if (typeof value === "string" && typeof other === "number") add("with a number for a text", freedom, other);
      else if (typeof value === "boolean" && other === Number(value))
        add("with a number for a boolean", freedom, other);
      else add("with a field of the wrong type", freedom, other);
    }
    if (path.length > 0 && (typeof value === "number" || typeof value === "boolean"))
      add(`with a ${typeof value} written as a text`, undefined, String(value));
    // With `x-tags`, an unknown discriminator value may belong to any alternative, so it is not known whether it is
    // valid.
    if (schemas.some((schema) => schema["x-tags"] !== undefined)) return;
    for (const other of schemas.flatMap((schema) => beyondBounds(schema, value)))
      add("with a value out of its bounds", undefined, other);
    for (const [oddity, other] of oddValues(schemas, value)) add("with a value out of its bounds", oddity, other);
    if (path.length === MOST_DEPTH) return;
    if (Array.isArray(value) && value.length > 0 && !isOutside([...path, "0"]))
      visit(
        places.flatMap((each) => itemPlaces(book, each)),
        value[0],
        [...path, "0"],
      );
    if (!isObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (isOutside([...path, name])) continue;
      const declared = places.flatMap((each) => propertyPlaces(book, each, name));
      const others = all.map((each) => `${each}/additionalProperties`).filter((each) => isObject(book.at(each)));
      visit(declared.length > 0 ? declared : others, inner, [...path, name]);
    }
  };
  if (only !== undefined) {
    const inner = around.reduce((value: unknown, name) => Object(value)[name], root);
    const value =
      typeof inner === "object" ? `${Array.isArray(inner) ? "list" : "object"} ${only.depth}` : typeof inner;
    const field = { mistake: "with another field", oddity: ANOTHER_FIELD, isMeant: true };
    found.push({ ...field, at: joinPointer("", ...around), value, make: () => root });
  }
  visit([place], root, []);
  return found;
}

/** Place of a change that is wherever it can be. */
export const EVERYWHERE = "everywhere";

/**
 * Replaces every field by a value of another type. Servers that report all mistakes together then read each field. In a
 * list, this is done in the first element.
 */
export function wrongEverywhere(root: unknown): Alteration[] {
  const owner = Array.isArray(root) ? root[0] : root;
  if (!isObject(owner) || Object.keys(owner).length === 0) return [];
  return WRONG_TYPES.map((other) => {
    const fields = Object.entries(owner).map(([name, value]) => [
      name,
      typeOf(value) === typeOf(other) ? value : other,
    ]);
    const wrong = Object.fromEntries(fields);
    return {
      mistake: "with a field of the wrong type",
      oddity: undefined,
      at: EVERYWHERE,
      value: labelOf(other),
      isMeant: false,
      make: () => (Array.isArray(root) ? [wrong, ...root.slice(1)] : wrong),
    };
  });
}

const WRONG_TYPES: readonly unknown[] = [[null], { [WRONG]: WRONG }, WRONG];

function typeOf(value: unknown): string {
  return Array.isArray(value) ? "list" : typeof value;
}

function labelOf(value: unknown): string {
  if (Array.isArray(value)) return `list of ${value.length}`;
  return isObject(value) ? "object" : String(value).slice(0, 40);
}

/** True if the schema allows any type. */
function isFree(schema: JsonObject): boolean {
  return !["type", "enum", "const", "properties", "items", "allOf", "anyOf", "oneOf", "$ref"].some((keyword) =>
    Object.hasOwn(schema, keyword),
  );
}

/** The value with another one, or with one more, at a path. */
export function replaced(root: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(root))
    return root.map((item, index) => (String(index) === first ? replaced(item, rest, value) : item));
  return { ...asObject(root), [first]: replaced(asObject(root)[first], rest, value) };
}

/** Values that no reading could take for the type of this one. */
function otherTypes(value: unknown, number: number): readonly unknown[] {
  if (typeof value === "string") return [number, { [WRONG]: WRONG }, null];
  if (Array.isArray(value)) return [WRONG, { [WRONG]: WRONG }, number, null];
  if (isObject(value)) return [WRONG, [null], number, null];
  const others = [WRONG, { [WRONG]: WRONG }, null];
  // Some servers take 0 and 1 for booleans.
  return typeof value === "boolean" ? [...others, Number(value)] : others;
}

/** One value outside each bound of a schema, for bounds that concern this kind of value. */
export function beyondBounds(schema: JsonObject, value: unknown): unknown[] {
  const bound = (name: string): number[] => (typeof schema[name] === "number" ? [schema[name]] : []);
  const others: unknown[] = schema.enum !== undefined || schema.const !== undefined ? [WRONG] : [];
  if (typeof value === "number") {
    const step = [schema.type].flat().includes("integer") ? 1 : 0.5;
    for (const limit of bound("minimum")) others.push(limit - step);
    for (const limit of bound("maximum")) others.push(limit + step);
    for (const limit of [...bound("exclusiveMinimum"), ...bound("exclusiveMaximum")]) others.push(limit);
    for (const limit of bound("multipleOf")) others.push(value + limit / 2);
    if (step === 1) others.push(value + 0.5);
  }
  if (typeof value === "string") {
    if (schema.pattern !== undefined || schema.format !== undefined) others.push(WRONG);
    for (const limit of bound("minLength")) if (limit > 0) others.push(value.slice(0, limit - 1));
    for (const limit of bound("maxLength")) if (limit < LONGEST_TEXT) others.push(value.padEnd(limit + 1, "x"));
  }
  if (Array.isArray(value)) {
    for (const limit of bound("minItems")) if (limit > 0) others.push(value.slice(0, limit - 1));
    for (const limit of bound("maxItems")) {
      if (limit < LONGEST_LIST && value.length > 0)
        others.push(Array.from({ length: limit + 1 }, (_, index) => value[index] ?? value[0]));
    }
    if (schema.uniqueItems === true && value.length > 0) others.push([...value, value[0]]);
  }
  return others;
}

/** Values that most schemas allow and few servers have thought of. */
function oddValues(schemas: readonly JsonObject[], value: unknown): (readonly [oddity: string, value: unknown])[] {
  if (typeof value === "number") return Object.entries(ODD_NUMBERS);
  if (typeof value === "string") {
    const formats = schemas.map(({ format }) => format);
    if (formats.includes("date-time"))
      return [
        [LONG_AGO, "1970-01-01T00:00:00Z"],
        ...EDGES_OF_TIME.map((edge) => ["a time at the edge of the calendar", edge] as const),
      ];
    if (formats.includes("date"))
      return [
        [LONG_AGO, "1970-01-01"],
        ...EDGES_OF_TIME.map((edge) => ["a date at the edge of the calendar", edge.slice(0, 10)] as const),
      ];
    return Object.entries(ODD_TEXTS);
  }
  if (Array.isArray(value)) {
    return [
      ["an empty list", []],
      ["a repeated item", [...value, ...value.slice(0, 1)]],
    ];
  }
  return isObject(value) ? [["an empty object", {}]] : [];
}

/** In UTC, the second one is after the year 9999. */
const EDGES_OF_TIME = ["0001-01-01T00:00:00+12:00", "9999-12-31T23:59:59-12:00"];

export const ODD_NUMBERS: Readonly<Record<string, number>> = {
  "a number beyond 64 bits": 1e19,
  "a number beyond 32 bits": 2 ** 31,
  "a negative number": -1,
  zero: 0,
};

/** The number in these texts differs in each request, since a server may use them as unique names. */
export const ODD_TEXTS: Readonly<Record<string, string>> = {
  "a NUL": "a\u0000 text-00000",
  "control characters": "a\u0001\u001b\u007f\u0085 text-00000",
  "a text of 20,000 characters": `${"x".repeat(19_989)} text-00000`,
  "rare characters": "\u202e\u{1f4a9}\u{1d4b3}\uffff e\u0301 '\"\\%<>;([{ text-00000",
  "half of a surrogate pair": "a\ud800 text-00000",
  "an empty text": "",
};
