/** A parameter's value as OpenAPI writes it, percent-encoded. @see OpenAPI 3.1, "Style Values"; RFC 6570 */
export function serializeParameter(spec, value) {
    const style = spec.style ?? (spec.in === "query" || spec.in === "cookie" ? "form" : "simple");
    const explode = spec.explode ?? style === "form";
    const encode = encoder(spec);
    if (spec.content !== undefined) {
        const text = encode(/json/i.test(spec.content) ? JSON.stringify(value) : scalar(value));
        return spec.in === "query" || spec.in === "cookie" ? `${encode(spec.name)}=${text}` : text;
    }
    if (style === "deepObject")
        return deepObject(encode(spec.name), value, encode).join("&");
    if (Array.isArray(value))
        return arrayText(style, explode, encode(spec.name), value.filter((item) => item !== undefined).map((item) => encode(scalar(item))));
    if (isPlainObject(value)) {
        const entries = Object.entries(value).flatMap(([name, member]) => member === undefined ? [] : [[encode(name), encode(scalar(member))]]);
        return objectText(style, explode, encode(spec.name), entries);
    }
    return scalarText(style, encode(spec.name), encode(scalar(value)));
}
const SEPARATORS = { spaceDelimited: "%20", pipeDelimited: "%7C" };
function scalarText(style, name, text) {
    if (style === "label")
        return `.${text}`;
    if (style === "matrix")
        return text === "" ? `;${name}` : `;${name}=${text}`;
    return style === "simple" ? text : `${name}=${text}`;
}
function arrayText(style, explode, name, items) {
    if (style === "simple")
        return items.join(",");
    if (style === "label")
        return items.length === 0 ? "" : `.${items.join(explode ? "." : ",")}`;
    if (style === "matrix")
        return explode ? items.map((item) => `;${name}=${item}`).join("") : `;${name}=${items.join(",")}`;
    return explode ? items.map((item) => `${name}=${item}`).join("&") : `${name}=${items.join(SEPARATORS[style] ?? ",")}`;
}
function objectText(style, explode, name, entries) {
    const pairs = entries.map(([key, value]) => `${key}=${value}`);
    const flat = entries.flat();
    if (style === "simple")
        return (explode ? pairs : flat).join(",");
    if (style === "label")
        return `.${explode ? pairs.join(".") : flat.join(",")}`;
    if (style === "matrix")
        return explode ? pairs.map((pair) => `;${pair}`).join("") : `;${name}=${flat.join(",")}`;
    return explode ? pairs.join("&") : `${name}=${flat.join(SEPARATORS[style] ?? ",")}`;
}
/** `deep[b][c][]=1`: brackets all the way, the one spelling that servers agree on; objects in lists by number, so that their members stay together. */
function deepObject(prefix, value, encode) {
    if (value === undefined)
        return [];
    if (Array.isArray(value))
        return value.flatMap((item, at) => deepObject(`${prefix}[${isPlainObject(item) ? at : ""}]`, item, encode));
    if (isPlainObject(value))
        return Object.entries(value).flatMap(([name, member]) => deepObject(`${prefix}[${encode(name)}]`, member, encode));
    return [`${prefix}=${encode(scalar(value))}`];
}
/** One value as text: dates as RFC 3339, objects (which no style can hold at that depth) as JSON. */
export function scalar(value) {
    if (value instanceof Date)
        return value.toISOString();
    if (value === null)
        return "";
    return typeof value === "object" ? JSON.stringify(value) : String(value);
}
export function isPlainObject(value) {
    if (typeof value !== "object" || value === null || Array.isArray(value))
        return false;
    const prototype = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === null;
}
function encoder({ in: location, allowReserved }) {
    if (location === "header")
        return (text) => text;
    if (allowReserved && location === "query")
        return encodeKeepingReserved;
    return encodeStrict;
}
/** Everything but RFC 3986's unreserved characters. */
function encodeStrict(text) {
    return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}
/** Reserved characters stay, except those that would end the value: `#`, `&` and, in a form, `+`. */
function encodeKeepingReserved(text) {
    return encodeURI(text.toWellFormed()).replace(/[#&+]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}
