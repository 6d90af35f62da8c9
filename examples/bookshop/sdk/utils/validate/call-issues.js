import { nameInCall, parametersOf } from "../parameters-of.js";
import { typesOf } from "../query/fields.js";
import { pathIssues } from "../wire/build-url.js";
import { rangeOf, selectMediaType } from "../wire/encode-body.js";
import { isPlainObject } from "../wire/serialize-parameter.js";
import { issuesOf } from "./compile.js";
import { escapeToken } from "./issue.js";
/** Everything in a call that the description does not allow; empty when it may be sent. */
export function callIssues({ operation, parameters = {}, body, options }) {
    const specs = parametersOf(operation);
    const issues = unknownParameters(specs, parameters);
    for (const spec of specs)
        issues.push(...parameterIssues(spec, parameters[nameInCall(spec)]));
    issues.push(...pathIssues(operation, parameters), ...bodyIssues(operation, body, options?.contentType));
    return issues;
}
function unknownParameters(specs, parameters) {
    const issues = [];
    for (const field in parameters) {
        if (parameters[field] === undefined || specs.some((spec) => nameInCall(spec) === field))
            continue;
        const known = specs.map(nameInCall).join(", ");
        const message = `is not a parameter of this operation${known === "" ? "" : `: it takes ${known}`}`;
        issues.push({ in: "query", path: `/${escapeToken(field)}`, field, keyword: "unknown", message });
    }
    return issues;
}
function parameterIssues(spec, value) {
    if (value === undefined && !spec.required && spec.in !== "path")
        return NONE;
    const field = nameInCall(spec);
    const part = spec.in === "querystring" ? "query" : spec.in;
    const path = `/${escapeToken(field)}`;
    if (value === undefined || (value === null && spec.in === "path"))
        return [{ in: part, path, field, keyword: "required", message: "is required" }];
    if (spec.schema === undefined)
        return NONE;
    return issuesOf(spec.schema, "request", asTyped(spec, onWire(value)), path).map((issue) => ({ ...issue, in: part }));
}
const NONE = [];
/** In a path, 7 and "7" are the same text: an id may be given in either type. */
function asTyped({ in: part, schema }, value) {
    if (part !== "path" || schema === undefined)
        return value;
    const types = typesOf(schema);
    if (types.size === 0)
        return value;
    if ((typeof value === "number" || typeof value === "bigint") &&
        types.has("string") &&
        !types.has("number") &&
        !types.has("integer"))
        return String(value);
    if (typeof value === "string" &&
        /^-?\d+$/.test(value) &&
        !types.has("string") &&
        (types.has("integer") || types.has("number")))
        return Number(value);
    return value;
}
function bodyIssues(operation, body, wanted) {
    const { body: spec } = operation;
    if (body === undefined)
        return spec?.required ? [{ in: "body", path: "", field: "", keyword: "required", message: "is required" }] : [];
    if (!spec)
        return [{ in: "body", path: "", field: "", keyword: "unknown", message: "is not taken by this operation" }];
    const type = selectMediaType(spec, body, wanted);
    const media = spec.content[type] ?? spec.content[rangeOf(type, Object.keys(spec.content)) ?? ""];
    if (!media)
        return [
            {
                in: "body",
                path: "",
                field: "",
                keyword: "contentType",
                message: `cannot be sent as ${type}: the description takes ${Object.keys(spec.content).join(", ")}`,
            },
        ];
    if (media.schema === undefined || !isData(body))
        return [];
    return issuesOf(media.schema, "request", onWire(body)).map((issue) => ({ ...issue, in: "body" }));
}
/** Files, forms and buffers are sent as they are. */
function isData(body) {
    return typeof body !== "object" || body === null || Array.isArray(body) || isPlainObject(body);
}
/** The value as it will be on the wire: dates are text there. Untouched values keep their identity. */
function onWire(value) {
    if (typeof value !== "object" || value === null)
        return value;
    if (value instanceof Date)
        return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    if (Array.isArray(value)) {
        const items = value.map(onWire);
        return items.some((item, at) => item !== value[at]) ? items : value;
    }
    if (value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value))
        return "";
    if (!isPlainObject(value))
        return value;
    let copy;
    for (const name of Object.keys(value)) {
        const member = value[name];
        const sent = onWire(member);
        if (sent === member)
            continue;
        copy ??= Object.assign(Object.create(null), value);
        copy[name] = sent;
    }
    return copy ?? value;
}
