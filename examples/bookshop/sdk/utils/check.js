import { ClientError, ValidationError, escapeToken, issueOf, refuse, tokensOf } from "./errors.js";
import { DEFAULT_RETRY } from "./http.js";
import { bodyOf, factsOf, isPlainObject, mapMembers, nameInCall } from "./operation.js";
import { formatName, issuesOf, targetOf } from "./validate.js";
import { formType } from "./wire.js";

// check answer

// Not a literal, so that bundlers do not include the file.
const FILE = ["..", "resources", "answers.js"].join("/");
/** Validates an answer as the options of the client say. @throws ValidationError, ClientError ANSWERS_MISSING */
export async function checkAnswer(options, operation, response, data, facts) {
    if (options.validateResponses === "off")
        return;
    const { specs, check } = options.answers ?? (await loadAnswers());
    check(specs, options, operation, response, data, facts);
}
/**
 * Loads the generated file with the schemas of answers. Hidden from bundlers, because it is as large as all models together and most
 * clients never validate answers.
 * @throws ClientError ANSWERS_MISSING in a bundle, which does not contain the file
 */
async function loadAnswers() {
    try {
        const file = new URL(FILE, import.meta.url).href;
        return (await import(/* @vite-ignore */ /* webpackIgnore: true */ file)).answers;
    }
    catch (cause) {
        throw new ClientError("ANSWERS_MISSING", 'validateResponses needs the option answers, from "…/resources/answers.js"', { cause });
    }
}

// model fields

/** The properties of a schema, its parts and branches, sorted by name. */
export function modelFields(schema) {
    const parts = kindsOf(schema, true);
    const required = namesIn(kindsOf(schema, false), "required");
    const readOnly = namesIn(parts, "readOnlyProperties");
    const writeOnly = namesIn(parts, "writeOnlyProperties");
    return [...propertiesIn(parts)].map(([name, property]) => ({
        name,
        ...facts(property),
        required: required.has(name),
        readOnly: readOnly.has(name),
        writeOnly: writeOnly.has(name),
    }));
}
/** The first declaration of each property. */
function propertiesIn(parts) {
    const found = new Map();
    for (const { properties = {} } of parts) {
        for (const [name, property] of Object.entries(properties))
            if (!found.has(name))
                found.set(name, property);
    }
    return found;
}
function namesIn(parts, keyword) {
    return new Set(parts.flatMap((part) => part[keyword] ?? []));
}
function facts(property) {
    const parts = kindsOf(property, false);
    const first = (keyword) => parts.find((part) => part[keyword] !== undefined)?.[keyword];
    const members = first("enum");
    const shape = first("properties") ? ["object"] : first("items") === undefined ? [] : ["array"];
    const types = [first("type") ?? (members && [...new Set(members.map(typeOf))]) ?? shape].flat();
    const [type, ...others] = types.filter((name) => name !== "null");
    const step = type === "integer" ? 1 : 0;
    const [above, below] = [first("exclusiveMinimum"), first("exclusiveMaximum")];
    const found = {
        type: others.length === 0 ? type : undefined,
        format: formatName({ format: first("format") ?? "" }) || undefined,
        enum: members ?? (first("const") === undefined ? undefined : [first("const")]),
        min: first("minimum") ?? (above === undefined ? undefined : above + step),
        max: first("maximum") ?? (below === undefined ? undefined : below - step),
        minLength: first("minLength"),
        maxLength: first("maxLength"),
        pattern: first("pattern"),
    };
    return {
        nullable: types.includes("null") || hasNullBranch(property),
        // Omits undefined members, because callers spread and store the result.
        ...Object.fromEntries(Object.entries(found).filter(([, fact]) => fact !== undefined)),
    };
}
function typeOf(member) {
    return member === null ? "null" : Array.isArray(member) ? "array" : typeof member;
}
/** The schema and its parts, with all branches of a choice, or only a single one beside null. */
function kindsOf(schema, branches, found = new Set()) {
    const target = targetOf(schema);
    if (typeof target === "object" && !found.has(target)) {
        found.add(target);
        for (const part of target.allOf ?? [])
            kindsOf(part, branches, found);
        const chosen = branchesOf(target).filter((branch) => !isNull(branch));
        if (branches || chosen.length === 1)
            for (const branch of chosen)
                kindsOf(branch, branches, found);
    }
    return [...found];
}
function branchesOf({ anyOf = [], oneOf = [] }) {
    return [...anyOf, ...oneOf];
}
function hasNullBranch(schema) {
    return kindsOf(schema, false).some((part) => branchesOf(part).some(isNull));
}
function isNull(schema) {
    const target = targetOf(schema);
    return typeof target === "object" && target.type === "null";
}

// model

