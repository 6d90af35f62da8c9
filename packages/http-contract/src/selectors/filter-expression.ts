import { isObject } from "@onespec/spec-core";
import { jsonIn } from "../wire/parse-json.js";

/** One comparison of an expression, as a search's body has it. */
export interface Comparison {
  readonly field: string;
  /** The operator that the client wrote: `eq`, `greater-than`, `==`. */
  readonly operator: string;
  readonly value: unknown;
}

/** Brackets within brackets of the deepest expression that is read. */
const DEEPEST = 10;

/**
 * Parses comparisons that must all be true. Understands `equals(name,"a"),any(id,["1","2"])` and `and(…)` of JSON:API,
 * `name eq 'a' and size gt 3` of OData and SCIM, `name==a;size=gt=3` of RSQL, `name = "a" AND size > 3`, and JSON:
 * `{"name":["a"],"size":{"$gt":3}}`.
 * @returns `or` if one comparison is enough; `undefined` for any other text
 */
export function parseFilterExpression(text: string): readonly Comparison[] | "or" | undefined {
  if (text.trimStart().startsWith("{")) return readJsonFilter(jsonIn(text), 0);
  for (const { depth } of plainPlaces(text)) if (depth > DEEPEST) return undefined;
  return parseComparisons(text);
}

function readJsonFilter(filter: unknown, depth: number): readonly Comparison[] | "or" | undefined {
  if (!isObject(filter) || depth > DEEPEST) return undefined;
  const [only, ...more] = Object.values(filter);
  const listed = Array.isArray(only) && more.length === 0 ? only.map(readCondition) : [];
  if (listed.length > 0 && listed.every((one) => one !== undefined)) return listed;
  const { _and, $and = _and, _or, $or = _or, ...fields } = filter;
  if ($or !== undefined) return "or";
  const inner = [$and ?? []].flat().map((one) => readJsonFilter(one, depth + 1));
  if (inner.includes("or")) return "or";
  if (!inner.every((one) => Array.isArray(one))) return undefined;
  const own = Object.entries(fields).flatMap(([field, sent]): Comparison[] => {
    if (!isObject(sent)) return [{ field, operator: "eq", value: sent }];
    const members = Object.entries(sent);
    // `{"label":{"a":true}}` is the same as `{"label":["a"]}`.
    if (members.every(([, value]) => value === true))
      return [{ field, operator: "eq", value: members.map(([name]) => name) }];
    return members.map(([name, value]) => ({ field, operator: name.replace(/^[$_]/, ""), value }));
  });
  return [...inner.flat(), ...own];
}

/** `{ "key": "name", "operation": "EQUALS", "string_value": "a" }` of `{ "predicates": [...] }`. */
function readCondition(condition: unknown): Comparison | undefined {
  if (!isObject(condition)) return undefined;
  const member = (name: RegExp): unknown => Object.entries(condition).find(([own]) => name.test(own))?.[1];
  const [field, operator, value] = [/^(?:key|field|property)$/i, /^op(?:erator|eration)?$/i, /value$/i].map(member);
  if (typeof field !== "string" || value === undefined) return undefined;
  return { field, operator: typeof operator === "string" ? operator : "eq", value };
}

function parseComparisons(text: string): readonly Comparison[] | "or" | undefined {
  const inner = /^(?:and)?\((.+)\)$/is.exec(text.trim())?.[1];
  const whole = inner !== undefined && isBalanced(inner) ? inner : text;
  if (/^or\(.+\)$/is.test(whole.trim()) || split(whole, /^\s+or\s+|^\|\|?/i).length > 1) return "or";
  const parts = split(whole, /^(?:\s+and\s+|;|&&)/i).flatMap(splitAtCommas);
  const first = parts[0] ?? "";
  if (parts.length === 1) {
    const one = parseComparison(first);
    return one && [one];
  }
  const found = parts.map(parseComparisons);
  if (found.includes("or")) return "or";
  return found.every((one) => Array.isArray(one)) ? found.flat() : undefined;
}

