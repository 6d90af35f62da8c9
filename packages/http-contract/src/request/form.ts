import { type Encoding, type MediaType, type SchemaRegistry, type SchemaShape, schemaShape } from "@onespec/spec-core";
import { type Problem, ProblemError } from "../model/problem.js";
import { DEEPEST, nestByBrackets } from "../wire/nest-by-brackets.js";
import { jsonIn } from "../wire/parse-json.js";
import { coerceTo, decodeQueryText, parseQueryPairs } from "../wire/text-values.js";
import { TypedPart, type WireValue } from "../wire/wire-value.js";

/** The schema and encoding of a form. */
export type FormMedia = Pick<MediaType, "schema" | "encoding">;

/** Most fields in one form, counting each item of a list. */
export const MOST_FIELDS = 5_000;

/** The names in their brackets, those in `a[b][c]` being two. */
const MOST_NAMES = 5 * MOST_FIELDS;

/** 413: a form has more fields than are read. */
export function tooManyFields(message = `has more than ${MOST_FIELDS} fields`): ProblemError {
  const hint = "Send them in several requests, or as JSON.";
  const problem: Problem = {
    status: 413,
    code: "too-many-fields",
    message: "Too many fields",
    details: [{ in: "body", path: "", message, hint }],
  };
  return new ProblemError(problem);
}

/** The encoding of a field. Uses only own properties: every object has `constructor`. */
export function encodingOf({ encoding }: FormMedia, name: string): Encoding | undefined {
  return Object.hasOwn(encoding, name) ? encoding[name] : undefined;
}

/**
 * Splits a field into its items, if its encoding joins them to one text. Otherwise returns the text as the only item.
 * @see OpenAPI 3.1, "Encoding Object"
 */
export function splitField(media: FormMedia, name: string, text: string): readonly string[] {
  const { explode, style } = encodingOf(media, name) ?? {};
  // With explode, the delimited styles have no meaning.
  const isDelimited = explode === false || style === "spaceDelimited" || style === "pipeDelimited";
  const delimiter = isDelimited ? DELIMITERS[style ?? "form"] : undefined;
  return delimiter === undefined ? [text] : text.split(delimiter, MOST_FIELDS + 1);
}

const DELIMITERS: Readonly<Record<string, RegExp>> = {
  form: /,/,
  spaceDelimited: /\+|%20/,
  pipeDelimited: /\||%7c/i,
};

/** Reads `application/x-www-form-urlencoded`, with brackets for nested values, coerced by the schema. @throws ProblemError */
export function parseForm(schemas: SchemaRegistry, media: FormMedia, text: string): unknown {
  const pairs = parseQueryPairs(text);
  if (pairs.length > MOST_FIELDS) throw tooManyFields();
  const { properties } = schemaShape(schemas, media.schema?.json ?? true);
  const owners = spreadObjects(schemas, media, properties);
  const fields: [string, WireValue][] = [];
  for (const { name, raw } of pairs) {
    const items = splitField(media, name, raw);
    if (fields.length + items.length > MOST_FIELDS) throw tooManyFields();
    const decoded = items.map(decodeQueryText);
    const owner = properties.has(name) ? undefined : owners.get(name);
    if (owner !== undefined) for (const item of decoded) fields.push([`${owner}[${name}]`, item]);
    else if (encodingOf(media, name)?.explode !== false || !isObjectAt(schemas, properties, name)) {
      for (const item of decoded) fields.push([name, item]);
    } else {
      // `color=R,100,G,200` alternates names and values.
      for (let at = 1; at < decoded.length; at += 2) fields.push([`${name}[${decoded[at - 1]}]`, decoded[at] ?? ""]);
    }
  }
  return coerceForm(schemas, media, fields);
}

/**
 * Returns the fields of a form as one value, coerced by the schema. Brackets in names mean nesting. Objects and lists
 * may also be sent as JSON in one field (OpenAPI 3.1, "Special Considerations for multipart Content").
 */
export function coerceForm(
  schemas: SchemaRegistry,
  { schema }: FormMedia,
  fields: readonly (readonly [string, WireValue])[],
): unknown {
  const names = fields.reduce((sum, [name]) => sum + name.split("][", DEEPEST).length, 0);
  if (names > MOST_NAMES) throw tooManyFields(`has more than ${MOST_NAMES} names in brackets`);
  const shape = schemaShape(schemas, schema?.json ?? true);
  const { properties } = shape;
  // A property whose own name contains brackets (`expand[]`) is not nested.
  const isWhole = (name: string): boolean => name.includes("[") && properties.has(name);
  const merged = new Map<string, WireValue>(Object.entries(nestByBrackets(fields.filter(([name]) => !isWhole(name)))));
  for (const [name, value] of fields) {
    if (isWhole(name)) merged.set(name, [...((merged.get(name) as WireValue[] | undefined) ?? []), value]);
  }
  const raw = [...merged].map(([name, value]): [string, WireValue] => {
    const property = properties.get(name);
    const types = property && schemaShape(schemas, property.schema).types;
    const isStructured = types && !types.has("string") && (types.has("object") || types.has("array"));
    const isJson = isStructured && typeof value === "string" && /^\s*[[{]/.test(value);
    return [name, isJson ? jsonField(value) : value];
  });
  return coerceTo(schemas, shape, Object.fromEntries(raw));
}

/** Reads a field as JSON. A field that is not JSON stays text, and its schema rejects it. */
export function jsonField(text: string): WireValue {
  const value = jsonIn(text);
  return value === undefined ? text : new TypedPart(value);
}

/** Maps each property that is sent as a separate field to the object that it belongs to. */
function spreadObjects(
  schemas: SchemaRegistry,
  { encoding }: FormMedia,
  properties: SchemaShape["properties"],
): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const [name, { style, explode }] of Object.entries(encoding)) {
    const property = properties.get(name);
    // Style `form` is exploded by default. Without a style, objects are JSON.
    if (!property || style !== "form" || explode === false || !isObjectAt(schemas, properties, name)) continue;
    for (const inner of schemaShape(schemas, property.schema).properties.keys()) owners.set(inner, name);
  }
  return owners;
}

function isObjectAt(schemas: SchemaRegistry, properties: SchemaShape["properties"], name: string): boolean {
  const property = properties.get(name);
  const types = property && schemaShape(schemas, property.schema).types;
  return types?.has("object") === true && !types.has("array");
}
