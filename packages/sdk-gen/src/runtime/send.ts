import { type AuthOptions, type Credentials, credentials, type SchemeSpec } from "./auth.js";
import type { CallOptions, ClientOptions } from "./client-options.js";
import { ApiError, apiError, NetworkError, type RequestFacts, TimeoutError, ValidationError } from "./errors.js";
import type { OperationSpec } from "./operation-spec.js";
import type { ResourceSpec } from "./resource-spec.js";
import { DEFAULT_RETRY, isPassing, mayRetry, type RetryOptions, retryDelay, wait } from "./retry.js";
import { answerIssues, loadAnswers } from "./validate/answer-issues.js";
import { callIssues } from "./validate/call-issues.js";
import { buildPath, nameInCall } from "./wire/build-url.js";
import { encodeBody, selectMediaType } from "./wire/encode-body.js";
import { readResponse } from "./wire/read-response.js";
import { serializeParameter } from "./wire/serialize-parameter.js";

/** A client's own facts, shared by its resources. */
export interface ClientContext {
  readonly options: ClientOptions;
  /** The description's first server. */
  readonly defaultBaseUrl: string;
  readonly schemes: Readonly<Record<string, SchemeSpec>>;
  /** What `populate` can reach, by name. */
  readonly resources: Readonly<Record<string, ResourceSpec>>;
}

