import { type JsonSchema, type SchemaRegistry, type SchemaShape, schemaShape } from "@onespec/spec-core";
import { listOfIndexes } from "./nest-by-brackets.js";
import { TypedPart, type WireValue } from "./wire-value.js";

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Python's clients write `True`, Go's and Docker's `1`. */
const BOOLEAN = /^(?:[Tt]rue|[Ff]alse|[01])$/;
const PLAIN = /^[tf]/;

/**
 * Converts text to the type in the schema: `"5"` becomes a number if the schema asks for one. Text that cannot be
 * converted stays as it is, and validation reports it.
 */
export function coerceValue(schemas: SchemaRegistry, schema: JsonSchema, raw: WireValue): unknown {
  return coerceTo(schemas, schemaShape(schemas, schema), raw);
}

/** Like `coerceValue`, for a schema whose shape is known. */
export function coerceTo(schemas: SchemaRegistry, shape: SchemaShape, raw: WireValue): unknown {
  if (typeof raw === "string") return coerceText(schemas, raw, shape);
  if (raw instanceof TypedPart) return isLoneItem(shape, raw.value) ? [raw.value] : raw.value;
  if (isList(raw)) {
    const lone = loneItem(shape, raw);
    return lone === undefined ? coerceItems(schemas, shape, raw) : coerceTo(schemas, shape, lone);
  }
  const indexed = shape.types.has("array") || shape.types.size === 0 ? listOfIndexes(raw) : undefined;
  if (indexed) return coerceItems(schemas, shape, indexed);
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => {
      const property = shape.properties.get(name)?.schema ?? shape.additional ?? true;
      return [name, coerceValue(schemas, property, value)];
    }),
  );
}

function coerceItems(schemas: SchemaRegistry, { items = true }: SchemaShape, raw: readonly WireValue[]): unknown[] {
  const shape = schemaShape(schemas, items);
  return raw.map((item) => coerceTo(schemas, shape, item));
}

function coerceText(schemas: SchemaRegistry, text: string, shape: SchemaShape): unknown {
  const { types, values } = shape;
  if (types.size === 0 || values.includes(text)) return text;
  if ((types.has("integer") || types.has("number")) && NUMBER.test(text)) {
    const number = Number(text);
    // Larger ones would lose their digits.
    if (Math.abs(number) >= 1e21) return text;
    // If the schema also allows text, `007` and `1e3` are more likely text than numbers.
    if (!shape.isFreeText || String(number) === text) return number;
  }
  if (types.has("boolean") && BOOLEAN.test(text) && !(shape.isFreeText && !PLAIN.test(text)))
    return /^[t1]/i.test(text);
  if (shape.isFreeText) return text;
  if (types.has("null") && (text === "" || text === "null")) return null;
  if (types.has("array")) return text === "" ? [] : coerceItems(schemas, shape, [text]);
  return text;
}

/** If the schema does not allow a list, returns the only item of a list. */
function loneItem({ types }: SchemaShape, list: readonly WireValue[]): WireValue | undefined {
  return list.length === 1 && types.size > 0 && !types.has("array") ? list[0] : undefined;
}

/** True for a part that is the only item of a list. */
function isLoneItem({ types }: SchemaShape, value: unknown): boolean {
  return types.size === 1 && types.has("array") && !Array.isArray(value);
}

function isList(raw: WireValue): raw is readonly WireValue[] {
  return Array.isArray(raw);
}

/** One `name=value` of a query, a form or a cookie. */
export interface QueryPair {
  /** Decoded. */
  readonly name: string;
  /** Still encoded, so that an encoded delimiter differs from a real one. */
  readonly raw: string;
}

/** Cuts a query (or a form-urlencoded body) into pairs, in order. @see https://url.spec.whatwg.org/#urlencoded-parsing */
export function parseQueryPairs(text: string): QueryPair[] {
  const pairs: QueryPair[] = [];
  for (const part of text.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const name = equals < 0 ? part : part.slice(0, equals);
    pairs.push({ name: decodeQueryText(name), raw: equals < 0 ? "" : part.slice(equals + 1) });
  }
  return pairs;
}

/**
 * Splits a Cookie header into pairs. Skips parts without a name and value. A plus is not a space. @see RFC 6265,
 * section 5.2
 */
export function parseCookiePairs(text: string): QueryPair[] {
  return text.split(";").flatMap((part) => {
    const equals = part.indexOf("=");
    if (equals < 0) return [];
    return [
      {
        name: part.slice(0, equals).trim(),
        raw: part
          .slice(equals + 1)
          .trim()
          .replace(/^"(.*)"$/, "$1")
          .replaceAll("+", "%2B"),
      },
    ];
  });
}

/** Decodes `+` and percent-encoding. Invalid percent-encoding stays as it is. */
export function decodeQueryText(text: string): string {
  return decodePercent(text.includes("+") ? text.replaceAll("+", " ") : text);
}

/** Decodes percent-encoding. Invalid percent-encoding stays as it is. */
export function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
