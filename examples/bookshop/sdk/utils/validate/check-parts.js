import { ALWAYS } from "./check.js";
import { fail } from "./issue.js";
/** `allOf`, `not` and conditions: what the value itself must be, or not be, as well. */
export function partChecks(schema, scope) {
    const checks = (schema.allOf ?? []).map((part) => scope.part(part));
    if (schema.not !== undefined) {
        const excluded = scope.part(schema.not, true);
        checks.push((value, path, issues) => !excluded(value, path) || fail(issues, path, "not", "must not match a schema that is excluded"));
    }
    if (schema.if !== undefined) {
        const condition = scope.part(schema.if, true);
        const [yes, no] = [schema.then, schema.else].map((part) => (part === undefined ? ALWAYS : scope.part(part, true)));
        checks.push((value, path, issues, depth) => {
            const applied = condition(value, path) ? yes : no;
            return !applied || applied(value, path, issues, depth);
        });
    }
    return checks;
}
