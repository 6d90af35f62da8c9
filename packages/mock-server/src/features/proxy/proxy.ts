import { PassThrough, type Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { FastifyReplyFromHooks } from "@fastify/reply-from";
import { basePaths, essence, isJsonType, type ProblemDetail } from "@onespec/http-contract";
import type { Operation } from "@onespec/spec-core";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { selectOperations } from "../../config/operation-selector.js";
import { OptionsError } from "../../errors/options-error.js";
import { createRequestChecker, type PassedRequest, type RequestChecker } from "./request-checker.js";
import { responseViolations } from "./response-violations.js";

export interface ProxyOptions {
  /** The real server; `undefined`: every operation is mocked. */
  readonly upstream: string | undefined;
  /** Longest wait for an answer to begin, and for all of one that is looked at, in seconds; 0: no bound. */
  readonly upstreamTimeout: number;
  /** The operations that are mocked all the same. */
  readonly mock: readonly string[];
  /** Reject what breaks the contract, instead of reporting it alone. */
  readonly enforce: boolean;
  /** Larger bodies are passed on without being looked at. */
  readonly bodyLimit: number;
  readonly basePath: string;
  readonly onPassed?: ((exchange: PassedExchange) => void) | undefined;
}

/** A request that was passed on, and its answer. */
export interface PassedExchange {
  readonly method: string;
  readonly path: string;
  /** `undefined`: the description does not have it. */
  readonly operation: Operation | undefined;
  /** Values of the path's parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly status: number;
  /** The parsed body of a success; `undefined`: it is no JSON. */
  readonly json: unknown;
  readonly violations: readonly ProblemDetail[];
}

/** Passes requests on to a real server (`--upstream`), and holds both sides against the description. */
export const proxy: FastifyPluginAsync<ProxyOptions> = fp(
  async (fastify: FastifyInstance, options: ProxyOptions) => {
    const { upstream, mock, bodyLimit, basePath } = options;
    if (upstream === undefined) {
      if (mock.length === 0 && !options.enforce) return;
      const hint = "Add --upstream http://localhost:8080.";
      throw new OptionsError("UPSTREAM_MISSING", "--mock and --enforce need --upstream.", { hint });
    }
    const { api } = fastify.mock;
    const mocked = selectOperations(api.operations, mock, "--mock");
    const checker = await createRequestChecker(api, { bodyLimit, basePath });
    fastify.addHook("onClose", () => checker.close());
    const base = new URL(upstream);
    const cut = {
      base: base.origin,
      disableRequestLogging: true,
      undici: { bodyTimeout: 0, headersTimeout: options.upstreamTimeout * 1000 },
    };
    // A third of what the start would read otherwise: its HTTP client alone has a megabyte.
    const { default: replyFrom } = await import("@fastify/reply-from");
    await fastify.register(replyFrom, cut);
    // Before the body is read. The hook that is never done ends the way of the request here.
    const path = base.pathname.replace(/\/$/, "");
    const location: UpstreamLocation = { path: path || undefined };
    fastify.addHook("onRequest", (request, reply, done) => {
      const { operation } = request.contract;
      if (operation && mocked.has(operation)) done();
      else pass({ fastify, request, reply, checker, options, location }).catch(done);
    });
  },
  { name: "mock-proxy" },
);

/** Where the upstream has the description's paths. */
interface UpstreamLocation {
  /** The path before them: that of the upstream's address, else the one at which it answered. `undefined`: not known yet. */
  path: string | undefined;
}

interface Passage {
  readonly fastify: FastifyInstance;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly checker: RequestChecker;
  readonly options: ProxyOptions;
  readonly location: UpstreamLocation;
}

/** Values of a server's variables give it several paths. */
const MOST_TRIED = 5;

async function pass(passage: Passage): Promise<void> {
  const { fastify, request, reply, checker, options, location } = passage;
  const { target, match } = request.contract;
  const url = request.raw.url ?? "/";
  const check = (body: Buffer | undefined, isUnread: boolean): Promise<readonly ProblemDetail[]> => {
    const { method, headers } = target;
    return checker.violations({ method, url, headers, body, isUnread } satisfies PassedRequest);
  };
  let checked: Promise<readonly ProblemDetail[]>;
  let whole: Buffer | undefined;
  if (!hasBody(request)) checked = request.contract.operation ? violationsOf(request) : check(undefined, false);
  else if (!isRead(request, options)) {
    checked = check(undefined, true);
    request.body = request.raw;
  } else if (options.enforce || request.headers["content-length"] !== undefined) {
    whole = await collect(request.raw, options.bodyLimit);
    checked = textViolations(request, whole) ?? check(whole, whole === undefined);
    if (whole === undefined) request.body = request.raw;
  } else {
    const { stream, copy } = watch(request.raw, options.bodyLimit);
    request.body = stream;
    checked = copy.then((body) => check(body, body === undefined));
  }
  // It is awaited when the answer is there.
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
      // As it came: with the media type of the request.
      ...(whole && { body: whole, contentType: String(request.headers["content-type"]) }),
    };
    // A path before the upstream's stands in the place of the description's server.
    reply.from(path === "" ? target.path : path + target.path.slice(match?.base.length ?? 0), from);
  };
  // The server may know the paths only below that of the description's server. A 404 has no effect, so the request can be repeated.
  const isOpen = location.path === undefined && match?.base === "" && (whole !== undefined || !hasBody(request));
  const { servers } = fastify.mock.api;
  const described = isOpen ? basePaths({ servers: servers.slice(0, 1), operations: [] }).slice(0, MOST_TRIED) : [];
  send(location.path ?? "", described.length === 0 ? [] : [...described, ""]);
}

