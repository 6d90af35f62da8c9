/** An object in the form that JSON.parse returns. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** The value as an object, an empty one when it is none. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** True if two JSON values are equal. `1` equals `1.0`, and the order of properties does not matter. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSameJson(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  );
}

/**
 * Percent-encodes a text for a URL or a form. A text that was cut may end in half of a surrogate pair, which becomes
 * U+FFFD.
 */
export function percentEncode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** Decodes percent-encoding. Returns malformed text unchanged. */
export function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Escapes a text so that a regular expression matches exactly this text. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
