import { ClientError, NetworkError, TimeoutError, ValidationError, apiError, issueOf } from "./errors.js";
import { factsOf, nameInCall, parametersOf } from "./operation.js";
import { buildPath, encodeBody, isJson, parseJson, selectMediaType, serializeParameter, withQuery } from "./wire.js";

// auth

/**
 * What one call must carry: the first alternative for which every credential is there; nothing when none is, so that the
 * server has its say. A promise only where a function has to be asked. @see OpenAPI 3.1, "Security Requirement Object"
 */
export function credentials(alternatives = [], schemes, auth, refresh) {
    const named = auth.schemes ?? {};
    const isNamed = (names) => names.some((name) => named[name] !== undefined);
    const isOpen = alternatives.length === 0 && Object.keys(schemes).length === 0;
    let found = isOpen ? [[{ label: "Bearer" }, auth.token]] : [];
    // One that is given by its name wins.
    const isBefore = alternatives.filter(isNamed);
    for (const names of isBefore.length > 0 ? [...isBefore, ...alternatives] : alternatives) {
        found = names.map((name) => [schemes[name] ?? {}, secretOf(schemes[name], auth, auth.schemes?.[name])]);
        // An empty alternative means "or nothing": it is taken only when no other can be met.
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
    const { takes } = scheme;
    if (takes === "nothing")
        return "";
    if (takes === "login") {
        const { username, password = "" } = typeof own === "object" ? own : auth;
        // UTF-8, as RFC 7617 allows.
        return username === undefined
            ? undefined
            : btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
    }
    return (typeof own === "object" ? undefined : own) ?? (takes && auth.apiKey) ?? auth.token;
}
const KEYS = ["token", "username", "password", "apiKey", "schemes"];
/** @throws ClientError AUTH_INVALID for what is no credential, or a scheme that the description does not have: it would be sent to nobody */
export function refuseUnknownAuth(auth, schemes) {
    const refuse = (given, known, place) => {
        const unknown = Object.keys(given ?? {}).find((name) => !known.includes(name));
        const list = known.length > 0 ? `there are ${known.join(", ")}` : "the description declares none";
        if (unknown !== undefined)
            throw new ClientError("AUTH_INVALID", `${place}.${unknown} is not known: ${list}`);
    };
    refuse(auth, KEYS, "auth");
    refuse(auth?.schemes, Object.keys(schemes), "auth.schemes");
}

// retry

export const DEFAULT_RETRY = { limit: 2, delayMs: 250, maxDelayMs: 8000 };
/** Only calls that may be made twice: idempotent methods (RFC 9110, section 9.2.2), and those that carry an idempotency key. */
export function mayRetry(method, hasIdempotencyKey) {
    return hasIdempotencyKey || /^(GET|HEAD|OPTIONS|PUT|DELETE|QUERY|TRACE)$/.test(method);
}
export function isPassing(status) {
    return [408, 425, 429, 500, 502, 503, 504].includes(status);
}
/** Milliseconds to wait before try number `attempt` (from 1). `Retry-After` wins: seconds or a date (RFC 9110, section 10.2.3). */
export function retryDelay(attempt, { delayMs, maxDelayMs }, headers) {
    const after = headers?.get("retry-after") ?? "";
    const asked = [
        Number(headers?.get("retry-after-ms") ?? Number.NaN),
        /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now(),
    ].find((milliseconds) => milliseconds >= 0);
    return Math.min(asked ?? Math.random() * Math.min(delayMs * 2 ** (attempt - 1), maxDelayMs), maxDelayMs);
}
/** Resolves after the time, rejects with the signal's reason when it aborts first. */
export function wait(milliseconds, signal) {
    return new Promise((resolve, reject) => {
        const stop = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener("abort", stop);
            resolve();
        }, milliseconds);
        if (signal?.aborted)
            stop();
        signal?.addEventListener("abort", stop, { once: true });
    });
}

// base url

let known;
/**
 * An address that paths can be put behind. A server may be named by a path: it is that of the page then. One that cannot be used
 * is refused here, as what the platform says of it would hold the whole URL, with credentials.
 * @throws ClientError BASE_URL_INVALID
 */
export function rootOf(base) {
    // Nearly all calls have the same one.
    if (known?.base === base)
        return known.root;
    const page = globalThis.location?.href;
    const url = URL.canParse(base, page) ? new URL(base, page) : undefined;
    if (!url || url.username || url.password || url.search || url.hash)
        throw new ClientError("BASE_URL_INVALID", "baseUrl is no address like https://host/v1, or holds a login, ? or #");
    known = { base, root: url.href.replace(/\/+$/, "") };
    return known.root;
}

// kept back headers

