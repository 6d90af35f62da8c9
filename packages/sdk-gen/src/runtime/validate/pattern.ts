import type { SchemaObject } from "../schema-data.js";

/** True if the text is too long to test against the patterns of the schema. */
export function isUntested(text: string, { patternLimit = Infinity }: SchemaObject): boolean {
  return text.length > patternLimit;
}

/**
 * Compiles a pattern with the flag `u`, or without it for patterns with needless escapes such as `\-`. Patterns of other dialects allow
 * everything.
 */
export function toRegExp(pattern: string): RegExp {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {}
  }
  return /(?:)/;
}
