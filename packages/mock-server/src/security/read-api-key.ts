import { decodePercent, decodeQueryText, parseQueryPairs } from "@onespec/http-requests";
import type { SecurityScheme } from "@onespec/spec-core";
import { headerText, type MockRequest } from "../server/mock-request.js";

/** The key as it was sent, decoded; `undefined` when it was not. */
export function readApiKey(
  { in: place, name }: Extract<SecurityScheme, { type: "apiKey" }>,
  { headers, query }: MockRequest,
): string | undefined {
  switch (place) {
    case "header":
      return headerText(headers, name.toLowerCase());
    case "query": {
      const pair = query === "" ? undefined : parseQueryPairs(query).find((one) => one.name === name);
      return pair && decodeQueryText(pair.raw);
    }
    case "cookie":
      return readCookie(headerText(headers, "cookie") ?? "", name);
  }
}

/** @see RFC 6265, section 4.2.1 */
function readCookie(text: string, name: string): string | undefined {
  for (const part of text.split(";")) {
    const equals = part.indexOf("=");
    if (equals < 0 || part.slice(0, equals).trim() !== name) continue;
    return decodePercent(
      part
        .slice(equals + 1)
        .trim()
        .replace(/^"(.*)"$/, "$1"),
    );
  }
  return undefined;
}
