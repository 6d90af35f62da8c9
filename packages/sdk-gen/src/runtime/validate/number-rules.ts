import type { SchemaObject } from "../schema-data.js";
import type { Rule } from "./check.js";
import { limit } from "./rule.js";

/** The keywords about numbers, and the formats of OpenAPI that limit them. 64-bit integers may be bigints. */
export function numberRules(schema: SchemaObject): Rule<number>[] {
  const bits = schema.format === "int32" ? 32 : schema.format === "int64" ? 64 : 0;
  return [
    ...limit(schema, "minimum", "be at least", (value: number, least) => value >= least),
    ...limit(schema, "maximum", "be at most", (value: number, most) => value <= most),
    ...limit(schema, "exclusiveMinimum", "be more than", (value: number, bound) => value > bound),
    ...limit(schema, "exclusiveMaximum", "be less than", (value: number, bound) => value < bound),
    ...limit(schema, "multipleOf", "be a multiple of", isMultiple),
    ...(bits ? limit(schema, "format", "be an integer of the type", (value: number) => isInteger(value, bits)) : []),
  ];
}

/** JSON's numbers lose their last digits beyond 2^53, so that an int64 which is a number has no bounds. */
function isInteger(value: number | bigint, bits: number): boolean {
  if (typeof value === "number" && bits === 64) return Number.isInteger(value);
  const bound = 2 ** (bits - 1);
  return (typeof value === "bigint" || Number.isInteger(value)) && value >= -bound && value < bound;
}

/** As both are written in decimal: 19.99 is a multiple of 0.01, although their quotient in floating point is not whole. */
function isMultiple(value: number, step: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(step)) return value % step === 0;
  if (typeof value === "number" && !Number.isFinite(value)) return false;
  const [left, right] = [decimal(value), decimal(step)];
  const exponent = Math.min(left.exponent, right.exponent);
  const scaled = ({ digits, exponent: own }: Decimal): bigint => digits * 10n ** BigInt(own - exponent);
  return scaled(left) % scaled(right) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimal(value: number): Decimal {
  const [mantissa = "", exponent = 0] = String(value).split("e");
  const [whole, fraction = ""] = mantissa.split(".");
  return { digits: BigInt(`${whole}${fraction}`), exponent: Number(exponent) - fraction.length };
}
