import { fail } from "./issue.js";
import { formatName } from "./keyword.js";
/** The rule of a keyword whose value is a limit; none without the keyword. `noun`: what it counts. */
export function limit(schema, keyword, message, holds, noun) {
    const most = schema[keyword];
    if (most === undefined || most === null)
        return [];
    const text = `must ${message} ${most}${noun ? ` ${noun}${Number(most) === 1 ? "" : "s"}` : ""}`;
    return [(value, path, issues) => holds(value, most) || fail(issues, path, keyword, text, value, most)];
}
/** The rule of a format that is checked. */
export function formatRule(schema, message, holds) {
    return limit({ format: formatName(schema) ?? "" }, "format", message, holds);
}
/** All of the rules as one, if there are any. */
export function together(rules) {
    if (rules.length < 2)
        return [...rules];
    return [
        (value, path, issues, depth) => {
            let right = true;
            for (const rule of rules) {
                if (!rule(value, path, issues, depth)) {
                    if (!issues)
                        return false;
                    right = false;
                }
            }
            return right;
        },
    ];
}
/** The rules as one check, for values of a type that is known or not. Values of types that no rule speaks of pass. */
export function byType(rules, type) {
    const known = type === "integer" ? "number" : type;
    if (typeof known === "string") {
        return Object.hasOwn(rules, known)
            ? together(rules[known])
            : [];
    }
    const [string] = together(rules.string);
    const [number] = together(rules.number);
    const [array] = together(rules.array);
    const [object] = together(rules.object);
    if (!(string || number || array || object))
        return [];
    return [
        (value, path, issues, depth) => {
            if (typeof value === "string")
                return !string || string(value, path, issues, depth);
            if (typeof value === "number" || typeof value === "bigint")
                return !number || number(value, path, issues, depth);
            if (Array.isArray(value))
                return !array || array(value, path, issues, depth);
            return !object || !isObject(value) || object(value, path, issues, depth);
        },
    ];
}
/** Objects that are not arrays; dates, files and buffers are values to us. */
export function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}
