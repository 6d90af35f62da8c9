/**
 * The preferences of a `Prefer` header, by name in lower case; the first of a name counts. Parameters that follow a
 * preference after `;` are taken as preferences of their own, as many clients write `code=404; example=gone`.
 * Text that is no preference is passed over: a preference never makes a request wrong. @see RFC 7240, section 2
 */
export function parsePrefer(header: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  for (const [, name = "", quoted, plain] of header.matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    if (!preferences.has(key)) preferences.set(key, quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "");
  }
  return preferences;
}

/** `name`, `name=word` or `name="quoted, text"`, up to the next `,` or `;`. */
const PREFERENCE = /([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*)))?[^,;]*/g;
