import { isObject, type JsonObject } from "@onespec/spec-core";

/** The value, or an object without members in place of anything else. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
