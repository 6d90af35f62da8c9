/** Levels of lists and objects that a value may have: those that one may have that is sent. */
export const DEEPEST = 500;

/** Looks without recursion, for which such a value is too deep. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNested);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((outer) => Object.values(outer).filter(isNested));
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
