import { ClientError } from "../errors.js";
import { nameInCall, parametersOf } from "../parameters-of.js";
import { send } from "../send.js";
import { isSame } from "../validate/compile.js";
import { parameterValue } from "./parameter-value.js";
import { valueAt } from "./value-at.js";
/** The server gave the same page twice: going on would never end. */
export class RepeatedPageError extends ClientError {
    constructor(resource) {
        super("REPEATED_PAGE", `${resource}: the server answered the same next page twice`);
    }
}
/**
 * Page after page. The next one is found, in this order, by a token or URL in the body, a `Link` header with `rel="next"`,
 * the last record's id where there is a has-more flag, and by counting. Ends on an empty page.
 */
export async function* readPages(context, resource, list, start, options, onRequest) {
    const seen = new Set();
    let parameters = start;
    let read = 0;
    while (parameters) {
        const key = JSON.stringify(parameters);
        if (seen.has(key))
            throw new RepeatedPageError(resource.name);
        seen.add(key);
        onRequest();
        const answer = await send(context, { operation: list.operation, parameters, options });
        const items = valueAt(answer.data, list.items);
        const records = Array.isArray(items) ? items.map((item) => valueAt(item, list.item)) : [];
        const total = count(list.total && valueAt(answer.data, list.total)) ?? count(answer.headers.get("x-total-count"));
        yield { records, total };
        read += records.length;
        if (records.length === 0)
            return;
        parameters = next(resource, list, parameters, answer, records, { read, total });
    }
}
function next(resource, list, parameters, answer, records, { read, total }) {
    if (list.next) {
        const token = valueAt(answer.data, list.next);
        // Left out altogether where there is no cursor to give it to, it says nothing: counting goes on.
        const ends = token === null || token === "" || (token === undefined && list.cursor !== undefined);
        if (ends)
            return undefined;
        if (typeof token === "string" && isUrl(token))
            return fromUrl(token, answer, list, parameters);
        if (list.cursor)
            return { ...parameters, [list.cursor.parameter]: token };
        if (list.page && typeof token === "number")
            return { ...parameters, [list.page.parameter]: parameterValue(list, list.page.parameter, token) };
    }
    const link = linkNext(answer.headers.get("link"));
    if (link !== undefined)
        return fromUrl(link, answer, list, parameters);
    if (answer.headers.has("link"))
        return undefined;
    const more = list.hasMore && valueAt(answer.data, list.hasMore);
    if (more === false)
        return undefined;
    if (list.cursor) {
        if (list.cursor.kind !== "id" || !resource.id || more === undefined)
            return undefined;
        const last = valueAt(records.at(-1), resource.id);
        return last === undefined ? undefined : { ...parameters, [list.cursor.parameter]: last };
    }
    if (total !== undefined && read >= total)
        return undefined;
    const size = Number((list.limit && parameters[list.limit.parameter]) ?? Number.NaN);
    if (more !== true && total === undefined && records.length < size)
        return undefined;
    const advance = (name, first, by) => ({
        ...parameters,
        [name]: parameterValue(list, name, Number(parameters[name] ?? first) + by),
    });
    if (list.page)
        return advance(list.page.parameter, list.page.first, 1);
    if (list.offset)
        return advance(list.offset, 0, records.length);
    return undefined;
}
function isUrl(text) {
    return /^(https?:\/\/|\/|\?)/i.test(text);
}
/** The parameters of a next URL. One on another host is not followed: it would be sent our credentials. */
function fromUrl(text, { response }, { operation }, parameters) {
    const here = response.url === "" ? "http://localhost/" : response.url;
    let url;
    try {
        url = new URL(text, here);
    }
    catch {
        return undefined;
    }
    if (response.url !== "" && url.origin !== new URL(here).origin)
        return undefined;
    const query = new Map();
    for (const [name, value] of url.searchParams) {
        const spec = parametersOf(operation).find((parameter) => parameter.in === "query" && parameter.name === name);
        if (spec)
            query.set(nameInCall(spec), typed(value, parameters[nameInCall(spec)], spec.schema));
    }
    const following = { ...parameters, ...Object.fromEntries(query) };
    return isSame(following, parameters) ? undefined : following;
}
/** Texts of a URL in the type the parameter had, or that its schema names. */
function typed(value, before, schema) {
    const type = typeof schema === "object" && schema !== null ? schema.type : undefined;
    const numeric = typeof before === "number" || type === "integer" || type === "number";
    if (numeric && value !== "" && Number.isFinite(Number(value)))
        return Number(value);
    return typeof before === "object" && before !== null ? before : value;
}
/** RFC 8288. */
function linkNext(header) {
    for (const [, target, parameters = ""] of (header ?? "").matchAll(/<([^>]*)>([^<]*)/g)) {
        if (/;\s*rel\s*=\s*"?[^";]*\bnext\b/i.test(parameters))
            return target;
    }
    return undefined;
}
function count(value) {
    if ((typeof value !== "number" && typeof value !== "string") || value === "")
        return undefined;
    const number = Number(value);
    return Number.isInteger(number) && number >= 0 ? number : undefined;
}
