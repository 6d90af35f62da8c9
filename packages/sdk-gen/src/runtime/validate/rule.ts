import type { SchemaObject } from "../schema-data.js";
import type { Check } from "./check.js";
import { fail, type Issue } from "./issue.js";

/** A keyword's demand on values of the one type that it speaks of. */
export type Rule<T> = (value: T, path: string, issues: Issue[] | undefined, depth: number) => boolean;

/** The rule of a keyword whose value is a limit; none without the keyword. `noun`: what it counts. */
export function limit<T, K extends keyof SchemaObject>(
  schema: SchemaObject,
  keyword: K,
  message: string,
  holds: (value: T, limit: NonNullable<SchemaObject[K]>) => boolean,
  noun?: string,
): Rule<T>[] {
  const most = schema[keyword];
  if (most === undefined || most === null) return [];
  const text = `must ${message} ${most}${noun ? ` ${noun}${Number(most) === 1 ? "" : "s"}` : ""}`;
  return [(value, path, issues) => holds(value, most) || fail(issues, path, keyword, text, value, most)];
}

/** The rules as a check that lets values of other types pass. */
export function checkOf<T>(isMeant: (value: unknown) => value is T, rules: readonly Rule<T>[]): Check[] {
  if (rules.length === 0) return [];
  return [
    (value, path, issues, depth = Number.POSITIVE_INFINITY) => {
      if (!isMeant(value)) return true;
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
