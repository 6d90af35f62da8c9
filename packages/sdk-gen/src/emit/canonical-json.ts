/** Levels that get a line for each member: the sections of a description, and what is in them. */
const LINED_LEVELS = 3;
const MOST_LEVELS = 500;

/**
 * JSON in which the order of keys does not show: members sorted by name. One line for each path and each component, so
 * that version control shows what changed.
 * @param limit characters; `undefined` is the answer for what would be longer, nests without end, or is no JSON
 */
export function canonicalJson(value: unknown, limit: number): string | undefined {
  if (leastLength(value, limit, 0) > limit) return undefined;
  const parts: string[] = [];
  let length = 0;
  return write(value, 0) ? `${parts.join("")}\n` : undefined;

  function put(text: string): boolean {
    parts.push(text);
    length += text.length;
    return length <= limit;
  }

  function write(item: unknown, level: number): boolean {
    if (level > MOST_LEVELS) return false;
    if (typeof item !== "object" || item === null) {
      return put(typeof item === "bigint" ? String(item) : (JSON.stringify(item) ?? "null"));
    }
    const separator = level < LINED_LEVELS ? ",\n" : ",";
    if (Array.isArray(item)) {
      return put("[") && item.every((member, at) => put(at === 0 ? "" : ",") && write(member, level + 1)) && put("]");
    }
    const entries = Object.entries(item)
      .filter(([, member]) => member !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1));
    return (
      put("{") &&
      entries.every(
        ([name, member], at) => put(`${at === 0 ? "" : separator}${JSON.stringify(name)}:`) && write(member, level + 1),
      ) &&
      put("}")
    );
  }
}

/** Characters that a value takes at least, counted no further than beyond the limit: far less work than writing it. */
function leastLength(value: unknown, limit: number, level: number): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null || level > MOST_LEVELS) return 1;
  let length = 2;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && length <= limit; at += 1)
      length += leastLength(value[at], limit - length, level + 1);
    return length;
  }
  for (const name in value) {
    const member = value[name as keyof typeof value];
    if (member !== undefined) length += name.length + 3 + leastLength(member, limit - length, level + 1);
    if (length > limit) break;
  }
  return length;
}
