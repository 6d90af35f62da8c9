/** The value at a place of an object; `undefined` where it ends early. */
export function valueAt(value: unknown, place: readonly string[]): unknown {
  let inner = value;
  for (const name of place) {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, name)) return undefined;
    inner = (inner as Record<string, unknown>)[name];
  }
  return inner;
}

/** A copy of the object with `inner` at the place; objects on the way are made where there are none. */
export function withValueAt(value: unknown, place: readonly string[], inner: unknown): unknown {
  const [name, ...rest] = place;
  if (name === undefined) return inner;
  const object = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  return { ...object, [name]: withValueAt((object as Record<string, unknown>)[name], rest, inner) };
}

/** RFC 7396 without its null: objects are merged, everything else is replaced. */
export function mergeDeep(before: unknown, change: unknown): unknown {
  if (!isObject(before) || !isObject(change)) return change;
  const merged: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(change)) merged[name] = mergeDeep(before[name], value);
  return merged;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
}
