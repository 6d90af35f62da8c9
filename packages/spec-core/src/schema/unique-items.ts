/** Positions of two equal items, the earliest there are; in one pass, however long the array. */
export function findEqualItems(items: readonly unknown[]): readonly [number, number] | undefined {
  if (items.length < 2) return undefined;
  const seen = new Map<unknown, number>();
  for (const [index, item] of items.entries()) {
    const key =
      typeof item === "object" && item !== null ? canonicalText(item) : typeof item === "string" ? `"${item}` : item;
    const before = seen.get(key);
    if (before !== undefined) return [before, index];
    seen.set(key, index);
  }
  return undefined;
}

/** The same text for equal values, whatever the order of their properties. */
export function canonicalText(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`).join(",")}}`;
}

/** Are two JSON values the same? */
export function isEqualJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isEqualJson(item, b[index]));
  }
  if (Array.isArray(b)) return false;
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  let count = 0;
  for (const name of Object.keys(one)) {
    if (one[name] === undefined) continue;
    count += 1;
    if (!Object.hasOwn(other, name) || !isEqualJson(one[name], other[name])) return false;
  }
  return Object.keys(other).filter((name) => other[name] !== undefined).length === count;
}
