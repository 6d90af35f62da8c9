import { Readable } from "node:stream";
import type { FastifyReplyFromHooks } from "@fastify/reply-from";
import {
  basePaths,
  bodyTooLarge,
  decodeBody,
  decodingProblem,
  essence,
  isJsonType,
  type Problem,
  type ProblemDetail,
  ProblemError,
} from "@onespec/http-contract";
import { jsonOf, type Operation } from "@onespec/spec-core";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { selectOperations } from "../../config/operation-selector.js";
import { OptionsError } from "../../errors/options-error.js";
import { violationsText } from "../../errors/violations-text.js";
import { responseViolations } from "./response-violations.js";

export interface ProxyOptions {
  /** The real server; `undefined` if every operation is mocked. */
  readonly upstream: string | undefined;
  /** Longest wait for an answer to begin, and for the whole of an answer that is checked, in seconds; 0 for no limit. */
  readonly upstreamTimeout: number;
  /** The operations that are mocked, although there is an upstream. */
  readonly mock: readonly string[];
  /** Rejects violations of the contract, instead of only reporting them. */
  readonly enforce: boolean;
  /** Larger bodies are forwarded unchecked. */
  readonly bodyLimit: number;
  readonly basePath: string;
  readonly onPassed?: ((exchange: PassedExchange) => void) | undefined;
}

/** A forwarded request and its answer. */
export interface PassedExchange {
  readonly method: string;
  readonly path: string;
  /** `undefined` if the description does not have it. */
  readonly operation: Operation | undefined;
  /** Values of the path's parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly status: number;
  /** The parsed body of a success; `undefined` if it is not JSON. */
  readonly json: unknown;
  readonly violations: readonly ProblemDetail[];
}

/** Forwards requests to a real server (`--upstream`), and checks both sides against the description. */
export const proxy: FastifyPluginAsync<ProxyOptions> = fp(
  async (fastify: FastifyInstance, options: ProxyOptions) => {
    const { upstream, mock } = options;
    if (upstream === undefined) {
      if (mock.length === 0 && !options.enforce) return;
      const hint = "Add --upstream http://localhost:8080.";
      throw new OptionsError("UPSTREAM_MISSING", "--mock and --enforce need --upstream.", { hint });
    }
    const { api } = fastify.mock;
    const mocked = selectOperations(api.operations, mock, "--mock");
    const base = new URL(upstream);
    const cut = {
      base: base.origin,
      disableRequestLogging: true,
      undici: { bodyTimeout: 0, headersTimeout: options.upstreamTimeout * 1000 },
    };
    // Loaded only if there is an upstream. It would be a third of the code that every start reads: its HTTP client alone has a megabyte.
    const { default: replyFrom } = await import("@fastify/reply-from");
    await fastify.register(replyFrom, cut);
    // Runs before the body is read. A forwarded request calls `done` only after an error.
    const path = base.pathname.replace(/\/$/, "");
    const location: UpstreamLocation = { path: path || undefined };
    fastify.addHook("onRequest", (request, reply, done) => {
      const { operation } = request.contract;
      if (operation && mocked.has(operation)) done();
      else pass({ fastify, request, reply, options, location }).catch(done);
    });
  },
  { name: "mock-proxy" },
);

/** The place of the description's paths at the upstream. */
interface UpstreamLocation {
  /** The path before them: from the upstream's URL, else the one at which the upstream answered. `undefined` if not known yet. */
  path: string | undefined;
}

interface Passage {
  readonly fastify: FastifyInstance;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly options: ProxyOptions;
  readonly location: UpstreamLocation;
}

/** Maximum number of base paths to try: variables may give a server several. */
const MOST_TRIED = 5;

