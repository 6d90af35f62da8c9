/** Any JSON value as a JavaScript expression: valid in scripts, modules and inline `<script>` elements alike. */
export function literal(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) return "undefined";
  if (!/[\u2028\u2029<]/.test(text)) return text;
  // U+2028 and U+2029 end a line in old parsers, `</script` and `<!--` end or open things in HTML.
  return text
    .replace(/[\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`)
    .replace(/<(?=[/!])/g, "\\u003c");
}

/** Text inside a block comment: cannot end it, start another directive for tools, or hold control characters. */
export function commentText(text: string): string {
  // Nearly every text is plain: one look tells.
  if (!/[^\n\x20-\x3f\x41-\x7e]|[*#]/.test(text)) return text;
  return text
    .replace(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")
    .replaceAll("*/", "* /")
    .replace(/[@#](?=(ts-|sourceMappingURL|sourceURL|__PURE__|vite-ignore|webpack))/gi, (mark) => `${mark} `);
}

/** Markdown text on one line, in a table cell or a list: nothing in it is markup. */
export function markdownText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\`*_{}[\]<>|#!]/g, "\\$&")
    .trim();
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
