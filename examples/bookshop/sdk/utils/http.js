import { ApiError, ClientError, NetworkError, TimeoutError, ValidationError, apiError, issueOf, refuse } from "./errors.js";

// auth

/**
 * For descriptions with at most one scheme, which sends a token in a header. Without a scheme, every call sends the
 * token.
 */
export const selectToken = (alternatives = [], schemes, { token, schemes: own = {} }, refresh) => {
    const [[name, scheme] = ["", { label: "Bearer" }]] = Object.entries(schemes);
    if (name && !alternatives.some((names) => names.includes(name)))
        return [];
    const given = memberOf(own, name) ?? token;
    const written = (secret) => (secret ? [[scheme, secret]] : []);
    return typeof given === "function" ? askOnce(given, refresh).then(written) : written(given);
};
/** For other descriptions: the first alternative that has all its credentials. @see OpenAPI 3.1, "Security Requirement Object" */
export const selectCredentials = (alternatives = [], schemes, auth, refresh) => {
    const { schemes: own = {} } = auth;
    // Credentials that are given by name come first.
    const named = alternatives.filter((names) => names.some((name) => memberOf(own, name) !== undefined));
    const found = [...named, ...alternatives]
        .map((names) => names.map((name) => {
        const scheme = memberOf(schemes, name);
        return [scheme ?? {}, secretOf(scheme, auth, memberOf(own, name))];
    }))
        // An empty alternative means "or no credentials", so the others are tried first.
        .filter((secrets) => secrets.length > 0 && !secrets.some(isMissing));
    const [first = []] = found;
    return first.some(([, secret]) => typeof secret === "function") ? ask(found, refresh) : first;
};
/** A scheme may be called `constructor`, which every object inherits. */
function memberOf(members, name) {
    return Object.hasOwn(members, name) ? members[name] : undefined;
}
function isMissing([{ takes }, secret]) {
    return !secret && takes !== "nothing";
}
/** The first alternative whose functions all return a credential. */
async function ask(alternatives, refresh) {
    for (const found of alternatives) {
        const told = [];
        for (const [scheme, secret] of found)
            told.push([scheme, typeof secret === "function" ? await askOnce(secret, refresh) : secret]);
        if (!told.some(isMissing))
            return told;
    }
    return [];
}
/** Calls share a running refresh: many refresh tokens work once. */
const running = new Map();
async function askOnce(secret, refresh) {
    const shared = running.get(secret);
    const asked = shared ?? secret({ refresh });
    if (shared || !refresh)
        return asked;
    const own = Promise.resolve(asked).finally(() => running.delete(secret));
    running.set(secret, own);
    return own;
}
function secretOf(scheme, auth, own) {
    if (!scheme)
        return undefined;
    const { takes, login } = scheme;
    if (takes === "nothing")
        return "";
    if (login)
        return login(typeof own === "object" ? own : auth);
    return (typeof own === "object" ? undefined : own) ?? (takes && auth.apiKey) ?? auth.token;
}
/** The credential of Basic authentication; `undefined` without a user name. UTF-8, as RFC 7617 allows. */
export function basicLogin({ username, password = "" }) {
    return username === undefined
        ? undefined
        : btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
}

// is plain object

/** True for object literals and parsed JSON, false for dates, files and lists. */
export function isPlainObject(value) {
    if (typeof value !== "object" || value === null)
        return false;
    const prototype = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === null;
}

// operation facts