/** Creates the class of a named schema. Validates values as in requests unless `view` says otherwise. */
export function model(name, schema) {
    let fields;
    class NamedModel {
        static modelName = name;
        static schema = schema;
        static get fields() {
            fields ??= modelFields(schema);
            return fields;
        }
        constructor(values) {
            // Defines instead of assigning, because assigning `__proto__` would change the prototype.
            Object.defineProperties(this, Object.getOwnPropertyDescriptors({ ...NamedModel.parse(values) }));
        }
        static parse(value, view = "request") {
            const issues = issuesOf(schema, view, value);
            if (issues.length > 0)
                throw new ValidationError(issues, name);
            return value;
        }
        static safeParse(value, view = "request") {
            const issues = issuesOf(schema, view, value);
            return issues.length === 0 ? { success: true, data: value } : { success: false, issues };
        }
        static isValid(value, view = "request") {
            return issuesOf(schema, view, value).length === 0;
        }
        static "~standard" = {
            version: 1,
            vendor: "onespec",
            validate: (value) => {
                const issues = issuesOf(schema, "request", value);
                return issues.length === 0
                    ? { value }
                    : { issues: issues.map(({ message, path }) => ({ message, path: tokensOf(path) })) };
            },
        };
        toJSON() {
            return { ...this };
        }
    }
    Object.defineProperty(NamedModel, "name", { value: name });
    return NamedModel;
}

// answer issues

export const answerIssues = (answers, options, operation, response, data, facts) => {
    const issues = issuesOfAnswer(answers, operation, response, data);
    if (issues.length === 0)
        return;
    if (options.validateResponses === "strict")
        throw new ValidationError(issues, operation.id);
    options.onDrift?.({ ...facts, status: response.status, issues });
};
/** The differences between an answer and the description. */
function issuesOfAnswer(answers, { id }, { status, headers }, data) {
    const spec = Object.hasOwn(answers, id) ? documented(answers[id] ?? {}, status) : undefined;
    if (!spec)
        return [issue("status", `${status} is not documented`)];
    const type = (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
    const media = mediaFor(spec.content ?? {}, type);
    if (spec.content && !media && data !== undefined)
        return [issue("contentType", `${type || "nothing"} is not documented`, "content-type")];
    // Schemas do not apply to binary data.
    if (media?.schema === undefined || data instanceof Blob)
        return [];
    const issues = issuesOf(media.schema, "response", data).filter((found) => !isExactInteger(found));
    return issues.map((found) => ({ ...found, in: "response" }));
}
/** True for integers that the client reads as text, because a double cannot hold them. */
function isExactInteger({ keyword, expected, received = "" }) {
    return (keyword === "type" &&
        /^"-?\d{16,}(\.{3})?"$/.test(received) &&
        [expected].flat().some((type) => /^(integer|number)$/.test(String(type))));
}
/** The most telling of the documented media ranges that hold the type. @see RFC 9110, section 12.5.1 */
function mediaFor(content, type) {
    const [kind] = type.split("/", 1);
    return content[type] ?? content[`${kind}/*`] ?? content["*/*"];
}
function issue(keyword, message, field = keyword) {
    return { in: "response", path: "", field, keyword, message };
}
function documented(specs, status) {
    const { [status]: own, [`${Math.trunc(status / 100)}XX`]: range, default: fallback } = specs;
    return own ?? range ?? fallback;
}

// on wire

/** Converts dates to text, as they are sent. Returns the same object if nothing changes. */
export const onWire = (value) => {
    if (typeof value !== "object" || value === null)
        return value;
    if (value instanceof Date)
        return dateAsText(value);
    if (value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value))
        return "";
    return mapMembers(value, onWire);
};
export function dateAsText(value) {
    if (value instanceof Date)
        return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    return value;
}

// body issues

export const bodyIssues = (operation, body, wanted) => {
    const spec = bodyOf(operation);
    const { writer, exactIntegers } = operation;
    if (body === undefined)
        return spec?.required ? [issueOf("body", "", "required", "is required")] : [];
    if (!spec || !writer)
        return [];
    const { type, media } = (writer.choose ?? onlyMedia)(spec, body, wanted);
    if (!media) {
        const message = `cannot be sent as ${type}: the description takes ${Object.keys(spec.content).join(", ")}`;
        return [issueOf("body", "", "contentType", message)];
    }
    const { schema } = media;
    if (schema === undefined || !isData(body))
        return [];
    const issues = issuesOf(schema, "request", onWire(exactIntegers?.(body, schema) ?? body));
    return issues.map((issue) => ({ ...issue, in: "body" }));
};
const onlyMedia = ({ content }, value, wanted) => {
    const type = wanted ?? formType(value) ?? Object.keys(content)[0] ?? "";
    return { type, media: content[type] };
};
/** False for files, forms and buffers, which have no schema. */
function isData(body) {
    return typeof body !== "object" || body === null || Array.isArray(body) || isPlainObject(body);
}

