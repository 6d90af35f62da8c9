import type { Keyword } from "../keyword.js";
import { isUntested, toRegExp } from "../pattern.js";
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

export const multipleOf: Keyword = (schema) => ({
  number: limit(schema, "multipleOf", "be a multiple of", isMultiple),
});

/** Compares decimal digits: 19.99 is a multiple of 0.01, although their quotient in floating point is no integer. */
function isMultiple(value: number, step: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(step)) return value % step === 0;
  if (typeof value === "number" && !Number.isFinite(value)) return false;
  const [left, right] = [decimalParts(value), decimalParts(step)];
  const exponent = Math.min(left.exponent, right.exponent);
  const scaled = ({ digits, exponent: own }: Decimal): bigint => digits * 10n ** BigInt(own - exponent);
  return scaled(left) % scaled(right) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimalParts(value: number): Decimal {
  const [mantissa = "", exponent = 0] = String(value).split("e");
  const [whole, fraction = ""] = mantissa.split(".");
  return { digits: BigInt(`${whole}${fraction}`), exponent: Number(exponent) - fraction.length };
}
