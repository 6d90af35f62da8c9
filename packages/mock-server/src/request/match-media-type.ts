/** `Text/HTML; charset=utf-8` as `text/html`. */
export function essence(mediaType: string): string {
  // What nearly every body is.
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

/** Does the concrete type fall under the range: itself, `text/*` or everything? Both without parameters. */
export function isWithin(type: string, range: string): boolean {
  if (type === range || range === "*/*" || range === "*") return true;
  return range.endsWith("/*") && type.startsWith(range.slice(0, -1));
}

/** JSON by name or by its suffix (RFC 6839): `application/json`, `application/problem+json`. */
export function isJsonType(type: string): boolean {
  return type === "application/json" || type === "text/json" || type.endsWith("+json");
}

/** XML by name or by its suffix (RFC 7303). */
export function isXmlType(type: string): boolean {
  return type === "application/xml" || type === "text/xml" || type.endsWith("+xml");
}
