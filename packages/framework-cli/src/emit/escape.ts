/** The only place where texts of users become source text. */

/** A JSON value as a JavaScript expression on one line. */
export function literal(value: unknown): string {
  return (JSON.stringify(value) ?? "undefined").replace(
    /[\u2028\u2029]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16)}`,
  );
}

/** `name` as a key of an object literal. `__proto__` is computed, or it would set the prototype. */
export function propertyName(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return isIdentifier(name) ? name : literal(name);
}

/** Access to a property: `.name` or `["name"]`. */
export function memberAccess(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${literal(name)}]`;
}

/** Text inside a comment: one line that cannot end it, nor direct a tool. */
export function commentText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll("*/", "* /")
    .replace(/[@#](?=(ts-|sourceMappingURL|sourceURL|__PURE__))/gi, (mark) => `${mark} `)
    .trim();
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}
