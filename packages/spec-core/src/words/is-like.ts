/**
 * True if a text matches a pattern with `%` or `*` as wildcards. A pattern without wildcards may be anywhere in the
 * text. Case is ignored.
 */
export function isLike(text: string, pattern: string): boolean {
  const [first = "", ...others] = pattern.toLowerCase().split(/[%*]+/);
  const lower = text.toLowerCase();
  const last = others.pop();
  if (last === undefined) return lower.includes(first);
  if (!lower.startsWith(first)) return false;
  let from = first.length;
  for (const part of others) {
    const at = lower.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return lower.length - last.length >= from && lower.endsWith(last);
}
