import type { SchemaObject } from "../schema-data.js";
import { fail } from "./issue.js";
import type { Check, Format, Keyword, Rule, Rules } from "./keyword.js";

/** The rule of a keyword with a limit; none without the keyword. `noun` is the counted thing, `end` the last words of the message. */
export function limit<T, K extends keyof SchemaObject>(
  schema: SchemaObject,
  keyword: K,
  message: string,
  holds: (value: T, limit: NonNullable<SchemaObject[K]>) => boolean,
  noun?: string,
  end = "",
): Rule<T>[] {
  const most = schema[keyword];
  if (most === undefined || most === null) return [];
  const counted = noun && ` ${Number(most) === 1 ? noun : `${noun}s`.replace("ys", "ies")}`;
  const text = `must ${message} ${most}${counted ?? ""}${end}`;
  const told = keyword === "minLength" && most === 1 ? "must not be empty" : text;
  return [(value, path, issues) => holds(value, most) || fail(issues, path, keyword, told, value, most)];
}

/** The keyword `format`, where it is checked. */
export const formatRules: Keyword = ({ format }) => {
  const { text, number, name, said = `of the format ${name}` } = Object(format) as Partial<Format>;
  const rules = <T>(holds: ((value: T) => boolean) | undefined): Rule<T>[] =>
    holds
      ? [(value, path, issues) => holds(value) || fail(issues, path, "format", `must be ${said}`, value, name)]
      : [];
  return { string: rules(text), number: rules(number) };
};

/** Joins the rules, if there are any. */
export function together<T>(rules: readonly Rule<T>[]): Rule<T>[] {
  if (rules.length < 2) return [...rules];
  return [
    (value, path, issues, depth) => {
      let right = true;
      for (const rule of rules) {
        if (!rule(value, path, issues, depth)) {
          if (!issues) return false;
          right = false;
        }
      }
      return right;
    },
  ];
}

export type Json = Readonly<Record<string, unknown>>;

const KINDS = ["string", "number", "array", "object"] as const;

/** Joins the rules into one check. Values of types without rules pass. */
export function byType(all: readonly Rules[], type: SchemaObject["type"]): Check[] {
  const ruleOf = (kind: (typeof KINDS)[number]): Check[] =>
    together(all.flatMap((rules) => (rules[kind] ?? []) as readonly Check[]));
  if (typeof type === "string")
    return KINDS.filter((kind) => kind === (type === "integer" ? "number" : type)).flatMap(ruleOf);
  const byKind = new Map(KINDS.flatMap((kind) => ruleOf(kind).map((rule) => [kind as string, rule])));
  if (byKind.size === 0) return [];
  return [
    (value, path, issues, depth) => {
      const kind = Array.isArray(value)
        ? "array"
        : typeof value === "bigint"
          ? "number"
          : value !== null && typeof value;
      const rule = kind && byKind.get(kind);
      return !rule || rule(value, path, issues, depth);
    },
  ];
}

/** True for objects except arrays, dates, files and buffers. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
