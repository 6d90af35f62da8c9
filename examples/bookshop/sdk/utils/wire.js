import { ValidationError, issueOf } from "./errors.js";
import { factsOf, isPlainObject, nameInCall } from "./operation.js";

// json body

/** Writes the bodies of operations that take one JSON type. */
export const jsonBody = {
    typeOf: ({ content }, value, wanted) => wanted ?? formType(value) ?? Object.keys(content)[0] ?? "application/json",
    mediaOf: ({ content }, type) => content[type],
    encode: encodeJson,
};
/** The media type of a form; `undefined` for other values. */
export function formType(value) {
    if (value instanceof FormData)
        return "multipart/form-data";
    return value instanceof URLSearchParams ? "application/x-www-form-urlencoded" : undefined;
}
/** Sends forms and binary data as they are, texts as they are if the type is not JSON, and other values as JSON. */
export function encodeJson(value, contentType) {
    if (formType(value))
        return { body: value };
    const isReady = isBinary(value) || (typeof value === "string" && !isJson(contentType));
    return { body: isReady ? value : toJson(value), contentType };
}
export function isJson(type) {
    return /^[^;]*[/+]json\b(?!-seq)/i.test(type);
}
/** JSON in which `bigint`s stay exact numbers. */
export function toJson(value) {
    try {
        return JSON.stringify(value);
    }
    catch {
        // `JSON.stringify` throws on bigints. Searching for them first would cost more than the rest of the call.
        return withBigints(value);
    }
}
function withBigints(value) {
    const mark = "\u0000onespec-bigint:";
    return JSON.stringify(value, (_name, member) => (typeof member === "bigint" ? mark + member : member)).replace(/"\\u0000onespec-bigint:(-?\d+)"/g, "$1");
}
export function isBinary(value) {
    return (value instanceof Blob ||
        value instanceof ArrayBuffer ||
        ArrayBuffer.isView(value) ||
        value instanceof ReadableStream);
}

// any body

const BYTES = "application/octet-stream";
/** Writes the bodies of operations that take files, forms, texts, or several media types. */
export const anyBody = {
    typeOf({ content }, value, wanted) {
        const types = Object.keys(content);
        const first = types[0] ?? "application/json";
        if (wanted !== undefined)
            return wanted;
        const form = types.find((type) => type.startsWith("multipart/"));
        const own = formType(value);
        if (own)
            return value instanceof FormData ? (form ?? own) : own;
        if (value instanceof Blob && value.type !== "" && types.some((type) => matches(type, value.type)))
            return value.type;
        // JSON cannot hold a file.
        if (form && isPlainObject(value) && Object.values(value).flat().some(isBinary))
            return form;
        const isBytes = (type) => !isJson(type) && !/^(multipart\/|application\/x-www-form-urlencoded)/i.test(type);
        return isBinary(value) ? (types.find(isBytes) ?? types[0] ?? BYTES) : first;
    },
    mediaOf({ content }, type) {
        const range = Object.keys(content).find((one) => one.includes("*") && matches(one, type));
        return content[type] ?? content[range ?? ""];
    },
    encode(value, type, media) {
        const contentType = type.includes("*") ? concreteType(type, value) : type;
        const body = formType(value) || isBinary(value) ? undefined : media?.encode?.(value, media);
        if (typeof body === "object")
            return { body };
        if (body !== undefined)
            return { body, contentType };
        return encodeJson(value, contentType);
    },
};
/** @see RFC 9110, section 12.5.1 */
function matches(range, type) {
    const [kind, subtype] = range.split("/");
    return range === "*/*" || range === type || (subtype === "*" && type.startsWith(`${kind}/`));
}
function concreteType(range, value) {
    if (value instanceof Blob && value.type !== "")
        return value.type;
    if (range === "text/*")
        return "text/plain";
    return isBinary(value) ? BYTES : "application/json";
}

// serialize parameter

