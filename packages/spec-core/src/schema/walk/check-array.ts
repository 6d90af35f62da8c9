import type { CheckedSchemaObject } from "../checked-schema.js";
import type { Findings } from "./findings.js";

/** `minItems` and `maxItems`. */
export function checkItemCount(
  found: Findings,
  { minItems, maxItems }: CheckedSchemaObject,
  { length }: readonly unknown[],
  path: string,
): void {
  if (minItems !== undefined && length < minItems) found.add("minItems", path, { limit: minItems });
  if (maxItems !== undefined && length > maxItems) found.add("maxItems", path, { limit: maxItems });
}

/** `uniqueItems`. @param equal positions of two equal items */
export function checkUnique(found: Findings, equal: readonly [number, number] | undefined, path: string): void {
  if (equal) found.add("uniqueItems", path, { i: equal[1], j: equal[0] });
}

/** `contains`, `minContains` and `maxContains`. @param matching items that satisfy `contains` */
export function checkMatching(
  found: Findings,
  { minContains = 1, maxContains }: CheckedSchemaObject,
  matching: number,
  path: string,
): void {
  if (matching >= minContains && matching <= (maxContains ?? matching)) return;
  found.add("contains", path, { minContains, ...(maxContains !== undefined && { maxContains }) });
}

/** `items: false`: there may be none but those that have a schema of their own. */
export function checkNoMore(
  found: Findings,
  { items, prefixItems = [] }: CheckedSchemaObject,
  { length }: readonly unknown[],
  path: string,
): void {
  if (items === false && length > prefixItems.length) found.add("items", path, { limit: prefixItems.length });
}
