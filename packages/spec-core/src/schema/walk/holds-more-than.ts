/** Characters that are looked through as quickly as one value. */
const AT_ONCE = 64;

/** Are there more values in a value than that, long texts counted as several? Takes no longer for a larger one. */
export function holdsMoreThan(value: unknown, most: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  const left: object[] = [value];
  let count = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (ArrayBuffer.isView(next)) continue;
    const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    count += members.length;
    if (count > most) return true;
    for (const member of members) {
      if (typeof member === "string") count += member.length / AT_ONCE;
      else if (typeof member === "object" && member !== null) left.push(member);
    }
  }
  return count > most;
}
