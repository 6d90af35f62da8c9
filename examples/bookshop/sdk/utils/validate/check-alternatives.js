import { explainClosest } from "./explain-closest.js";
import { fail } from "./issue.js";
import { has, pathTo } from "./object-rules.js";
import { isObject } from "./rule.js";
/** `oneOf` and `anyOf`, each told apart by a tag where there is one, and the subtypes that a tag names. */
export function alternativeChecks(schema, scope) {
    const checks = [];
    for (const keyword of ["oneOf", "anyOf"]) {
        const branches = schema[keyword];
        if (!branches || scope.leadsBack(branches))
            continue;
        const isTagged = schema.discriminator?.tags && !scope.marks && (keyword === "oneOf" || !schema.oneOf);
        checks.push(alternatives(keyword, branches, scope, isTagged ? schema.discriminator : undefined));
    }
    return [...checks, ...subtypes(schema, scope)];
}
function alternatives(keyword, branches, scope, tagging) {
    const all = branches.map((branch) => scope.part(branch, true));
    const at = (positions) => positions.flatMap((position) => all[position] ?? []);
    const { propertyName = "", tags = {}, untagged = [], fallback } = tagging ?? {};
    const byTag = new Map(Object.entries(tags).map(([tag, positions]) => [tag, at(positions)]));
    const others = at(fallback === undefined ? untagged : [fallback]);
    /** A tag is a hint only: what the branches themselves allow is allowed. Where none does, the tag is the mistake. */
    const failTag = (value, path, issues) => {
        const here = pathTo(path, propertyName);
        if (!has(value, propertyName))
            return fail(issues, here, "required", "is required");
        const known = [...byTag.keys()];
        const message = `must be one of ${known.map((tag) => JSON.stringify(tag)).join(", ")}`;
        return fail(issues, here, "discriminator", message, value[propertyName], known);
    };
    return (value, path, issues, depth) => {
        let checks = all;
        let isLost = false;
        if (tagging && isObject(value)) {
            const tag = tagOf(value, propertyName);
            const named = tag === undefined ? undefined : byTag.get(tag);
            if (named)
                checks = named;
            else if (fallback !== undefined || (others.length > 0 && has(value, propertyName)))
                checks = others;
            else
                isLost = true;
        }
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
        if (isLost)
            return failTag(value, path, issues);
        if (matches > 1) {
            return fail(issues, path, keyword, `must match exactly one of ${checks.length} schemas, but matches ${matches}`);
        }
        issues?.push(...explainClosest(keyword, checks, value, path, depth));
        return false;
    };
}
function subtypes({ discriminator }, scope) {
    const entries = Object.entries(discriminator?.subtypes ?? {});
    if (!discriminator || entries.length === 0 || scope.marks || scope.leadsBack(entries.map(([, schema]) => schema)))
        return [];
    const byTag = new Map(entries.map(([tag, schema]) => [tag, scope.part(schema, true)]));
    return [
        (value, path, issues, depth) => {
            const tag = isObject(value) ? tagOf(value, discriminator.propertyName) : undefined;
            const check = tag === undefined ? undefined : byTag.get(tag);
            return !check || check(value, path, issues, depth);
        },
    ];
}
function tagOf(value, name) {
    const tag = value[name];
    return has(value, name) && typeof tag !== "object" ? String(tag) : undefined;
}
