import { createHash } from "node:crypto";

/** A strong validator of a JSON value: the same whatever order its members are in. @see RFC 9110, section 8.8.3 */
export function entityTag(text: string): string {
  const digest = createHash("sha256").update(JSON.stringify(ordered(JSON.parse(text))));
  return `"${digest.digest("base64url").slice(0, 22)}"`;
}

/** Does a list of tags, or `*`, name this one? Weak tags never do. @see RFC 9110, section 13.1.1 */
export function namesTag(list: string, tag: string): boolean {
  return list.trim() === "*" || tagsIn(list).includes(tag);
}

/** The same for reading, where weak tags count as well. @see RFC 9110, section 13.1.2 */
export function namesTagWeakly(list: string, tag: string): boolean {
  return list.trim() === "*" || tagsIn(list).some((one) => one.replace(/^W\//, "") === tag);
}

function tagsIn(list: string): readonly string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, inner]): [string, unknown] => [name, ordered(inner)]);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}
