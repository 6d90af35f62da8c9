import type { SchemaData } from "../schema-data.js";
import { type Format, formatName } from "../validate/keyword.js";
import { typesOf } from "../validate/types-of.js";
import { formatOf } from "./fields.js";

/** Compares two values: less than, equal to or more than zero; NaN if they cannot be compared. */
export type Compare = NonNullable<Format["compare"]>;

/** How the texts of a field are compared, if not as texts: by the function of their format, or as instants. */
export function comparisonOf(field: SchemaData | undefined): Compare | undefined {
  const format = field === undefined ? undefined : formatOf(field);
  if (field === undefined || format === undefined) return undefined;
  if (typeof format === "object" && format.compare) return typesOf(field).has("string") ? format.compare : undefined;
  return formatName({ format }) === "date-time" ? compareInstants : undefined;
}

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
