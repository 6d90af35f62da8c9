import { isObject } from "../../json/is-object.js";
import { isAnnotation } from "../shape/reference-siblings.js";

/**
 * Returns a test for an alternative `integer` next to `number` in a `oneOf`. An integer is also a number, so no integer
 * would match exactly one of them. Generators for Rust and Python write such unions and mean either. The alternative
 * `integer` can then be removed.
 */
export function withinNumber(list: readonly unknown[]): (alternative: unknown) => boolean {
  if (!list.some((one) => isBare(one, "number"))) return () => false;
  return (one) => isBare(one, "integer");
}

function isBare(raw: unknown, type: string): boolean {
  if (!isObject(raw) || raw.type !== type) return false;
  return Object.keys(raw).every((keyword) => keyword === "type" || keyword === "format" || isAnnotation(keyword));
}
