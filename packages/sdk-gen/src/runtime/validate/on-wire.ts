import { isPlainObject } from "../is-plain-object.js";

/**
 * Converts the values of a body, or of a parameter that may be an object: dates to text, as they are sent. Returns the same object if
 * nothing changes.
 */
export function onWire(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return dateAsText(value);
  if (value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return "";
  return mapMembers(value, onWire);
}

export function dateAsText(value: unknown): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  return value;
}

/** Replaces the members of an object or the items of a list. Returns the same object if nothing changes, and other values as they are. */
export function mapMembers(value: unknown, map: (member: unknown, name: string) => unknown): unknown {
  const isList = Array.isArray(value);
  if (!isList && !isPlainObject(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[name];
    const mapped = map(member, name);
    if (mapped === member) continue;
    copy ??= Object.assign(isList ? [] : Object.create(null), value) as Record<string, unknown>;
    copy[name] = mapped;
  }
  return copy ?? value;
}