const TEXT = { type: "string" };
const factsByOperation = new WeakMap();
/** Expands an operation. Cached. */
export function factsOf(operation) {
    let facts = factsByOperation.get(operation);
    if (!facts) {
        const { route, parameters = [] } = operation;
        const [method = "", path = ""] = route.split(/ (.*)/s);
        const plain = ([name, schema]) => ({
            name,
            in: path.includes(`{${name}}`) ? "path" : "query",
            schema,
        });
        const listed = parameters.flatMap((spec) => {
            if (typeof spec === "string")
                return plain([spec, TEXT]);
            return isSpec(spec) ? spec : Object.entries(spec).map(plain);
        });
        const own = (name) => listed.find((spec) => spec.in === "path" && spec.name === name) ?? plain([name, TEXT]);
        const parts = path.split(/\{([^{}]*)\}/).map((text, at) => (at % 2 === 0 ? text : own(text)));
        const inPath = parts.filter((part) => typeof part !== "string");
        facts = { method, parts, parameters: [...new Set([...inPath, ...listed])] };
        factsByOperation.set(operation, facts);
    }
    return facts;
}
/** The body of an operation, also in its short form. */
export function bodyOf({ json, body }) {
    return json === undefined ? body : { required: true, content: { "application/json": { schema: json } } };
}
function isSpec(spec) {
    return "in" in spec;
}
/** All parameters of an operation. Path parameters come first. */
export function parametersOf(operation) {
    return factsOf(operation).parameters;
}
export function parameterNamed(operation, name) {
    return parametersOf(operation).find((spec) => nameInCall(spec) === name);
}
export function nameInCall(spec) {
    return spec.as ?? spec.name;
}

// retry

/** The largest delay of a timer: about 25 days. Timers with a larger one end at once. */
export const LONGEST_MS = 2 ** 31 - 1;
export const DEFAULT_RETRY = { limit: 2, delayMs: 250, maxDelayMs: 8000 };
/** True for methods that are safe to repeat (RFC 9110, section 9.2.2). */
export function isIdempotent(method) {
    return /^(GET|HEAD|OPTIONS|PUT|DELETE|QUERY|TRACE)$/.test(method);
}
/** True for errors that another try may not meet. */
export function isPassing(error) {
    return error instanceof ApiError
        ? /^(408|425|429|50[0234])$/.test(String(error.status))
        : error instanceof NetworkError || error instanceof TimeoutError;
}
/**
 * Waits after try number `attempt`, which counts from 1. `Retry-After` wins (RFC 9110, section 10.2.3). Ends early if the signal aborts.
 */