// check options

const SHARED = "baseUrl headers timeoutMs retry";
const CLIENT = `${SHARED} auth parameters maxAnswerBytes validateRequests validateResponses answers onDrift int64 fetch hooks`.split(" ");
const CALL = `${SHARED} params body envelope unwrap query signal validate contentType idempotencyKey`.split(" ");
const AUTH = "token username password apiKey schemes".split(" ");
/**
 * Checks the options of a client.
 * @throws ClientError OPTION_UNKNOWN, or AUTH_INVALID for credentials that would never be sent
 */
export function checkOptions(options, schemes) {
    const { auth = {} } = options;
    refuseOptions(options, CLIENT);
    refuseUnknown(auth, AUTH, "auth.", "AUTH_INVALID");
    refuseUnknown(auth.schemes, Object.keys(schemes), "auth.schemes.", "AUTH_INVALID");
    refuseMisfit(auth, schemes);
}
/** @throws ClientError for an option that a call does not have */
export function checkCallOptions(options) {
    refuseOptions(options, CALL);
}
function refuseOptions(options, known) {
    refuseUnknown(options, known);
    refuseUnknown(options.retry, Object.keys(DEFAULT_RETRY), "retry.");
}
function refuseUnknown(given, known, place = "", code = "OPTION_UNKNOWN") {
    const unknown = Object.keys(given || {}).find((name) => !known.includes(name));
    if (unknown !== undefined)
        throw new ClientError(code, `${place}${unknown} is not known: there are ${known.join(", ") || "none"}`);
}
/** Rejects a credential of another kind than its scheme takes, and a login where no scheme takes one. */
function refuseMisfit({ username, password, schemes: own = {} }, schemes) {
    const wrong = Object.keys(schemes).find((name) => own[name] && (typeof own[name] === "object") !== !!schemes[name]?.login);
    const isUnused = (username ?? password) !== undefined && !Object.values(schemes).some(({ login }) => login);
    if (wrong === undefined && !isUnused)
        return;
    const kinds = Object.entries(schemes).map(([name, { login, takes = "a token" }]) => `${name} takes ${login ? "{ username, password }" : takes}`);
    const place = wrong === undefined ? "username" : `schemes.${wrong}`;
    throw new ClientError("AUTH_INVALID", `auth.${place} does not fit: ${kinds.join(", ") || "there is no scheme"}`);
}

// call issues

export function checkCall({ validateRequests = true }, call) {
    if (call.options)
        checkCallOptions(call.options);
    if (call.options?.validate ?? validateRequests)
        refuse(callIssues(call), call.operation.id);
}
/** Lists the issues of a call; empty if the call is valid. */
function callIssues({ operation, parameters = {}, body, options }) {
    const { parameters: specs } = factsOf(operation);
    const issues = [];
    for (const field in parameters) {
        if (parameters[field] === undefined || specs.some((spec) => nameInCall(spec) === field))
            continue;
        const known = specs.map(nameInCall).join(", ");
        issues.push(issueOf("query", field, "unknown", `is not a parameter: there are ${known || "none"}`));
    }
    for (const spec of specs)
        addParameterIssues(issues, spec, parameters[nameInCall(spec)]);
    if (operation.bodyIssues)
        issues.push(...operation.bodyIssues(operation, body, options?.contentType));
    else if (body !== undefined)
        issues.push(issueOf("body", "", "unknown", "is not taken by this operation"));
    return issues;
}
function addParameterIssues(issues, spec, value) {
    const { schema } = spec;
    const isPath = spec.in === "path";
    const part = spec.in === "querystring" ? "query" : spec.in;
    const field = nameInCall(spec);
    if (value === undefined || (value === null && isPath)) {
        // Somebody may have passed a bare id.
        const next = isPath ? `: pass { ${field}: ... }` : "";
        if (isPath || spec.required)
            issues.push(issueOf(part, field, "required", `is required${next}`));
        return;
    }
    if (schema === undefined)
        return;
    const path = `/${escapeToken(field)}`;
    const sent = (spec.onWire ?? datesAsText)(value);
    const issuesAs = (value) => issuesOf(schema, "request", value, path);
    let found = issuesAs(sent);
    // In a path, 7 and "7" are the same text.
    if (isPath && found.some(({ keyword }) => /^(type|enum|const|anyOf|oneOf)$/.test(keyword))) {
        const others = issuesAs(asOtherType(sent));
        if (!others.some(({ keyword }) => keyword === "type"))
            found = others;
    }
    for (const issue of found)
        issues.push({ ...issue, in: part });
}
function asOtherType(value) {
    if (/^(number|bigint)$/.test(typeof value))
        return String(value);
    return typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
}
/** Converts dates to text, as they are sent. */
function datesAsText(value) {
    return Array.isArray(value) ? value.map(dateAsText) : dateAsText(value);
}
