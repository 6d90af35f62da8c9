import type { Check, Rule } from "../check.js";
import { fail } from "../issue.js";
import type { Json } from "../rule.js";
import { explainClosest } from "./explain-closest.js";

/** Reports that no branch has the tag of the value. */
export const LOST: readonly Check[] = [];

/**
 * Checks `oneOf` and `anyOf`.
 * @param narrow selects branches by the tag of the value; `undefined` for all of them
 * @param failTag reports the tag as the mistake
 */
export function choice(
  keyword: "oneOf" | "anyOf",
  all: readonly Check[],
  narrow?: (value: unknown) => readonly Check[] | undefined,
  failTag?: Rule<Json>,
): Check {
  return (value, path, issues, depth) => {
    const narrowed = narrow?.(value) ?? all;
    const isLost = narrowed === LOST;
    const checks = isLost ? all : narrowed;
    const [only] = checks;
    if (only && checks.length === 1 && !isLost) return only(value, path, issues, depth);
    let matches = 0;
    for (const check of checks) {
      if (check(value, path)) matches += 1;
      if (matches > 0 && (keyword === "anyOf" || (matches > 1 && !issues))) break;
    }
    if (matches === 1) return true;
    // A tag is only a hint. A value that other branches allow is valid; else the tag is the mistake.
    if (isLost && failTag) return failTag(value as Json, path, issues);
    if (matches > 1) {
      return fail(issues, path, keyword, "must match only one of the alternatives");
    }
    issues?.push(...explainClosest(keyword, checks, value, path, depth));
    return false;
  };
}
