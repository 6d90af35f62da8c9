import { ClientError, ValidationError, escapeToken, fail, hideReceived, issueOf, refuse, thereAre, tokensOf } from "./errors.js";
import { DEFAULT_RETRY, bodyOf, factsOf, formType, isPlainObject, nameInCall } from "./http.js";

// keyword

export function formatName({ format }) {
    return typeof format === "object" ? format.name : format;
}
export const ALWAYS = () => true;
export const NEVER = (value, path, issues) => fail(issues, path, "false schema", "is not allowed", value);

// types of

/** Maximum depth of parts. */
const MOST_PARTS = 8;
/** JSON types that a value of the schema may have; empty: any. */
export function typesOf(schema, depth = 0) {
    const target = targetOf(schema);
    if (typeof target === "boolean" || depth > MOST_PARTS)
        return new Set();
    const { type, enum: members, properties } = target;
    if (type !== undefined)
        return new Set([type].flat());
    if (members)
        return new Set(members.map((member) => (member === null ? "null" : Array.isArray(member) ? "array" : typeof member)));
    const parts = partsOf(target);
    if (parts.length === 0 && properties)
        return new Set(["object"]);
    const types = parts.map((part) => typesOf(part, depth + 1));
    return new Set(types.some(({ size }) => size === 0) && !target.allOf ? [] : types.flatMap((some) => [...some]));
}
export function partsOf({ allOf = [], anyOf = [], oneOf = [] }) {
    return [...allOf, ...anyOf, ...oneOf];
}
const targets = new WeakMap();
/** The schema of a reference. Cached. */
export function targetOf(schema) {
    let target = schema;
    while (typeof target === "function") {
        const next = targets.get(target) ?? target();
        targets.set(target, next);
        target = next;
    }
    return target;
}
/** Collects the schema, its parts and its branches, following references. */
export function reachedFrom(schema, found = new Set()) {
    const target = targetOf(schema);
    if (typeof target === "boolean" || found.has(target))
        return found;
    found.add(target);
    const { allOf, anyOf, oneOf, not, if: condition, then: yes, else: no, dependentSchemas, discriminator } = target;
    const lists = [allOf, anyOf, oneOf, [not, condition, yes, no]];
    const parts = [
        ...lists.flat(),
        ...Object.values({ ...dependentSchemas }),
        ...Object.values({ ...discriminator?.subtypes }),
    ];
    for (const part of parts)
        if (part !== undefined)
            reachedFrom(part, found);
    return found;
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
/** The schema and its parts. Includes all alternatives of a choice, or the only one that is not null. */
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

// json equal

/** JSON equality. */
export function isSame(left, right) {
    return left === right || (typeof left === "object" && typeof right === "object" && keyOf(left) === keyOf(right));
}
/** A text that is the same for equal JSON values, whatever the order of properties. */
export function keyOf(value) {
    if (typeof value === "string")
        return JSON.stringify(value);
    if (typeof value !== "object" || value === null)
        return String(value === 0 ? 0 : value);
    if (Array.isArray(value))
        return `[${value.map(keyOf)}]`;
    const members = Object.entries(value).flatMap(([name, member]) => member === undefined ? [] : `${JSON.stringify(name)}:${keyOf(member)}`);
    return `{${members.sort()}}`;
}

// rule

/** The rule of a keyword with a limit; none without the keyword. `noun` is the counted thing, `end` the last words of the message. */
export function limit(schema, keyword, message, holds, noun, end = "") {
    const most = schema[keyword];
    if (most === undefined || most === null)
        return [];
    const counted = noun && ` ${Number(most) === 1 ? noun : `${noun}s`.replace("ys", "ies")}`;
    const text = `must ${message} ${most}${counted ?? ""}${end}`;
    const told = keyword === "minLength" && most === 1 ? "must not be empty" : text;
    return [(value, path, issues) => holds(value, most) || fail(issues, path, keyword, told, value, most)];
}
/** The keyword `format`, where it is checked. */
export const formatRules = ({ format }) => {
    const { text, number, name, said = `of the format ${name}` } = Object(format);
    const rules = (holds) => holds
        ? [(value, path, issues) => holds(value) || fail(issues, path, "format", `must be ${said}`, value, name)]
        : [];
    return { string: rules(text), number: rules(number) };
};
/** Joins the rules, if there are any. */
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
const KINDS = ["string", "number", "array", "object"];
/** Joins the rules into one check. Values of types without rules pass. */
export function byType(all, type) {
    const ruleOf = (kind) => together(all.flatMap((rules) => (rules[kind] ?? [])));
    if (typeof type === "string")
        return KINDS.filter((kind) => kind === (type === "integer" ? "number" : type)).flatMap(ruleOf);
    const byKind = new Map(KINDS.flatMap((kind) => ruleOf(kind).map((rule) => [kind, rule])));
    if (byKind.size === 0)
        return [];
    return [
        (value, path, issues, depth) => {
            const kind = Array.isArray(value)
                ? "array"
                : typeof value === "bigint"
                    ? "number"
                    : value !== null && typeof value;
            const rule = kind && byKind.get(kind);
            return !rule || rule(value, path, issues, depth);
        },
    ];
}
/** True for objects except arrays, dates, files and buffers. */
export function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}

