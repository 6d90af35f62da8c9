import { fail } from "../issue.js";
import { explainClosest } from "./explain-closest.js";
/** No branch is known for the value's tag. */
export const LOST = [];
/**
 * One, or one of several.
 * @param narrow the branches that the value's tag names; `undefined`: all of them
 * @param failTag says that the tag is the mistake
 */
export function choice(keyword, all, narrow, failTag) {
    return (value, path, issues, depth) => {
        const narrowed = narrow?.(value) ?? all;
        const isLost = narrowed === LOST;
        const checks = isLost ? all : narrowed;
        const [only] = checks;
        if (only && checks.length === 1 && !isLost)
            return only(value, path, issues, depth);
        let matches = 0;
        for (const check of checks) {
            if (check(value, path))
                matches += 1;
            if (matches > 0 && (keyword === "anyOf" || (matches > 1 && !issues)))
                break;
        }
        if (matches === 1)
            return true;
        // A tag is a hint only: what the branches themselves allow is allowed. Where none does, the tag is the mistake.
        if (isLost && failTag)
            return failTag(value, path, issues);
        if (matches > 1) {
            return fail(issues, path, keyword, `must match exactly one of ${checks.length} schemas, but matches ${matches}`);
        }
        issues?.push(...explainClosest(keyword, checks, value, path, depth));
        return false;
    };
}
