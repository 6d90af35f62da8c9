import { toJson } from "./json-body.js";

/** JSON values, one a line (NDJSON, JSON Lines). */
export function jsonLines(value: unknown): string {
  return linesOf(value, "");
}

/** Each after a record separator. @see RFC 7464 */
export function jsonSequence(value: unknown): string {
  return linesOf(value, "\u001e");
}

function linesOf(value: unknown, before: string): string {
  return Array.from(value as Iterable<unknown>, (item) => `${before}${toJson(item)}\n`).join("");
}
