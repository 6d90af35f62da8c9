import { type AuthOptions, type Credential, credentials, type SchemeSpec } from "./auth.js";
import type { CallOptions, ClientOptions } from "./client-options.js";
import { apiError, ClientError, NetworkError, type RequestFacts, TimeoutError, ValidationError } from "./errors.js";
import { factsOf } from "./operation-facts.js";
import type { OperationSpec } from "./operation-spec.js";
import { nameInCall, parametersOf } from "./parameters-of.js";
import type { ResourceSpec } from "./resource-spec.js";
import { DEFAULT_RETRY, isPassing, mayRetry, type RetryOptions, retryDelay, wait } from "./retry.js";
import type { Checks } from "./validate/call-issues.js";
import { type Issue, issueOf } from "./validate/issue.js";
import { rootOf } from "./wire/base-url.js";
import { buildPath, withQuery } from "./wire/build-url.js";
import { encodeBody, selectMediaType } from "./wire/encode-body.js";
import type { Ask, Follow, RequestDetails } from "./wire/follow.js";
import { keptBackHeaders } from "./wire/kept-back-headers.js";
import type { Int64 } from "./wire/parse-json.js";
import { readResponse } from "./wire/read-response.js";
import { serializeParameter } from "./wire/serialize-parameter.js";
import type { ServerOf } from "./wire/server-of.js";
import { giveBack, takeStop } from "./wire/stop.js";
import { unsendableHeaders } from "./wire/unsendable-headers.js";

/** A client's own facts, shared by its resources. */
export interface ClientContext {
  readonly options: ClientOptions;
  /** The description's first server. */
  readonly defaultBaseUrl: string;
  /** The others, where operations have servers of their own. */
  readonly servers?: readonly string[];
  /** Where operations have servers of their own: the one to ask. */
  readonly serverOf?: ServerOf;
  readonly schemes: Readonly<Record<string, SchemeSpec>>;
  /** Of operations that do not say theirs. */
  readonly security?: OperationSpec["security"];
  /** Media types of the answers of operations that do not say theirs. Absent: JSON. */
  readonly accept?: string;
  /** How integers beyond 2^53 are read where the client's options do not say. */
  readonly int64?: Int64;
  /** Where a scheme has a header of its own: keeps that from other origins. */
  readonly follow?: Follow;
  /** Checks calls and answers. Absent from clients that were generated without validation. */
  readonly checks?: Checks;
  /** What `populate` can reach, by name. */
  readonly resources: Readonly<Record<string, ResourceSpec>>;
}

