import { ClientError, ValidationError, issueOf, refuse } from "./errors.js";
import { factsOf, isPlainObject, nameInCall } from "./operation.js";

// answer too large

export function answerTooLarge(most) {
    return new ClientError("ANSWER_TOO_LARGE", `the answer is larger than maxAnswerBytes: ${most}`);
}

// serialize parameter

/** Writes the value of a parameter, percent-encoded. Without a style, writes a value, or a list of values. @see OpenAPI 3.1, "Style Values"; RFC 6570 */
export function serializeParameter(spec, value) {
    const { in: part, name, style } = spec;
    const encode = spec.encode ?? (part === "header" ? String : encodeValue);
    const isForm = part === "query" || part === "cookie";
    if (style)
        return style(encode(name), value, spec.explode ?? false, encode, isForm);
    // Faster for most values of paths.
    if (!isForm && value !== undefined && Object(value) !== value)
        return encode(scalar(value));
    const texts = [value].flat().flatMap((one) => (one === undefined ? [] : encode(scalar(one))));
    return isForm ? texts.map((text) => `${encode(name)}=${text}`).join("&") : texts.join(",");
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
    const { parts, parameters } = factsOf(operation);
    let path = parts
        .map((part) => (typeof part === "string" ? part : inPath(part, values[nameInCall(part)], operation.id)))
        .join("");
    for (const spec of parameters) {
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
 * Writes a value of the path. Rejects those that would lead to another endpoint: an empty value would reach the collection instead of
 * the item, and URL parsers remove `.` and `..`, plain or percent-encoded.
 * @see RFC 3986, section 5.2.4
 */
function inPath(spec, value, operation) {
    const text = serializeParameter(spec, value ?? "");
    if (/^(\.|%(25)?2e){0,2}$/i.test(text)) {
        const message = `must not be "${text.replaceAll("%25", "%")}": it would change the endpoint`;
        refuse([issueOf("path", nameInCall(spec), "pattern", message)], operation);
    }
    return text;
}

// json body

/** Writes the bodies of operations that take one JSON type. */
export const jsonBody = {
    write(init, { body, json, exactIntegers }, value, wanted) {
        const [[type, { schema }] = ["application/json", { schema: json }]] = Object.entries(body?.content ?? {});
        const exact = schema && exactIntegers ? exactIntegers(value, schema) : value;
        writeBody(init, isReady(exact) ? exact : toJson(exact), wanted ?? type);
    },
};
/** For operations whose method takes no body. */
export const noBody = {
    write(_init, { id }) {
        throw new ValidationError([issueOf("body", "", "method", "cannot be sent with GET or HEAD")], id);
    },
};
export function writeBody(init, body, contentType) {
    Object.assign(init, { body }, isReady(body) && { duplex: "half" });
    // The platform chooses the boundary of forms.
    if (!(body instanceof FormData))
        init.headers["content-type"] = contentType;
}
/** True for files, forms, buffers and streams, which are sent as they are. */
export function isReady(value) {
    return typeof value === "object" && value !== null && Symbol.toStringTag in value;
}
/** The media type of a form; `undefined` for other values. */
export function formType(value) {
    if (value instanceof FormData)
        return "multipart/form-data";
    return value instanceof URLSearchParams ? "application/x-www-form-urlencoded" : undefined;
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

// parse json

/** Finds 16 or more digits in a row, probably outside strings: a fast test before the slow scan. */
const LONG_INTEGER = /(?<!\d)\d{16,}(\s|[,\]}]|$)/;
/** Parses JSON. Returns other text as it is, and `undefined` for empty text. */
export function parseJson(text, int64) {
    try {
        const value = JSON.parse(text);
        // Scans only valid JSON, because strings in other texts may not end.
        return int64 === "number" || !LONG_INTEGER.test(text) ? value : parseExactly(text, int64);
    }
    catch {
        return text.trim() === "" ? undefined : text;
    }
}
function parseExactly(text, int64) {
    // Unlike any text of the server.
    const mark = int64 === "bigint" ? `${Math.random()}:` : "";
    // Matches whole strings, so that digits inside them stay.
    const quoted = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?[\d.eE+-]+/g, (token) => /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${mark}${token}"` : token);
    return JSON.parse(quoted, (_name, value) => mark && typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value);
}

// styles

/** For objects, and for lists with commas. */
export const form = (name, value, explode, encode) => joined(name, value, explode, encode, ",");
/** The style `form`, and the styles that differ from it only in the separator. */
function joined(name, value, explode, encode, separator) {
    const members = membersOf(value, explode, encode);
    if (!explode || typeof value !== "object")
        return `${name}=${members.join(separator)}`;
    return members.map((member) => (isPlainObject(value) ? member : `${name}=${member}`)).join("&");
}
/** For objects. */
export const simple = (_name, value, explode, encode) => membersOf(value, explode, encode).join(",");
/** The encoded members of a list or an object, with `explode` as pairs of name and value. Other values have one member. */
function membersOf(value, explode, encode) {
    const write = (member) => (member === undefined ? [] : [encode(scalar(member))]);
    if (!isPlainObject(value))
        return [value].flat().flatMap(write);
    return Object.entries(value).flatMap(([name, member]) => write(member).flatMap((text) => (explode ? `${encode(name)}=${text}` : [encode(name), text])));
}
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
export const spaceDelimited = (name, value, explode, encode) => joined(name, value, explode, encode, "%20");
export const pipeDelimited = (name, value, explode, encode) => joined(name, value, explode, encode, "%7C");
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
