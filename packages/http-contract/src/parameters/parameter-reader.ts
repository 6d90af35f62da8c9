import { type Parameter, type SchemaRegistry, type SchemaShape, schemaShape } from "@onespec/spec-core";
import { nestByBrackets } from "../wire/nest-by-brackets.js";
import { parseJson } from "../wire/parse-json.js";
import { coerceTo, decodePercent, decodeQueryText, parseQueryPairs, type QueryPair } from "../wire/text-values.js";
import type { WireValue } from "../wire/wire-value.js";

/** Reads a parameter's value, coerced by its schema. */
export type TextReader = (text: string) => unknown;

/** The same; `undefined` when it was not sent. */
export type PairsReader = (pairs: readonly QueryPair[]) => unknown;

/** Reads a path parameter from the raw text of its segment. @see OpenAPI 3.1, "Style Values" */
export function pathReader(schemas: SchemaRegistry, parameter: Parameter): TextReader {
  const { name, style, explode } = parameter;
  const shape = schemaShape(schemas, parameter.schema.json);
  const coerce = coercion(schemas, parameter);
  const split = createSplitter(schemas, parameter, coerce);
  const delimiterIn = (text: string): string => {
    // OpenAPI 3.0 and 3.1.0 join the values of a label with dots, RFC 6570 and later versions with commas.
    if (style === "label") return explode || !/,|%2c/i.test(text) ? "." : ",";
    return style === "matrix" && explode ? ";" : ",";
  };
  const isObject = shape.types.has("object");
  if (parameter.content || isScalar(shape)) {
    if (style === "simple") return (segment) => coerce(decodePercent(segment));
    return (segment) => coerce(decodePercent(withoutPrefix(segment, style, name)));
  }
  return (segment) => {
    const text = withoutPrefix(segment, style, name);
    const parts = split(text, delimiterIn(text), decodePercent).filter((part) => part !== "");
    if (isObject) return coerce(toObject(parts, explode, decodePercent));
    const items = style === "matrix" && explode ? parts.map((part) => part.replace(`${name}=`, "")) : parts;
    return coerce(items.map(decodePercent));
  };
}

/** Reads a header's text: style `simple`, or the media type of its `content`. */
export function headerReader(schemas: SchemaRegistry, parameter: Parameter): TextReader {
  const shape = schemaShape(schemas, parameter.schema.json);
  const coerce = coercion(schemas, parameter);
  if (parameter.content || isScalar(shape)) return coerce;
  const isObject = shape.types.has("object");
  return (text) => {
    const parts = text.split(",").map((part) => part.trim());
    return coerce(isObject ? toObject(parts, parameter.explode, (part) => part) : parts);
  };
}

/**
 * Reads a query or cookie parameter from the pairs that were sent.
 * @param others names of the other parameters in the same place. Pairs with these names belong to them.
 */
export function pairsReader(schemas: SchemaRegistry, parameter: Parameter, others: ReadonlySet<string>): PairsReader {
  const { name, style, explode } = parameter;
  const shape = schemaShape(schemas, parameter.schema.json);
  const coerce = coercion(schemas, parameter);
  const read = (raw: WireValue | undefined): unknown => (raw === undefined ? undefined : coerce(raw));
  const single = (pairs: readonly QueryPair[]): string | undefined => {
    const pair = pairs.find((candidate) => candidate.name === name);
    return pair && decodeQueryText(pair.raw);
  };
  const isObject = shape.types.has("object");
  if (parameter.content) return (pairs) => read(single(pairs));
  if (style === "deepObject" || (isObject && explode)) {
    return (pairs) => {
      // A property with the parameter's name is sent under that name.
      const own = bracketed(pairs, name) ?? (shape.properties.has(name) ? undefined : single(pairs));
      return read(own === undefined && style !== "deepObject" ? spread(pairs, shape, others) : own);
    };
  }
  if (isScalar(shape)) return (pairs) => read(single(pairs));
  const delimiter = style === "spaceDelimited" ? /\+|%20| / : style === "pipeDelimited" ? /\||%7c/i : /,/;
  const split = createSplitter(schemas, parameter, coerce);
  const mayBeText = shape.isFreeText || shape.values.length > 0;
  const isCommaList = style === "form" && !isObject && saysCommas(parameter);
  return (pairs) => {
    const sent = pairs.filter((pair) => pair.name === name || isItemName(pair.name, name));
    const [first] = sent;
    if (first === undefined) return read(bracketed(pairs, name));
    if (mayBeText && sent.length === 1) {
      // The schema allows text or a list. A single value is read as text if that is valid.
      const text = coerce(decodeQueryText(first.raw));
      if (typeof text === "string" && schemas.validator(parameter.schema, "request").isValid(text)) return text;
    }
    if ((explode && !isCommaList) || sent.length > 1) return read(sent.map((pair) => decodeQueryText(pair.raw)));
    const parts = first.raw === "" ? [] : split(first.raw, delimiter, decodeQueryText);
    return read(isObject ? toObject(parts, false, decodeQueryText) : parts.map(decodeQueryText));
  };
}

