import type { JsonObject, PropertyPath } from "./record-store.js";

/** The value at the path, `undefined` where there is none. Only own properties count: `constructor` is a legal property name. */
export function propertyAt(value: JsonObject, path: PropertyPath): unknown {
  let current: unknown = value;
  for (const name of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, name)) return undefined;
    current = (current as JsonObject)[name];
  }
  return current;
}
