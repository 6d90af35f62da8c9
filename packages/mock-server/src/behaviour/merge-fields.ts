/**
 * What was sent put over what is there: objects are merged at every depth, everything else replaces. With `nullDeletes` a
 * null takes the property out (RFC 7396, JSON Merge Patch); without it null is a value like any other, which is what plain
 * JSON means: the request's schema has said already where it is allowed.
 */
export function mergeFields(current: unknown, sent: unknown, nullDeletes: boolean): unknown {
  if (!isObject(sent)) return sent;
  const base = isObject(current) ? current : {};
  const merged = new Map<string, unknown>(Object.entries(base));
  for (const [name, value] of Object.entries(sent)) {
    if (value === null && nullDeletes) merged.delete(name);
    else merged.set(name, mergeFields(merged.get(name), value, nullDeletes));
  }
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
