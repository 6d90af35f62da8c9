/** Which of the documented media types a value is sent as: the one asked for, else the first that can hold it. */
export function selectMediaType({ content }, value, wanted) {
    const types = Object.keys(content);
    if (wanted !== undefined)
        return wanted;
    if (value instanceof FormData)
        return types.find((type) => type.startsWith("multipart/")) ?? "multipart/form-data";
    if (value instanceof URLSearchParams)
        return "application/x-www-form-urlencoded";
    if (value instanceof Blob && value.type !== "" && types.some((type) => matches(type, value.type)))
        return value.type;
    if (isBinary(value))
        return types.find((type) => !isJson(type) && !isForm(type)) ?? types[0] ?? "application/octet-stream";
    return types[0] ?? "application/json";
}
/** Which of the documented media ranges, such as all images, covers a media type. @see RFC 9110, section 12.5.1 */
export function rangeOf(type, ranges) {
    return ranges.find((range) => range.includes("*") && matches(range, type));
}
export function encodeBody(value, type, media) {
    const contentType = type.includes("*") ? concreteType(type, value) : type;
    if (value instanceof FormData || value instanceof URLSearchParams)
        return { body: value, contentType: undefined };
    if (isBinary(value))
        return { body: value, contentType };
    const form = media?.form?.(value, media);
    if (form !== undefined)
        return { body: form, contentType: typeof form === "string" ? contentType : undefined };
    if (isSequence(type))
        return {
            body: [...value]
                .map((item) => `${/json-seq/.test(type) ? "\u001e" : ""}${toJson(item)}\n`)
                .join(""),
            contentType,
        };
    if (isJson(type) || type === "*/*")
        return { body: toJson(value), contentType };
    return {
        body: typeof value === "string" ? value : typeof value === "object" ? toJson(value) : String(value),
        contentType,
    };
}
export function isJson(type) {
    return /^[^;]*[/+]json\b(?!-seq)/i.test(type);
}
export function isSequence(type) {
    return /^application\/(x-ndjson|jsonl|x-jsonlines|jsonlines|json-seq)\b/i.test(type);
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
    const big = [];
    const mark = "\u0000onespec-bigint:";
    const text = JSON.stringify(value, (_name, member) => typeof member === "bigint" ? mark + (big.push(String(member)) - 1) : member);
    return big.length === 0
        ? text
        : text.replace(/"\\u0000onespec-bigint:(\d+)"/g, (_whole, at) => big[Number(at)] ?? "null");
}
function isForm(type) {
    return /^(multipart\/|application\/x-www-form-urlencoded)/i.test(type);
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
    return isBinary(value) ? "application/octet-stream" : "application/json";
}
function isBinary(value) {
    return (value instanceof Blob ||
        value instanceof ArrayBuffer ||
        ArrayBuffer.isView(value) ||
        (typeof ReadableStream !== "undefined" && value instanceof ReadableStream));
}
