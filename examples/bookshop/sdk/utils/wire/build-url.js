import { ValidationError } from "../errors.js";
import { factsOf } from "../operation-facts.js";
import { nameInCall } from "../parameters-of.js";
import { issueOf } from "../validate/issue.js";
import { serializeParameter } from "./serialize-parameter.js";
/**
 * Path and query of a call, without the base URL.
 * @throws ValidationError when a value would lead to another endpoint, whether calls are checked or not
 */
export function buildPath(operation, values) {
    const { path: template, parameters: specs } = factsOf(operation);
    let path = template.replace(/\{([^{}]*)\}/g, (_whole, name) => {
        const spec = specs.find((parameter) => parameter.in === "path" && parameter.name === name);
        const value = values[nameInCall(spec)];
        const issue = pathIssue(spec, value);
        if (issue)
            throw new ValidationError([issue], operation.id);
        return serializeParameter(spec, value);
    });
    for (const spec of specs) {
        const value = values[nameInCall(spec)];
        if (value === undefined || !spec.in.startsWith("query"))
            continue;
        path = withQuery(path, spec.in === "query" ? serializeParameter(spec, value) : queryString(value));
    }
    return path;
}
/** Added as text: `URLSearchParams` would write what stands there already in its own way, brackets and reserved characters too. */
export function withQuery(path, part) {
    return part === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${part}`;
}
/**
 * What keeps a path from leaving its place. An empty value would ask the collection instead of the item, and `.` or `..`,
 * plain or percent-encoded, are taken away by every URL parser: the call would reach another endpoint.
 * @see RFC 3986, section 5.2.4
 */
export function pathIssue(spec, value) {
    // Most ids need no closer look: nothing in them is a dot, or could stand for one.
    if (Number.isInteger(value) || (typeof value === "string" && /^[^.%]+$/.test(value)))
        return undefined;
    const plain = value === undefined ? "" : decode(serializeParameter(spec, value));
    const field = nameInCall(spec);
    if (plain === "")
        return issueOf("path", field, "minLength", "must not be empty");
    return [plain, decode(plain)].some((text) => /^\.{1,2}$/.test(text))
        ? issueOf("path", field, "pattern", `must not be ${JSON.stringify(plain)}: it would change the endpoint`)
        : undefined;
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
