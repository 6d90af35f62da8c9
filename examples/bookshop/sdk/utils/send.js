import { credentials } from "./auth.js";
import { ApiError, apiError, NetworkError, TimeoutError, ValidationError } from "./errors.js";
import { loadAnswers } from "./load-answers.js";
import { nameInCall, parametersOf } from "./parameters-of.js";
import { DEFAULT_RETRY, isPassing, mayRetry, retryDelay, wait } from "./retry.js";
import { callIssues } from "./validate/call-issues.js";
import { buildPath } from "./wire/build-url.js";
import { encodeBody, selectMediaType } from "./wire/encode-body.js";
import { keptBackHeaders } from "./wire/kept-back-headers.js";
import { readResponse } from "./wire/read-response.js";
import { serializeParameter } from "./wire/serialize-parameter.js";
import { giveBack, takeStop } from "./wire/stop.js";
import { unsendableHeaders } from "./wire/unsendable-headers.js";
/**
 * Checks, sends, tries again where that is safe, and reads the answer.
 * @throws ValidationError before anything is sent; ApiError, NetworkError, TimeoutError; the signal's reason when aborted.
 */
export async function send(context, given) {
    const call = withShared(context, given);
    const { operation, options = {} } = call;
    if (options.validate ?? context.options.validateRequests ?? true) {
        const issues = callIssues(call);
        if (issues.length > 0)
            throw new ValidationError(issues, operation.id);
    }
    const retry = (options.retry ?? context.options.retry)
        ? { ...DEFAULT_RETRY, ...context.options.retry, ...options.retry }
        : DEFAULT_RETRY;
    const hasKey = options.idempotencyKey !== undefined || operation.idempotencyHeader !== undefined;
    const again = mayRetry(operation.method, hasKey);
    const fixed = idempotencyHeaders(operation, options);
    let refresh = false;
    for (let attempt = 1;; attempt += 1) {
        const login = await credentials(operation.security ?? context.security, context.schemes, context.options.auth ?? {}, refresh);
        const draft = draftRequest(context, call, login, fixed);
        const facts = { operation: operation.id, method: operation.method, url: withoutQuery(draft.url) };
        try {
            const stop = takeStop();
            const response = await exchange(context, draft, facts, options, stop.controller);
            if (response.ok) {
                const answer = await accept(context, call, response, facts);
                if (isReadWhole(context, answer))
                    giveBack(stop);
                return answer;
            }
            if (response.status === 401 && !refresh && hasRefresh(context.options.auth)) {
                refresh = true;
                await response.body?.cancel();
                continue;
            }
            if (again && isPassing(response.status) && attempt <= retry.limit) {
                await response.body?.cancel();
                await wait(retryDelay(attempt, retry, response.headers), options.signal);
                continue;
            }
            throw apiError(response.status, await readResponse(response, operation, context.options.int64 ?? "string"), response.headers, facts);
        }
        catch (error) {
            if (again && attempt <= retry.limit && (error instanceof NetworkError || error instanceof TimeoutError)) {
                await wait(retryDelay(attempt, retry), options.signal);
                continue;
            }
            if (error instanceof Error)
                await context.options.hooks?.onError?.(error, facts);
            throw error;
        }
    }
}
/** With the client's own values for the parameters that the operation declares and the call leaves out. */
function withShared({ options: { parameters: shared } }, call) {
    if (!shared)
        return call;
    const names = parametersOf(call.operation).map(nameInCall);
    const own = names.flatMap((name) => shared[name] !== undefined && call.parameters?.[name] === undefined ? [[name, shared[name]]] : []);
    return own.length === 0 ? call : { ...call, parameters: { ...call.parameters, ...Object.fromEntries(own) } };
}
/**
 * The request as it would be sent: arguments unchecked, nothing sent.
 * @throws ValidationError when the platform will not send a header or the body of it
 */
