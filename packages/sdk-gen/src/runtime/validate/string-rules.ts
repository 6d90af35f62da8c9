import type { SchemaObject } from "../schema-data.js";
import type { Rule } from "./check.js";
import { isUntested, toRegExp } from "./pattern.js";
import { formatRule, limit } from "./rule.js";

/** The keywords of texts. Lengths count characters, not UTF-16 units. */
export function stringRules(schema: SchemaObject): Rule<string>[] {
  const expression = toRegExp(schema.pattern ?? "");
  const { format } = schema;
  const accepts = typeof format === "object" ? format.text : undefined;
  return [
    ...limit(schema, "minLength", "have at least", hasAtLeast, "character"),
    ...limit(schema, "maxLength", "have at most", (text: string, most) => !hasAtLeast(text, most + 1), "character"),
    ...limit(schema, "pattern", "match", (text: string) => isUntested(text, schema) || expression.test(text)),
    ...(accepts ? formatRule(schema, "be a valid", accepts) : []),
  ];
}

function hasAtLeast(text: string, count: number): boolean {
  // A character has one or two UTF-16 units.
  if (text.length < count || text.length >= 2 * count) return text.length >= count;
  return Array.from(text).length >= count;
}