/** Writes the value of a parameter, percent-encoded. @see OpenAPI 3.1, "Style Values"; RFC 6570 */
export function serializeParameter(spec, value) {
    const { in: part, style } = spec;
    const encode = spec.encode ?? (part === "header" ? String : encodeValue);
    const isForm = part === "query" || part === "cookie";
    const explode = spec.explode ?? (isForm && !style);
    if (style)
        return style(encode(spec.name), value, explode, encode, isForm);
    return isForm ? form(encode(spec.name), value, explode, encode) : membersOf(value, explode, encode).join(",");
}
/** Writes the style `form`, and the styles that differ from it only in the separator. */
export function form(name, value, explode, encode, separator = ",") {
    const members = membersOf(value, explode, encode);
    if (!explode || typeof value !== "object")
        return `${name}=${members.join(separator)}`;
    return members.map((member) => (isPlainObject(value) ? member : `${name}=${member}`)).join("&");
}
/** The encoded members of a list or an object, with `explode` as pairs of name and value. Other values have one member. */
export function membersOf(value, explode, encode) {
    if (Array.isArray(value))
        return value.flatMap((item) => (item === undefined ? [] : encode(scalar(item))));
    if (!isPlainObject(value))
        return [encode(scalar(value))];
    return Object.entries(value).flatMap(([name, member]) => {
        if (member === undefined)
            return [];
        const pair = [encode(name), encode(scalar(member))];
        return explode ? pair.join("=") : pair;
    });
}
/** Writes one value: dates as RFC 3339, nested objects as JSON, because no style can hold them. */
export function scalar(value) {
    if (value instanceof Date)
        return value.toISOString();
    if (value === null)
        return "";
    return typeof value === "object" ? JSON.stringify(value) : String(value);
}
function encodeValue(text) {
    return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, percent);
}
export function percent(mark) {
    return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
}

// build url

