import { isPlainObject } from "./is-plain-object.js";

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
