import { isPlainObject } from "../is-plain-object.js";
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
