import type { Place } from "./resource-spec.js";

/** The value at a path. At a list, collects the values of its elements. */
export function valueAt(record: unknown, place: Place): unknown {
  let value = record;
  for (const [depth, name] of place.entries()) {
    if (Array.isArray(value)) {
      const rest = place.slice(depth);
      return value.flatMap((item) => valueAt(item, rest) ?? []);
    }
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
