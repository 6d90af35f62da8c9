import type { Credential, Schemes, SelectCredentials } from "./auth.js";
import type { CallOptions, ClientOptions } from "./client-options.js";
import { apiError, ClientError, NetworkError, type RequestFacts, refuse, TimeoutError } from "./errors.js";
import { factsOf, nameInCall, parametersOf } from "./operation-facts.js";
import type { OperationSpec } from "./operation-spec.js";
import type { ResourceSpec } from "./resource-spec.js";
import { DEFAULT_RETRY, isIdempotent, isPassing, LONGEST_MS, wait } from "./retry.js";
import type { Checks } from "./validate/call-issues.js";
import { buildPath, rootOf, withQuery } from "./wire/build-url.js";
import type { Ask, follow, RequestDetails } from "./wire/follow.js";
import type { Int64 } from "./wire/parse-json.js";
import { readResponse } from "./wire/read-response.js";
import type { RequestParts } from "./wire/request-parts.js";
import { type KeptBack, unsendableHeaders } from "./wire/unsent-headers.js";

/** The options of a client, and the facts that its resources share. */
export interface ClientContext extends ClientFacts {
  readonly options: ClientOptions;
  /** The resources that `populate` can reach. */
  readonly resources: readonly { readonly spec?: ResourceSpec }[];
}

/** The facts of the description. */
export interface ClientFacts {
  /** The description's first server. */
  readonly defaultBaseUrl: string;
  /** The other servers, if some operations have their own. */
  readonly servers?: readonly string[];
  readonly schemes: Schemes;
  readonly credentials: SelectCredentials;
  /** Security of operations without their own. */
  readonly security?: OperationSpec["security"];
  /** The `Accept` header of operations without their own. Absent: JSON. */
  readonly accept?: string;
  /** The default of the option `int64`. */
  readonly int64?: Int64;
  /** Set if a scheme sends its credential in a custom header. Keeps that header from other origins. */
  readonly follow?: typeof follow;
  /** Reports headers that the platform removes. Absent with `--no-validation`, and if the description declares neither headers nor cookies. */
  readonly keptBack?: KeptBack;
  /** Validates calls and answers. Absent with `--no-validation`. */
  readonly checks?: Checks;
  /** Rejects options that the client cannot serve. With `--no-validation` only those that ask for validation. */
  readonly checkOptions: (options: ClientOptions, schemes: Schemes) => void;
}

export interface SentCall {
  readonly operation: OperationSpec;
  /** Parameters by their names in calls. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly options?: CallOptions | undefined;
}

/** A successful answer. */
export interface Answer<T = unknown> {
  readonly data: T;
  readonly status: number;
  readonly headers: Headers;
  readonly response: Response;
}

/**
 * Validates and sends a call, retries it if that is safe, and reads the answer. This is one function because each
 * additional promise costs as much as validating the arguments.
 * @throws ClientError for an unknown option, ValidationError, both before anything is sent; ApiError, NetworkError,
 * TimeoutError; the reason of the signal if it aborts
 */
export async function send(context: ClientContext, given: SentCall): Promise<Answer> {
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
  const select = (refresh: boolean): ReturnType<SelectCredentials> =>
    context.credentials(operation.security ?? context.security, context.schemes, own.auth ?? {}, refresh);
  let renewed: readonly Credential[] | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const asked = renewed ?? select(false);
    const login = "then" in asked ? await asked : asked;
    const { url, init } = draftRequest(context, call, login, fixed);
    // Without the query, which may contain credentials.
    const facts = { operation: operation.id, method, url: url.split("?", 1)[0] ?? url };
    const stop = takeStop();
    const { controller } = stop;
    const abort = (): void => controller.abort(signal?.reason);
    const leave = (): void => signal?.removeEventListener("abort", abort);
    const broken = (cause: unknown): unknown => {
      if (signal?.aborted) return signal.reason;
      if (controller.signal.aborted) return new TimeoutError(facts, timeoutMs);
      return stop.hooking || cause instanceof ClientError ? cause : new NetworkError(facts, cause);
    };
    try {
      signal?.throwIfAborted();
      signal?.addEventListener("abort", abort);
      const timer = timeoutMs > 0 ? setTimeout(() => controller.abort(), Math.min(timeoutMs, LONGEST_MS)) : undefined;
      init.signal = controller.signal;
      const ask: Ask = (at, how, withheld) =>
        own.fetch || hooks?.onRequest ? dispatchRequest(own, at, how, facts, stop, withheld) : fetch(at, how);
      let response: Response;
      let data: unknown;
      try {
        response = await (context.follow ? context.follow(url, init, login, ask) : ask(url, init));
        stop.hooking = true;
        if (hooks?.onResponse) response = (await hooks.onResponse(response, facts)) ?? response;
        stop.hooking = false;
        // Inside the timeout, because a server may never end its answer. Streams may take longer, and report their end.
        data = await readResponse(response, own, operation, leave, broken);
      } catch (error) {
        throw broken(error);
      } finally {
        clearTimeout(timer);
        if (!isStream(data)) leave();
      }
      const { ok, status, headers } = response;
      // Credentials of functions are asked for again.
      const fresh = status === 401 && login !== asked && !isSpent ? await select(true) : [];
      if (fresh.some(([, secret], at) => secret !== login[at]?.[1])) {
        renewed = fresh;
        continue;
      }
      if (!ok) throw apiError(status, data, headers, facts);
      if (own.validateResponses) await checks?.checkAnswer(own, operation, response, data, facts);
      // The answer is complete, and no other code has the request.
      if (!hooks && !own.fetch && !isStream(data)) giveBack(stop);
      return { data, status, headers, response };
    } catch (error) {
      const retry = { ...DEFAULT_RETRY, ...own.retry, ...options.retry };
      if (isOnce || !(attempt <= (retry.limit ?? DEFAULT_RETRY.limit)) || !isPassing(error)) {
        if (error instanceof Error) await hooks?.onError?.(error, facts);
        throw error;
      }
      await wait(attempt, retry, signal, error.headers);
    }
  }
}

