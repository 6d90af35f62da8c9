/** JSON equality. */
export function isSame(left: unknown, right: unknown): boolean {
  return left === right || (typeof left === "object" && typeof right === "object" && keyOf(left) === keyOf(right));
}

/** A text that is the same for equal JSON values, whatever the order of properties. */
export function keyOf(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value === 0 ? 0 : value);
  if (Array.isArray(value)) return `[${value.map(keyOf)}]`;
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : `${JSON.stringify(name)}:${keyOf(member)}`,
  );
  return `{${members.sort()}}`;
}
