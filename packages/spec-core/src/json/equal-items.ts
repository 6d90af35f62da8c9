/** Positions of the first two equal items. Needs one pass, however long the array is. */
export function findEqualItems(items: readonly unknown[]): readonly [number, number] | undefined {
  if (items.length < 2 || (items.every(isScalar) && new Set(items).size === items.length)) return undefined;
  const seen = new Map<unknown, number>();
  for (const [index, item] of items.entries()) {
    const key = identity(item);
    const before = seen.get(key);
    if (before !== undefined) return [before, index];
    seen.set(key, index);
  }
  return undefined;
}

/** Two scalars are equal if they are the same value, so a `Set` finds them. */
function isScalar(item: unknown): boolean {
  return typeof item !== "object" || item === null;
}

/** The same for equal items, and for no others. */
function identity(item: unknown): unknown {
  if (typeof item === "object" && item !== null) return canonicalText(item);
  return typeof item === "string" ? `"${item}` : item;
}

/** The same text for equal values, whatever the order of their properties. */
export function canonicalText(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  return `{${sortedMembers(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`)
    .join(",")}}`;
}

function sortedMembers(value: object): readonly (readonly [string, unknown])[] {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.sort(([a], [b]) => (a < b ? -1 : 1));
}
