import { isObject } from "./is-object.js";

/** The value at a place. `undefined` if the path ends early. Only own properties count. */
export function valueAtPlace(value: unknown, place: readonly string[]): unknown {
  let inner = value;
  for (const name of place) {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, name)) return undefined;
    inner = (inner as Record<string, unknown>)[name];
  }
  return inner;
}

/**
 * A copy of `value` with `inner` at the place. Missing objects on the path are created. `undefined` removes the
 * property.
 */
export function withValueAt(value: unknown, place: readonly string[], inner: unknown): unknown {
  const [name, ...rest] = place;
  if (name === undefined) return inner;
  const object = isObject(value) ? value : {};
  const before = Object.hasOwn(object, name) ? object[name] : undefined;
  const after = withValueAt(before, rest, inner);
  // In Node 20 this takes a tenth of the time of `{ ...object, more }`.
  if (after !== undefined) return Object.assign({}, object, { [name]: after });
  const { [name]: _, ...others } = object;
  return others;
}
