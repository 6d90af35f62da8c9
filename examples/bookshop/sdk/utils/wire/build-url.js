import { nameInCall, parametersOf } from "../parameters-of.js";
import { serializeParameter } from "./serialize-parameter.js";
/** Path and query of a call, without the base URL. Values must have passed `pathIssues`. */
export function buildPath(operation, values) {
    const specs = parametersOf(operation);
    const path = operation.path.replace(/\{([^{}]*)\}/g, (_whole, name) => {
        const spec = specs.find((parameter) => parameter.in === "path" && parameter.name === name);
        return serializeParameter(spec, values[nameInCall(spec)]);
    });
    const query = specs
        .filter(({ in: location }) => location === "query" || location === "querystring")
        .flatMap((spec) => {
        const value = values[nameInCall(spec)];
        return value === undefined
            ? []
            : spec.in === "querystring"
                ? queryString(value)
                : serializeParameter(spec, value);
    })
        .filter((part) => part !== "")
        .join("&");
    return query === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${query}`;
}
/**
 * What keeps a path from leaving its place. An empty value would ask the collection instead of the item, and `.` or `..`,
 * plain or percent-encoded, are taken away by every URL parser: the call would reach another endpoint.
 * @see RFC 3986, section 5.2.4
 */
export function pathIssues(operation, values) {
    return parametersOf(operation).flatMap((spec) => {
        if (spec.in !== "path")
            return [];
        const field = nameInCall(spec);
        const value = values[field];
        if (value === undefined || value === null || isHarmless(value))
            return [];
        const text = serializeParameter(spec, value);
        const plain = decode(text);
        if (plain === "")
            return [{ in: "path", path: `/${field}`, field, keyword: "minLength", message: "must not be empty" }];
        if (/^\.{1,2}$/.test(plain) || /^\.{1,2}$/.test(decode(plain)))
            return [
                {
                    in: "path",
                    path: `/${field}`,
                    field,
                    keyword: "pattern",
                    message: `must not be ${JSON.stringify(plain)}: it would change the endpoint`,
                },
            ];
        return [];
    });
}
/** Most ids need no closer look: nothing in them is a dot, or could stand for one. */
function isHarmless(value) {
    return Number.isInteger(value) || (typeof value === "string" && /^[^.%]+$/.test(value));
}
function decode(text) {
    try {
        return decodeURIComponent(text);
    }
    catch {
        return text;
    }
}
function queryString(value) {
    return typeof value === "string"
        ? value.replace(/^\?/, "")
        : new URLSearchParams(value).toString();
}
