import type { Problem } from "../model/problem.js";

/** A problem in one line, for text answers and for the message of documented errors. */
export function problemText({ status, message, details }: Problem): string {
  const [first, ...rest] = details;
  if (!first) return message;
  // "books has no record 9" and "Unexpected end of JSON" say enough; "must be an object" needs a subject.
  const isPlaced = status !== 404 && (first.path || first.keyword !== undefined);
  const place = isPlaced ? [first.in, first.path].map((part) => (part ? `${part} ` : "")).join("") : "";
  return `${message}: ${place}${first.message}${rest.length > 0 ? ` (and ${rest.length} more)` : ""}`;
}
