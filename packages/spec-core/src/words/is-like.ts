/** True if a text fits a pattern with `%` or `*` for any characters; without one the pattern may stand anywhere. Case does not count. */
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
