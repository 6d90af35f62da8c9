import type { Problem } from "../model/problem.js";

/** A problem in one line, for answers that are text and for fields of documented errors that hold a message. */
export function problemText({ message, details }: Problem): string {
  const [first, ...rest] = details;
  if (!first) return message;
  const place = typeof first.path === "string" && first.path !== "" ? `${first.in ?? ""} ${first.path} ` : "";
  return `${message}: ${place.trimStart()}${first.message}${rest.length > 0 ? ` (and ${rest.length} more)` : ""}`;
}
