import { ApiError, ClientError, NetworkError, TimeoutError, apiError, issueOf, refuse } from "./errors.js";
import { factsOf, nameInCall, parametersOf } from "./operation.js";
import { answerTooLarge, buildPath, parseJson, withQuery } from "./wire.js";

// auth

/**
 * For descriptions with at most one scheme, which takes a token in a header. Without a scheme, the token goes with every call.
 */
export const selectToken = (alternatives = [], schemes, { token, schemes: own = {} }, refresh) => {
    const [[name, scheme] = ["", { label: "Bearer" }]] = Object.entries(schemes);
    if (name && !alternatives.some((names) => names.includes(name)))
        return [];
    const given = own[name] ?? token;
    const written = (secret) => (secret ? [[scheme, secret]] : []);
    return typeof given === "function" ? askOnce(given, refresh).then(written) : written(given);
};
/** For other descriptions: the first alternative that has all its credentials. @see OpenAPI 3.1, "Security Requirement Object" */
export const selectCredentials = (alternatives = [], schemes, auth, refresh) => {
    const { schemes: own = {} } = auth;
    // Credentials that are given by name come first.
    const named = alternatives.filter((names) => names.some((name) => own[name] !== undefined));
    const found = [...named, ...alternatives]
        .map((names) => names.map((name) => [schemes[name] ?? {}, secretOf(schemes[name], auth, own[name])]))
        // An empty alternative means "or nothing", so the others are tried first.
        .filter((secrets) => secrets.length > 0 && !secrets.some(isMissing));
    const [first = []] = found;
    return first.some(([, secret]) => typeof secret === "function") ? ask(found, refresh) : first;
};
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

// retry

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
    const delay = Math.min(asked ?? Math.random() * delayMs * 2 ** (attempt - 1), maxDelayMs);
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

// base url

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
        throw new ClientError("BASE_URL_INVALID", "baseUrl must be like https://host/v1, in a page also /v1, without login, ? and #");
    known = { base, root: href.replace(/\/+$/, "") };
    return known.root;
}

// read response

const MOST_BYTES = 100_000_000;
/**
 * Reads the body of an answer by its actual media type: JSON parsed, text as text, documented streams as async iterables, everything else
 * as a Blob, an empty body as `undefined`. Returns JSON that cannot be parsed as text.
 */
export async function readResponse(response, { int64 = "string", maxAnswerBytes = MOST_BYTES }, { streams, openStream }, onEnd) {
    const type = response.headers.get("content-type") ?? "";
    const stream = openStream?.(response, streams, maxAnswerBytes, onEnd);
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
    // Not a stream of streams: browsers replace the error of such a stream by a `TypeError`, which looks like a network error.
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

// stop

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

// unsendable headers

/**
 * Reports headers that no platform can send: with a character beyond ISO-8859-1, a line break or NUL. For `fetch` they look like network
 * errors, which are retried. Issues do not contain the values, which may be secrets.
 * @see https://fetch.spec.whatwg.org/#header-value
 */
export function unsendableHeaders(headers) {
    return Object.keys(headers)
        .filter((name) => UNSENDABLE.test(String(headers[name]).trim()))
        .map((name) => issueOf("header", name, "header", "has a character that is not allowed"));
}
const UNSENDABLE = /[\0\r\n]|[^\0-\xff]/;

// send

/**
 * Validates and sends a call, retries it where that is safe, and reads the answer. All in one function, because each additional promise
 * costs as much as validating the arguments.
 * @throws ClientError for an unknown option, ValidationError, both before anything is sent; ApiError, NetworkError, TimeoutError; the reason of the signal if it aborts
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
    const isOnce = (options.retry ?? own.retry) === false || !(fixed || isIdempotent(method));
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
        try {
            signal?.throwIfAborted();
            signal?.addEventListener("abort", abort);
            const timer = timeoutMs > 0 ? setTimeout(() => controller.abort(), timeoutMs) : undefined;
            init.signal = controller.signal;
            const ask = (at, how) => own.fetch || hooks?.onRequest ? dispatchRequest(own, at, how, facts) : fetch(at, how);
            let response;
            let data;
            try {
                response = await (context.follow ? context.follow(url, init, login, ask) : ask(url, init));
                if (hooks?.onResponse)
                    response = (await hooks.onResponse(response, facts)) ?? response;
                // Inside the timeout, because a server may never end its answer. Streams may take longer, and report their end.
                data = await readResponse(response, own, operation, leave);
            }
            catch (error) {
                if (signal?.aborted)
                    throw signal.reason;
                if (controller.signal.aborted)
                    throw new TimeoutError(facts, timeoutMs);
                throw error instanceof ClientError ? error : new NetworkError(facts, error);
            }
            finally {
                clearTimeout(timer);
                if (!isStream(data))
                    leave();
            }
            const { ok, status, headers } = response;
            // Credentials of functions are asked for again.
            const fresh = status === 401 && login !== asked ? await select(true) : [];
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
            if (isOnce || attempt > retry.limit || !isPassing(error)) {
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
/** Adds the client's values for declared parameters that the call does not give. */
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
async function dispatchRequest({ hooks, fetch: send = fetch }, url, init, facts) {
    const request = new Request(url, init);
    const changed = await hooks?.onRequest?.(request, facts);
    return send(!changed || changed === request ? request : new Request(changed, { signal: init.signal ?? null }));
}
function idempotencyHeaders({ idempotencyHeader }, { idempotencyKey }, given = {}) {
    const name = idempotencyHeader ?? (idempotencyKey && "idempotency-key");
    if (!name)
        return undefined;
    return { [name]: idempotencyKey ?? String(given[name] ?? crypto.randomUUID()) };
}

// kept back headers

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
/** Names the cookies instead of the header `Cookie`. For descriptions that declare cookies. */
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
