/**
 * How many values one has once each shared part is written out at each of its places, which is how a walk sees it. A part that
 * holds itself counts once. Counts no further than a little above `most`.
 * @param value not nested deeper than a recursion can go
 */
export function expandedSize(value: unknown, most: number): number {
  const sizes = new Map<object, number>();
  const sizeOf = (part: unknown): number => {
    if (typeof part !== "object" || part === null) return 1;
    const known = sizes.get(part);
    if (known !== undefined) return known;
    sizes.set(part, 1);
    let size = 1;
    for (const member of Object.values(part)) {
      size += sizeOf(member);
      if (size > most) break;
    }
    sizes.set(part, size);
    return size;
  };
  return sizeOf(value);
}