export interface SentCall {
  readonly operation: OperationSpec;
  /** By the names that calls use. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly options?: CallOptions | undefined;
}

/** An answer that was a success. */
export interface Answer<T = unknown> {
  readonly data: T;
  readonly status: number;
  readonly headers: Headers;
  readonly response: Response;
}

/**
 * Checks, sends, tries again where that is safe, and reads the answer. One function, as each promise on the way costs as much as
 * checking the arguments.
 * @throws ValidationError before anything is sent; ApiError, NetworkError, TimeoutError; the signal's reason when aborted.
 */
export async function send(context: ClientContext, given: SentCall): Promise<Answer> {
  const call = withShared(context, given);
  const { operation, options = {} } = call;
  const { options: own } = context;
  const { hooks } = own;
  const { signal } = options;
  if (context.checks && (options.validate ?? own.validateRequests ?? true))
    refuse(context.checks.callIssues(call), operation);
  const retry: RetryOptions = { ...DEFAULT_RETRY, ...own.retry, ...options.retry };
  const timeoutMs = options.timeoutMs ?? own.timeoutMs ?? 60_000;
  const fixed = idempotencyHeaders(operation, options);
  const { method } = factsOf(operation);
  const again = mayRetry(method, fixed !== undefined);
  let refresh = false;
  for (let attempt = 1; ; attempt += 1) {
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
      const abort = (): void => controller.abort(signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
      init.signal = controller.signal;
      const leave = (): void => signal?.removeEventListener("abort", abort);
      const ask: Ask = (at, how) =>
        own.fetch || hooks?.onRequest ? dispatchRequest(own, at, how, facts) : fetch(at, how);
      let response: Response;
      let data: unknown;
      let renew = false;
      let isRefused = false;
      try {
        response = await (context.follow ? context.follow(url, init, login, ask) : ask(url, init));
        if (hooks?.onResponse) response = (await hooks.onResponse(response, facts)) ?? response;
        const { ok, status, body } = response;
        renew = status === 401 && !refresh && hasRefresh(own.auth);
        isRefused = renew || (!ok && again && isPassing(status) && attempt <= retry.limit);
        // Within the time of the call: a server may begin an answer and never end it. Streams may be long, and say when they end.
        data = isRefused ? await body?.cancel() : await readResponse(response, method, own, operation, leave);
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (controller.signal.aborted) throw new TimeoutError(facts, timeoutMs);
        throw error instanceof ClientError ? error : new NetworkError(facts, error);
      } finally {
        clearTimeout(timer);
        if (!isStream(data)) leave();
      }
      const { ok, status, headers } = response;
      if (isRefused) {
        if (renew) refresh = true;
        else await wait(retryDelay(attempt, retry, headers), signal);
        continue;
      }
      if (!ok) throw apiError(status, data, headers, facts);
      if (own.validateResponses) await context.checks?.checkAnswer(own, operation, response, data, facts);
      // Nothing of the answer is still to come, and nobody but us has had the request.
      if (!hooks && !own.fetch && !isStream(data)) giveBack(stop);
      return { data, status, headers, response };
    } catch (error) {
      if (again && attempt <= retry.limit && (error instanceof NetworkError || error instanceof TimeoutError)) {
        await wait(retryDelay(attempt, retry), signal);
        continue;
      }
      if (error instanceof Error) await hooks?.onError?.(error, facts);
      throw error;
    }
  }
}

function isStream(data: unknown): data is AsyncIterable<unknown> {
  return typeof data === "object" && data !== null && Symbol.asyncIterator in data;
}

function refuse(issues: readonly Issue[], { id }: OperationSpec): void {
  if (issues.length > 0) throw new ValidationError(issues, id);
}

/** With the client's own values for the parameters that the operation declares and the call leaves out. */
function withShared({ options: { parameters: shared } }: ClientContext, call: SentCall): SentCall {
  if (!shared) return call;
  const parameters: Record<string, unknown> = { ...call.parameters };
  for (const name of parametersOf(call.operation).map(nameInCall))
    if (parameters[name] === undefined) parameters[name] = shared[name];
  return { ...call, parameters };
}

/**
 * The request as it would be sent: arguments unchecked, no credentials, nothing sent.
 * @throws ValidationError when the platform will not send a header or the body of it
 */
export function buildRequest(context: ClientContext, call: SentCall): Request {
  const { url, init } = draftRequest(context, call, []);
  return new Request(url, init);
}

/** What `fetch` takes. Making a Request of it costs more than all else a call does, so only hooks get one and who gave an own `fetch`. */
interface RequestDraft {
  readonly url: string;
  readonly init: RequestDetails;
}

function draftRequest(
  context: ClientContext,
  { operation, parameters = {}, body, options = {} }: SentCall,
  login: readonly Credential[],
  fixed?: Readonly<Record<string, string>>,
): RequestDraft {
  const { options: own, accept = "application/json", defaultBaseUrl, serverOf } = context;
  const { method, parameters: specs, body: spec } = factsOf(operation);
  const headers: Record<string, string> = { accept: operation.accept ?? accept };
  const init: RequestDetails = { method, headers };
  const query: Record<string, string> = { ...options.query };
  const cookies: string[] = [];
  const cookieNames: string[] = [];
  for (const one of specs) {
    const value = parameters[nameInCall(one)];
    if (value === undefined) continue;
    if (one.in === "header") headers[one.name.toLowerCase()] = serializeParameter(one, value);
    if (one.in !== "cookie") continue;
    cookies.push(serializeParameter(one, value).replaceAll("&", "; "));
    cookieNames.push(nameInCall(one));
  }
  if (body !== undefined && spec) {
    const type = selectMediaType(spec, body, options.contentType);
    const media = spec.content[type];
    const exact = media?.schema === undefined ? body : (context.checks?.exactIntegers(body, media.schema) ?? body);
    const encoded = encodeBody(exact, type, media);
    if (encoded.contentType) headers["content-type"] = encoded.contentType;
    if (/^(GET|HEAD)$/.test(method)) refuse([issueOf("body", "", "method", NO_BODY)], operation);
    init.body = encoded.body;
    if (encoded.body instanceof ReadableStream) init.duplex = "half";
  }
  for (const [{ takes, in: part, name = "authorization", label }, secret] of login) {
    if (part === "query") query[name] = secret;
    else if (part) {
      cookies.push(`${name}=${encodeURIComponent(secret)}`);
      cookieNames.push(name);
    } else if (takes !== "nothing") headers[name.toLowerCase()] = label ? `${label} ${secret}` : secret;
  }
  if (cookies.length > 0) Object.assign(headers, { cookie: cookies.join("; ") });
  for (const given of [fixed, own.headers, options.headers]) {
    for (const name in given) {
      const value = given[name];
      if (value === undefined) delete headers[name.toLowerCase()];
      else headers[name.toLowerCase()] = value;
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

async function dispatchRequest(
  { hooks, fetch: send = fetch }: ClientOptions,
  url: string,
  init: RequestInit,
  facts: RequestFacts,
): Promise<Response> {
  const request = new Request(url, init);
  const changed = await hooks?.onRequest?.(request, facts);
  return send(!changed || changed === request ? request : new Request(changed, { signal: init.signal ?? null }));
}

function idempotencyHeaders(
  { idempotencyHeader }: OperationSpec,
  { idempotencyKey }: CallOptions,
): Readonly<Record<string, string>> | undefined {
  return idempotencyHeader === undefined && idempotencyKey === undefined
    ? undefined
    : { [idempotencyHeader ?? "idempotency-key"]: idempotencyKey ?? crypto.randomUUID() };
}

function hasRefresh(auth: AuthOptions = {}): boolean {
  return [auth.token, auth.apiKey, ...Object.values({ ...auth.schemes })].some(
    (secret) => typeof secret === "function",
  );
}
