import type { SchemaObject } from "../schema-data.js";
import type { Rule } from "./check.js";
import { formatRule, limit } from "./rule.js";

/** The keywords and formats of numbers. 64-bit integers may be bigints. */
export function numberRules(schema: SchemaObject): Rule<number>[] {
  const { format } = schema;
  const accepts = typeof format === "object" ? format.number : undefined;
  return [
    ...limit(schema, "minimum", "be at least", (value: number, least) => value >= least),
    ...limit(schema, "maximum", "be at most", (value: number, most) => value <= most),
    ...limit(schema, "exclusiveMinimum", "be more than", (value: number, bound) => value > bound),
    ...limit(schema, "exclusiveMaximum", "be less than", (value: number, bound) => value < bound),
    ...(accepts ? formatRule(schema, "be an integer of the type", accepts) : []),
  ];
}