/**
 * What the platform took out of a request. Browsers keep `Cookie`, `Host`, `Origin` and others for themselves and drop them
 * without a word: the server would get another call than the one that was made.
 * @see https://fetch.spec.whatwg.org/#forbidden-request-header
 * @param cookies names of the cookies that were to go along
 */
export function keptBackHeaders(wanted, cookies) {
    if (!isKeepingHeaders())
        return [];
    const sent = sendable(wanted);
    return Object.keys(wanted)
        .filter((name) => !sent.has(name))
        .flatMap((name) => name === "cookie" && cookies.length > 0
        ? cookies.map((cookie) => issueOf("cookie", cookie, "forbidden", COOKIE_ADVICE))
        : [issueOf("header", name, "forbidden", "this platform keeps the header for itself and would leave it out")]);
}
let keepsHeaders;
/** Of the platform, so asked once. Browsers do, servers keep none. */
export function isKeepingHeaders() {
    keepsHeaders ??= !sendable({ cookie: "a=b" }).has("cookie");
    return keepsHeaders;
}
const COOKIE_ADVICE = 'cannot be given in a browser, which sends the cookies it has: leave it out, and let them go along with fetch: (request) => fetch(request, { credentials: "include" })';
function sendable(headers) {
    return new Request("http://localhost", { headers }).headers;
}

// read whole

/**
 * The answer's body, of which no more than `most` bytes are held. A few kilobytes may stand for gigabytes when they are compressed, and
 * a server may go on sending as long as the call may take. Where the length is told, the platform sees to it.
 * @throws ClientError ANSWER_TOO_LARGE
 */
