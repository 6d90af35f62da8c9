import type { MediaType, SchemaRegistry } from "@onespec/spec-core";
import { nestByBrackets } from "./bracket-names.js";
import { coerceValue, JsonPart, type RawValue } from "./coerce-value.js";
import { headerParameter, isJsonType } from "./match-media-type.js";
import { type BodyPart, parseMultipart } from "./parse-multipart.js";
import { decodeQueryText, parseQueryPairs } from "./query-pairs.js";
import { schemaShape } from "./schema-shape.js";

/** Reads `application/x-www-form-urlencoded`, with brackets for what is nested, coerced by the schema. */
export function parseForm(schemas: SchemaRegistry, media: MediaType, text: string): unknown {
  const pairs = parseQueryPairs(text).flatMap(({ name, raw }) => {
    const encoding = media.encoding[name];
    const delimiter = encoding?.explode === false ? DELIMITERS[encoding.style ?? "form"] : undefined;
    return (delimiter === undefined ? [raw] : raw.split(delimiter)).map((part): [string, RawValue] => [
      name,
      decodeQueryText(part),
    ]);
  });
  return coerceForm(schemas, media, pairs);
}

const DELIMITERS: Readonly<Record<string, RegExp>> = {
  form: /,/,
  spaceDelimited: /\+|%20/,
  pipeDelimited: /\||%7c/i,
};

/** Reads `multipart/form-data`: fields coerced by the schema, files as binary text; `undefined` when it is not well-formed. */
export function parseMultipartForm(
  schemas: SchemaRegistry,
  media: MediaType,
  body: Uint8Array,
  contentType: string,
): unknown {
  const boundary = headerParameter(contentType, "boundary");
  const parts = boundary === undefined ? undefined : parseMultipart(body, boundary);
  return (
    parts &&
    coerceForm(
      schemas,
      media,
      parts.map((part): [string, RawValue] => [part.name, partValue(part)]),
    )
  );
}

function partValue(part: BodyPart): RawValue {
  const isFile = part.filename !== undefined || part.contentType?.startsWith("application/octet-stream");
  const text = Buffer.from(part.content).toString(isFile ? "latin1" : "utf8");
  if (isFile || !part.contentType || !isJsonType(part.contentType.split(";")[0] ?? "")) return text;
  try {
    return new JsonPart(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Objects and lists may also be sent as JSON text in one field (OpenAPI 3.1, "Special Considerations for multipart Content"). */
function coerceForm(
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
