import type { Keyword } from "../keyword.js";
import { limit } from "../rule.js";

/** The smallest and the largest number. 64-bit integers may be bigints. */
export const bounds: Keyword = (schema) => ({
  number: [
    ...limit(schema, "minimum", "be at least", (value: number, least) => value >= least),
    ...limit(schema, "maximum", "be at most", (value: number, most) => value <= most),
    ...limit(schema, "exclusiveMinimum", "be more than", (value: number, bound) => value > bound),
    ...limit(schema, "exclusiveMaximum", "be less than", (value: number, bound) => value < bound),
  ],
});
