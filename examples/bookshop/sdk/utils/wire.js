import { ValidationError, issueOf } from "./errors.js";
import { factsOf, isPlainObject, nameInCall } from "./operation.js";

// serialize parameter

/** A parameter's value as OpenAPI writes it, percent-encoded. @see OpenAPI 3.1, "Style Values"; RFC 6570 */
export function serializeParameter(spec, value) {
    const { in: part, style, content } = spec;
    const encode = encoder(spec);
    const isForm = part === "query" || part === "cookie";
    const explode = spec.explode ?? (isForm && !style);
    if (content !== undefined) {
        const text = encode(/json/i.test(content) ? (JSON.stringify(value) ?? "") : scalar(value));
        return isForm ? `${encode(spec.name)}=${text}` : text;
    }
    if (style)
        return style(encode(spec.name), value, explode, encode);
    return isForm ? form(encode(spec.name), value, explode, encode) : membersOf(value, explode, encode).join(",");
}
/** The style `form`, and those that differ from it in what stands between members. */
export function form(name, value, explode, encode, separator = ",") {
    const members = membersOf(value, explode, encode);
    if (!explode || typeof value !== "object")
        return `${name}=${members.join(separator)}`;
    return members.map((member) => (isPlainObject(value) ? member : `${name}=${member}`)).join("&");
}
/** What a list or an object holds, encoded; `explode`: names with their values. Of other values the one text. */
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
/** One value as text: dates as RFC 3339, objects (which no style can hold at that depth) as JSON. */
export function scalar(value) {
    if (value instanceof Date)
        return value.toISOString();
    if (value === null)
        return "";
    return typeof value === "object" ? JSON.stringify(value) : String(value);
}
function encoder({ in: part, allowReserved }) {
    if (part === "header")
        return String;
    return (text) => {
        const whole = text.toWellFormed();
        // Everything but RFC 3986's unreserved characters; or reserved ones stay, except those that would end the value.
        return allowReserved && part === "query"
            ? encodeURI(whole).replace(/[#&+]/g, percent)
            : encodeURIComponent(whole).replace(/[!'()*]/g, percent);
    };
}
function percent(mark) {
    return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
}

// build url

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

// encode body

/** Which of the documented media types a value is sent as: the one asked for, else the first that can hold it. */
export function selectMediaType({ content }, value, wanted) {
    const types = Object.keys(content);
    const [first] = types;
    if (wanted !== undefined)
        return wanted;
    const form = types.find((type) => type.startsWith("multipart/"));
    if (value instanceof FormData)
        return form ?? "multipart/form-data";
    if (value instanceof URLSearchParams)
        return "application/x-www-form-urlencoded";
    if (value instanceof Blob && value.type !== "" && types.some((type) => matches(type, value.type)))
        return value.type;
    // JSON would write nothing of a file.
    if (form && isPlainObject(value) && Object.values(value).flat().some(isBinary))
        return form;
    return isBinary(value)
        ? (types.find((type) => !isJson(type) && !/^(multipart\/|application\/x-www-form-urlencoded)/i.test(type)) ??
            first ??
            BYTES)
        : (first ?? JSON_TYPE);
}
const JSON_TYPE = "application/json";
const BYTES = "application/octet-stream";
/** Which of the documented media ranges, such as all images, covers a media type. @see RFC 9110, section 12.5.1 */
export function rangeOf(type, ranges) {
    return ranges.find((range) => range.includes("*") && matches(range, type));
}
export function encodeBody(value, type, media) {
    const contentType = type.includes("*") ? concreteType(type, value) : type;
    if (value instanceof FormData || value instanceof URLSearchParams)
        return { body: value };
    if (isBinary(value))
        return { body: value, contentType };
    const body = media?.encode?.(value, media);
    if (typeof body === "object")
        return { body };
    if (body !== undefined)
        return { body, contentType };
    const isText = typeof value === "string" && !isJson(type) && type !== "*/*";
    return { body: isText ? value : toJson(value), contentType };
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
        // Bigints are what it refuses. Looking for them first would cost more than the rest.
        return withBigints(value);
    }
}
function withBigints(value) {
    const mark = "\u0000onespec-bigint:";
    return JSON.stringify(value, (_name, member) => (typeof member === "bigint" ? mark + member : member)).replace(/"\\u0000onespec-bigint:(-?\d+)"/g, "$1");
}
function matches(range, type) {
    const [kind, subtype] = range.split("/");
    return range === "*/*" || range === type || (subtype === "*" && type.startsWith(`${kind}/`));
}
function concreteType(range, value) {
    if (value instanceof Blob && value.type !== "")
        return value.type;
    if (range === "text/*")
        return "text/plain";
    return isBinary(value) ? BYTES : JSON_TYPE;
}
function isBinary(value) {
    return (value instanceof Blob ||
        value instanceof ArrayBuffer ||
        ArrayBuffer.isView(value) ||
        value instanceof ReadableStream);
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
/** `deep[b][c][]=1`: brackets all the way, the one spelling that servers agree on; objects in lists by number, so that their members stay together. */
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

// encode form

/** One part a property; arrays repeat their part; objects are JSON parts. @see OpenAPI 3.1, "Encoding Object" */
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
/** As query parameters of style `form`, unless the encoding says otherwise; nested values in brackets. Spaces are `+`. @see WHATWG URL, section 5.2 */
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

/** Digits that a double cannot hold: 16 or more in a row, most likely outside of strings. The cheap test that spares most bodies the scan. */
const LONG_INTEGER = /(?<!\d)\d{16,}(\s|[,\]}]|$)/;
/** JSON, or the text itself where it is none; `undefined` where there is nothing. */
export function parseJson(text, int64) {
    try {
        const value = JSON.parse(text);
        // Only what is known to be JSON is looked through: in other texts strings may have no end.
        return int64 === "number" || !LONG_INTEGER.test(text)
            ? value
            : JSON.parse(quoteLongIntegers(text), (_name, value) => revive(value, int64));
    }
    catch {
        return text.trim() === "" ? undefined : text;
    }
}
const MARK = "\u0000int64:";
/** Strings are skipped whole, so digits inside of them are never touched. */
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

/** Leaving the loop early closes the connection. */
export async function* readEvents(body, reading) {
    const { most, parse, tooLarge } = reading;
    let data = [];
    let event = "message";
    let id;
    let retry;
    let size = 0;
    for await (const line of lines(body, /\r\n|\n|\r/, reading)) {
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
// biome-ignore lint/suspicious/noControlCharactersInRegex: the record separator
const RECORD_END = /\r?\n|\x1e/;
/** JSON values, one a line (NDJSON, JSON Lines) or each after a record separator (RFC 7464). */
export async function* readLines(body, reading) {
    for await (const line of lines(body, RECORD_END, reading))
        if (line.trim() !== "")
            yield reading.parse(line, "string");
}
async function* lines(body, separator, { most, tooLarge, onEnd }) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    let held = "";
    try {
        for (let isDone = false; !isDone;) {
            const { done, value } = await reader.read();
            isDone = done;
            let text = held + decoder.decode(value, { stream: !done });
            // A lone CR at the end may be the first half of CRLF: it waits for the next chunk.
            held = !done && text.endsWith("\r") ? "\r" : "";
            text = text.slice(0, text.length - held.length);
            // A line may come in thousands of chunks: what is known of it is not looked through again.
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