export function wait(attempt, { delayMs, maxDelayMs }, signal, headers) {
    const after = headers?.get("retry-after") || "?";
    const asked = [
        Number(headers?.get("retry-after-ms") || "?"),
        Number(after) * 1000,
        Date.parse(after) - Date.now(),
    ].find((milliseconds) => milliseconds >= 0);
    const delay = Math.min(asked ?? Math.random() * delayMs * 2 ** (attempt - 1), maxDelayMs, LONGEST_MS);
    return new Promise((resolve) => {
        const stop = () => {
            clearTimeout(timer);
            signal?.removeEventListener("abort", stop);
            resolve();
        };
        const timer = setTimeout(stop, delay);
        signal?.addEventListener("abort", stop);
        if (signal?.aborted)
            stop();
    });
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
/** Writes one value: dates as RFC 3339, and nested objects as JSON, because no style can express them. */
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
 * Writes a path value. Rejects values that would lead to another endpoint. An empty value would reach the collection
 * instead of the item, and URL parsers remove `.` and `..`, also percent-encoded.
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
let known;
/**
 * Resolves the base URL, relative to the page in browsers. Rejects unusable addresses here, because errors of the platform would contain
 * the whole URL with its credentials.
 * @throws ClientError BASE_URL_INVALID
 */
export function rootOf(base) {
    // Most calls have the same base URL.
    if (known?.base === base)
        return known.root;
    const page = globalThis.location?.href;
    const { href } = URL.canParse(base, page) ? new URL(base, page) : { href: "#" };
    if (/[?#]|^[^/]*\/\/[^/]*@/.test(href))
        throw new ClientError("BASE_URL_INVALID", "baseUrl must be like https://host/v1, without login, ? and #");
    known = { base, root: href.replace(/\/+$/, "") };
    return known.root;
}
/**
 * Selects the server of an operation that has its own. If `baseUrl` is not a documented server, it overrides this: all
 * calls go to that mock or proxy.
 */
export function serverOf({ options: { baseUrl }, defaultBaseUrl, servers = [] }, { server }) {
    if (server === undefined)
        return undefined;
    if (baseUrl === undefined)
        return URL.canParse(server) ? server : relative(server, defaultBaseUrl);
    const plain = (url) => url.replace(/\/+$/, "");
    const isElsewhere = URL.canParse(defaultBaseUrl) && ![defaultBaseUrl, ...servers].map(plain).includes(plain(baseUrl));
    return isElsewhere ? baseUrl : relative(server, baseUrl);
}
function relative(server, base) {
    return URL.canParse(server, base) ? new URL(server, base).href : server;
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

// read response

const MOST_BYTES = 100_000_000;
/**
 * Reads the body of an answer by its actual media type. JSON is parsed, text stays text, documented streams become
 * async iterables, an empty body becomes `undefined`, and everything else a Blob. JSON that cannot be parsed is
 * returned as text.
 * @param onEnd called at the end of a stream
 * @param broken creates the error of a stream that is cut
 */
export async function readResponse(response, { int64 = "string", maxAnswerBytes = MOST_BYTES }, { streams, openStream }, onEnd, broken) {
    const type = response.headers.get("content-type") ?? "";
    const stream = openStream?.(response, streams, maxAnswerBytes, onEnd, broken);
    if (stream)
        return stream;
    const whole = isBounded(response, maxAnswerBytes) ? response : await readWhole(response, maxAnswerBytes);
    // Includes JSON Lines, which `parseJson` returns as text.
    if (type === "" || /^[^;]*[/+](x-)?(nd)?json/i.test(type))
        return parseJson(await whole.text(), int64);
    if (/^(text\/|application\/(javascript|x-www-form-urlencoded)|[^;]*[/+]xml)/i.test(type))
        return (await whole.text()) || undefined;
    const blob = await whole.blob();
    return blob.size === 0 ? undefined : blob;
}
/** True if no body can be larger: the platform enforces the length of plain bodies. Responses without an address were created in this process. */
function isBounded({ headers, body, url }, most) {
    return (!body ||
        url === "" ||
        (!headers.has("content-encoding") && parseInt(headers.get("content-length") ?? "", 10) <= most));
}
/**
 * Reads the whole body, up to `most` bytes. Compressed bodies may expand to gigabytes, and servers may send without end.
 * @throws ClientError ANSWER_TOO_LARGE
 */
async function readWhole({ headers, body }, most) {
    // Wrapping the stream in another one would be wrong: browsers replace its error by a `TypeError`, which looks like a
    // network error.
    const reader = body.getReader();
    const chunks = [];
    for (let size = 0;;) {
        const { done, value } = await reader.read();
        if (done)
            return new Response(new Blob(chunks, { type: headers.get("content-type") ?? "" }));
        size += value.byteLength;
        chunks.push(value);
        if (size <= most)
            continue;
        reader.cancel().catch(() => undefined);
        throw answerTooLarge(most);
    }
}
export function answerTooLarge(most) {
    return new ClientError("ANSWER_TOO_LARGE", `the answer is larger than maxAnswerBytes: ${most}`);
}

// unsent headers

/**
 * Reports headers that no platform can send: those with a character beyond ISO-8859-1, a line break or NUL. `fetch`
 * would fail as for a network error, which is retried. Issues leave out the values, since they may be secrets.
 * @see https://fetch.spec.whatwg.org/#header-value
 */
export function unsendableHeaders(headers) {
    return Object.keys(headers)
        .filter((name) => UNSENDABLE.test(String(headers[name]).trim()))
        .map((name) => issueOf("header", name, "header", "has a character that is not allowed"));
}
const UNSENDABLE = /[\0\r\n]|[^\0-\xff]/;
/**
 * Reports headers that the platform removes from a request. Browsers set `Cookie`, `Host`, `Origin` and others themselves and silently
 * drop them from requests, so the server would receive a different call.
 * @see https://fetch.spec.whatwg.org/#forbidden-request-header
 */
export const keptBackHeaders = (wanted) => {
    if (!isKeepingHeaders())
        return [];
    const sent = sendable(wanted);
    return Object.keys(wanted)
        .filter((name) => !sent.has(name))
        .map((name) => issueOf("header", name, "forbidden", "is not sent by this platform"));
};
/** Reports the names of cookies instead of the header `Cookie`. For descriptions that declare cookies. */
export const keptBackCookies = (wanted, cookies) => keptBackHeaders(wanted, cookies).flatMap((issue) => issue.field === "cookie" ? cookies.map((name) => issueOf("cookie", name, "forbidden", COOKIE_ADVICE)) : issue);
const COOKIE_ADVICE = 'cannot be given in a browser, which sends its own cookies: leave it out, and send those with fetch: (request) => fetch(request, { credentials: "include" })';
let keepsHeaders;
/** True in browsers, false on servers. Asks the platform once. */
export function isKeepingHeaders() {
    keepsHeaders ??= !sendable({ cookie: "a=b" }).has("cookie");
    return keepsHeaders;
}
function sendable(headers) {
    return new Request("http://localhost", { headers }).headers;
}

// send

/**
 * Validates and sends a call, retries it if that is safe, and reads the answer. This is one function because each
 * additional promise costs as much as validating the arguments.
 * @throws ClientError for an unknown option, ValidationError, both before anything is sent; ApiError, NetworkError,
 * TimeoutError; the reason of the signal if it aborts
 */
export async function send(context, given) {
    const call = withShared(context, given);
    const { operation, options = {} } = call;
    const { options: own, checks } = context;
    const { hooks } = own;
    const { signal } = options;
    checks?.checkCall(own, call);
    const { method } = factsOf(operation);
    const fixed = idempotencyHeaders(operation, options, call.parameters);
    // A stream cannot be read again.
    const isSpent = call.body instanceof ReadableStream;
    const isOnce = isSpent || (options.retry ?? own.retry) === false || !(fixed || isIdempotent(method));
    const timeoutMs = options.timeoutMs ?? own.timeoutMs ?? 60_000;
    const select = (refresh) => context.credentials(operation.security ?? context.security, context.schemes, own.auth ?? {}, refresh);
    let renewed;
    for (let attempt = 1;; attempt += 1) {
        const asked = renewed ?? select(false);
        const login = "then" in asked ? await asked : asked;
        const { url, init } = draftRequest(context, call, login, fixed);
        // Without the query, which may contain credentials.
        const facts = { operation: operation.id, method, url: url.split("?", 1)[0] ?? url };
        const stop = takeStop();
        const { controller } = stop;
        const abort = () => controller.abort(signal?.reason);
        const leave = () => signal?.removeEventListener("abort", abort);
        const broken = (cause) => {
            if (signal?.aborted)
                return signal.reason;
            if (controller.signal.aborted)
                return new TimeoutError(facts, timeoutMs);
            return stop.hooking || cause instanceof ClientError ? cause : new NetworkError(facts, cause);
        };
        try {
            signal?.throwIfAborted();
            signal?.addEventListener("abort", abort);
            const timer = timeoutMs > 0 ? setTimeout(() => controller.abort(), Math.min(timeoutMs, LONGEST_MS)) : undefined;
            init.signal = controller.signal;
            const ask = (at, how, withheld) => own.fetch || hooks?.onRequest ? dispatchRequest(own, at, how, facts, stop, withheld) : fetch(at, how);
            let response;
            let data;
            try {
                response = await (context.follow ? context.follow(url, init, login, ask) : ask(url, init));
                stop.hooking = true;
                if (hooks?.onResponse)
                    response = (await hooks.onResponse(response, facts)) ?? response;
                stop.hooking = false;
                // Inside the timeout, because a server may never end its answer. Streams may take longer, and report their end.
                data = await readResponse(response, own, operation, leave, broken);
            }
            catch (error) {
                throw broken(error);
            }
            finally {
                clearTimeout(timer);
                if (!isStream(data))
                    leave();
            }
            const { ok, status, headers } = response;
            // Credentials of functions are asked for again.
            const fresh = status === 401 && login !== asked && !isSpent ? await select(true) : [];
            if (fresh.some(([, secret], at) => secret !== login[at]?.[1])) {
                renewed = fresh;
                continue;
            }
            if (!ok)
                throw apiError(status, data, headers, facts);
            if (own.validateResponses)
                await checks?.checkAnswer(own, operation, response, data, facts);
            // The answer is complete, and no other code has the request.
            if (!hooks && !own.fetch && !isStream(data))
                giveBack(stop);
            return { data, status, headers, response };
        }
        catch (error) {
            const retry = { ...DEFAULT_RETRY, ...own.retry, ...options.retry };
            if (isOnce || !(attempt <= (retry.limit ?? DEFAULT_RETRY.limit)) || !isPassing(error)) {
                if (error instanceof Error)
                    await hooks?.onError?.(error, facts);
                throw error;
            }
            await wait(attempt, retry, signal, error.headers);
        }
    }
}
function isStream(data) {
    return Symbol.asyncIterator in Object(data);
}
/** Adds the client's values for declared parameters that the call does not set. */
function withShared({ options: { parameters: shared } }, call) {
    if (!shared)
        return call;
    const parameters = { ...call.parameters };
    for (const name of parametersOf(call.operation).map(nameInCall))
        if (parameters[name] === undefined)
            parameters[name] = shared[name];
    return { ...call, parameters };
}
/**
 * Builds the request of a call, without credentials, and without validating or sending it.
 * @throws ValidationError if the platform cannot send a header or the body
 */
export function buildRequest(context, call) {
    const { url, init } = draftRequest(context, call, []);
    return new Request(url, init);
}
function draftRequest(context, { operation, parameters = {}, body, options = {} }, login, fixed) {
    const { options: own, accept = "application/json", defaultBaseUrl } = context;
    const { method, parameters: specs } = factsOf(operation);
    const headers = { accept: operation.accept ?? accept };
    const init = { method, headers };
    const parts = { headers, query: { ...options.query }, cookies: [] };
    operation.head?.(parts, specs, parameters);
    if (body !== undefined)
        operation.writer?.write(init, operation, body, options.contentType);
    for (const [{ place, name = "authorization", label }, secret] of login) {
        if (place)
            place(parts, name, secret);
        else
            headers[name.toLowerCase()] = label ? `${label} ${secret}` : secret;
    }
    for (const given of [fixed, own.headers, options.headers]) {
        for (const name in given) {
            const value = given[name];
            if (value === undefined)
                delete headers[name.toLowerCase()];
            else
                headers[name.toLowerCase()] = value;
        }
    }
    refuse(unsendableHeaders(headers), operation.id);
    refuse(context.keptBack?.(headers, parts.cookies), operation.id);
    let path = buildPath(operation, parameters);
    for (const name in parts.query)
        path = withQuery(path, `${encodeURIComponent(name)}=${encodeURIComponent(parts.query[name] ?? "")}`);
    const base = options.baseUrl ?? operation.serverOf?.(context, operation) ?? own.baseUrl ?? defaultBaseUrl;
    return { url: rootOf(base) + path, init };
}
async function dispatchRequest({ hooks, fetch: send = fetch }, url, init, facts, stop, withheld = []) {
    const request = new Request(url, init);
    stop.hooking = true;
    const changed = await hooks?.onRequest?.(request, facts);
    stop.hooking = false;
    const sent = !changed || changed === request ? request : new Request(changed, { signal: init.signal ?? null });
    for (const name of withheld)
        sent.headers.delete(name);
    return send(sent);
}
function idempotencyHeaders({ idempotencyHeader }, { idempotencyKey }, given = {}) {
    const name = idempotencyHeader ?? (idempotencyKey && "idempotency-key");
    if (!name)
        return undefined;
    return { [name]: idempotencyKey ?? String(given[name] ?? crypto.randomUUID()) };
}
const idle = [];
const MOST_IDLE = 16;
/** Limits the listeners that platforms may keep until garbage collection. */
const MOST_USES = 50;
/** Takes an unused AbortController. They are reused, because creating one takes as long as the rest of a call. */
export function takeStop() {
    return idle.pop() ?? { controller: new AbortController(), uses: 0 };
}
/** Returns an AbortController. Call it only after the answer is read to its end. */
export function giveBack(stop) {
    stop.uses += 1;
    if (!stop.controller.signal.aborted && stop.uses < MOST_USES && idle.length < MOST_IDLE)
        idle.push(stop);
}

// value at

/** The value at a path. At a list, collects the values of its elements. */
export function valueAt(record, place) {
    let value = record;
    for (const [depth, name] of place.entries()) {
        if (Array.isArray(value)) {
            const rest = place.slice(depth);
            return value.flatMap((item) => valueAt(item, rest) ?? []);
        }
        if (typeof value !== "object" || value === null || !Object.hasOwn(value, name))
            return undefined;
        value = value[name];
    }
    return value;
}

// resource

/** Base class of the generated resources. Its methods begin with `_`, so they never collide with generated ones. */
export class Resource {
    // Private, so that printing a client does not print its credentials.
    #context;
    #parents;
    /** @param api facts that all resources of the description share */
    constructor(given, parents, api) {
        this.#context = contextOf(given ?? {}, api);
        this.#parents = parents ?? {};
    }
    get _context() {
        return this.#context;
    }
    /** Path parameters of every call of this object. */
    get _parents() {
        return this.#parents;
    }
    /**
     * @param params parameters that override those in the options. A plain value is the path parameter.
     * @param reply place of the result in the answer
     */
    _call(operation, params, body, options, reply) {
        const [first] = parametersOf(operation);
        const parents = first ? this.#parents : {};
        // If there is no path parameter for a plain value, the value becomes an unknown parameter. It is then reported
        // instead of ignored.
        const isValue = params !== undefined && params !== null && Object(params) !== params;
        const given = isValue ? { [first?.in === "path" ? nameInCall(first) : `${params}`]: params } : params;
        const call = {
            operation,
            parameters: { ...parents, ...given, ...options?.params },
            body: body === undefined ? options?.body : body,
            options,
        };
        const answer = send(this.#context, call);
        const result = answer.then(({ data }) => (reply && options?.unwrap !== false ? valueAt(data, reply) : data));
        return Object.assign(result, {
            withResponse: async () => {
                const [data, whole] = await Promise.all([result, answer]);
                return { ...whole, data, body: whole.data };
            },
        });
    }
}
/** Creates the context of a client, or of a resource that is used on its own. */
export function contextOf(given, own) {
    if ("checkOptions" in given)
        return given;
    const { resources = [], ...options } = given;
    own.checkOptions(options, own.schemes);
    return {
        ...own,
        options: own.int64 ? { int64: own.int64, ...options } : options,
        resources,
    };
}
/** Adds the resources to a client. They share its options, and reach each other by relations. */
export function addResources(client, resources, options, api) {
    const all = [...(options.resources ?? []), ...Object.values(resources)];
    const context = contextOf({ ...options, resources: all }, api);
    for (const [name, Class] of Object.entries(resources))
        Object.assign(client, { [name]: new Class(context) });
}
/** For clients without validation. @throws ClientError NO_VALIDATION for options that ask for it */
export function refuseValidation({ validateRequests, validateResponses = "off" }) {
    if (validateRequests || validateResponses !== "off")
        throw new ClientError("NO_VALIDATION", "the client was generated with --no-validation");
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