// array rules

/** The keyword `items`. */
export const itemRules = ({ items = true, prefixItems }, { inside }) => {
    if (items === true || prefixItems)
        return {};
    const check = inside(items);
    return { array: [eachItem(() => check)] };
};
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
/** `minItems` and `maxItems`. */
export const itemCounts = (schema) => ({
    array: [
        ...limit(schema, "minItems", "have at least", (list, least) => list.length >= least, "item"),
        ...atMost(schema),
    ],
});
function atMost(schema) {
    return limit(schema, "maxItems", "have at most", (list, most) => list.length <= most, "item");
}
export const uniqueItems = () => ({
    array: [
        (list, path, issues) => new Set(list.map(keyOf)).size === list.length || fail(issues, path, "uniqueItems", "must not repeat an item"),
    ],
});
/** `contains`, `minContains` and `maxContains`. */
export const contains = ({ contains: wanted = true, minContains = 1, maxContains }, scope) => {
    const check = scope.inside(wanted);
    const items = minContains === 1 && maxContains === undefined ? "item" : "items";
    const counts = maxContains === undefined ? `at least ${minContains}` : `${minContains} to ${maxContains}`;
    return {
        array: [
            (list, path, issues) => {
                const count = list.filter((item) => check(item, path)).length;
                return ((count >= minContains && count <= (maxContains ?? count)) ||
                    fail(issues, path, "contains", `must contain ${counts} matching ${items}`));
            },
        ],
    };
};
/** `prefixItems`, and `items` for the rest. */
export const prefixItems = ({ prefixItems: prefix = [], items = true }, scope) => {
    const first = prefix.map(scope.inside);
    const rest = items === false ? ALWAYS : scope.inside(items);
    return {
        array: [eachItem((at) => first[at] ?? rest), ...(items === false ? atMost({ maxItems: first.length }) : [])],
    };
};

// check type

/** `type`, `enum` and `const`. Values that fail one of them are not checked further. */
export function typeChecks(schema) {
    const checks = [];
    const { type, enum: members } = schema;
    if (type !== undefined) {
        const types = typeof type === "string" ? [type] : type;
        const [isFirst, ...others] = types.flatMap((name) => IS[name] ?? []);
        checks.push((value, path, issues) => isFirst?.(value) || others.some((isOther) => isOther(value)) || failType(issues, path, types, value, type));
    }
    if ("const" in schema)
        checks.push(oneOf("const", [schema.const]));
    if (members)
        checks.push(oneOf("enum", members));
    return checks;
}
/** Reports a value of another type: `must be an integer or null`. */
export function failType(issues, path, types, value, expected = types) {
    const named = types.map((type) => (type === "null" ? type : /^[aeiou]/.test(`${type}`) ? `an ${type}` : `a ${type}`));
    const text = named.join(", ").replace(/, ([^,]*)$/, " or $1");
    return fail(issues, path, "type", `must be ${text}`, value, expected);
}
/** Integers of 64 bits may be bigints. */
const IS = {
    string: (value) => typeof value === "string",
    number: (value) => Number.isFinite(value) || typeof value === "bigint",
    integer: (value) => Number.isInteger(value) || typeof value === "bigint",
    boolean: (value) => typeof value === "boolean",
    object: isObject,
    array: Array.isArray,
    null: (value) => value === null,
};
/** How many values a message lists. */
const MOST_LISTED = 12;
function oneOf(keyword, members) {
    const known = new Set(members);
    const listed = members.slice(0, MOST_LISTED).map(keyOf).join(", ");
    const more = members.length > MOST_LISTED ? `, ... (${members.length} values)` : "";
    let keys;
    return (value, path, issues) => {
        if (known.has(value))
            return true;
        keys ??= new Set(members.map(keyOf));
        if (keys.has(keyOf(value)))
            return true;
        return fail(issues, path, keyword, `must be ${members.length === 1 ? "" : "one of "}${listed}${more}`, value, keyword === "const" ? members[0] : members);
    };
}