/**
 * Builds the path and query of a call, without the base URL.
 * @throws ValidationError if a value would lead to another endpoint, even when calls are not validated
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
        path = withQuery(path, serializeParameter(spec, value));
    }
    return path;
}
/** Adds to the query as text: `URLSearchParams` would rewrite the brackets and reserved characters that are already there. */
export function withQuery(path, part) {
    return part === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${part}`;
}
/**
 * Refuses values that would lead to another endpoint. An empty value would reach the collection instead of the item. URL parsers remove
 * `.` and `..`, plain or percent-encoded.
 * @see RFC 3986, section 5.2.4
 */
export function pathIssue(spec, value) {
    // Fast path for most ids: without a dot or a percent sign.
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

// styles

/** `;name=value` @see RFC 6570, section 3.2.7 */
export const matrix = (name, value, explode, encode) => {
    const members = membersOf(value, explode, encode);
    if (Array.isArray(value) && explode)
        return members.map((member) => `;${name}=${member}`).join("");
    if (isPlainObject(value) && explode)
        return members.map((member) => `;${member}`).join("");
    const text = members.join(",");
    return text === "" && !Array.isArray(value) && !isPlainObject(value) ? `;${name}` : `;${name}=${text}`;
};
/** `.value` @see RFC 6570, section 3.2.5 */
export const label = (_name, value, explode, encode) => {
    const members = membersOf(value, explode, encode);
    return Array.isArray(value) && members.length === 0 ? "" : `.${members.join(explode ? "." : ",")}`;
};
export const spaceDelimited = (name, value, explode, encode) => form(name, value, explode, encode, "%20");
export const pipeDelimited = (name, value, explode, encode) => form(name, value, explode, encode, "%7C");
/** `deep[b][c][]=1`: nested brackets, the spelling that most servers read. Objects in lists are numbered, so that their members stay together. */
export const deepObject = (name, value, _explode, encode) => {
    const inside = (prefix, member) => {
        if (member === undefined)
            return [];
        if (Array.isArray(member))
            return member.flatMap((item, at) => inside(`${prefix}[${isPlainObject(item) ? at : ""}]`, item));
        if (isPlainObject(member))
            return Object.entries(member).flatMap(([key, value]) => inside(`${prefix}[${encode(key)}]`, value));
        return [`${prefix}=${encode(scalar(member))}`];
    };
    return inside(name, value).join("&");
};
/** For parameters whose `content` is JSON. @see OpenAPI 3.1, "Parameter Object" */
export const jsonContent = (name, value, _explode, encode, isForm) => withName(name, encode(JSON.stringify(value) ?? ""), isForm);
/** For parameters whose `content` is another media type. */
export const textContent = (name, value, _explode, encode, isForm) => withName(name, encode(scalar(value)), isForm);
function withName(name, text, isForm) {
    return isForm ? `${name}=${text}` : text;
}
/** The whole query in one parameter: a text, or an object of names and values. @see OpenAPI 3.2, "Parameter Object" */
export const queryString = (_name, value) => typeof value === "string"
    ? value.replace(/^\?/, "")
    : new URLSearchParams(value).toString();
/** For parameters with `allowReserved`: keeps reserved characters, except those that would end the value. */
export const reserved = (text) => encodeURI(text.toWellFormed()).replace(/[#&+]/g, percent);

// encode form

/** Writes a part per property and per item of a list, with objects as JSON. @see OpenAPI 3.1, "Encoding Object" */
export function multipart(value, media) {
    const form = new FormData();
    if (!isPlainObject(value))
        return form;
    for (const [name, member] of Object.entries(value)) {
        if (member === undefined)
            continue;
        const encoding = media.encoding?.[name];
        for (const item of Array.isArray(member) ? member : [member])
            appendPart(form, name, item, encoding);
    }
    return form;
}
function appendPart(form, name, value, encoding) {
    const type = encoding?.contentType?.split(",")[0]?.trim();
    if (value instanceof Blob)
        form.append(name, value);
    else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
        form.append(name, new Blob([value], { type: type ?? "application/octet-stream" }));
    else if (typeof value === "object" && value !== null && !(value instanceof Date))
        form.append(name, new Blob([toJson(value)], { type: type ?? "application/json" }));
    else if (type && !/^text\/plain\b/.test(type))
        form.append(name, new Blob([scalar(value)], { type }));
    else
        form.append(name, scalar(value));
}
/** Writes query parameters of style `form` unless the encoding differs, with nested values in brackets and spaces as `+`. @see WHATWG URL, section 5.2 */
export function urlencoded(value, media) {
    if (!isPlainObject(value))
        return typeof value === "string" ? value : "";
    return Object.entries(value)
        .flatMap(([name, member]) => {
        if (member === undefined)
            return [];
        const { style = media.style, explode } = media.encoding?.[name] ?? {};
        const isNested = isPlainObject(member) || (Array.isArray(member) && member.some((item) => typeof item === "object"));
        const own = style ?? (isNested ? deepObject : undefined);
        const spec = {
            name,
            in: "query",
            ...(own && { style: own }),
            ...(explode !== undefined && { explode }),
        };
        return serializeParameter(spec, member);
    })
        .filter((part) => part !== "")
        .join("&")
        .replaceAll("%20", "+");
}

// encode lines

/** JSON values, one a line (NDJSON, JSON Lines). */
export function jsonLines(value) {
    return linesOf(value, "");
}
/** Each after a record separator. @see RFC 7464 */
export function jsonSequence(value) {
    return linesOf(value, "\u001e");
}
function linesOf(value, before) {
    return Array.from(value, (item) => `${before}${toJson(item)}\n`).join("");
}

// parse json

/** Finds 16 or more digits in a row, probably outside strings: a fast test before the slow scan. */
const LONG_INTEGER = /(?<!\d)\d{16,}(\s|[,\]}]|$)/;
/** Parses JSON. Returns other text as it is, and `undefined` for empty text. */
export function parseJson(text, int64) {
    try {
        const value = JSON.parse(text);
        // Scans only valid JSON, because strings in other texts may not end.
        return int64 === "number" || !LONG_INTEGER.test(text)
            ? value
            : JSON.parse(quoteLongIntegers(text), (_name, value) => revive(value, int64));
    }
    catch {
        return text.trim() === "" ? undefined : text;
    }
}
const MARK = "\u0000int64:";
/** Matches whole strings, so that digits inside them stay. */
function quoteLongIntegers(text) {
    return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) => /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"\\u0000int64:${token}"` : token);
}
function revive(value, int64) {
    if (typeof value !== "string" || !value.startsWith(MARK))
        return value;
    const digits = value.slice(MARK.length);
    return int64 === "bigint" ? BigInt(digits) : digits;
}

// read stream