/** `a==1,b==2` is two comparisons, `a==1,2` one with two values. */
function splitAtCommas(text: string): string[] {
  const parts = split(text, /^,/);
  return parts.slice(1).every((part) => parseComparison(part)) ? parts : [text];
}

function parseComparison(text: string): Comparison | undefined {
  const [, call, named, rest] = /^([a-z][\w-]*)\(\s*([\w.$@/-]+)\s*(?:,(.*))?\)$/is.exec(text.trim()) ?? [];
  if (call !== undefined && named !== undefined) {
    const values = rest === undefined ? [] : split(rest, /^,/).flatMap(valuesIn);
    return { field: named.replaceAll("/", "."), operator: call, value: values.length === 1 ? values[0] : values };
  }
  const [, field, operator, value] = FORMS.map((form) => form.exec(text.trim())).find((found) => found) ?? [];
  if (field === undefined || operator === undefined) return undefined;
  if (operator === "pr") return { field, operator: "exists", value: true };
  const values = valuesIn(value ?? "").map(withoutCall);
  // Functions are not evaluated.
  if (values.some((one) => /^\w+\(.*\)$/s.test(one))) return undefined;
  return {
    field: field.replaceAll("/", "."),
    operator: operator.replace(/^=([a-z]+)=$/i, "$1"),
    value: values.length === 1 ? values[0] : values,
  };
}

const FORMS = [
  /^([\w.$@/-]+)\s+(eq|ne|gt|ge|gte|lt|le|lte|co|sw|ew|in)\s+(.+)$/is,
  /^([\w.$@/-]+)\s+(pr)$/i,
  /^([\w.$@/-]+)\s*(==|!=|>=|<=|=(?:gt|ge|lt|le|in|out)=|=|>|<)\s*([^=<>].*)$/is,
];

/** The value of a text with or without quotes, or the values of a list in brackets or parentheses. */
function valuesIn(text: string): string[] {
  const trimmed = text.trim();
  const list = /^[[(](.*)[\])]$/s.exec(trimmed)?.[1];
  if (list !== undefined) return split(list, /^,/).flatMap(valuesIn);
  const parts = split(trimmed, /^,/);
  return parts.length > 1 ? parts.flatMap(valuesIn) : [/^(["'])(.*)\1$/s.exec(trimmed)?.[2] ?? trimmed];
}

/**
 * Removes the call around a value: `Guid("1")` and `DateTime(2030, 1, 31)` of .NET. For other names, only if there is a
 * single argument.
 */
function withoutCall(text: string): string {
  const [, name = "", inner] = /^(\w+)\((.*)\)$/s.exec(text) ?? [];
  if (inner === undefined) return text;
  const values = split(inner, /^,/).flatMap(valuesIn);
  if (values.length === 1) return values[0] ?? text;
  if (!/^date(?:time)?$/i.test(name) || values.length < 3 || !values.every((one) => /^\d+$/.test(one))) return text;
  const [year = 0, month = 1, ...rest] = values.map(Number);
  return new Date(Date.UTC(year, month - 1, ...rest)).toISOString();
}

/** Splits at separators outside of quotes and brackets. */
function split(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { index, depth } of plainPlaces(text)) {
    if (depth > 0 || index < start) continue;
    // A run of spaces is looked at once, from its first.
    if (/^\s\s/.test(text.slice(index - 1, index + 1))) continue;
    const found = separator.exec(text.slice(index));
    if (!found) continue;
    parts.push(text.slice(start, index));
    start = index + found[0].length;
  }
  return [...parts, text.slice(start)].map((part) => part.trim()).filter((part) => part !== "");
}

/** True if no bracket closes before it opens. */
function isBalanced(text: string): boolean {
  return [...plainPlaces(text)].every(({ depth }) => depth >= 0);
}

/** The places outside of quotes, and how many brackets are open there. */
function* plainPlaces(text: string): Generator<{ readonly index: number; readonly depth: number }> {
  let depth = 0;
  let quote = "";
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (quote !== "") {
      if (character === quote) quote = "";
      continue;
    }
    if (character === '"' || character === "'") quote = character;
    if ("([".includes(character)) depth += 1;
    if (")]".includes(character)) depth -= 1;
    yield { index, depth };
  }
}
