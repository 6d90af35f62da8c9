/** Equal as JSON: both sides are built by the same code, with the same order of keys. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
