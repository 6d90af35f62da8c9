import { mapMembers } from "../map-members.js";

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
