const OPS = ["add", "remove", "replace", "move", "copy", "test", "destroy"];
/** Names that objects inherit, places of lists, and places that are none. */
const STEPS = [
  ...["toString", "hasOwnProperty", "constructor", "prototype", "__proto__", "call", "valueOf", "length", "push"],
  ...["0", "1", "-", "-1", "01", "1e9", "4294967295", "", "~0", "~1", "~2", "%2f", "a"],
];

/** A list of operations of JSON Patch on a value, of which some make sense. @see RFC 6902 */
export function jsonPatchBody(value: unknown, one: <T>(values: readonly T[]) => T): string {
  const names = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const steps = [...STEPS, ...names, ...names];
  const pointer = (): string => Array.from({ length: one([0, 1, 1, 2, 3]) }, () => `/${one(steps)}`).join("");
  const operations = Array.from({ length: one([1, 2, 5, 20]) }, () => ({
    op: one(OPS),
    path: pointer(),
    from: pointer(),
    value: one([value, 1, null, "x", [], {}]),
  }));
  return JSON.stringify(operations);
}
