import type { MediaType, RequestBody } from "@onespec/spec-core";

/** `Text/HTML; charset=utf-8` as `text/html`. */
export function essence(mediaType: string): string {
  // Nearly every body has this type.
  if (mediaType === "application/json") return mediaType;
  const semicolon = mediaType.indexOf(";");
  return (semicolon < 0 ? mediaType : mediaType.slice(0, semicolon)).trim().toLowerCase();
}

/** A parameter of a header such as Content-Type (`boundary`, `charset`), unquoted. @see RFC 9110, section 5.6.6 */
export function headerParameter(header: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, "i").exec(header);
  return match ? (match[1]?.replace(/\\(.)/g, "$1") ?? match[2]) : undefined;
}

/** All parameters of a header such as Accept, in order, unquoted. @see RFC 9110, section 5.6.6 */
export function headerParameters(header: string): readonly (readonly [name: string, value: string])[] {
  const found = header.matchAll(/;\s*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g);
  return [...found].map(([, name = "", quoted, plain = ""]) => [name, quoted?.replace(/\\(.)/g, "$1") ?? plain]);
}

/**
 * How specifically a range matches a type: 3 the type itself, 2 `text/*`, 1 everything, 0 no match. Both are without
 * parameters.
 */
function rankOf(type: string, range: string): 0 | 1 | 2 | 3 {
  if (type === range) return 3;
  if (range === "*/*" || range === "*") return 1;
  return range.endsWith("/*") && type.startsWith(range.slice(0, -1)) ? 2 : 0;
}

/** True when the concrete type falls under the range: itself, `text/*` or everything. Both without parameters. */
export function isWithin(type: string, range: string): boolean {
  return rankOf(type, range) > 0;
}

/**
 * The most specific documented media type that the concrete one falls under. Parameters decide between types of the
 * same name.
 */
export function selectMediaType({ content }: Pick<RequestBody, "content">, sent: string): MediaType | undefined {
  const type = essence(sent);
  let best: MediaType | undefined;
  let bestRank = 0;
  for (const media of content) {
    const rank = rankOf(type, essence(media.type));
    const exact = rank === 3 && media.type.includes(";") ? rank + agreement(media.type, sent) : rank;
    if (exact > bestRank) [best, bestRank] = [media, exact];
  }
  return best ?? (type === "application/json" ? onlyJson(content) : undefined);
}

/** Above 0 if the type has most of the documented parameters, below 0 otherwise. */
function agreement(documented: string, sent: string): number {
  const pairsOf = (type: string): string[] => headerParameters(type).map((pair) => pair.join("=").toLowerCase());
  const given = new Set(pairsOf(sent));
  const own = pairsOf(documented);
  return (own.filter((pair) => given.has(pair)).length - own.length / 2) / 100;
}

/**
 * Clients send plain JSON if one type with the suffix `+json` is documented, as Klaviyo's clients for
 * `application/vnd.api+json`. A JSON Patch is different.
 */
function onlyJson(content: RequestBody["content"]): MediaType | undefined {
  const [only, ...others] = content.filter(({ type }) => essence(type).endsWith("+json"));
  return only && others.length === 0 && essence(only.type) !== "application/json-patch+json" ? only : undefined;
}

/**
 * The media type of a body without a Content-Type. It is JSON if that is documented. RFC 9110, section 8.3, allows a
 * server to guess.
 */
export function implicitType({ content }: RequestBody, otherwise: string): string {
  const types = content.map((media) => essence(media.type));
  return types.find(isJsonType) ?? types.find((type) => !type.includes("*")) ?? otherwise;
}

/** JSON by name or by its suffix (RFC 6839): `application/json`, `application/problem+json`. */
export function isJsonType(type: string): boolean {
  return type === "application/json" || type === "text/json" || type.endsWith("+json");
}

/** XML by name or by its suffix (RFC 7303). */
export function isXmlType(type: string): boolean {
  return type === "application/xml" || type === "text/xml" || type.endsWith("+xml");
}
