import { limit } from "./rule.js";
/** The keywords about arrays that most descriptions use. */
export function arrayRules(schema, scope) {
    return [
        ...limit(schema, "minItems", "have at least", (list, least) => list.length >= least, "item"),
        ...limit(schema, "maxItems", atMost, hasAtMost, "item"),
        ...items(schema, scope),
    ];
}
/** `items: false`, after `count` that are allowed. */
export function noMore(count) {
    return limit({ maxItems: count }, "maxItems", atMost, hasAtMost, "item");
}
const atMost = "have at most";
const hasAtMost = (list, most) => list.length <= most;
function items({ items: schema = true, prefixItems }, { inside }) {
    if (schema === true || prefixItems)
        return [];
    if (schema === false)
        return noMore(0);
    const check = inside(schema);
    return [eachItem(() => check)];
}
export function eachItem(checkAt) {
    return (list, path, issues, depth) => {
        if (depth === 0)
            return true;
        let right = true;
        for (let at = 0; at < list.length; at += 1) {
            if (checkAt(at)(list[at], issues ? `${path}/${at}` : path, issues, depth && depth - 1))
                continue;
            if (!issues)
                return false;
            right = false;
        }
        return right;
    };
}