export interface Call {
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
 * Checks, sends, tries again where that is safe, and reads the answer.
 * @throws ValidationError before anything is sent; ApiError, NetworkError, TimeoutError; the signal's reason when aborted.
 */
export async function send(context: ClientContext, given: Call): Promise<Answer> {
  const call = withShared(context, given);
  const { operation, options = {} } = call;
  if (options.validate ?? context.options.validateRequests ?? true) {
    const issues = callIssues(call);
    if (issues.length > 0) throw new ValidationError(issues, operation.id);
  }
  const retry: RetryOptions = { ...DEFAULT_RETRY, ...context.options.retry, ...options.retry };
  const again = mayRetry(
    operation.method,
    options.idempotencyKey !== undefined || operation.idempotencyHeader !== undefined,
  );
  const fixed = idempotencyHeaders(operation, options);
  let refresh = false;
  for (let attempt = 1; ; attempt += 1) {
    const login = await credentials(operation.security, context.schemes, context.options.auth ?? {}, refresh);
    const request = buildRequest(context, call, login, fixed);
    const facts: RequestFacts = { operation: operation.id, method: operation.method, url: withoutQuery(request.url) };
    try {
      const response = await exchange(context, request, facts, options);
      if (response.ok) return await accept(context, call, response, facts);
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
      throw apiError(
        response.status,
        await readResponse(response, operation, context.options.int64 ?? "string"),
        response.headers,
        facts,
      );
    } catch (error) {
      if (again && attempt <= retry.limit && (error instanceof NetworkError || error instanceof TimeoutError)) {
        await wait(retryDelay(attempt, retry), options.signal);
        continue;
      }
      if (error instanceof Error) await context.options.hooks?.onError?.(error, facts);
      throw error;
    }
  }
}

/** With the client's own values for the parameters that the operation declares and the call leaves out. */
function withShared({ options: { parameters: shared } }: ClientContext, call: Call): Call {
  if (!shared) return call;
  const names = (call.operation.parameters ?? []).map(nameInCall);
  const own = names.flatMap((name) =>
    shared[name] !== undefined && call.parameters?.[name] === undefined ? [[name, shared[name]] as const] : [],
  );
  return own.length === 0 ? call : { ...call, parameters: { ...call.parameters, ...Object.fromEntries(own) } };
}

/** The request as it would be sent, nothing checked and nothing sent. */
export function buildRequest(
  context: ClientContext,
  call: Call,
  login: Credentials,
  fixed: Readonly<Record<string, string>> = {},
): Request {
  const { operation, parameters = {}, body, options = {} } = call;
  const base = (options.baseUrl ?? context.options.baseUrl ?? operation.server ?? context.defaultBaseUrl).replace(
    /\/+$/,
    "",
  );
  const url = new URL(
    base + buildPath(operation, parameters),
    typeof location === "undefined" ? undefined : location.href,
  );
  for (const [name, value] of Object.entries({ ...options.query, ...login.query }))
    url.searchParams.append(name, value);
  const headers = new Headers({ accept: operation.accept ?? "application/json" });
  const cookies: string[] = [];
  for (const spec of operation.parameters ?? []) {
    const value = parameters[nameInCall(spec)];
    if (value === undefined) continue;
    if (spec.in === "header") headers.set(spec.name, serializeParameter(spec, value));
    if (spec.in === "cookie") cookies.push(serializeParameter(spec, value).replaceAll("&", "; "));
  }
  const encoded =
    body === undefined || !operation.body ? undefined : encodeCallBody(operation, body, options.contentType);
  if (encoded?.contentType) headers.set("content-type", encoded.contentType);
  const { cookie, ...loginHeaders } = login.headers;
  if (cookie) cookies.push(cookie);
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  for (const [name, value] of Object.entries({
    ...loginHeaders,
    ...fixed,
    ...context.options.headers,
    ...options.headers,
  })) {
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  }
  const streamed = typeof ReadableStream !== "undefined" && encoded?.body instanceof ReadableStream;
  return new Request(url, {
    method: operation.method,
    headers,
    ...(encoded ? { body: encoded.body } : {}),
    ...(streamed ? { duplex: "half" } : {}),
  } as RequestInit);
}

function encodeCallBody(
  { body: spec }: OperationSpec,
  value: unknown,
  wanted: string | undefined,
): ReturnType<typeof encodeBody> | undefined {
  if (!spec) return undefined;
  const type = selectMediaType(spec, value, wanted);
  return encodeBody(value, type, spec.content[type]);
}

/** One try: hooks, the time limit, the network. */
async function exchange(
  context: ClientContext,
  request: Request,
  facts: RequestFacts,
  options: CallOptions,
): Promise<Response> {
  const { hooks = {}, fetch: own } = context.options;
  const timeoutMs = options.timeoutMs ?? context.options.timeoutMs ?? 60_000;
  const clock = new AbortController();
  const timer = timeoutMs > 0 ? setTimeout(() => clock.abort(), timeoutMs) : undefined;
  const stop = (): void => clock.abort(options.signal?.reason);
  options.signal?.throwIfAborted();
  options.signal?.addEventListener("abort", stop, { once: true });
  try {
    const sent = new Request((await hooks.onRequest?.(request, facts)) ?? request, { signal: clock.signal });
    const response = await (own ? own(sent) : fetch(sent));
    return (await hooks.onResponse?.(response, facts)) ?? response;
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (clock.signal.aborted) throw new TimeoutError(facts, timeoutMs);
    throw error instanceof ApiError ? error : new NetworkError(facts, error);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", stop);
  }
}

async function accept(context: ClientContext, call: Call, response: Response, facts: RequestFacts): Promise<Answer> {
  const { validateResponses: mode = "off", onDrift, int64 = "string" } = context.options;
  const data = await readResponse(response, call.operation, int64);
  if (mode !== "off") {
    const answers = context.options.answers ?? (await loadAnswers());
    const issues = answerIssues(answers, call.operation, response, data);
    if (issues.length > 0 && mode === "strict") throw new ValidationError(issues, call.operation.id);
    if (issues.length > 0) onDrift?.({ ...facts, status: response.status, issues });
  }
  return { data, status: response.status, headers: response.headers, response };
}

function idempotencyHeaders(operation: OperationSpec, options: CallOptions): Readonly<Record<string, string>> {
  const name = operation.idempotencyHeader ?? (options.idempotencyKey === undefined ? undefined : "idempotency-key");
  return name === undefined ? {} : { [name]: options.idempotencyKey ?? crypto.randomUUID() };
}

function hasRefresh(auth: AuthOptions | undefined): boolean {
  return [auth?.token, auth?.apiKey, ...Object.values(auth?.schemes ?? {})].some(
    (secret) => typeof secret === "function",
  );
}

/** Credentials may stand in the query. */
function withoutQuery(url: string): string {
  return url.split("?", 1)[0] ?? url;
}
