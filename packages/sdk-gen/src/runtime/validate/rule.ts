import type { SchemaObject } from "../schema-data.js";
import type { Check, Rule } from "./check.js";
import { fail } from "./issue.js";
import type { Format, Rules } from "./keyword.js";

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

/** The rule of a format that is checked. */
export function formatRules<T>({ format }: SchemaObject, type: "text" | "number"): Rule<T>[] {
  const { [type]: check, name, said = `of the format ${name}` } = Object(format) as Partial<Format>;
  const holds = check as ((value: T) => boolean) | undefined;
  return holds
    ? [(value, path, issues) => holds(value) || fail(issues, path, "format", `must be ${said}`, value, name)]
    : [];
}

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

type TypedRules = Required<Omit<Rules, "any" | "last">>;

/** Joins the rules into one check. Values of types without rules pass. */
export function byType(rules: TypedRules, type: SchemaObject["type"]): Check[] {
  const known = type === "integer" ? "number" : type;
  if (typeof known === "string") {
    return Object.hasOwn(rules, known)
      ? (together(rules[known as keyof TypedRules] as readonly Rule<never>[]) as Check[])
      : [];
  }
  const [string] = together(rules.string);
  const [number] = together(rules.number);
  const [array] = together(rules.array);
  const [object] = together(rules.object);
  if (!(string || number || array || object)) return [];
  return [
    (value, path, issues, depth) => {
      if (typeof value === "string") return !string || string(value, path, issues, depth);
      if (typeof value === "number" || typeof value === "bigint")
        return !number || number(value as number, path, issues, depth);
      if (Array.isArray(value)) return !array || array(value, path, issues, depth);
      return !object || !isObject(value) || object(value, path, issues, depth);
    },
  ];
}

/** True for objects except arrays, dates, files and buffers. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
