import type { Keyword } from "../keyword.js";
import { limit } from "../rule.js";

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
