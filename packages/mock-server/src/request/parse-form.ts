import {
  cutBrackets,
  decodeQueryText,
  hasMoreFields,
  JsonRefusal,
  LARGE_BODY,
  nestByBrackets,
  parseJsonText,
  parseLargeJson,
  parseQueryPairs,
  TooManyFields,
  TypedPart,
  type WireValue,
} from "@onespec/http-requests";
import type { MediaType, SchemaRegistry, Steps } from "@onespec/spec-core";
import { coerceValue } from "./coerce-value.js";
import { encodingOf } from "./encoding-of.js";
import { type SchemaShape, schemaShape } from "./schema-shape.js";
import { MOST_FIELDS } from "./too-many-fields.js";

/**
 * Reads `application/x-www-form-urlencoded`, with brackets for what is nested, coerced by the schema.
 * @throws TooManyFields
 */
export function* parseForm(schemas: SchemaRegistry, media: MediaType, text: string): Steps<unknown> {
  if (hasMoreFields(text, MOST_FIELDS)) throw new TooManyFields();
  const properties = schemaShape(schemas, media.schema?.json ?? true).properties;
  const spread = spreadObjects(schemas, media, properties);
  const pairs = parseQueryPairs(text).flatMap(({ name: sent, raw }): [string, WireValue][] => {
    const name = cutBrackets(sent);
    const parts = splitField(media, name, raw).map(decodeQueryText);
    const owner = properties.has(name) ? undefined : spread.get(name);
    if (owner !== undefined) return parts.map((part) => [`${owner}[${name}]`, part]);
    if (encodingOf(media, name)?.explode !== false || !isObjectAt(schemas, properties, name))
      return parts.map((part) => [name, part]);
    // `color=R,100,G,200`: names and values in turn.
    return parts.flatMap((part, index) => (index % 2 === 0 ? [] : [[`${name}[${parts[index - 1]}]`, part]]));
  });
  yield;
  return yield* coerceForm(schemas, media, pairs);
}

/** Names of the properties of objects that are written as fields of their own, each with its object. */
function spreadObjects(
  schemas: SchemaRegistry,
  { encoding }: MediaType,
  properties: SchemaShape["properties"],
): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const [name, { style, explode }] of Object.entries(encoding)) {
    const property = properties.get(name);
    // Style `form` is exploded unless it says otherwise; without a style objects are JSON.
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

/** The items of a field whose encoding writes them into one text; else the text alone. @see OpenAPI 3.1, "Encoding Object" */
export function splitField(media: MediaType, name: string, text: string): readonly string[] {
  const { explode, style } = encodingOf(media, name) ?? {};
  const delimiter = explode === false || isDelimited(style) ? DELIMITERS[style ?? "form"] : undefined;
  return delimiter === undefined ? [text] : text.split(delimiter);
}

/** These say by themselves that the items share a text: exploded they would mean nothing. */
function isDelimited(style: string | undefined): boolean {
  return style === "spaceDelimited" || style === "pipeDelimited";
}

const DELIMITERS: Readonly<Record<string, RegExp>> = {
  form: /,/,
  spaceDelimited: /\+|%20/,
  pipeDelimited: /\||%7c/i,
};

/** Objects and lists may also be sent as JSON text in one field (OpenAPI 3.1, "Special Considerations for multipart Content"). */
export function* coerceForm(
  schemas: SchemaRegistry,
  media: MediaType,
  pairs: readonly (readonly [string, WireValue])[],
): Steps<unknown> {
  const { json } = media.schema ?? { json: true };
  const { properties } = schemaShape(schemas, json);
  // A property whose own name has brackets (`expand[]`) is meant as written.
  const isWhole = (name: string): boolean => name.includes("[") && properties.has(name);
  const nested = nestByBrackets(pairs.filter(([name]) => !isWhole(name)));
  yield;
  const merged = new Map<string, WireValue>(Object.entries(nested));
  const lists = new Map<string, WireValue[]>();
  for (const [name, value] of pairs) {
    if (!isWhole(name)) continue;
    const list = lists.get(name);
    if (list) list.push(value);
    else lists.set(name, [value]);
  }
  for (const [name, list] of lists) merged.set(name, list);
  yield;
  const raw: [string, WireValue][] = [];
  for (const [name, value] of merged) {
    const property = properties.get(name);
    const types = property && schemaShape(schemas, property.schema).types;
    const structured = types && !types.has("string") && (types.has("object") || types.has("array"));
    const isJson = structured && typeof value === "string" && /^\s*[[{]/.test(value);
    raw.push([name, isJson ? yield* jsonOr(value) : value]);
  }
  yield;
  return coerceValue(schemas, json, Object.fromEntries(raw));
}

/** What a field holds as JSON; what is none stays text, for validation to name. */
export function* jsonOr(text: string): Steps<WireValue> {
  try {
    return new TypedPart(text.length > LARGE_BODY ? yield* parseLargeJson(text) : parseJsonText(text));
  } catch (error) {
    if (error instanceof JsonRefusal) return text;
    throw error;
  }
}