/** Server-sent events. Leaving the loop early closes the connection. */
export const events = { type: /^text\/event-stream\b/i, read: readEvents };
/** JSON values, one per line (NDJSON, JSON Lines) or each after a record separator (RFC 7464). */
export const lines = {
    type: /^application\/(x-ndjson|jsonl|x-jsonlines|jsonlines|json-seq)\b/i,
    read: readLines,
};
async function* readEvents(body, reading) {
    const { most, parse, tooLarge } = reading;
    let data = [];
    let event = "message";
    let id;
    let retry;
    let size = 0;
    for await (const line of textLines(body, /\r\n|\n|\r/, reading)) {
        const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (line === "") {
            if (data.length > 0)
                yield { event, data: parse(data.join("\n"), "string"), id, retry };
            data = [];
            event = "message";
            retry = undefined;
            size = 0;
        }
        else if (name === "data") {
            size += value.length;
            if (size > most)
                throw tooLarge(most);
            data.push(value);
        }
        else if (name === "event")
            event = value;
        else if (name === "id" && !value.includes("\0"))
            id = value;
        else if (name === "retry" && /^\d+$/.test(value))
            retry = Number(value);
    }
}
/** The record separator ends a record of JSON text sequences. @see RFC 7464 */
const RECORD_END = new RegExp(`\r?\n|${String.fromCharCode(30)}`);
async function* readLines(body, reading) {
    for await (const line of textLines(body, RECORD_END, reading))
        if (line.trim() !== "")
            yield reading.parse(line, "string");
}
async function* textLines(body, separator, { most, tooLarge, onEnd }) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    let held = "";
    try {
        for (let isDone = false; !isDone;) {
            const { done, value } = await reader.read();
            isDone = done;
            let text = held + decoder.decode(value, { stream: !done });
            // A CR at the end may be the first half of CRLF, so it waits for the next chunk.
            held = !done && text.endsWith("\r") ? "\r" : "";
            text = text.slice(0, text.length - held.length);
            // A line may arrive in thousands of chunks, so only new text is split.
            const parts = text.split(separator);
            parts[0] = rest + parts[0];
            rest = parts.pop() ?? "";
            if (rest.length > most)
                throw tooLarge(most);
            yield* parts;
        }
        if (rest !== "")
            yield rest;
    }
    finally {
        onEnd?.();
        await reader.cancel().catch(() => undefined);
    }
}

// record body

/** The body of a call without a record. */
export function bodyOrEmpty(options) {
    return options?.body ?? {};
}
/** Wraps the record, for APIs that take it in an envelope. @param key the property of an idempotency key, which is filled if it is absent */
export function inEnvelope(record, place, options, key) {
    if (record === undefined)
        return undefined;
    const { envelope = {} } = options ?? {};
    const wrapped = place.reduceRight((inner, name) => ({ [name]: inner }), record);
    const newKey = key !== undefined && envelope[key] === undefined ? { [key]: crypto.randomUUID() } : {};
    return { ...newKey, ...envelope, ...wrapped };
}
/** Adds the id to the record, for paths that do not contain it. */
export function withId(record, id, [name, ...rest]) {
    if (name === undefined)
        return id;
    if (!isPlainObject(record) || id === undefined)
        return record;
    const inner = record[name];
    return { ...record, [name]: withId(isPlainObject(inner) ? inner : {}, id, rest) };
}

// server of

/**
 * Selects the server of an operation with its own. A `baseUrl` that is none of the documented servers overrides it, so that all calls go to
 * that mock or proxy.
 */
export const serverOf = ({ options: { baseUrl }, defaultBaseUrl, servers = [] }, { server }) => {
    if (server === undefined)
        return undefined;
    if (baseUrl === undefined)
        return URL.canParse(server) ? server : relative(server, defaultBaseUrl);
    const plain = (url) => url.replace(/\/+$/, "");
    const isElsewhere = URL.canParse(defaultBaseUrl) && ![defaultBaseUrl, ...servers].map(plain).includes(plain(baseUrl));
    return isElsewhere ? baseUrl : relative(server, baseUrl);
};
function relative(server, base) {
    return URL.canParse(server, base) ? new URL(server, base).href : server;
}