async function pass(passage: Passage): Promise<void> {
  const { fastify, request, reply, options, location } = passage;
  const { target, match } = request.contract;
  const whole =
    hasBody(request) && isRead(request, options) ? await collect(request.raw, options.bodyLimit) : undefined;
  if (whole === undefined && hasBody(request)) request.body = request.raw;
  const checked = violationsOf(request, whole, options);
  // Awaited later, with the answer.
  checked.catch(() => {});
  if (options.enforce) {
    const violations = await checked;
    if (violations.length > 0) {
      finish(passage, { status: 400, json: undefined, violations });
      reply.refuse({ status: 400, code: "validation", message: "Validation failed", details: violations });
      return;
    }
  }
  const send = (path: string, others: readonly string[]): void => {
    const from: FastifyReplyFromHooks = {
      onResponse: (_request, _reply, response) => {
        const { stream } = response as unknown as { readonly stream: Readable };
        const [next, ...rest] = others;
        if (next !== undefined && reply.statusCode === 404) {
          stream.on("error", () => {}).resume();
          forgetHeaders(reply);
          send(next, rest);
          return;
        }
        if (reply.statusCode !== 404 && match?.base === "") location.path ??= path;
        answer(passage, checked, stream).catch((error) => unreachable(passage, error));
      },
      onError: (_reply, { error }) => unreachable(passage, error),
      rewriteRequestHeaders: (_request, headers) => withoutHops(headers),
      rewriteHeaders: withoutHops,
      // Sent unchanged, with the media type of the request.
      ...(whole && { body: whole, contentType: String(request.headers["content-type"]) }),
    };
    // The upstream's path replaces the path of the description's server.
    try {
      reply.from(path === "" ? target.path : path + target.path.slice(match?.base.length ?? 0), from);
    } catch (error) {
      throw error instanceof Error && UNSAFE.test(error.message) ? new ProblemError(UNSAFE_PATH) : error;
    }
  };
  // The upstream may have the paths only below the path of the description's server. A 404 has no effect, so the request can be repeated.
  const isOpen = location.path === undefined && match?.base === "" && (whole !== undefined || !hasBody(request));
  const { servers } = fastify.mock.api;
  const described = isOpen ? basePaths({ servers: servers.slice(0, 1), operations: [] }).slice(0, MOST_TRIED) : [];
  send(location.path ?? "", described.length === 0 ? [] : [...described, ""]);
}

/** The messages with which the upstream client rejects a path. */
const UNSAFE = /relative path|invalid characters|URI malformed/;
const UNSAFE_PATH: Problem = {
  status: 400,
  code: "malformed-path",
  message: "Malformed path",
  details: [
    { message: "The path has a backslash or a segment .., which could lead to another place", hint: "Leave it out." },
  ],
};

/**
 * Headers that apply only to the connection to the next server. The upstream's client rejects some of them. @see RFC 9110, section 7.6.1
 */
const HOPS = new Set(["connection", "expect", "keep-alive", "proxy-connection", "te", "trailer", "upgrade"]);

function withoutHops<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  const named = String(headers.connection ?? "")
    .toLowerCase()
    .split(/\s*,\s*/);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOPS.has(name) && !named.includes(name)));
}

/** @param whole its body; `undefined` if it has none, or one that is not checked */
async function violationsOf(
  request: FastifyRequest,
  whole: Buffer | undefined,
  { bodyLimit }: ProxyOptions,
): Promise<readonly ProblemDetail[]> {
  const { contract, headers } = request;
  try {
    if (contract.unmatched) throw new ProblemError(contract.unmatched);
    if (!contract.operation) return [];
    const text = whole && (await decoded(whole, headers["content-encoding"], bodyLimit));
    if (whole && !text) throw new ProblemError(bodyTooLarge(bodyLimit));
    if (text) request.takeText(text.toString("utf8"));
    const read = await contract.read();
    const found = read.ok ? [] : read.problem.details;
    return text === undefined && hasBody(request) ? found.filter((detail) => detail.in !== "body") : found;
  } catch (error) {
    const problem = error instanceof ProblemError ? error.problem : decodingProblem(error);
    if (!problem) throw error;
    return problem.details.length > 0 ? problem.details : [{ message: problem.message }];
  }
}

function hasBody({ headers, method }: FastifyRequest): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** True if the body is checked. Files and streams are forwarded as they arrive. */
function isRead({ headers }: FastifyRequest, { bodyLimit }: ProxyOptions): boolean {
  const type = essence(headers["content-type"] ?? "");
  return (
    (isJsonType(type) || type === "application/x-www-form-urlencoded") &&
    Number(headers["content-length"] ?? 0) <= bodyLimit
  );
}

/** Returns the bytes, unless there are more than the limit. In that case the stream still has all of them. */
async function collect(source: Readable, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer);
    size += chunk.length;
    if (size <= limit) continue;
    source.unshift(Buffer.concat(chunks));
    return undefined;
  }
  return Buffer.concat(chunks);
}

