/** Order of two values of a list; what is missing or null comes last in both directions, as it does in the database. */
export function compareValues(a: unknown, b: unknown, descending: boolean): number {
  const isNone = (value: unknown): boolean => value === undefined || value === null;
  if (isNone(a) || isNone(b)) return Number(isNone(a)) - Number(isNone(b));
  const order = compareTwo(a, b);
  return descending ? -order : order;
}

function compareTwo(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [left, right] = [textOf(a), textOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function textOf(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
