/**
 * What was sent put over what is there: objects are merged at every depth, everything else replaces. With `nullDeletes` a
 * null takes the property out (RFC 7396, JSON Merge Patch); without it null is a value like any other, which is what plain
 * JSON means: the request's schema has said already where it is allowed.
 */
export function mergeFields(current: unknown, sent: unknown, nullDeletes: boolean): unknown {
  if (!isObject(sent)) return sent;
  const merged: Record<string, unknown> = isObject(current) ? { ...current } : {};
  for (const name of Object.keys(sent)) {
    const value = sent[name];
    // Setting it would change what the object inherits from; no API has a field of this name.
    if (name === "__proto__") continue;
    if (value === null && nullDeletes) delete merged[name];
    else merged[name] = isObject(value) ? mergeFields(merged[name], value, nullDeletes) : value;
  }
  return merged;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