async function collectInTime(
  source: Readable,
  { bodyLimit, upstreamTimeout }: ProxyOptions,
): Promise<Buffer | undefined> {
  if (upstreamTimeout === 0) return collect(source, bodyLimit);
  const late = setTimeout(() => {
    const error = new Error(`its answer did not end within ${upstreamTimeout} s`);
    source.destroy(Object.assign(error, { code: "BODY_TIMEOUT" }));
  }, upstreamTimeout * 1000);
  try {
    return await collect(source, bodyLimit);
  } finally {
    clearTimeout(late);
  }
}

/** Sends the upstream's answer, with a header that names the violations of both sides. */
async function answer(passage: Passage, checked: Promise<readonly ProblemDetail[]>, stream: Readable): Promise<void> {
  const { fastify, request, reply, options } = passage;
  // Readers of the stream handle its errors. Without this listener, an error between two readers would end the process.
  stream.on("error", () => {});
  const { operation } = request.contract;
  const header = (name: string) => reply.getHeader(name);
  const status = reply.statusCode;
  const type = essence(String(header("content-type") ?? ""));
  const isRead = isJsonType(type) && Number(header("content-length") ?? 0) <= options.bodyLimit;
  const whole = isRead ? await collectInTime(stream, options) : undefined;
  const coding = header("content-encoding");
  const plain = whole && (await decoded(whole, coding, LARGEST_DECODED).catch(() => undefined));
  // An answer without a media type has no body, or none that can be checked.
  const isEmpty = header("content-length") === "0" || (type === "" && header("transfer-encoding") === undefined);
  const text = plain?.toString("utf8") ?? (isEmpty ? "" : undefined);
  const json = isRead && text !== undefined ? jsonOf(text) : undefined;
  const read = { status, header, text, json };
  const found = operation ? responseViolations(fastify.mock.api.schemas, operation, read) : [];
  const violations = [...(await checked), ...found];
  if (options.enforce && found.length > 0) {
    if (whole === undefined) stream.destroy();
    forgetHeaders(reply);
    finish(passage, { status: 502, json: undefined, violations });
    const message = "The answer of the upstream breaks its contract";
    reply.refuse({ status: 502, code: "contract-violated", message, details: violations });
    return;
  }
  finish(passage, { status, json: status < 300 ? json : undefined, violations });
  reply.send(whole ?? stream);
}

/** Removes the headers of an answer that is not sent. */
function forgetHeaders(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) if (!name.startsWith("access-control-")) reply.removeHeader(name);
}

function finish(
  { request, reply, options }: Passage,
  result: Pick<PassedExchange, "status" | "json" | "violations">,
): void {
  const { target, operation, match } = request.contract;
  if (result.violations.length > 0) reply.header("contract-violations", violationsText(result.violations));
  options.onPassed?.({
    method: target.method,
    path: target.path,
    operation,
    // Computed only for recordings.
    get parameters() {
      return parametersOf(operation?.path ?? "", match?.values ?? []);
    },
    ...result,
  });
}

function parametersOf(template: string, values: readonly string[]): Record<string, string> {
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
  return Object.fromEntries(names.map((name, at) => [name, String(values[at] ?? "")]));
}

function unreachable(passage: Passage, error: Error): void {
  const { reply, options } = passage;
  forgetHeaders(reply);
  finish(passage, { status: 502, json: undefined, violations: [] });
  const { code, cause } = error as Error & { readonly code?: string };
  const isSlow = code?.includes("TIMEOUT") === true;
  const reason = cause instanceof Error ? cause.message || cause.name : error.message;
  const detail = {
    message: `${options.upstream}: ${reason}`,
    hint: "Start the upstream, or mock the operation with --mock.",
  };
  reply.refuse({
    status: isSlow ? 504 : 502,
    code: "upstream-unreachable",
    message: "The upstream does not answer",
    details: [detail],
  });
}

const LARGEST_DECODED = 64 * 1024 * 1024;

/** A body without its content codings; `undefined` if it is larger than the limit. @throws ProblemError for unknown codings */
async function decoded(body: Buffer, coding: unknown, limit: number): Promise<Buffer | undefined> {
  return coding === undefined ? body : collect(decodeBody(Readable.from([body]), String(coding)), limit);
}
