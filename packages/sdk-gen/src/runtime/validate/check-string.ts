import type { SchemaObject } from "../schema-data.js";
import type { Check } from "./check.js";
import { FORMATS } from "./formats.js";
import { toRegExp } from "./pattern.js";
import { checkOf, limit } from "./rule.js";

/** The keywords about text. Lengths count characters, not UTF-16 units. */
export function stringChecks(schema: SchemaObject): Check[] {
  const expression = toRegExp(schema.pattern ?? "");
  const format = schema.format ?? "";
  const accepts = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return checkOf(isText, [
    ...limit(schema, "minLength", "have at least", hasAtLeast, "character"),
    ...limit(schema, "maxLength", "have at most", (text: string, most) => !hasAtLeast(text, most + 1), "character"),
    ...limit(schema, "pattern", "match", (text: string) => expression.test(text)),
    ...(accepts ? limit(schema, "format", "be a valid", accepts) : []),
  ]);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function hasAtLeast(text: string, count: number): boolean {
  // A character takes one unit or two.
  if (text.length < count || text.length >= 2 * count) return text.length >= count;
  return Array.from(text).length >= count;
}
