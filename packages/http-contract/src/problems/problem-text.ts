import type { Problem } from "../model/problem.js";

/** A problem in one line, for answers that are text and for fields of documented errors that hold a message. */
export function problemText({ status, message, details }: Problem): string {
  const [first, ...rest] = details;
  if (!first) return message;
  // "books has no record 9" says enough.
  const isPlaced = status !== 404 && typeof first.path === "string" && first.path !== "";
  const place = isPlaced ? `${first.in ?? ""} ${first.path} ` : "";
  return `${message}: ${place.trimStart()}${first.message}${rest.length > 0 ? ` (and ${rest.length} more)` : ""}`;
}
