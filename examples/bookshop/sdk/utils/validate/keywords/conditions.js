import { ALWAYS } from "../check.js";
import { fail } from "../issue.js";
export const not = ({ not: schema = false }, scope) => {
    const excluded = scope.part(schema, true);
    return {
        any: [
            (value, path, issues) => !excluded(value, path) || fail(issues, path, "not", "must not match a schema that is excluded"),
        ],
    };
};
/** `if`, `then` and `else`. */
export const conditions = ({ if: test = true, then: yes, else: no }, scope) => {
    const condition = scope.part(test, true);
    const [whenTrue, whenFalse] = [yes, no].map((part) => (part === undefined ? ALWAYS : scope.part(part, true)));
    return {
        any: [
            (value, path, issues, depth) => {
                const applied = condition(value, path) ? whenTrue : whenFalse;
                return !applied || applied(value, path, issues, depth);
            },
        ],
    };
};
