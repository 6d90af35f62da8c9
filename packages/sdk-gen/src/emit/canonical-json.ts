import { sorted } from "../sorted.js";

/** Levels that get a line for each member: the sections of a description, and their members. */
const LINED_LEVELS = 3;
const MOST_LEVELS = 500;

/**
 * JSON with sorted keys, so that their order in the source does not matter. Each path and each component gets a line, so that
 * version control shows each change.
 * @param limit in characters. The result is `undefined` for a longer text, and for a value that is cyclic or no JSON
 */
export function canonicalJson(value: unknown, limit: number): string | undefined {
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
    const entries = sorted(item as Readonly<Record<string, unknown>>).filter(([, member]) => member !== undefined);
    return (
      put("{") &&
      entries.every(
        ([name, member], at) => put(`${at === 0 ? "" : separator}${JSON.stringify(name)}:`) && write(member, level + 1),
      ) &&
      put("}")
    );
  }
}
