import { inertMarkup } from "./inert-markup.js";

/**
 * What moves the cursor or the text around it instead of being seen: control characters but line breaks, line and paragraph
 * separators, marks of direction. With them, code can look like other code. @see CVE-2021-42574
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
/** Of what JSON leaves as it is. */
const LEFT = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff<]/;

/** Any JSON value as a JavaScript expression: valid in scripts, modules and inline `<script>` elements alike. */
export function literal(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) return "undefined";
  if (!LEFT.test(text)) return text;
  // U+2028 and U+2029 end a line in old parsers, `</script` and `<!--` end or open things in HTML.
  return text
    .replace(UNSEEN, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replace(/<(?=[/!])/g, "\\u003c");
}

/** Text inside a block comment: cannot end it, start another directive for tools, or hold control characters. */
export function commentText(text: string): string {
  // Nearly every text is plain: one look tells.
  if (!/[^\n\x20-\x3f\x41-\x7e]|[*#]|<[a-z/!?]|!\[|\][(:]/i.test(text)) return text;
  return inertMarkup(text.toWellFormed().replace(UNSEEN, " "))
    .replaceAll("*/", "* /")
    .replace(/[@#](?=(ts-|sourceMappingURL|sourceURL|__|vite-ignore|webpack|jsx))/gi, (mark) => `${mark} `);
}

/** Markdown text on one line, in a table cell or a list: nothing in it is markup. */
export function markdownText(text: string): string {
  return oneLine(text).replace(/[\\`*_{}[\]<>|#!~]/g, "\\$&");
}

/** Text between backticks. */
export function codeSpan(text: string): string {
  return `\`${oneLine(text).replaceAll("`", "'")}\``;
}

/** A path as it goes over the wire, where the description has characters in it that no path has: nothing in it is markup. */
export function pathText(path: string): string {
  return oneLine(path).replace(/[\s<>[\]`\\|"^]/g, encodeURIComponent);
}

/** On one line, with nothing in it that is not seen. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(UNSEEN, " ").replace(/\s+/g, " ").trim();
}

/** `name` as a property name of an object literal or type. `__proto__` is computed, or it would set the prototype. */
export function propertyName(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return isIdentifier(name) ? name : literal(name);
}

/** Access to a property: `.name` or `["name"]`. */
export function memberAccess(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${literal(name)}]`;
}

export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}