// compile

const compiled = { request: new WeakMap(), response: new WeakMap() };
const NO_NAMES = new Set();
/**
 * Compiles a schema to a closure on first use. Evaluates no code, so it works under any content security policy. Follows references when
 * data first reaches them.
 */
export function compile(schema, view) {
    if (typeof schema === "boolean")
        return schema ? ALWAYS : NEVER;
    if (typeof schema === "function") {
        let made;
        return (value, path, issues, depth) => {
            made ??= compile(targetOf(schema), view);
            return made(value, path, issues, depth);
        };
    }
    let check = compiled[view].get(schema);
    if (!check) {
        const names = { readOnly: NO_NAMES, writeOnly: NO_NAMES };
        check = compileObject(schema, { ...names, view, root: schema });
        compiled[view].set(schema, check);
    }
    return check;
}
/** Lists the issues of a value; empty if it is valid. */
export function issuesOf(schema, view, value, path = "") {
    const check = compile(schema, view);
    const issues = [];
    try {
        // Most values are valid, and checking is faster without collecting issues.
        if (!check(value, path))
            check(value, path, issues);
    }
    catch (error) {
        // Answers may be nested deeper than the stack allows.
        if (!(error instanceof RangeError))
            throw error;
        fail(issues, path, "depth", "is nested too deeply");
    }
    return issues;
}
export function compileObject(schema, around) {
    const { uses = [] } = schema;
    const { view } = around;
    const readOnly = joined(around.readOnly, schema.readOnlyProperties);
    const writeOnly = joined(around.writeOnly, schema.writeOnlyProperties);
    const isRequest = view === "request";
    const scope = {
        ...around,
        readOnly,
        writeOnly,
        mark: around.mark ?? uses.find(({ mark }) => mark)?.mark,
        optional: isRequest ? readOnly : writeOnly,
        unchecked: isRequest ? readOnly : NO_NAMES,
        inside: (inner) => compile(inner, view),
    };
    const rules = [itemRules, ...uses, formatRules].map((keyword) => keyword(schema, scope));
    const keywords = together([...byType(rules, schema.type), ...rules.flatMap(({ any = [] }) => any)]);
    // Stops at the first failing group, because later issues may follow from it.
    const steps = [...typeChecks(schema), ...keywords, ...rules.flatMap(({ last = [] }) => last)];
    const check = steps.length === 0 ? ALWAYS : steps.reduce(andThen);
    const whole = uses.reduce((inner, { wrap }) => wrap?.(inner) ?? inner, check);
    return scope.mark?.(whole, schema, scope) ?? whole;
}
function andThen(check, next) {
    return (value, path, issues, depth) => check(value, path, issues, depth) && next(value, path, issues, depth);
}
function joined(names, more = []) {
    return more.length === 0 ? names : new Set([...names, ...more]);
}

// model

/** Creates the class of a named schema. Values are validated as in requests, unless `view` differs. */
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
/** The most specific documented media range that matches the type. @see RFC 9110, section 12.5.1 */
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
        throw new ClientError(code, `${place}${unknown} is not known${thereAre(known)}`);
}
/** Rejects a credential of another kind than its scheme needs, and a login that no scheme needs. */
function refuseMisfit({ username, password, schemes: own = {} }, schemes) {
    const all = Object.entries(schemes);
    const isUnused = (username ?? password) !== undefined && !all.some(([, { login }]) => login);
    const [wrong] = all.filter(([name, { login }]) => Object.hasOwn(own, name) && own[name] && (typeof own[name] === "object") !== !!login);
    if (!wrong && !isUnused)
        return;
    const kinds = all.map(([name, { login, takes = "a token" }]) => `${name} takes ${login ? "{ username, password }" : takes}`);
    const place = wrong ? `schemes.${wrong[0]}` : "username";
    throw new ClientError("AUTH_INVALID", `auth.${place} does not fit: ${kinds.join(", ") || "there is no scheme"}`);
}

