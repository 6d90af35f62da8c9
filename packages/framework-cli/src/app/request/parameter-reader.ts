import {
  cutBrackets,
  decodePercent,
  decodeQueryText,
  nestByBrackets,
  parseJsonText,
  type QueryPair,
  type WireValue,
} from "@onespec/http-requests";
import type { Parameter } from "@onespec/spec-core";
import type { ValueDecoder } from "./decode-value.js";
import { JSON_RULES, NEST_RULES } from "./wire-rules.js";

/** Reads a path segment as the parameter's style says. @param decoder of the parameter's schema. @see OpenAPI 3.1, "Style Values" */
export function segmentReader(parameter: Parameter, decoder: ValueDecoder): (segment: string) => unknown {
  const { name, style, explode } = parameter;
  const prefix = style === "label" ? "." : style === "matrix" ? `;${name}=` : "";
  const delimiter = explode ? (style === "label" ? "." : style === "matrix" ? ";" : ",") : ",";
  const { types } = decoder.shape;
  return (segment) => {
    const text = segment.startsWith(prefix) ? segment.slice(prefix.length) : segment;
    if (!types.has("array") && !types.has("object")) return decoder.decode(decodePercent(text));
    const parts = text.split(delimiter).filter((part) => part !== "");
    if (types.has("object")) return decoder.decode(objectOf(parts, explode, decodePercent));
    const items = style === "matrix" && explode ? parts.map((part) => part.replace(`${name}=`, "")) : parts;
    return decoder.decode(items.map(decodePercent));
  };
}

/** Reads a header: style `simple`, or the media type of its `content`. */
export function headerReader(parameter: Parameter, decoder: ValueDecoder): (text: string) => unknown {
  const { types } = decoder.shape;
  if (isJson(parameter)) return parseJson;
  if (!types.has("array") && !types.has("object")) return (text) => decoder.decode(text);
  return (text) => {
    const parts = text.split(",").map((part) => part.trim());
    return decoder.decode(types.has("object") ? objectOf(parts, parameter.explode, (part) => part) : parts);
  };
}

/**
 * Reads a parameter of the query or of cookies; `undefined` when it was not sent.
 * @param others names of the other parameters in the same place, which a spread object must not take
 */
export function pairsReader(
  parameter: Parameter,
  decoder: ValueDecoder,
  others: ReadonlySet<string>,
): (pairs: readonly QueryPair[]) => unknown {
  const { name, style, explode } = parameter;
  const { types, properties, others: additional } = decoder.shape;
  const single = (pairs: readonly QueryPair[]): string | undefined => {
    const found = pairs.find((pair) => pair.name === name);
    return found && decodeQueryText(found.raw);
  };
  const decode = (value: WireValue | undefined): unknown => (value === undefined ? undefined : decoder.decode(value));
  if (isJson(parameter)) {
    return (pairs) => {
      const text = single(pairs);
      return text === undefined ? undefined : parseJson(text);
    };
  }
  const isObject = types.has("object");
  if (style === "deepObject" || (isObject && explode)) {
    const isMap = additional !== undefined && additional !== false;
    const isMine = (pair: QueryPair) => !others.has(pair.name) && (isMap || properties.has(pair.name));
    return (pairs) => {
      const value = bracketed(pairs, name) ?? single(pairs);
      if (value !== undefined || style === "deepObject") return decode(value);
      const spread = pairs.filter(isMine);
      return spread.length === 0 ? undefined : decode(nested(spread));
    };
  }
  if (!isObject && !types.has("array")) return (pairs) => decode(single(pairs));
  const delimiter = style === "spaceDelimited" ? /\+|%20| / : style === "pipeDelimited" ? /\||%7c/i : /,/;
  return (pairs) => {
    const sent = pairs.filter((pair) => pair.name === name || isItem(pair.name, name));
    const [first] = sent;
    if (first === undefined) return decode(bracketed(pairs, name));
    if (explode || sent.length > 1) return decode(sent.map(({ raw }) => decodeQueryText(raw)));
    const parts = first.raw === "" ? [] : first.raw.split(delimiter);
    return decode(isObject ? objectOf(parts, false, decodeQueryText) : parts.map(decodeQueryText));
  };
}

function isJson({ content }: Parameter): boolean {
  return content !== undefined && /[/+]json\b/.test(content.type);
}

/** What is not JSON stays text, which its schema then refuses. */
function parseJson(text: string): unknown {
  try {
    return parseJsonText(text, JSON_RULES);
  } catch {
    return text;
  }
}

/** `R,100,G,200`, or exploded `R=100,G=200`; without what would be called `__proto__`, as `nestByBrackets` does. */
function objectOf(parts: readonly string[], explode: boolean, decode: (text: string) => string): WireValue {
  const pairs = explode
    ? parts.map((part) => part.split(/=(.*)/s))
    : parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? ""]] : []));
  const decoded = pairs.map(([name = "", value = ""]): [string, string] => [decode(name), decode(value)]);
  return Object.fromEntries(decoded.filter(([name]) => name !== "__proto__"));
}

function bracketed(pairs: readonly QueryPair[], name: string): WireValue | undefined {
  const mine = pairs.filter((pair) => pair.name.startsWith(`${name}[`));
  return mine.length === 0 ? undefined : nested(mine)[name];
}

function nested(pairs: readonly QueryPair[]): Readonly<Record<string, WireValue>> {
  return nestByBrackets(
    pairs.map(({ name, raw }) => [cutBrackets(name), decodeQueryText(raw)] as const),
    NEST_RULES,
  );
}

/** `ids[]` and `ids[0]` for `ids`, as many clients write lists. */
function isItem(sent: string, name: string): boolean {
  return sent.startsWith(name) && /^\[\d*\]$/.test(sent.slice(name.length));
}
