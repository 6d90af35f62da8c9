import type { IncomingHttpHeaders } from "node:http";
import type { ServerConfig } from "../app-config.js";
import type { Exchange } from "./exchange.js";

/** Names and values in turn. */
type HeaderLines = readonly string[];

/** Safe for every kind of answer; what depends on the page (a content security policy) is the handler's business. */
const SECURITY: HeaderLines = [
  ...["x-content-type-options", "nosniff"],
  ...["x-frame-options", "DENY"],
  ...["referrer-policy", "no-referrer"],
];

const EXPOSED: HeaderLines = [
  "access-control-expose-headers",
  "location, link, etag, retry-after, x-request-id, x-total-count",
];

/** Headers that every answer carries. @see https://fetch.spec.whatwg.org/#http-cors-protocol */
export function createCommonHeaders({
  cors,
}: Pick<ServerConfig, "cors">): (exchange: Pick<Exchange, "headers">) => HeaderLines {
  if (cors === false) return () => SECURITY;
  if (cors === true || cors.origin === "*") {
    const open = [...SECURITY, "access-control-allow-origin", "*", ...EXPOSED];
    return () => open;
  }
  const allowed = [cors.origin].flat();
  const refused = [...SECURITY, "vary", "Origin"];
  return ({ headers: { origin } }) =>
    origin === undefined || !allowed.includes(origin)
      ? refused
      : [...refused, "access-control-allow-origin", origin, "access-control-allow-credentials", "true", ...EXPOSED];
}

/** The answer to a preflight, beside the common headers. @param allowed methods in upper case */
export function preflightHeaders(
  request: IncomingHttpHeaders,
  allowed: readonly string[],
): Readonly<Record<string, string>> {
  const asked = request["access-control-request-headers"];
  return {
    "access-control-allow-methods": allowed.join(", "),
    "access-control-max-age": "600",
    ...(asked === undefined ? {} : { "access-control-allow-headers": asked }),
  };
}
