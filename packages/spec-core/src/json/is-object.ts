export type JsonObject = Readonly<Record<string, unknown>>;

/** True for objects other than `null` and arrays. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** OpenAPI 3.1, "Reference Object". Siblings of `$ref` do not matter here. */
export function isReference(value: unknown): value is JsonObject & { readonly $ref: string } {
  return isObject(value) && typeof value.$ref === "string";
}

/** The kind of a value for messages: `an array`, `null`. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
