import { ClientError, NetworkError, TimeoutError, ValidationError, apiError, issueOf } from "./errors.js";
import { factsOf, nameInCall, parametersOf } from "./operation.js";
import { buildPath, parseJson, serializeParameter, withQuery } from "./wire.js";

// auth

/**
 * Selects the credentials of a call: the first alternative that has them all. Returns none if no alternative has, and leaves the refusal
 * to the server. Returns a promise only if a function has to be called. @see OpenAPI 3.1, "Security Requirement Object"
 */
export function credentials(alternatives = [], schemes, auth, refresh) {
    const { schemes: own = {} } = auth;
    const isOpen = alternatives.length === 0 && Object.keys(schemes).length === 0;
    let found = isOpen ? [[{ label: "Bearer" }, auth.token]] : [];
    // Credentials that are given by name come first.
    const named = alternatives.filter((names) => names.some((name) => own[name] !== undefined));
    for (const names of [...named, ...alternatives]) {
        found = names.map((name) => [schemes[name] ?? {}, secretOf(schemes[name], auth, own[name])]);
        // An empty alternative means "or nothing", so the others are tried first.
        if (found.length > 0 && !found.some(isMissing))
            break;
    }
    if (found.some(isMissing))
        return [];
    return found.some(([, secret]) => typeof secret === "function") ? ask(found, refresh) : found;
}
function isMissing([, secret]) {
    return secret === undefined;
}
async function ask(found, refresh) {
    const asked = [];
    for (const [scheme, secret = ""] of found)
        asked.push([scheme, typeof secret === "function" ? await secret({ refresh }) : secret]);
    return asked;
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
const KEYS = ["token", "username", "password", "apiKey", "schemes"];
/** @throws ClientError AUTH_INVALID for unknown credentials and schemes, which would never be sent */
export function refuseUnknownAuth(auth, schemes) {
    refuseUnknown("AUTH_INVALID", auth, KEYS, "auth.");
    refuseUnknown("AUTH_INVALID", auth?.schemes, Object.keys(schemes), "auth.schemes.");
}
/** @throws ClientError with the code, for a name that is not known */
export function refuseUnknown(code, given, known, place = "") {
    const unknown = Object.keys(given ?? {}).find((name) => !known.includes(name));
    const list = known.length > 0 ? `there are ${known.join(", ")}` : "the description declares none";
    if (unknown !== undefined)
        throw new ClientError(code, `${place}${unknown} is not known: ${list}`);
}

// basic login

/** The credential of Basic authentication; `undefined` without a user name. UTF-8, as RFC 7617 allows. */
export function basicLogin({ username, password = "" }) {
    return username === undefined
        ? undefined
        : btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
}

// refuse validation

/** For clients without validation. @throws ClientError NO_VALIDATION for options that ask for it */
export function refuseValidation({ validateRequests, validateResponses = "off" }) {
    if (validateRequests || validateResponses !== "off")
        throw new ClientError("NO_VALIDATION", "this client cannot validate: generate it without --no-validation");
}

// retry

export const DEFAULT_RETRY = { limit: 2, delayMs: 250, maxDelayMs: 8000 };
/** True for methods that are safe to repeat (RFC 9110, section 9.2.2). */
export function isIdempotent(method) {
    return /^(GET|HEAD|OPTIONS|PUT|DELETE|QUERY|TRACE)$/.test(method);
}
export function isPassing(status) {
    return [408, 425, 429, 500, 502, 503, 504].includes(status);
}
/**
 * Waits after try number `attempt`, which counts from 1. `Retry-After` wins (RFC 9110, section 10.2.3). Rejects with the reason of the
 * signal if that aborts first.
 */
export function wait(attempt, { delayMs, maxDelayMs }, signal, headers) {
    const after = headers?.get("retry-after") ?? "";
    const asked = [
        Number(headers?.get("retry-after-ms") ?? Number.NaN),
        /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now(),
    ].find((milliseconds) => milliseconds >= 0);
    const delay = Math.min(asked ?? Math.random() * Math.min(delayMs * 2 ** (attempt - 1), maxDelayMs), maxDelayMs);
    return new Promise((resolve, reject) => {
        const stop = () => {
            clearTimeout(timer);
            signal?.removeEventListener("abort", stop);
            if (signal?.aborted)
                reject(signal.reason);
            else
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
    const url = URL.canParse(base, page) ? new URL(base, page) : undefined;
    if (!url || url.username || url.password || url.search || url.hash)
        throw new ClientError("BASE_URL_INVALID", "baseUrl must be like https://host/v1, without a login, ? or #");
    known = { base, root: url.href.replace(/\/+$/, "") };
    return known.root;
}

// read whole

/**
 * Reads the whole body, up to `most` bytes. Compressed bodies may expand to gigabytes, and servers may send without end. For plain bodies
 * with a length, the platform enforces that length.
 * @throws ClientError ANSWER_TOO_LARGE
 */
export async function readWhole(response, most) {
    const { headers, body, url } = response;
    // Responses without an address were created in this process.
    if (!body || url === "")
        return response;
    if (!headers.has("content-encoding") && Number(headers.get("content-length") ?? Number.NaN) <= most)
        return response;
    const reader = body.getReader();
    const chunks = [];
    for (let size = 0;;) {
        const { done, value } = await reader.read();
        if (done)
            return new Blob(chunks, { type: headers.get("content-type") ?? "" });
        size += value.byteLength;
        chunks.push(value);
        if (size <= most)
            continue;
        reader.cancel().catch(() => undefined);
        throw tooLarge(most);
    }
}
export function tooLarge(most) {
    return new ClientError("ANSWER_TOO_LARGE", `the answer is larger than maxAnswerBytes: ${most}`);
}

// read response

const MOST_BYTES = 100_000_000;
const EMPTY = new Set([204, 205, 304]);
/**
 * Reads the body of an answer by its actual media type: JSON parsed, text as text, documented streams as async iterables, everything else
 * as a Blob, an empty body as `undefined`. Returns JSON that cannot be parsed as text.
 */
export async function readResponse(response, method, { int64 = "string", maxAnswerBytes = MOST_BYTES }, { streams }, onEnd) {
    if (EMPTY.has(response.status) || method === "HEAD")
        return undefined;
    const type = response.headers.get("content-type") ?? "";
    const stream = response.ok && streams?.find((reader) => reader.type.test(type));
    if (stream && response.body)
        return stream.read(response.body, { most: maxAnswerBytes, tooLarge, parse: parseJson, onEnd });
    const whole = await readWhole(response, maxAnswerBytes);
    // Includes JSON Lines, which `parseJson` returns as text.
    if (type === "" || /^[^;]*[/+](x-)?(nd)?json/i.test(type))
        return parseJson(await whole.text(), int64);
    if (/^(text\/|application\/(javascript|x-www-form-urlencoded)|[^;]*[/+]xml)/i.test(type))
        return (await whole.text()) || undefined;
    const blob = whole instanceof Blob ? whole : await whole.blob();
    return blob.size === 0 ? undefined : blob;
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
        .map((name) => issueOf("header", name, "header", "holds a character that a header cannot carry"));
}
const UNSENDABLE = /[\0\r\n]|[^\0-\xff]/;

// send

/**
 * Validates and sends a call, retries it where that is safe, and reads the answer. All in one function, because each additional promise
 * costs as much as validating the arguments.
 * @throws ValidationError before anything is sent; ApiError, NetworkError, TimeoutError; the reason of the signal if it aborts
 */
export async function send(context, given) {
    const call = withShared(context, given);
    const { operation, options = {} } = call;
    const { options: own } = context;
    const { hooks } = own;
    const { signal } = options;
    if (context.checks && (options.validate ?? own.validateRequests ?? true))
        refuse(context.checks.callIssues(call), operation);
    const isOnce = (options.retry ?? own.retry) === false;
    const retry = { ...DEFAULT_RETRY, ...own.retry, ...options.retry, ...(isOnce && { limit: 0 }) };
    const timeoutMs = options.timeoutMs ?? own.timeoutMs ?? 60_000;
    const fixed = idempotencyHeaders(operation, options);
    const { method } = factsOf(operation);
    const again = fixed !== undefined || isIdempotent(method);
    let refresh = false;
    for (let attempt = 1;; attempt += 1) {
        const asked = credentials(operation.security ?? context.security, context.schemes, own.auth ?? {}, refresh);
        const login = "then" in asked ? await asked : asked;
        const { url, init } = draftRequest(context, call, login, fixed);
        // Without the query, which may contain credentials.
        const facts = { operation: operation.id, method, url: url.split("?", 1)[0] ?? url };
        const stop = takeStop();
        const { controller } = stop;
        try {
            signal?.throwIfAborted();
            const timer = timeoutMs > 0 ? setTimeout(() => controller.abort(), timeoutMs) : undefined;
            const abort = () => controller.abort(signal?.reason);
            signal?.addEventListener("abort", abort, { once: true });
            init.signal = controller.signal;
            const leave = () => signal?.removeEventListener("abort", abort);
            const ask = (at, how) => own.fetch || hooks?.onRequest ? dispatchRequest(own, at, how, facts) : fetch(at, how);
            let response;
            let data;
            let renew = false;
            let isRefused = false;
            try {
                response = await (context.follow ? context.follow(url, init, login, ask) : ask(url, init));
                if (hooks?.onResponse)
                    response = (await hooks.onResponse(response, facts)) ?? response;
                const { ok, status, body } = response;
                // Credentials of functions are asked for again.
                renew = status === 401 && !refresh && login !== asked;
                isRefused = renew || (!ok && again && isPassing(status) && attempt <= retry.limit);
                // Inside the timeout, because a server may never end its answer. Streams may take longer, and report their end.
                data = isRefused ? await body?.cancel() : await readResponse(response, method, own, operation, leave);
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
            if (isRefused) {
                if (renew)
                    refresh = true;
                else
                    await wait(attempt, retry, signal, headers);
                continue;
            }
            if (!ok)
                throw apiError(status, data, headers, facts);
            if (own.validateResponses)
                await context.checks?.checkAnswer(own, operation, response, data, facts);
            // The answer is complete, and no other code has the request.
            if (!hooks && !own.fetch && !isStream(data))
                giveBack(stop);
            return { data, status, headers, response };
        }
        catch (error) {
            if (again && attempt <= retry.limit && (error instanceof NetworkError || error instanceof TimeoutError)) {
                await wait(attempt, retry, signal);
                continue;
            }
            if (error instanceof Error)
                await hooks?.onError?.(error, facts);
            throw error;
        }
    }
}
function isStream(data) {
    return typeof data === "object" && data !== null && Symbol.asyncIterator in data;
}
function refuse(issues, { id }) {
    if (issues.length > 0)
        throw new ValidationError(issues, id);
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
    const { method, parameters: specs, body: spec } = factsOf(operation);
    const headers = { accept: operation.accept ?? accept };
    const init = { method, headers };
    const query = { ...options.query };
    let cookie = "";
    const cookies = [];
    const addCookie = (name, text) => {
        cookies.push(name);
        cookie += cookie ? `; ${text}` : text;
        Object.assign(headers, { cookie });
    };
    for (const one of specs) {
        const value = parameters[nameInCall(one)];
        if (value === undefined)
            continue;
        if (one.in === "header")
            headers[one.name.toLowerCase()] = serializeParameter(one, value);
        if (one.in === "cookie")
            addCookie(nameInCall(one), serializeParameter(one, value).replaceAll("&", "; "));
    }
    const { writer } = operation;
    if (body !== undefined && spec && writer) {
        const type = writer.typeOf(spec, body, options.contentType);
        const media = spec.content[type];
        const exact = media?.schema === undefined ? body : (operation.exactIntegers?.(body, media.schema) ?? body);
        const encoded = writer.encode(exact, type, media);
        if (encoded.contentType)
            headers["content-type"] = encoded.contentType;
        if (/^(GET|HEAD)$/.test(method))
            refuse([issueOf("body", "", "method", NO_BODY)], operation);
        init.body = encoded.body;
        if (encoded.body instanceof ReadableStream)
            init.duplex = "half";
    }
    for (const [{ takes, in: part, name = "authorization", label }, secret] of login) {
        if (part === "query")
            query[name] = secret;
        else if (part)
            addCookie(name, `${name}=${encodeURIComponent(secret)}`);
        else if (takes !== "nothing")
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
    refuse(unsendableHeaders(headers), operation);
    refuse(context.keptBack?.(headers, cookies) ?? [], operation);
    let path = buildPath(operation, parameters);
    for (const name in query)
        path = withQuery(path, `${encodeURIComponent(name)}=${encodeURIComponent(query[name] ?? "")}`);
    return {
        url: rootOf(options.baseUrl ?? operation.serverOf?.(context, operation) ?? own.baseUrl ?? defaultBaseUrl) + path,
        init,
    };
}
const NO_BODY = "cannot be sent with GET or HEAD";
async function dispatchRequest({ hooks, fetch: send = fetch }, url, init, facts) {
    const request = new Request(url, init);
    const changed = await hooks?.onRequest?.(request, facts);
    return send(!changed || changed === request ? request : new Request(changed, { signal: init.signal ?? null }));
}
function idempotencyHeaders({ idempotencyHeader }, { idempotencyKey }) {
    return idempotencyHeader === undefined && idempotencyKey === undefined
        ? undefined
        : { [idempotencyHeader ?? "idempotency-key"]: idempotencyKey ?? crypto.randomUUID() };
}

// follow redirects

const MOST_HOPS = 20;
/**
 * Follows redirects as `fetch` does, and removes more headers from requests to other origins.
 * @see https://fetch.spec.whatwg.org/#http-redirect-fetch
 * @param secrets names of headers, in lower case
 */
export async function followRedirects(url, init, secrets, ask) {
    let at = url;
    let details = { ...init, redirect: "manual" };
    for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
        const response = await ask(at, details);
        const { status } = response;
        const target = [301, 302, 303, 307, 308].includes(status) ? response.headers.get("location") : null;
        if (target === null)
            return response;
        await response.body?.cancel();
        const next = new URL(target, at);
        const headers = { ...details.headers };
        if (next.origin !== new URL(at).origin)
            for (const name of [...secrets, "authorization", "cookie"])
                delete headers[name];
        const { method = "GET" } = details;
        details = { ...details, headers };
        if (status === 303 ? !/^(GET|HEAD)$/.test(method) : status < 303 && method === "POST") {
            details.method = "GET";
            delete details.body;
            delete headers["content-type"];
        }
        else if (details.body instanceof ReadableStream)
            throw new TypeError("a stream cannot be sent to a second place");
        at = next.href;
    }
    throw new TypeError("redirected too often");
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
        .map((name) => issueOf("header", name, "forbidden", "this platform keeps the header for itself and would leave it out"));
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

// follow

/**
 * Keeps credentials in custom headers from other origins. On redirects `fetch` removes only `Authorization` and `Cookie`. Browsers hide the
 * target of redirects, so there `fetch` follows them itself.
 */
export const follow = async (url, init, login, ask) => {
    const secrets = login.flatMap(([{ in: part, name }]) => (part || !name ? [] : name.toLowerCase()));
    if (secrets.length === 0 || isKeepingHeaders())
        return ask(url, init);
    return followRedirects(url, init, secrets, ask);
};