export function buildRequest(context, call, login) {
    const { url, init } = draftRequest(context, call, login, {});
    return new Request(url, init);
}
function draftRequest(context, call, login, fixed) {
    const { operation, parameters = {}, body, options = {} } = call;
    const base = (options.baseUrl ?? context.options.baseUrl ?? operation.server ?? context.defaultBaseUrl).replace(/\/+$/, "");
    const path = buildPath(operation, parameters);
    // Added as text: `URLSearchParams` would write what stands there already in its own way, brackets and reserved characters too.
    const extra = Object.entries({ ...options.query, ...login.query }).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    const rest = extra.length === 0 ? "" : `${path.includes("?") ? "&" : "?"}${extra.join("&")}`;
    const url = absolute(base + path + rest);
    const headers = { accept: operation.accept ?? "application/json" };
    const cookies = [];
    const cookieNames = [];
    for (const spec of parametersOf(operation)) {
        const value = parameters[nameInCall(spec)];
        if (value === undefined)
            continue;
        if (spec.in === "header")
            headers[spec.name.toLowerCase()] = serializeParameter(spec, value);
        if (spec.in !== "cookie")
            continue;
        cookies.push(serializeParameter(spec, value).replaceAll("&", "; "));
        cookieNames.push(nameInCall(spec));
    }
    const encoded = body === undefined || !operation.body ? undefined : encodeCallBody(operation, body, options.contentType);
    if (encoded?.contentType)
        headers["content-type"] = encoded.contentType;
    const { cookie, ...loginHeaders } = login.headers;
    if (cookie) {
        cookies.push(cookie);
        cookieNames.push(cookie.split("=", 1)[0] ?? "");
    }
    if (cookies.length > 0)
        headers.cookie = cookies.join("; ");
    for (const given of [loginHeaders, fixed, context.options.headers, options.headers]) {
        for (const name in given) {
            const value = given[name];
            if (value === undefined)
                delete headers[name.toLowerCase()];
            else
                headers[name.toLowerCase()] = value;
        }
    }
    const init = { method: operation.method, headers };
    const unsendable = unsendableHeaders(headers);
    if (unsendable.length > 0)
        throw new ValidationError(unsendable, operation.id);
    const kept = keptBackHeaders(headers, cookieNames);
    if (kept.length > 0)
        throw new ValidationError(kept, operation.id);
    if (encoded && /^(GET|HEAD)$/.test(operation.method))
        throw new ValidationError([{ in: "body", path: "", field: "", keyword: "method", message: NO_BODY }], operation.id);
    if (encoded)
        init.body = encoded.body;
    if (typeof ReadableStream !== "undefined" && encoded?.body instanceof ReadableStream)
        init.duplex = "half";
    return { url, init };
}
/** A server may be named by a path: it is that of the page then. */
function absolute(url) {
    return /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : new URL(url, globalThis.location?.href).href;
}
const NO_BODY = "cannot be sent: no platform lets a GET or HEAD request carry a body";
function encodeCallBody({ body: spec }, value, wanted) {
    if (!spec)
        return undefined;
    const type = selectMediaType(spec, value, wanted);
    return encodeBody(value, type, spec.content[type]);
}
/** One try: hooks, the time limit, the network. */
async function exchange(context, { url, init }, facts, options, clock) {
    const { hooks = {} } = context.options;
    const timeoutMs = options.timeoutMs ?? context.options.timeoutMs ?? 60_000;
    const timer = timeoutMs > 0 ? setTimeout(() => clock.abort(), timeoutMs) : undefined;
    const stop = () => clock.abort(options.signal?.reason);
    options.signal?.throwIfAborted();
    options.signal?.addEventListener("abort", stop, { once: true });
    try {
        const response = await dispatch(context.options, url, { ...init, signal: clock.signal }, facts);
        return (hooks.onResponse && (await hooks.onResponse(response, facts))) ?? response;
    }
    catch (error) {
        if (options.signal?.aborted)
            throw options.signal.reason;
        if (clock.signal.aborted)
            throw new TimeoutError(facts, timeoutMs);
        throw error instanceof ApiError ? error : new NetworkError(facts, error);
    }
    finally {
        clearTimeout(timer);
        options.signal?.removeEventListener("abort", stop);
    }
}
/** Nothing of the answer is still to come, and nobody but us has had the request. */
function isReadWhole({ options: { hooks, fetch: own } }, { data }) {
    return !hooks && !own && !(typeof data === "object" && data !== null && Symbol.asyncIterator in data);
}
/** A plain call goes straight to the platform: each promise around it would cost as much as checking the arguments. */
function dispatch(options, url, init, facts) {
    return options.fetch || options.hooks?.onRequest ? dispatchRequest(options, url, init, facts) : fetch(url, init);
}
async function dispatchRequest({ hooks, fetch: own }, url, init, facts) {
    const request = new Request(url, init);
    const changed = await hooks?.onRequest?.(request, facts);
    const sent = !changed || changed === request ? request : new Request(changed, { signal: init.signal ?? null });
    return own ? own(sent) : fetch(sent);
}
async function accept(context, call, response, facts) {
    const { validateResponses: mode = "off", onDrift, int64 = "string" } = context.options;
    const data = await readResponse(response, call.operation, int64);
    if (mode !== "off") {
        const answers = context.options.answers ?? (await loadAnswers());
        const issues = answers.check(answers.specs, call.operation, response, data);
        if (issues.length > 0 && mode === "strict")
            throw new ValidationError(issues, call.operation.id);
        if (issues.length > 0)
            onDrift?.({ ...facts, status: response.status, issues });
    }
    return { data, status: response.status, headers: response.headers, response };
}
function idempotencyHeaders(operation, options) {
    const name = operation.idempotencyHeader ?? (options.idempotencyKey === undefined ? undefined : "idempotency-key");
    return name === undefined ? {} : { [name]: options.idempotencyKey ?? crypto.randomUUID() };
}
function hasRefresh(auth) {
    return [auth?.token, auth?.apiKey, ...Object.values(auth?.schemes ?? {})].some((secret) => typeof secret === "function");
}
/** Credentials may stand in the query. */
function withoutQuery(url) {
    return url.split("?", 1)[0] ?? url;
}
