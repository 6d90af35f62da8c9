/**
 * Characters that are not visible themselves: control characters except line breaks, line and paragraph separators, marks of
 * direction. They can make code look like other code. @see CVE-2021-42574
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
/** Characters that JSON does not escape, and a client must. */
const LEFT = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff<]/;

/** A JSON value as a JavaScript expression, valid in scripts, modules and inline `<script>` elements. */
export function literal(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) return "undefined";
  if (!LEFT.test(text)) return text;
  // U+2028 and U+2029 end a line in old parsers, `</script` and `<!--` end or open things in HTML.
  return text
    .replace(UNSEEN, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replace(/<(?=[/!])/g, "\\u003c");
}

/**
 * Text for a block comment. It cannot end the comment, and contains no directives for tools and no control characters.
 */
export function commentText(text: string): string {
  // Nearly every text is plain, and needs no replacement.
  if (!/[^\n\x20-\x3f\x41-\x7e]|[*#]|<[a-z/!?]|!\[|\][(:]/i.test(text)) return text;
  return inertMarkup(text.toWellFormed().replace(UNSEEN, " "))
    .replaceAll("*/", "* /")
    .replace(/[@#](?=(ts-|sourceMappingURL|sourceURL|__|vite-ignore|webpack|jsx))/gi, (mark) => `${mark} `);
}

/** Text on one line in Markdown, with all markup escaped. */
export function markdownText(text: string): string {
  return oneLine(text).replace(/[\\`*_{}[\]<>|#!~]/g, "\\$&");
}

/** Text between backticks. */
export function codeSpan(text: string): string {
  return `\`${oneLine(text).replaceAll("`", "'")}\``;
}

/** A path for Markdown, with characters that are markup or not allowed in paths percent-encoded. */
export function pathText(path: string): string {
  return oneLine(path).replace(/[\s<>[\]`\\|"^]/g, encodeURIComponent);
}

/** Text on one line, without invisible characters. */
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

/**
 * Makes markup in comments harmless, because editors and documentation tools render Markdown with HTML. Formatting
 * stays. A space disables markup that could run code, load something, or hide the rest of a page.
 * @see https://spec.commonmark.org/0.31.2/#raw-html
 */
function inertMarkup(text: string): string {
  return text
    .replace(/<(?=[a-z/!?])/gi, (_mark, at: number) => (isInert(text.slice(at, at + LONGEST_TAG)) ? "<" : "< "))
    .replace(/\](?=[(:]\s*<?\s*([^\s)>]{0,200}))/g, (_mark, target: string) => (isHarmless(target) ? "]" : "] "))
    .replaceAll("![", "! [")
    .replaceAll("{@", "{ @");
}

const LONGEST_TAG = 1000;
const TAG =
  /^<\/?([a-z][\w-]*)(?:\s+(?:href|target|rel|title|class|id|name)(?:=(?:"[^"<>]*"|'[^'<>]*'|[\w./:#?&=%-]+))?)*\s*\/?>/i;
const ADDRESS = /^<(?:https?:\/\/|mailto:)[^<>\s]*>/i;
const ACTIVE =
  /^(?:script|style|i?frame|frameset|object|embed|applet|svg|math|link|meta|base|form|input|button|select|option|textarea|template|title|xmp|plaintext|noscript|noembed|noframes|image|img|video|audio|source|track|picture|body|html|head|marquee|dialog|portal|isindex)$/i;

function isInert(text: string): boolean {
  const [tag, name = ""] = TAG.exec(text) ?? [];
  if (tag === undefined) return ADDRESS.test(text);
  const target = /href=["']?\s*([^"'\s>]*)/i.exec(tag)?.[1];
  return !ACTIVE.test(name) && (target === undefined || isHarmless(target));
}

/** True for a web or mail address, and for a path of the same site. Character references and escapes may hide another scheme. */
function isHarmless(target: string): boolean {
  return /^(?:https?:|mailto:)/i.test(target) || !/^[^/?#\w.-]|^[\w+.-]*(?::|&|%3a|\\)/i.test(target);
}
