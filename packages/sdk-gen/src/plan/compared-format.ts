import type { JsonSchemaObject } from "@onespec/spec-core";

/**
 * The format by which queries compare texts: that of the schema, or `decimal` where a pattern lets nothing through but digits, a sign and a
 * point. So many digits and no more may be a code, in which zeros count.
 */
export function comparedFormat({ format, pattern, type }: JsonSchemaObject): string | undefined {
  if (format !== undefined || typeof pattern !== "string" || ![type].flat().includes("string")) return format;
  if (!NUMBER.test(pattern)) return undefined;
  return pattern.replace(TOKENS, "") === "" ? "decimal" : undefined;
}

/** A point, a sign, or any number of digits. */
const NUMBER = /\\\.|\[[^\]]*[.+-][^\]]*\]|-\?|(?:\\d|\[0-9\])[+*]/;
const TOKENS = /\\d|\\\.|\[(?:[-+.]|\\[d.]|0-9)+\]|\{\d+(?:,\d*)?\}|[\^$()?:!=|*+\-0.]/g;
