/**
 * Comments are shown as Markdown, with HTML in it, by editors and documentation tools. What only formats stays as it is; what could run,
 * load, or hide the rest of a page gets a space, after which it is text.
 * @see https://spec.commonmark.org/0.31.2/#raw-html
 */
export function inertMarkup(text: string): string {
  return text
    .replace(/<(?=[a-z/!?])/gi, (_mark, at: number) => (isInert(text.slice(at, at + LONGEST_TAG)) ? "<" : "< "))
    .replace(/\](?=[(:]\s*<?\s*([^\s)>]*))/g, (_mark, target: string) => (isHarmless(target) ? "]" : "] "))
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

/** A web or mail address, or a place of the same site. Character references and escapes may hide another scheme. */
function isHarmless(target: string): boolean {
  return /^(?:https?:|mailto:)/i.test(target) || !/^[^/?#\w.-]|^[\w+.-]*(?::|&|%3a|\\)/i.test(target);
}
