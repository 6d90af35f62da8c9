import type { Keyword } from "../keyword.js";
import { isUntested, toRegExp } from "../pattern.js";
import { limit } from "../rule.js";

/** `minLength`, `maxLength` and `pattern`. Lengths count characters, not UTF-16 units. */
export const textLimits: Keyword = (schema) => {
  const expression = toRegExp(schema.pattern ?? "");
  return {
    string: [
      ...limit(schema, "minLength", "be at least", hasAtLeast, "character", " long"),
      ...limit(
        schema,
        "maxLength",
        "be at most",
        (text: string, most) => !hasAtLeast(text, most + 1),
        "character",
        " long",
      ),
      ...limit(
        schema,
        "pattern",
        "match the pattern",
        (text: string) => isUntested(text, schema) || expression.test(text),
      ),
    ],
  };
};

function hasAtLeast(text: string, count: number): boolean {
  // A character has one or two UTF-16 units.
  if (text.length < count || text.length >= 2 * count) return text.length >= count;
  return Array.from(text).length >= count;
}
