import type { Format } from "../keyword.js";

export const int32: Format = { name: "int32", said: "an integer of 32 bits", number: (value) => isInteger(value, 32) };
export const int64: Format = { name: "int64", said: "an integer of 64 bits", number: (value) => isInteger(value, 64) };

function isInteger(value: number | bigint, bits: number): boolean {
  const bound = 2 ** (bits - 1);
  return (typeof value === "bigint" || Number.isInteger(value)) && value >= -bound && value < bound;
}
