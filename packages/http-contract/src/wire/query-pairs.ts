/** One `name=value` of a query, a form or a cookie. */
export interface QueryPair {
  /** Decoded. */
  readonly name: string;
  /** As sent, so that an encoded delimiter can be told from a real one. */
  readonly raw: string;
}

/** Cuts a query (or a form-urlencoded body) into pairs, in order. @see https://url.spec.whatwg.org/#urlencoded-parsing */
export function parseQueryPairs(text: string): QueryPair[] {
  const pairs: QueryPair[] = [];
  for (const part of text.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const name = equals < 0 ? part : part.slice(0, equals);
    pairs.push({ name: decodeQueryText(name), raw: equals < 0 ? "" : part.slice(equals + 1) });
  }
  return pairs;
}

/** Cuts a Cookie header into pairs; what is no pair is nothing. @see RFC 6265, section 5.2 */
export function parseCookiePairs(text: string): QueryPair[] {
  return text.split(";").flatMap((part) => {
    const equals = part.indexOf("=");
    if (equals < 0) return [];
    return [
      {
        name: part.slice(0, equals).trim(),
        raw: part
          .slice(equals + 1)
          .trim()
          .replace(/^"(.*)"$/, "$1"),
      },
    ];
  });
}

/** Undoes `+` and percent-encoding; text that is not valid percent-encoding stays as it is. */
export function decodeQueryText(text: string): string {
  return decodePercent(text.includes("+") ? text.replaceAll("+", " ") : text);
}

/** Percent-encoding that is not valid stays as it is. */
export function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