function isStream(data: unknown): data is AsyncIterable<unknown> {
  return Symbol.asyncIterator in Object(data);
}

/** Adds the client's values for declared parameters that the call does not set. */
function withShared({ options: { parameters: shared } }: ClientContext, call: SentCall): SentCall {
  if (!shared) return call;
  const parameters: Record<string, unknown> = { ...call.parameters };
  for (const name of parametersOf(call.operation).map(nameInCall))
    if (parameters[name] === undefined) parameters[name] = shared[name];
  return { ...call, parameters };
}

/**
 * Builds the request of a call, without credentials, and without validating or sending it.
 * @throws ValidationError if the platform cannot send a header or the body
 */
export function buildRequest(context: ClientContext, call: SentCall): Request {
  const { url, init } = draftRequest(context, call, []);
  return new Request(url, init);
}

/** The arguments of `fetch`. Only hooks and custom `fetch` functions get a `Request`, because creating one costs more than the rest of a call. */
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
  const { options: own, accept = "application/json", defaultBaseUrl } = context;
  const { method, parameters: specs } = factsOf(operation);
  const headers: Record<string, string> = { accept: operation.accept ?? accept };
  const init: RequestDetails = { method, headers };
  const parts: RequestParts = { headers, query: { ...options.query }, cookies: [] };
  operation.head?.(parts, specs, parameters);
  if (body !== undefined) operation.writer?.write(init, operation, body, options.contentType);
  for (const [{ place, name = "authorization", label }, secret] of login) {
    if (place) place(parts, name, secret);
    else headers[name.toLowerCase()] = label ? `${label} ${secret}` : secret;
  }
  for (const given of [fixed, own.headers, options.headers]) {
    for (const name in given) {
      const value = given[name];
      if (value === undefined) delete headers[name.toLowerCase()];
      else headers[name.toLowerCase()] = value;
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

async function dispatchRequest(
  { hooks, fetch: send = fetch }: ClientOptions,
  url: string,
  init: RequestInit,
  facts: RequestFacts,
  stop: Stop,
  withheld: readonly string[] = [],
): Promise<Response> {
  const request = new Request(url, init);
  stop.hooking = true;
  const changed = await hooks?.onRequest?.(request, facts);
  stop.hooking = false;
  const sent = !changed || changed === request ? request : new Request(changed, { signal: init.signal ?? null });
  for (const name of withheld) sent.headers.delete(name);
  return send(sent);
}

function idempotencyHeaders(
  { idempotencyHeader }: OperationSpec,
  { idempotencyKey }: CallOptions,
  given: SentCall["parameters"] = {},
): Readonly<Record<string, string>> | undefined {
  const name = idempotencyHeader ?? (idempotencyKey && "idempotency-key");
  if (!name) return undefined;
  return { [name]: idempotencyKey ?? String(given[name] ?? crypto.randomUUID()) };
}

/** Aborts one try of a call. */
export interface Stop {
  readonly controller: AbortController;
  uses: number;
  /** Set while a hook runs. Its error becomes the error of the call, and the request is not sent again. */
  hooking?: boolean;
}

const idle: Stop[] = [];
const MOST_IDLE = 16;
/** Limits the listeners that platforms may keep until garbage collection. */
const MOST_USES = 50;

/** Takes an unused AbortController. They are reused, because creating one takes as long as the rest of a call. */
export function takeStop(): Stop {
  return idle.pop() ?? { controller: new AbortController(), uses: 0 };
}

/** Returns an AbortController. Call it only after the answer is read to its end. */
export function giveBack(stop: Stop): void {
  stop.uses += 1;
  if (!stop.controller.signal.aborted && stop.uses < MOST_USES && idle.length < MOST_IDLE) idle.push(stop);
}