// on wire

/**
 * Converts the values of a body, or of a parameter that may be an object: dates to text, as they are sent. Returns the same object if
 * nothing changes.
 */
export function onWire(value) {
    if (typeof value !== "object" || value === null)
        return value;
    if (value instanceof Date)
        return dateAsText(value);
    if (value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value))
        return "";
    return mapMembers(value, onWire);
}
export function dateAsText(value) {
    if (value instanceof Date)
        return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    return value;
}
/** Replaces the members of an object or the items of a list. Returns the same object if nothing changes, and other values as they are. */
export function mapMembers(value, map) {
    const isList = Array.isArray(value);
    if (!isList && !isPlainObject(value))
        return value;
    let copy;
    for (const name of Object.keys(value)) {
        const member = value[name];
        const mapped = map(member, name);
        if (mapped === member)
            continue;
        copy ??= Object.assign(isList ? [] : Object.create(null), value);
        copy[name] = mapped;
    }
    return copy ?? value;
}

// call issues

export function checkCall({ validateRequests = true, headers }, call) {
    if (call.options)
        checkCallOptions(call.options);
    if (call.options?.validate ?? validateRequests)
        refuse(callIssues(call, headers), call.operation.id);
}
/** Lists the issues of a call; empty if the call is valid. */
function callIssues({ operation, parameters = {}, body, options }, own) {
    const { parameters: specs } = factsOf(operation);
    const issues = [];
    for (const field in parameters) {
        if (parameters[field] === undefined || specs.some((spec) => nameInCall(spec) === field))
            continue;
        issues.push(issueOf("query", field, "unknown", `is not a parameter${thereAre(specs.map(nameInCall))}`));
    }
    for (const spec of specs) {
        const value = parameters[nameInCall(spec)];
        if (value !== undefined || !spec.isGiven?.(spec.name, { ...own, ...options?.headers }))
            addParameterIssues(issues, spec, value);
    }
    if (operation.bodyIssues)
        issues.push(...operation.bodyIssues(operation, body, options?.contentType));
    else if (body !== undefined)
        issues.push(issueOf("body", "", "unknown", "is not taken by this operation"));
    return issues;
}
/** True if the headers of the options have the parameter. Required headers bring it along. */
export function isGiven(name, headers) {
    return Object.entries(headers).some(([given, value]) => value !== undefined && given.toLowerCase() === name.toLowerCase());
}
function addParameterIssues(issues, spec, value) {
    const { schema } = spec;
    const isPath = spec.in === "path";
    const part = spec.in === "querystring" ? "query" : spec.in;
    const field = nameInCall(spec);
    if (value === undefined || (value === null && isPath)) {
        // The caller may have passed a plain id.
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
/** Lists the issues of a body. Operations with a body bring it along. @param wanted the requested media type */
export function bodyIssues(operation, body, wanted) {
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
    if (wanted === undefined && type.startsWith("multipart/") && !isData(body) && !formType(body))
        return [issueOf("body", "", "type", "must be an object of the form's fields, or a FormData")];
    const { schema } = media;
    if (schema === undefined || !isData(body))
        return [];
    const issues = issuesOf(schema, "request", onWire(exactIntegers?.(body, schema) ?? body));
    return issues.map((issue) => ({ ...issue, in: "body" }));
}
const onlyMedia = ({ content }, value, wanted) => {
    const type = wanted ?? formType(value) ?? Object.keys(content)[0] ?? "";
    return { type, media: content[type] };
};
/** False for files, forms and buffers, which have no schema. */
function isData(body) {
    return typeof body !== "object" || body === null || Array.isArray(body) || isPlainObject(body);
}

// exact integers

/**
 * Converts texts of 64-bit integers back to numbers, so that ids can be sent as they were read. Returns the same object
 * if nothing changes. Only operations whose bodies have such integers import it.
 */
export function exactIntegers(body, schema) {
    return exact(body, () => [...reachedFrom(schema)]);
}
function exact(value, reached) {
    if (typeof value === "string")
        return /^-?\d{1,19}$/.test(value) && isLongInteger(reached()) ? toInteger(value) : value;
    return mapMembers(value, (member, name) => exact(member, () => reached()
        .flatMap((schema) => memberOf(schema, name, Array.isArray(value)))
        .flatMap((schema) => [...reachedFrom(schema)])));
}
function memberOf({ items, properties, additionalProperties }, name, isItem) {
    if (isItem)
        return items ?? [];
    return (properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties) ?? [];
}
function isLongInteger(schemas) {
    return (schemas.some((schema) => formatName(schema) === "int64") &&
        !schemas.some(({ type = [] }) => [type].flat().includes("string")));
}
function toInteger(digits) {
    const number = Number(digits);
    return Number.isSafeInteger(number) ? number : BigInt(digits);
}

// formats

export const int32 = { name: "int32", said: "an integer of 32 bits", number: (value) => isInteger(value, 32) };
export const int64 = { name: "int64", said: "an integer of 64 bits", number: (value) => isInteger(value, 64) };
function isInteger(value, bits) {
    const bound = 2 ** (bits - 1);
    return (typeof value === "bigint" || Number.isInteger(value)) && value >= -bound && value < bound;
}
export const dateTime = {
    name: "date-time",
    said: "a date and time such as 2026-01-31T12:00:00Z",
    text: (text) => isDateTime(text, true),
};
export const isoDateTime = { name: "iso-date-time", text: (text) => isDateTime(text, false) };
export const date = { name: "date", said: "a date such as 2026-01-31", text: isDate };
export const time = { name: "time", said: "a time such as 12:00:00Z", text: (text) => isTime(text, true) };
export const isoTime = { name: "iso-time", text: (text) => isTime(text, false) };
/** RFC 3339, section 5.6. Accepts a space between date and time. */
function isDateTime(text, zoned) {
    return isDate(text.slice(0, 10)) && /^[t\s]$/i.test(text.charAt(10)) && isTime(text.slice(11), zoned);
}
function isDate(text) {
    return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.slice(0, 10) === text;
}
const TIME = /^([01]\d|2[0-3]):([0-5]\d):(?:[0-5]\d|(60))(?:\.\d+)?(?:(z)|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?$/i;
/** Accepts a leap second only at 23:59:60 UTC. @param zoned requires a time zone */
function isTime(text, zoned) {
    const [match, hour, minute, leap, utc, sign, zoneHour = 0, zoneMinute = 0] = TIME.exec(text) ?? [];
    if (match === undefined || (zoned && !utc && !sign))
        return false;
    const offset = Number(`${sign ?? ""}1`) * (Number(zoneHour) * 60 + Number(zoneMinute));
    return !leap || (Number(hour) * 60 + Number(minute) - offset + 1440) % 1440 === 1439;
}
/** Decimal numbers as texts. They are not checked, but compared exactly. */
export const decimal = { name: "decimal", compare: compareDecimals };
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;
/** Compares texts and numbers exactly. NaN if one of the two is no decimal. */
function compareDecimals(left, right) {
    const [first, second] = [digitsOf(left), digitsOf(right)];
    if (!first || !second)
        return NaN;
    const scale = Math.max(first.fraction.length, second.fraction.length);
    const whole = ({ sign, digits, fraction }) => BigInt(`${sign}${digits}${fraction.padEnd(scale, "0")}`);
    const difference = whole(first) - whole(second);
    return difference < 0n ? -1 : Number(difference > 0n);
}
function digitsOf(value) {
    if (!/^(string|number|bigint)$/.test(typeof value))
        return undefined;
    const [, sign = "", digits = "", fraction = ""] = DECIMAL.exec(String(value)) ?? [];
    // Longer texts are no numbers, and slow to parse.
    if (digits.length + fraction.length === 0 || digits.length + fraction.length > 1000)
        return undefined;
    return { sign: sign === "-" ? "-" : "", digits: digits || "0", fraction };
}
export const duration = {
    name: "duration",
    said: "a duration such as P1DT12H",
    text: (text) => /^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/.test(text),
};
export const email = {
    name: "email",
    said: "an email address",
    text: (text) => /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d]([a-z\d-]*[a-z\d])?$/i.test(text),
};
export const hostname = {
    name: "hostname",
    said: "a host name",
    text: (text) => /^(?=.{1,253}\.?$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*\.?$/i.test(text),
};
export const uuid = {
    name: "uuid",
    said: "a UUID",
    text: (text) => /^(urn:uuid:)?[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
};
export const jsonPointer = {
    name: "json-pointer",
    said: "a JSON pointer",
    text: (text) => /^(\/([^~/]|~[01])*)*$/.test(text),
};
export const relativeJsonPointer = {
    name: "relative-json-pointer",
    said: "a relative JSON pointer",
    text: (text) => /^(0|[1-9]\d*)(#|(\/([^~/]|~[01])*)*)$/.test(text),
};
export const byte = {
    name: "byte",
    said: "text in base64",
    text: (text) => /^([a-z\d+/]{4})*([a-z\d+/]{2}==|[a-z\d+/]{3}=)?$/i.test(text),
};
export const regex = {
    name: "regex",
    said: "a regular expression",
    text: (text) => !/[^\\]\\Z/.test(text) && isRegExp(text),
};
function isRegExp(text) {
    try {
        return new RegExp(text) instanceof RegExp;
    }
    catch {
        return false;
    }
}
const URI = /* @__PURE__ */ uriExpression("", "");
/** Accepts quotes, as ajv does. */
const REFERENCE = /* @__PURE__ */ uriExpression("?", '"');
export const uri = { name: "uri", said: "an absolute URI", text: (text) => fits(URI, text) };
/** ajv's is a rule for public web pages: it rejects localhost and private addresses. */
export const url = { name: "url", said: "an absolute URL", text: (text) => fits(URI, text) };
export const uriReference = {
    name: "uri-reference",
    said: "a URI or a relative reference",
    text: (text) => fits(REFERENCE, text),
};
export const uriTemplate = {
    name: "uri-template",
    said: "a URI template",
    text: (text) => hasWholeEscapes(text) &&
        /^([^\0- "'<>\\^`{|}]|\{[+#./;?&=,!@|]?[\w%]+(:[1-9]\d{0,3}|\*)?(,[\w%]+(:[1-9]\d{0,3}|\*)?)*\})*$/.test(text),
};
export const jsonPointerUriFragment = {
    name: "json-pointer-uri-fragment",
    text: (text) => hasWholeEscapes(text) && /^#(\/([\w.!$&'()*+,;:=@%-]|~[01])*)*$/.test(text),
};
export const ipv4 = { name: "ipv4", said: "an IPv4 address", text: (text) => IPV4.test(text) };
export const ipv6 = { name: "ipv6", said: "an IPv6 address", text: (text) => isIpv6(text) };
const IPV4 = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/;
/** Hosts in a URI, as ajv accepts them. */
const LOOSE_IPV4 = /^((25[0-5]|2[0-4]\d|[01]?\d\d?)(\.(?!$)|$)){4}$/;
function fits(expression, text) {
    const match = expression.exec(text);
    const { ip } = match?.groups ?? {};
    return match !== null && hasWholeEscapes(text) && (ip === undefined || isIpv6(ip, LOOSE_IPV4));
}
/** True if two digits follow each percent sign. */
function hasWholeEscapes(text) {
    return !/%(?![\da-f]{2})/i.test(text);
}
/** Eight groups, or six groups and an IPv4 address. */
const LONGEST_IPV6 = 45;
/** @param tail how the last two groups may be written in the manner of IPv4 */
function isIpv6(text, tail = IPV4) {
    if (text.length > LONGEST_IPV6)
        return false;
    const halves = text.replace(/[^:]+$/, (last) => (tail.test(last) ? "0:0" : last)).split("::");
    const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
    if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group)))
        return false;
    return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
}
/** The grammar of RFC 3986, appendix A. @param optional `?`: scheme and path may be absent. @param quote a further character of names */
function uriExpression(optional, quote) {
    const user = "\\w.~!$&'()*+,;=:%-";
    const path = `${quote}@${user}`;
    const ip = "\\[(v[\\da-f]+\\.[\\w.~!$&'()*+,;=:-]+|(?<ip>[\\da-f:.]+))\\]";
    const authority = `([${user}]*@)?(${ip}|[${quote}\\w.~!$&'()*+,;=%-]*)(:\\d*)?`;
    const rest = `(\\?[/?${path}]*)?(#[/?${path}]*)?`;
    return new RegExp(`^([a-z][a-z\\d+.-]*:)${optional}(/?/${authority}(/[/${path}]*)?|/?[${path}][/${path}]*)${optional}${rest}$`, "i");
}

// pattern

/** True if the text is too long to test against the patterns of the schema. */
export function isUntested(text, { patternLimit = Infinity }) {
    return text.length > patternLimit;
}
/**
 * Compiles a pattern with the flag `u`, or without it for patterns with needless escapes such as `\-`. Patterns of other dialects allow
 * everything.
 */
export function toRegExp(pattern) {
    for (const flags of ["u", ""]) {
        try {
            return new RegExp(pattern, flags);
        }
        catch { }
    }
    return /(?:)/;
}

// limits

/** The smallest and the largest number. 64-bit integers may be bigints. */
export const bounds = (schema) => ({
    number: [
        ...limit(schema, "minimum", "be at least", (value, least) => value >= least),
        ...limit(schema, "maximum", "be at most", (value, most) => value <= most),
        ...limit(schema, "exclusiveMinimum", "be more than", (value, bound) => value > bound),
        ...limit(schema, "exclusiveMaximum", "be less than", (value, bound) => value < bound),
    ],
});
/** `minLength`, `maxLength` and `pattern`. Lengths count characters, not UTF-16 units. */
export const textLimits = (schema) => {
    const expression = toRegExp(schema.pattern ?? "");
    return {
        string: [
            ...limit(schema, "minLength", "be at least", hasAtLeast, "character", " long"),
            ...limit(schema, "maxLength", "be at most", (text, most) => !hasAtLeast(text, most + 1), "character", " long"),
            ...limit(schema, "pattern", "match the pattern", (text) => isUntested(text, schema) || expression.test(text)),
        ],
    };
};
function hasAtLeast(text, count) {
    // A character has one or two UTF-16 units.
    if (text.length < count || text.length >= 2 * count)
        return text.length >= count;
    return Array.from(text).length >= count;
}
export const multipleOf = (schema) => ({
    number: limit(schema, "multipleOf", "be a multiple of", isMultiple),
});
/** Compares decimal digits: 19.99 is a multiple of 0.01, although their quotient in floating point is no integer. */
function isMultiple(value, step) {
    if (Number.isInteger(value) && Number.isInteger(step))
        return value % step === 0;
    if (typeof value === "number" && !Number.isFinite(value))
        return false;
    const [left, right] = [decimalParts(value), decimalParts(step)];
    const exponent = Math.min(left.exponent, right.exponent);
    const scaled = ({ digits, exponent: own }) => digits * 10n ** BigInt(own - exponent);
    return scaled(left) % scaled(right) === 0n;
}
function decimalParts(value) {
    const [mantissa = "", exponent = 0] = String(value).split("e");
    const [whole, fraction = ""] = mantissa.split(".");
    return { digits: BigInt(`${whole}${fraction}`), exponent: Number(exponent) - fraction.length };
}

// part of

/** The check of a subschema for the same value. Cached. @param union true if the subschema is optional */
export function partOf(scope, schema, union = false) {
    const { must, may } = parts.get(scope) ?? { must: new Map(), may: new Map() };
    parts.set(scope, { must, may });
    const known = union ? may : must;
    const check = known.get(schema) ?? compilePart(schema, { ...scope, union: scope.union || union });
    known.set(schema, check);
    return check;
}
const parts = /* @__PURE__ */ new WeakMap();
function compilePart(schema, place) {
    if (typeof schema === "function")
        return compileReference(schema, place);
    if (typeof schema === "boolean")
        return compile(schema, place.view);
    return schema.requestOnly && place.view === "response" ? NEVER : compileObject(schema, place);
}
function compileReference(reference, place) {
    const { view, root, union, readOnly, writeOnly, mark, active: outer = new Map() } = place;
    const target = targetOf(reference);
    if (typeof target === "boolean")
        return compile(target, view);
    // This schema is already being checked for the value. As a part it adds nothing; as an alternative it can never
    // match.
    if (target === root || outer.has(target))
        return union ? NEVER : ALWAYS;
    return lazily(() => {
        const around = [...outer, [root, true]].map(([schema, isPart]) => [schema, isPart && !union]);
        const reached = reachedFrom(target);
        const active = new Map(around.filter(([schema]) => reached.has(schema)));
        if (active.size === 0 && readOnly.size === 0 && writeOnly.size === 0 && !mark)
            return compile(target, view);
        return compileObject(target, { ...place, root: target, active, union: false });
    });
}
/** Compiles on first use. */
function lazily(make) {
    let made;
    const check = (value, path, issues, depth) => {
        made ??= make();
        return made(value, path, issues, depth);
    };
    check.mark = (value, seen) => {
        made ??= make();
        made.mark?.(value, seen);
    };
    return check;
}
export const allOf = (schema, scope) => ({ any: (schema.allOf ?? []).map((part) => partOf(scope, part)) });

// secret

/** The format `password`, also of a part: messages never contain the value. */
export const secret = /* @__PURE__ */ Object.assign(() => ({}), { wrap: hiding });
function hiding(check) {
    return (value, path, issues, depth) => {
        const before = issues?.length ?? 0;
        const right = check(value, path, issues, depth);
        if (issues)
            hideReceived(issues, before);
        return right;
    };
}

// object rules

/** `required`, `properties` and `additionalProperties`. Ignores properties that are `undefined`. */
export const objectMembers = (schema, scope) => ({
    object: [...required(schema, scope), ...members(schema, scope)],
});
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
    // Every object inherits names such as `constructor`. Only such names need the slower check.
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
/** The check of additional properties. */
export function restOf({ additionalProperties = true }, { inside }) {
    if (additionalProperties !== false)
        return inside(additionalProperties);
    return (_, path, issues) => issues !== undefined && failUnknown(issues, path, "additionalProperties");
}
export function failUnknown(issues, path, keyword) {
    return fail(issues, path, keyword, "is not a known property");
}
export function eachMember(checkOf, { writeOnly }) {
    return (value, path, issues, depth) => {
        if (depth === 0)
            return true;
        let right = true;
        // Listing own names is slow, so inherited names are filtered out only after a mistake.
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
            if (writeOnly.has(name))
                hideReceived(issues, before);
        }
        return right;
    };
}
/** `minProperties` and `maxProperties`. */
export const propertyCounts = (schema) => ({
    object: [
        ...limit(schema, "minProperties", "have at least", (value, least) => namesOf(value).length >= least, "property"),
        ...limit(schema, "maxProperties", "have at most", (value, most) => namesOf(value).length <= most, "property"),
    ],
});
/** `patternProperties`, together with `properties` and `additionalProperties`. */
export const patternProperties = (schema, scope) => {
    const named = new Map(Object.entries(schema.properties ?? {}));
    const patterns = Object.entries(schema.patternProperties ?? {}).map(([pattern, property]) => [toRegExp(pattern), scope.inside(property)]);
    const rest = restOf(schema, scope);
    const checkOf = (name) => {
        const own = named.get(name);
        const matching = isUntested(name, schema)
            ? [scope.inside(true)]
            : patterns.flatMap(([pattern, check]) => (pattern.test(name) ? [check] : []));
        return (together([...(own === undefined ? [] : [scope.inside(scope.unchecked.has(name) || own)]), ...matching])[0] ?? rest);
    };
    return { object: [eachMember(checkOf, scope)] };
};
export const propertyNames = ({ propertyNames: allowed = true }, scope) => {
    const check = scope.inside(allowed);
    return {
        object: [
            (value, path, issues, depth) => {
                const wrong = depth === 0 ? [] : namesOf(value).filter((name) => !check(name, path));
                for (const name of wrong)
                    fail(issues, pathTo(path, name), "propertyNames", "is not an allowed name");
                return wrong.length === 0;
            },
        ],
    };
};
/** `dependentRequired` and `dependentSchemas`. */
export const dependents = ({ dependentRequired = {}, dependentSchemas = {} }, scope) => {
    const names = Object.entries(dependentRequired).flatMap(([name, needs]) => needs
        .filter((need) => !scope.optional.has(need))
        .map((need) => (value, path, issues) => !has(value, name) ||
        has(value, need) ||
        fail(issues, pathTo(path, need), "dependentRequired", `is required beside ${name}`)));
    const schemas = Object.entries(dependentSchemas).map(([name, schema]) => {
        const check = partOf(scope, schema, true);
        return (value, path, issues, depth) => !has(value, name) || check(value, path, issues, depth);
    });
    return { object: [...names, ...schemas] };
};
