import type { MediaType, SchemaRegistry } from "@onespec/spec-core";
import { nestByBrackets } from "./bracket-names.js";
import { coerceValue, JsonPart, type RawValue } from "./coerce-value.js";
import { decodeQueryText, parseQueryPairs } from "./query-pairs.js";
import { schemaShape } from "./schema-shape.js";

/** Reads `application/x-www-form-urlencoded`, with brackets for what is nested, coerced by the schema. */
export function parseForm(schemas: SchemaRegistry, media: MediaType, text: string): unknown {
  const pairs = parseQueryPairs(text).flatMap(({ name, raw }) => {
    return splitField(media, name, raw).map((part): [string, RawValue] => [name, decodeQueryText(part)]);
  });
  return coerceForm(schemas, media, pairs);
}

/** The items of a field whose encoding writes them into one text; else the text alone. @see OpenAPI 3.1, "Encoding Object" */
export function splitField({ encoding }: MediaType, name: string, text: string): readonly string[] {
  const { explode, style } = encoding[name] ?? {};
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
export function coerceForm(
  schemas: SchemaRegistry,
  media: MediaType,
  pairs: readonly (readonly [string, RawValue])[],
): unknown {
  const { json } = media.schema ?? { json: true };
  const { properties } = schemaShape(schemas, json);
  // A property whose own name has brackets (`expand[]`) is meant as written.
  const whole = pairs.filter(([name]) => name.includes("[") && properties.has(name));
  const nested = nestByBrackets(pairs.filter((pair) => !whole.includes(pair)));
  const merged: Record<string, RawValue> = { ...nested };
  for (const [name, value] of whole) {
    const before = merged[name];
    merged[name] = before === undefined ? [value] : [...(Array.isArray(before) ? before : [before]), value];
  }
  const raw = Object.fromEntries(
    Object.entries(merged).map(([name, value]) => {
      const property = properties.get(name);
      const types = property && schemaShape(schemas, property.schema).types;
      const structured = types && !types.has("string") && (types.has("object") || types.has("array"));
      return [name, structured && typeof value === "string" ? parseStructured(value) : value];
    }),
  );
  return coerceValue(schemas, json, raw);
}

function parseStructured(text: string): RawValue {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return new JsonPart(JSON.parse(text));
  } catch {
    return text;
  }
}
