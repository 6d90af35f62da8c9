/** One `name=value` of a query or a form. */
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

/** Undoes `+` and percent-encoding; text that is not valid percent-encoding stays as it is. */
export function decodeQueryText(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
