import type { JsonObject } from "@onespec/spec-core";

/** Returns the object with only the properties whose names pass. */
export function pickBy(object: object, isKept: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => isKept(name)));
}
