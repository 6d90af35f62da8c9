import { isUntested, toRegExp } from "./pattern.js";
import { formatRule, limit } from "./rule.js";
/** The keywords about text. Lengths count characters, not UTF-16 units. */
export function stringRules(schema) {
    const expression = toRegExp(schema.pattern ?? "");
    const { format } = schema;
    const accepts = typeof format === "object" ? format.text : undefined;
    return [
        ...limit(schema, "minLength", "have at least", hasAtLeast, "character"),
        ...limit(schema, "maxLength", "have at most", (text, most) => !hasAtLeast(text, most + 1), "character"),
        ...limit(schema, "pattern", "match", (text) => isUntested(text, schema) || expression.test(text)),
        ...(accepts ? formatRule(schema, "be a valid", accepts) : []),
    ];
}
function hasAtLeast(text, count) {
    // A character takes one unit or two.
    if (text.length < count || text.length >= 2 * count)
        return text.length >= count;
    return Array.from(text).length >= count;
}
