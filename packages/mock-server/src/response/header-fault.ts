/** Headers of the connection and of the body's length, which the server writes itself (RFC 9110, section 7.6.1). */
export const SERVER_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Returns why HTTP does not allow a header; `undefined` if it does. */
export function headerFault(name: string, value: string): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return "is not a name that a header can have";
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) return "holds a line break or another character that no header can have";
  return undefined;
}