/** The violations of a request without a body, which the mock's own route reads. */
async function violationsOf({ contract }: FastifyRequest): Promise<readonly ProblemDetail[]> {
  const read = await contract.read();
  return read.ok ? [] : read.problem.details;
}

/** The violations of a request whose whole body is text in no coding; `undefined` for others, and for what cannot be read as its type. */
function textViolations(
  request: FastifyRequest,
  whole: Buffer | undefined,
): Promise<readonly ProblemDetail[]> | undefined {
  if (whole === undefined || !request.contract.operation || request.headers["content-encoding"] !== undefined)
    return undefined;
  try {
    request.takeText(whole.toString("utf8"));
    return violationsOf(request);
  } catch {
    return undefined;
  }
}

function hasBody({ headers, method }: FastifyRequest): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Bodies of files and streams are passed on as they come. */
function isRead({ headers }: FastifyRequest, { bodyLimit }: ProxyOptions): boolean {
  const type = essence(headers["content-type"] ?? "");
  return (
    (isJsonType(type) || type === "application/x-www-form-urlencoded") &&
    Number(headers["content-length"] ?? 0) <= bodyLimit
  );
}

/** A stream with the same bytes, and a copy of them once they have passed; `undefined` when they are more than the limit. */
function watch(
  source: Readable,
  limit: number,
): { readonly stream: PassThrough; readonly copy: Promise<Buffer | undefined> } {
  const stream = new PassThrough();
  const chunks: Buffer[] = [];
  let size = 0;
  const copy = new Promise<Buffer | undefined>((resolve) => {
    source.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
    });
    source.once("end", () => resolve(size <= limit ? Buffer.concat(chunks) : undefined));
    source.once("close", () => resolve(undefined));
  });
  source.once("error", (error) => stream.destroy(error));
  source.pipe(stream);
  return { stream, copy };
}

/** The bytes if they are no more than the limit; if they are more, the stream still has all of them. */
function collect(source: Readable, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (settle: () => void): void => {
      source.off("data", take).off("end", end).off("error", fail).off("close", close);
      settle();
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= limit) return;
      source.pause();
      finish(() => resolve(undefined));
      source.unshift(Buffer.concat(chunks));
    };
    const end = (): void => finish(() => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    const fail = (error: Error): void => finish(() => reject(error));
    const close = (): void => fail(new Error("The connection was closed before the end of the body."));
    source.on("data", take).once("end", end).once("error", fail).once("close", close);
  });
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

/** The upstream's answer, with a header that names the violations of both sides. */
async function answer(passage: Passage, checked: Promise<readonly ProblemDetail[]>, stream: Readable): Promise<void> {
  const { fastify, request, reply, options } = passage;
  // The reader of the stream sees its errors. Without a listener, one between two readers would end the process.
  stream.on("error", () => {});
  const { operation } = request.contract;
  const header = (name: string) => reply.getHeader(name);
  const status = reply.statusCode;
  const type = essence(String(header("content-type") ?? ""));
  const isRead = isJsonType(type) && Number(header("content-length") ?? 0) <= options.bodyLimit;
  const whole = isRead ? await collectInTime(stream, options) : undefined;
  const coding = header("content-encoding");
  const plain = coding === undefined ? whole : whole && (await decode(whole, String(coding)));
  // An answer without any media type has no body, or none that could be looked at.
  const isEmpty = header("content-length") === "0" || (type === "" && header("transfer-encoding") === undefined);
  const text = plain?.toString("utf8") ?? (isEmpty ? "" : undefined);
  const json = isRead ? parsed(text) : undefined;
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

/** Drops the headers of an answer that is not sent after all. */
function forgetHeaders(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) if (!name.startsWith("access-control-")) reply.removeHeader(name);
}

function finish(
  { request, reply, options }: Passage,
  result: Pick<PassedExchange, "status" | "json" | "violations">,
): void {
  const { target, operation, match } = request.contract;
  if (result.violations.length > 0) reply.header("contract-violations", headerText(result.violations));
  options.onPassed?.({
    method: target.method,
    path: target.path,
    operation,
    // Only a recording asks for them.
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

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const LARGEST_DECODED = 64 * 1024 * 1024;
const DECODERS = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
};

/** `undefined` for codings that are not known here: such a body is not looked at. */
async function decode(body: Buffer, coding: string): Promise<Buffer | undefined> {
  if (coding === "identity" || coding === "") return body;
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding as keyof typeof DECODERS] : undefined;
  return decoder?.(body, { maxOutputLength: LARGEST_DECODED }).catch(() => undefined) as Promise<Buffer | undefined>;
}

const LONGEST_HEADER = 2000;

function headerText(violations: readonly ProblemDetail[]): string {
  const text = violations.map(({ in: part = "request", path = "", message }) =>
    `${part} ${path} ${message}`.replace("  ", " "),
  );
  return text
    .join("; ")
    .replace(/[^\t\x20-\x7e]/g, "?")
    .slice(0, LONGEST_HEADER);
}
