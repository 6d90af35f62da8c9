import { escapeToken, fail, hideReceived } from "./issue.js";
/** The keywords about objects that most descriptions use. A property that is `undefined` is not there. */
export function objectRules(schema, scope) {
    return [...required(schema, scope), ...members(schema, scope)];
}
export function has(value, name) {
    return value[name] !== undefined && Object.hasOwn(value, name);
}
export function namesOf(value) {
    return Object.keys(value).filter((name) => value[name] !== undefined);
}
export function pathTo(path, name) {
    return `${path}/${escapeToken(name)}`;
}
function required(schema, { optional }) {
    const names = (schema.required ?? []).filter((name) => !optional.has(name));
    if (names.length === 0)
        return [];
    // Every object has a `constructor`: only such names need a closer look, which costs time.
    const inherits = names.some((name) => name in Object.prototype);
    return [
        (value, path, issues) => {
            let right = true;
            for (const name of names) {
                if (inherits ? has(value, name) : value[name] !== undefined)
                    continue;
                if (!issues)
                    return false;
                right = fail(issues, pathTo(path, name), "required", "is required");
            }
            return right;
        },
    ];
}
function members(schema, scope) {
    const { properties = {}, patternProperties, additionalProperties = true } = schema;
    const entries = Object.entries(properties);
    if (patternProperties || (entries.length === 0 && additionalProperties === true))
        return [];
    const named = new Map(entries.map(([name, property]) => [name, scope.inside(scope.unchecked.has(name) || property)]));
    const rest = restOf(schema, scope);
    return [eachMember((name) => named.get(name) ?? rest, scope)];
}
/** The check of properties that have no name in the schema. */
export function restOf({ additionalProperties = true }, { inside }) {
    return additionalProperties === false ? UNKNOWN : inside(additionalProperties);
}
const UNKNOWN = (_, path, issues) => fail(issues, path, "additionalProperties", "is not a known property");
export function eachMember(checkOf, { secret }) {
    return (value, path, issues, depth) => {
        if (depth === 0)
            return true;
        let right = true;
        // Listing the names is what costs most, so only mistakes are asked whether they are inherited.
        for (const name in value) {
            const member = value[name];
            if (member === undefined)
                continue;
            const check = checkOf(name);
            if (check(member, path) || !Object.hasOwn(value, name))
                continue;
            if (!issues)
                return false;
            const before = issues.length;
            if (!check(member, pathTo(path, name), issues, depth && depth - 1))
                right = false;
            if (secret.has(name))
                hideReceived(issues, before);
        }
        return right;
    };
}
