import { headerText, type RequestHeaders } from "./mock-request.js";

/** Headers that let a browser page of another origin read the answer. @see https://fetch.spec.whatwg.org/#http-cors-protocol */
export function corsHeaders(
  request: RequestHeaders,
  answer: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  const origin = headerText(request, "origin");
  if (origin === undefined) return undefined;
  const exposed = new Set([...EXPOSED, ...Object.keys(answer).filter((name) => !SAFELISTED.has(name))]);
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": [...exposed].join(", "),
    vary: answer.vary === undefined ? "Origin" : `${answer.vary}, Origin`,
  };
}

/**
 * The answer to a preflight: every method of the path, and the method and every header that are asked for. A method that the path does
 * not have is let through as well: the page then reads the 405 or 404, and not that something failed.
 *
 * @param allowed upper case
 */
export function preflightHeaders(
  request: RequestHeaders,
  allowed: readonly string[],
): Readonly<Record<string, string>> {
  const asked = headerText(request, "access-control-request-headers");
  const method = headerText(request, "access-control-request-method")?.toUpperCase() ?? "";
  const isPrivate = headerText(request, "access-control-request-private-network") === "true";
  return {
    "access-control-allow-methods": [...new Set([...allowed, method])].join(", "),
    "access-control-max-age": "600",
    ...(asked === undefined ? {} : { "access-control-allow-headers": asked }),
    ...(isPrivate ? { "access-control-allow-private-network": "true" } : {}),
  };
}

const EXPOSED = ["location", "link", "etag", "x-total-count"];

/** @see https://fetch.spec.whatwg.org/#cors-safelisted-response-header-name */
const SAFELISTED = new Set([
  "cache-control",
  "content-language",
  "content-length",
  "content-type",
  "expires",
  "last-modified",
  "pragma",
]);
