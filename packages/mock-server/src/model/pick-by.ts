import type { JsonObject } from "@onespec/spec-core";

/** The object with the properties alone whose names pass. */
export function pickBy(object: object, isKept: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => isKept(name)));
}
