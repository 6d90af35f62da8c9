import { isPlainObject } from "../is-plain-object.js";

/** Converts the values of a body, or of a parameter that may be an object. */
export type OnWire = (value: unknown) => unknown;

/** Converts dates to text, as they are sent. Returns the same object if nothing changes. */
export const onWire: OnWire = (value) => {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return dateAsText(value);
  if (value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return "";
  const isList = Array.isArray(value);
  if (!isList && !isPlainObject(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[name];
    const sent = onWire(member);
    if (sent === member) continue;
    copy ??= Object.assign(isList ? [] : Object.create(null), value) as Record<string, unknown>;
    copy[name] = sent;
  }
  return copy ?? value;
};

export function dateAsText(value: unknown): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  return value;
}
