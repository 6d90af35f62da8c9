import { fail } from "../issue.js";
import { has, pathTo } from "../object-rules.js";
import { isObject } from "../rule.js";
import { alternatives } from "./alternatives.js";
import { choice, LOST } from "./choice.js";
/** `oneOf` and `anyOf` whose branches are told apart by a tag. */
export const taggedAlternatives = (schema, scope) => {
    // Where something around asks what has been looked at, every branch has its say.
    if (scope.marks)
        return alternatives(schema, scope);
    const { oneOf, anyOf, discriminator } = schema;
    const tagged = oneOf ?? anyOf ?? [];
    const checks = scope.leadsBack(tagged) ? [] : [byTag(oneOf ? "oneOf" : "anyOf", tagged, scope, discriminator)];
    return { any: oneOf && anyOf ? [...checks, ...(alternatives({ anyOf }, scope).any ?? [])] : checks };
};
function byTag(keyword, branches, scope, { propertyName = "", tags = {}, untagged = [], fallback } = {}) {
    const all = branches.map((branch) => scope.part(branch, true));
    const at = (positions) => positions.flatMap((position) => all[position] ?? []);
    const named = new Map(Object.entries(tags).map(([tag, positions]) => [tag, at(positions)]));
    const others = at(fallback === undefined ? untagged : [fallback]);
    const narrow = (value) => {
        if (!isObject(value))
            return undefined;
        const tag = tagOf(value, propertyName);
        const known = tag === undefined ? undefined : named.get(tag);
        return known ?? (fallback !== undefined || (others.length > 0 && has(value, propertyName)) ? others : LOST);
    };
    const failTag = (value, path, issues) => {
        const here = pathTo(path, propertyName);
        if (!has(value, propertyName))
            return fail(issues, here, "required", "is required");
        const known = [...named.keys()];
        const message = `must be one of ${known.map((tag) => JSON.stringify(tag)).join(", ")}`;
        return fail(issues, here, "discriminator", message, value[propertyName], known);
    };
    return choice(keyword, all, narrow, failTag);
}
/** A schema without branches that others extend: what the value's tag names must hold as well. */
export const subtypes = ({ discriminator }, scope) => {
    const entries = Object.entries(discriminator?.subtypes ?? {});
    if (!discriminator || scope.marks || scope.leadsBack(entries.map(([, schema]) => schema)))
        return {};
    const named = new Map(entries.map(([tag, schema]) => [tag, scope.part(schema, true)]));
    return {
        any: [
            (value, path, issues, depth) => {
                const tag = isObject(value) ? tagOf(value, discriminator.propertyName) : undefined;
                const check = tag === undefined ? undefined : named.get(tag);
                return !check || check(value, path, issues, depth);
            },
        ],
    };
};
function tagOf(value, name) {
    const tag = value[name];
    return has(value, name) && typeof tag !== "object" ? String(tag) : undefined;
}
