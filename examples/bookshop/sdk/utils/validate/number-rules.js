import { formatRule, limit } from "./rule.js";
/** The keywords about numbers, and the formats of OpenAPI that limit them. 64-bit integers may be bigints. */
export function numberRules(schema) {
    const { format } = schema;
    const accepts = typeof format === "object" ? format.number : undefined;
    return [
        ...limit(schema, "minimum", "be at least", (value, least) => value >= least),
        ...limit(schema, "maximum", "be at most", (value, most) => value <= most),
        ...limit(schema, "exclusiveMinimum", "be more than", (value, bound) => value > bound),
        ...limit(schema, "exclusiveMaximum", "be less than", (value, bound) => value < bound),
        ...(accepts ? formatRule(schema, "be an integer of the type", accepts) : []),
    ];
}