/** True if the text says that the list is comma-separated. Clients then write it so, even without `explode: false`. */
function saysCommas({ description, schema: { json } }: Parameter): boolean {
  const said = `${description ?? ""} ${typeof json === "object" ? (json.description ?? "") : ""}`;
  return /\bcomma[- ]?(?:separated|delimited)\b|\bseparated (?:by|with) commas?\b/i.test(said);
}

type Splitter = (raw: string, delimiter: string | RegExp, decode: (text: string) => string) => readonly string[];

/**
 * Splits raw text at its delimiters. `URLSearchParams`, axios and urllib encode whole values, so a delimiter may be an
 * encoded comma. An encoded comma is part of an item in three cases: there is also a plain comma, the schema lists an
 * item that contains it, or only the whole text is valid.
 */
function createSplitter(schemas: SchemaRegistry, { schema }: Parameter, coerce: (raw: WireValue) => unknown): Splitter {
  const { types, items = true } = schemaShape(schemas, schema.json);
  const isValid = (list: readonly string[]): boolean => schemas.validator(schema, "request").isValid(coerce(list));
  return (raw, delimiter, decode) => {
    const plain = raw.split(delimiter);
    if (plain.length > 1 || !/%2c/i.test(raw)) return plain;
    const parts = raw.split(/%2c/i);
    if (types.has("object")) return parts;
    const whole = decode(raw);
    if (schemaShape(schemas, items).values.includes(whole)) return plain;
    return isValid([whole]) && !isValid(parts.map(decode)) ? plain : parts;
  };
}

/** Reads the whole query as one value, described by a media type. @see OpenAPI 3.2, `in: querystring` */
export function wholeQueryReader(schemas: SchemaRegistry, parameter: Parameter): TextReader {
  const coerce = coercion(schemas, parameter);
  if (isJson(parameter)) return (text) => coerce(decodeQueryText(text));
  return (text) => coerce(nested(parseQueryPairs(text)));
}

function coercion(schemas: SchemaRegistry, parameter: Parameter): (raw: WireValue) => unknown {
  if (isJson(parameter)) return (raw) => jsonOrText(typeof raw === "string" ? raw : "");
  const shape = schemaShape(schemas, parameter.schema.json);
  return (raw) => coerceTo(schemas, shape, raw);
}

function isJson({ content }: Parameter): boolean {
  return content !== undefined && /[/+]json\b/.test(content.type);
}

/** A value that is not JSON stays text. A text that begins like JSON becomes a `String` object, which the check rejects. */
function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return /^\s*[{["]/.test(text) ? Object(text) : text;
  }
}

function isScalar({ types }: SchemaShape): boolean {
  return !types.has("array") && !types.has("object");
}

function withoutPrefix(segment: string, style: string, name: string): string {
  if (style === "label") return behind(segment, ".");
  return style === "matrix" ? behind(behind(segment, ";"), `${name}=`) : segment;
}

function behind(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

/** `R,100,G,200`, or with explode `R=100,G=200`, as an object. */
function toObject(parts: readonly string[], explode: boolean, decode: (text: string) => string): WireValue {
  const pairs = explode
    ? parts.map((part) => part.split(/=(.*)/s))
    : parts.flatMap((name, index) => (index % 2 === 0 ? [[name, parts[index + 1] ?? ""]] : []));
  const decoded = pairs.map(([name = "", value = ""]): [string, string] => [decode(name), decode(value)]);
  return Object.fromEntries(decoded.filter(([name]) => name !== "__proto__"));
}

function bracketed(pairs: readonly QueryPair[], name: string): WireValue | undefined {
  const mine = pairs.filter((pair) => pair.name.startsWith(`${name}[`));
  if (mine.length === 0) return undefined;
  // The parameter's own name may have brackets.
  return nested(mine.map(({ name: sent, raw }) => ({ name: `_${sent.slice(name.length)}`, raw })))._;
}

/** Style `form` with explode: each property of the object is a separate parameter. */
function spread(
  pairs: readonly QueryPair[],
  { properties, additional }: SchemaShape,
  others: ReadonlySet<string>,
): WireValue | undefined {
  const isMap = additional !== undefined && additional !== false;
  const mine = pairs.filter(({ name }) => !others.has(name) && (isMap || properties.has(name)));
  return mine.length === 0 ? undefined : nested(mine);
}

function nested(pairs: readonly QueryPair[]): Readonly<Record<string, WireValue>> {
  return nestByBrackets(pairs.map(({ name, raw }) => [name, decodeQueryText(raw)] as const));
}

/** `ids[]` and `ids[0]` for `ids`, as many clients write lists. */
function isItemName(sent: string, name: string): boolean {
  return sent.startsWith(name) && /^\[\d*\]$/.test(sent.slice(name.length));
}
