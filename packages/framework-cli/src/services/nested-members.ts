import { isObject } from "../entity/is-object.js";

/** The value at a place of an object; `undefined` if it ends early. */
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
  const object = isJsonObject(value) ? value : {};
  return { ...object, [name]: withValueAt(object[name], rest, inner) };
}

/** RFC 7396 without its null: objects are merged, everything else is replaced. */
export function mergeDeep(before: unknown, change: unknown): unknown {
  if (!isJsonObject(before) || !isJsonObject(change)) return change;
  const merged: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(change)) merged[name] = mergeDeep(before[name], value);
  return merged;
}

/** True for objects of JSON: a binary field holds a Buffer. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Buffer.isBuffer(value);
}

/** The named members of a record that it has. */
export function pick(record: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(record, name) ? [[name, record[name]]] : [])));
}
