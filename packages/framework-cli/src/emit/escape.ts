/** The only place where texts of users are turned into source code. */

/**
 * Characters that JSON does not escape and that can make code look like other code, such as direction marks and line
 * ends.
 */
const UNSEEN = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A JSON value as a JavaScript expression on one line. @see CVE-2021-42574 */
export function literal(value: unknown): string {
  return (JSON.stringify(value) ?? "undefined").replace(
    UNSEEN,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`,
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
