import type { RecordPlace } from "@onespec/spec-core";

/** The value at a place; `undefined` where it ends early. Only own properties count. */
export function valueAtPlace(value: unknown, place: RecordPlace): unknown {
  let inner = value;
  for (const name of place) {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, name)) return undefined;
    inner = (inner as Record<string, unknown>)[name];
  }
  return inner;
}

/** A copy of `value` with `inner` at the place; objects on the way are made where there are none. `undefined` takes the property out. */
export function withValueAt(value: unknown, place: RecordPlace, inner: unknown): unknown {
  const [name, ...rest] = place;
  if (name === undefined) return inner;
  const object = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  const before = Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
  const after = withValueAt(before, rest, inner);
  if (after !== undefined) return { ...object, [name]: after };
  const { [name]: _, ...others } = object as Record<string, unknown>;
  return others;
}
