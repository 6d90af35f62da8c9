import { decodeQueryText, nestByBrackets, parseJsonText, type QueryPair, type WireValue } from "@onespec/http-requests";
import type { Parameter, SchemaRegistry } from "@onespec/spec-core";
import { escapeExpression } from "../server/escape-expression.js";
import { decodeSegment } from "../server/path-router.js";
import { coerceValue } from "./coerce-value.js";
import { type SchemaShape, schemaShape } from "./schema-shape.js";

/** Reads a parameter's value, coerced by its schema; `undefined` when it was not sent. */
export type TextReader = (text: string) => unknown;
export type PairsReader = (pairs: readonly QueryPair[]) => unknown;

/** Reads a path parameter from the raw text of its segment. @see OpenAPI 3.1, "Style Values" */
export function pathReader(schemas: SchemaRegistry, parameter: Parameter): TextReader {
  const shape = schemaShape(schemas, parameter.schema.json);
  const { name, style, explode } = parameter;
  const coerce = coercion(schemas, parameter);
  const delimiter = style === "label" ? "." : style === "matrix" ? ";" : ",";
  return (segment) => {
    const text = withoutPrefix(segment, style, name);
    if (isScalar(shape)) return coerce(decodeSegment(text));
    const parts = text.split(explode ? delimiter : ",").filter((part) => part !== "");
    if (shape.types.has("object")) return coerce(toObject(parts, explode, decodeSegment));
    const items = style === "matrix" && explode ? parts.map((part) => part.replace(`${name}=`, "")) : parts;
    return coerce(items.map(decodeSegment));
  };
}

/** Reads a header's text: style `simple`, or the media type of its `content`. */
export function headerReader(schemas: SchemaRegistry, parameter: Parameter): TextReader {
  const shape = schemaShape(schemas, parameter.schema.json);
  const coerce = coercion(schemas, parameter);
  return (text) => {
    if (parameter.content || isScalar(shape)) return coerce(text);
    const parts = text.split(",").map((part) => part.trim());
    return coerce(shape.types.has("object") ? toObject(parts, parameter.explode, (part) => part) : parts);
  };
}

/**
 * Reads a query or cookie parameter from the pairs that were sent.
 * @param others names of the other parameters in the same place: what they are called is theirs
 */
export function pairsReader(
  schemas: SchemaRegistry,
  parameter: Parameter,
  others: ReadonlySet<string> = new Set(),
): PairsReader {
  const { name, style, explode } = parameter;
  const shape = schemaShape(schemas, parameter.schema.json);
  const coerce = coercion(schemas, parameter);
  const read = (raw: WireValue | undefined): unknown => (raw === undefined ? undefined : coerce(raw));
  const single = (pairs: readonly QueryPair[]): WireValue | undefined => {
    const pair = pairs.find((candidate) => candidate.name === name);
    return pair && decodeQueryText(pair.raw);
  };
  if (parameter.content) return (pairs) => read(single(pairs));
  if (style === "deepObject" || (shape.types.has("object") && style === "form" && explode)) {
    return (pairs) =>
      read(bracketed(pairs, name) ?? single(pairs) ?? (style === "form" ? spread(pairs, shape, others) : undefined));
  }
  if (isScalar(shape)) return (pairs) => read(single(pairs));
  const delimiter = style === "spaceDelimited" ? /\+|%20| / : style === "pipeDelimited" ? /\||%7c/i : /,/;
  return (pairs) => {
    const sent = pairs.filter((pair) => pair.name === name || isItemName(pair.name, name));
    const [first] = sent;
    if (first === undefined) return read(bracketed(pairs, name));
    if (sent.length === 1 && (shape.isFreeText || shape.values.length > 0)) {
      // Where text is as good as a list, one value is text if that is valid.
      const text = coerce(decodeQueryText(first.raw));
      if (typeof text === "string" && schemas.validator(parameter.schema, "request").isValid(text)) return text;
    }
    if (explode || sent.length > 1) return read(sent.map((pair) => decodeQueryText(pair.raw)));
    const parts = first.raw === "" ? [] : first.raw.split(delimiter);
    return read(shape.types.has("object") ? toObject(parts, false, decodeQueryText) : parts.map(decodeQueryText));
  };
}

function coercion(schemas: SchemaRegistry, parameter: Parameter): (raw: WireValue) => unknown {
  const { json } = parameter.schema;
  if (parameter.content && /[/+]json\b/.test(parameter.content.type)) {
    return (raw) => parseJson(typeof raw === "string" ? raw : "");
  }
  return (raw) => coerceValue(schemas, json, raw);
}

/** A value that is not JSON stays text, which its schema then refuses. */
function parseJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return text;
  }
}

function isScalar({ types }: SchemaShape): boolean {
  return !types.has("array") && !types.has("object");
}

function withoutPrefix(segment: string, style: string, name: string): string {
  if (style === "label") return segment.replace(/^\./, "");
  if (style === "matrix") return segment.replace(/^;/, "").replace(new RegExp(`^${escapeExpression(name)}=`), "");
  return segment;
}

/** `R,100,G,200`, or with explode `R=100,G=200`, as an object. */
function toObject(
  parts: readonly string[],
  explode: boolean,
  decode: (text: string) => string,
): Record<string, WireValue> {
  if (!explode) {
    const pairs = parts.flatMap((name, index) => (index % 2 === 0 ? [[name, parts[index + 1] ?? ""] as const] : []));
    return Object.fromEntries(pairs.map(([name, value]) => [decode(name), decode(value)]));
  }
  return Object.fromEntries(
    parts.map((part) => {
      const equals = part.indexOf("=");
      return equals < 0 ? [decode(part), ""] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))];
    }),
  );
}

function bracketed(pairs: readonly QueryPair[], name: string): WireValue | undefined {
  const mine = pairs.filter((pair) => pair.name.startsWith(`${name}[`));
  if (mine.length === 0) return undefined;
  return nestByBrackets(mine.map((pair) => [`_${pair.name.slice(name.length)}`, decodeQueryText(pair.raw)] as const))._;
}

/** Style `form` with explode: the object's properties stand as parameters of their own. */
function spread(
  pairs: readonly QueryPair[],
  { properties, additional }: SchemaShape,
  others: ReadonlySet<string>,
): WireValue | undefined {
  const isMap = additional !== undefined && additional !== false;
  const mine = pairs.filter(({ name }) => !others.has(name) && (isMap || properties.has(name)));
  if (mine.length === 0) return undefined;
  return nestByBrackets(mine.map((pair) => [pair.name, decodeQueryText(pair.raw)] as const));
}

/** `ids[]` and `ids[0]` for `ids`, as many clients write lists. */
function isItemName(sent: string, name: string): boolean {
  return sent.startsWith(name) && /^\[\d*\]$/.test(sent.slice(name.length));
}