export async function readWhole(response, most) {
    const { headers, body, url } = response;
    // One without an address was made in this process.
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
const EVENTS = /^text\/event-stream\b/i;
const SEQUENCE = /^application\/(x-ndjson|jsonl|x-jsonlines|jsonlines|json-seq)\b/i;
/**
 * The answer's body by its real media type, whatever the description promised: JSON parsed, text as text, everything else
 * as a Blob, documented streams of events or lines as async iterables, nothing as `undefined`. JSON that cannot be parsed is given as text.
 */
export async function readResponse(response, method, { int64 = "string", maxAnswerBytes = MOST_BYTES }, { readEvents, readLines }, onEnd) {
    if (EMPTY.has(response.status) || method === "HEAD")
        return undefined;
    const type = response.headers.get("content-type") ?? "";
    const isSequence = SEQUENCE.test(type);
    const read = isSequence ? readLines : EVENTS.test(type) ? readEvents : undefined;
    if (read && response.body && response.ok)
        return read(response.body, { most: maxAnswerBytes, tooLarge, parse: parseJson, onEnd });
    if (isSequence || isJson(type) || type === "")
        return parseJson(await (await readWhole(response, maxAnswerBytes)).text(), int64);
    if (/^(text\/|application\/(xml|javascript|x-www-form-urlencoded|problem\+xml)|[^;]*\+xml)/i.test(type))
        return (await (await readWhole(response, maxAnswerBytes)).text()) || undefined;
    const whole = await readWhole(response, maxAnswerBytes);
    const blob = whole instanceof Blob ? whole : await whole.blob();
    return blob.size === 0 ? undefined : blob;
}

// stop

const idle = [];
const MOST_IDLE = 16;
/** Platforms may keep a listener for each use until garbage is collected. */
const MOST_USES = 50;
/** One that nobody has. Making an AbortController takes as long as all else in a call, so they are used again. */
export function takeStop() {
    return idle.pop() ?? { controller: new AbortController(), uses: 0 };
}
/** Only of a try whose answer has been read to its end: nobody is left whom it could stop. */
export function giveBack(stop) {
    stop.uses += 1;
    if (!stop.controller.signal.aborted && stop.uses < MOST_USES && idle.length < MOST_IDLE)
        idle.push(stop);
}

// unsendable headers

/**
 * Headers that no platform can send: a character beyond ISO-8859-1, a line break or NUL inside. `fetch` fails on them as it does
 * without a network, so they would be tried again. Values are not told: they may be secrets.
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
 * Checks, sends, tries again where that is safe, and reads the answer. One function, as each promise on the way costs as much as
 * checking the arguments.
 * @throws ValidationError before anything is sent; ApiError, NetworkError, TimeoutError; the signal's reason when aborted.
 */
export async function send(context, given) {
    const call = withShared(context, given);
    const { operation, options = {} } = call;
    const { options: own } = context;
    const { hooks } = own;
    const { signal } = options;
    if (context.checks && (options.validate ?? own.validateRequests ?? true))
        refuse(context.checks.callIssues(call), operation);
    const retry = { ...DEFAULT_RETRY, ...own.retry, ...options.retry };
    const timeoutMs = options.timeoutMs ?? own.timeoutMs ?? 60_000;
    const fixed = idempotencyHeaders(operation, options);
    const { method } = factsOf(operation);
    const again = mayRetry(method, fixed !== undefined);
    let refresh = false;
    for (let attempt = 1;; attempt += 1) {
        const asked = credentials(operation.security ?? context.security, context.schemes, own.auth ?? {}, refresh);
        const login = "then" in asked ? await asked : asked;
        const { url, init } = draftRequest(context, call, login, fixed);
        // Credentials may stand in the query.
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
                renew = status === 401 && !refresh && hasRefresh(own.auth);
                isRefused = renew || (!ok && again && isPassing(status) && attempt <= retry.limit);
                // Within the time of the call: a server may begin an answer and never end it. Streams may be long, and say when they end.
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
                    await wait(retryDelay(attempt, retry, headers), signal);
                continue;
            }
            if (!ok)
                throw apiError(status, data, headers, facts);
            if (own.validateResponses)
                await context.checks?.checkAnswer(own, operation, response, data, facts);
            // Nothing of the answer is still to come, and nobody but us has had the request.
            if (!hooks && !own.fetch && !isStream(data))
                giveBack(stop);
            return { data, status, headers, response };
        }
        catch (error) {
            if (again && attempt <= retry.limit && (error instanceof NetworkError || error instanceof TimeoutError)) {
                await wait(retryDelay(attempt, retry), signal);
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
/** With the client's own values for the parameters that the operation declares and the call leaves out. */
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
 * The request as it would be sent: arguments unchecked, no credentials, nothing sent.
 * @throws ValidationError when the platform will not send a header or the body of it
 */
export function buildRequest(context, call) {
    const { url, init } = draftRequest(context, call, []);
    return new Request(url, init);
}
function draftRequest(context, { operation, parameters = {}, body, options = {} }, login, fixed) {
    const { options: own, accept = "application/json", defaultBaseUrl, serverOf } = context;
    const { method, parameters: specs, body: spec } = factsOf(operation);
    const headers = { accept: operation.accept ?? accept };
    const init = { method, headers };
    const query = { ...options.query };
    const cookies = [];
    const cookieNames = [];
    for (const one of specs) {
        const value = parameters[nameInCall(one)];
        if (value === undefined)
            continue;
        if (one.in === "header")
            headers[one.name.toLowerCase()] = serializeParameter(one, value);
        if (one.in !== "cookie")
            continue;
        cookies.push(serializeParameter(one, value).replaceAll("&", "; "));
        cookieNames.push(nameInCall(one));
    }
    if (body !== undefined && spec) {
        const type = selectMediaType(spec, body, options.contentType);
        const media = spec.content[type];
        const exact = media?.schema === undefined ? body : (context.checks?.exactIntegers(body, media.schema) ?? body);
        const encoded = encodeBody(exact, type, media);
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
        else if (part) {
            cookies.push(`${name}=${encodeURIComponent(secret)}`);
            cookieNames.push(name);
        }
        else if (takes !== "nothing")
            headers[name.toLowerCase()] = label ? `${label} ${secret}` : secret;
    }
    if (cookies.length > 0)
        Object.assign(headers, { cookie: cookies.join("; ") });
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
    refuse(keptBackHeaders(headers, cookieNames), operation);
    let path = buildPath(operation, parameters);
    for (const name in query)
        path = withQuery(path, `${encodeURIComponent(name)}=${encodeURIComponent(query[name] ?? "")}`);
    return {
        url: rootOf(options.baseUrl ?? serverOf?.(context, operation) ?? own.baseUrl ?? defaultBaseUrl) + path,
        init,
    };
}
const NO_BODY = "cannot be sent: no platform lets a GET or HEAD request carry a body";
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
function hasRefresh(auth = {}) {
    return [auth.token, auth.apiKey, ...Object.values({ ...auth.schemes })].some((secret) => typeof secret === "function");
}

// follow redirects

const MOST_HOPS = 20;
/**
 * Follows redirects as `fetch` does, and takes more headers from what goes on to another origin.
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

// follow

/**
 * Keeps credentials in headers of their own from other origins: `fetch` takes `Authorization` and `Cookie` from what it sends on there but
 * leaves other headers. Browsers do not tell where they are sent; there `fetch` goes on by itself.
 */
export const follow = async (url, init, login, ask) => {
    const secrets = login.flatMap(([{ in: part, name }]) => (part || !name ? [] : name.toLowerCase()));
    if (secrets.length === 0 || isKeepingHeaders())
        return ask(url, init);
    return followRedirects(url, init, secrets, ask);
};

// server of

/**
 * The server of an operation that has its own. It counts unless the client was sent elsewhere than to one of the description's: then
 * everything goes there, to a mock or a proxy.
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
