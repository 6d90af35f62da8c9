/** `Text/HTML; charset=utf-8` as `text/html`. */
export function mediaTypeName(header: string): string {
  return (header.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** A parameter such as `boundary`, without quotes. @see RFC 9110, section 5.6.6 */
export function mediaTypeParameter(header: string, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, "i").exec(header) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? plain;
}

/** By name or by suffix (RFC 6839): `application/problem+json`. */
export function isJsonType(type: string): boolean {
  return type === "application/json" || type === "text/json" || type.endsWith("+json");
}

/** How well a documented range takes a type: 3 the type itself, 2 `text/*`, 1 everything, 0 not at all. Both without parameters. */
export function mediaTypeRank(type: string, range: string): 0 | 1 | 2 | 3 {
  if (type === range) return 3;
  if (range === "*/*") return 1;
  return range.endsWith("/*") && type.startsWith(range.slice(0, -1)) ? 2 : 0;
}
