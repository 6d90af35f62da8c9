import type { JsonSchemaObject } from "@onespec/spec-core";

/**
 * The format that decides how queries compare texts. It is the schema's format, or `decimal` if the pattern allows only
 * digits, a sign and a point. A pattern for a fixed number of digits does not count: it may describe a code with
 * leading zeros.
 */
export function comparedFormat({ format, pattern, type }: JsonSchemaObject): string | undefined {
  if (format !== undefined || typeof pattern !== "string" || ![type].flat().includes("string")) return format;
  if (!NUMBER.test(pattern)) return undefined;
  return pattern.replace(TOKENS, "") === "" ? "decimal" : undefined;
}

/** A point, a sign, or any number of digits. */
const NUMBER = /\\\.|\[[^\]]*[.+-][^\]]*\]|-\?|(?:\\d|\[0-9\])[+*]/;
const TOKENS = /\\d|\\\.|\[(?:[-+.]|\\[d.]|0-9)+\]|\{\d+(?:,\d*)?\}|[\^$()?:!=|*+\-0.]/g;
