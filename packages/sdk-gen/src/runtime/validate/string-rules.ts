import type { SchemaObject } from "../schema-data.js";
import type { Rule } from "./check.js";
import { FORMATS } from "./formats.js";
import { toRegExp } from "./pattern.js";
import { limit } from "./rule.js";

/** The keywords about text. Lengths count characters, not UTF-16 units. */
export function stringRules(schema: SchemaObject): Rule<string>[] {
  const expression = toRegExp(schema.pattern ?? "");
  const format = schema.format ?? "";
  const accepts = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return [
    ...limit(schema, "minLength", "have at least", hasAtLeast, "character"),
    ...limit(schema, "maxLength", "have at most", (text: string, most) => !hasAtLeast(text, most + 1), "character"),
    ...limit(schema, "pattern", "match", (text: string) => expression.test(text)),
    ...(accepts ? limit(schema, "format", "be a valid", accepts) : []),
  ];
}

function hasAtLeast(text: string, count: number): boolean {
  // A character takes one unit or two.
  if (text.length < count || text.length >= 2 * count) return text.length >= count;
  return Array.from(text).length >= count;
}
