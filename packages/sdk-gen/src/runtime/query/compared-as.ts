import type { SchemaData } from "../schema-data.js";
import { type Format, formatName } from "../validate/keyword.js";
import { typesOf } from "../validate/types-of.js";
import { formatOf } from "./fields.js";

/** Compares two values: less than, equal to or more than zero; NaN if they cannot be compared. */
export type Compare = NonNullable<Format["compare"]>;

/**
 * How a field's texts are compared: by the function of their format, as times, or as numbers. `undefined`: as texts.
 */
export function comparisonOf(field: SchemaData = true): Compare | undefined {
  const format = formatOf(field);
  const types = typesOf(field);
  if (types.has("string")) {
    if (typeof format === "object" && format.compare) return format.compare;
  } else if (types.has("number") || types.has("integer")) return compareNumbers;
  return formatName({ format }) === "date-time" ? compareInstants : undefined;
}

/**
 * Compares numbers, including numbers in texts: decimals that a server describes as numbers, and integers beyond 2^53.
 */
const compareNumbers: Compare = (left, right) => comparePlain(unquoted(left), unquoted(right));

const unquoted = (value: unknown): unknown =>
  typeof value === "string" && /^-?\d*\.?\d+$/.test(value) ? (value.includes(".") ? Number : BigInt)(value) : value;

/** Compares the times of two texts, or the texts if they are no times. */
export const compareInstants: Compare = (left, right) => {
  const difference = Date.parse(String(left)) - Date.parse(String(right));
  return typeof left !== "string" || typeof right !== "string" || Number.isNaN(difference)
    ? comparePlain(left, right)
    : difference || comparePlain(belowMilliseconds(left), belowMilliseconds(right));
};

/** The digits of a time that `Date` drops: many servers send microseconds. */
function belowMilliseconds(time: string): string {
  return /\.\d{3}(\d*?)0*(?!\d)/.exec(time)?.[1] ?? "";
}

/** Compares values of the same type. */
export const comparePlain: Compare = (left, right) => {
  const isText = typeof left === "string" && typeof right === "string";
  if (isText || (isNumber(left) && isNumber(right)) || (typeof left === "boolean" && typeof right === "boolean"))
    return left < right ? -1 : Number(left > right);
  return NaN;
};

function isNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}
