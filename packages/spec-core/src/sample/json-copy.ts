import { setOwn } from "./set-own.js";

/** A copy of a JSON value that shares nothing with it. */
export function jsonCopy(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(jsonCopy);
  const copy: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) setOwn(copy, key, jsonCopy(part));
  return copy;
}
