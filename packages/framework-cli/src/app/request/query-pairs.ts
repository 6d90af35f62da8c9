/** One `name=value` of a query, a form or a cookie. */
export interface QueryPair {
  /** Decoded. */
  readonly name: string;
  /** As sent: an encoded delimiter must be told from a real one. */
  readonly raw: string;
}

/** Cuts a query or a form into pairs, in order. @see https://url.spec.whatwg.org/#urlencoded-parsing */
export function parseQueryPairs(text: string): readonly QueryPair[] {
  return cut(text, "&").map(([name, raw]) => ({ name: decodeQueryText(name), raw }));
}

/** Cuts a Cookie header into pairs. @see RFC 6265, section 5.4 */
export function parseCookiePairs(text: string): readonly QueryPair[] {
  return cut(text, ";").map(([name, raw]) => ({ name: name.trim(), raw: raw.trim().replace(/^"(.*)"$/, "$1") }));
}

/** `+` is a space, and percent-encoding that is not valid stays as it is. */
export function decodeQueryText(text: string): string {
  return decodePathText(text.includes("+") ? text.replaceAll("+", " ") : text);
}

/** Percent-encoding that is not valid stays as it is. */
export function decodePathText(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function cut(text: string, separator: string): readonly (readonly [string, string])[] {
  return text
    .split(separator)
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const equals = part.indexOf("=");
      return equals < 0 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
    });
}
