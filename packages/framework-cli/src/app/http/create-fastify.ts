import { randomUUID } from "node:crypto";
import { validateHeaderValue } from "node:http";
import { isLocalName, type Problem, ProblemError, problemOfError, refuseConnection } from "@onespec/http-contract";
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  fastify,
  LogController,
} from "fastify";
import type { ServerConfig } from "../../config/app-config.js";
import { absentOf } from "../../database/sql/sql-failure.js";
import { errorPlace } from "../../files/import-app-file.js";
import type { App } from "../../load/app.js";
import { listText, migrationsHave } from "../../text/phrases.js";
import { problemOfThrown } from "./problem-of-thrown.js";

/** Milliseconds that a connection may be idle between requests: longer than the minute that balancers wait. */
const REST_MS = 72_000;
/** A request id that is safe to print. An id from a client or proxy is kept if it matches. */
const SAFE_ID = /^[\w.:-]{1,100}$/;
/** The longest text of a path parameter. */
const LONGEST_PARAMETER = 16 * 1024;

/** State that changes while an application runs. */
export interface AppState {
  /** True when the server is about to stop: clients are asked to open another connection. */
  isStopping: boolean;
  /** Names of the migrations that had not been run when the database was last asked. */
  pendingMigrations: readonly string[];
}

interface InstanceOptions {
  readonly config: ServerConfig;
  readonly logger: NonNullable<FastifyServerOptions["logger"]>;
  readonly requestLog: RequestLog;
  readonly state: AppState;
  /**
   * True if there are plugins. Some, such as helmet, set headers on the raw answer, which headers of the reply would
   * override.
   */
  readonly hasPlugins: boolean;
  /** Host names to answer to, in addition to local names. Absent: every name. */
  readonly localHosts?: readonly string[] | undefined;
}

/**
 * Creates a Fastify instance for applications, without routes. It sets limits, log, error answers and common headers.
 */
export function createFastify({
  config,
  logger,
  requestLog,
  state,
  hasPlugins,
  localHosts,
}: InstanceOptions): FastifyInstance {
  const { requestTimeoutMs, trustProxy } = config;
  const setHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
    if (hasPlugins) for (const [name, value] of SECURITY) reply.raw.setHeader(name, value);
    else for (const [name, value] of SECURITY) reply.header(name, value);
    reply.header("x-request-id", request.id);
    // Node reports no parse errors on a connection after a request with `Upgrade`, so a client would wait for ever.
    if (state.isStopping || request.headers.upgrade !== undefined) reply.header("connection", "close");
  };
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply): void =>
    answerFailure(requestLog, error, request, reply);
  const instance: FastifyInstance = fastify({
    logger,
    logController: requestLog,
    genReqId({ headers }) {
      const sent = headers["x-request-id"];
      return typeof sent === "string" && SAFE_ID.test(sent) ? sent : nextRequestId();
    },
    trustProxy,
    return503OnClosing: false,
    keepAliveTimeout: REST_MS,
    requestTimeout: requestTimeoutMs,
    http: {
      // How often Node checks for requests that take too long. Its default is every 30 seconds.
      connectionsCheckingInterval:
        requestTimeoutMs > 0 ? Math.min(30_000, Math.max(250, requestTimeoutMs / 4)) : 30_000,
      // Node takes the longer of the two for whole requests.
      headersTimeout: requestTimeoutMs > 0 ? Math.min(60_000, requestTimeoutMs) : 60_000,
    },
    clientErrorHandler: refuseConnection,
    frameworkErrors(error, request, reply) {
      setHeaders(request as FastifyRequest, reply as FastifyReply);
      fail(error, request as FastifyRequest, reply as FastifyReply);
    },
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
  });
  instance.decorateRequest("actionCall", undefined);
  instance.setErrorHandler(fail);
  instance.addHook("onRequest", (request, reply, done) => {
    setHeaders(request, reply);
    done();
  });
  if (localHosts) refuseForeignHosts(instance, localHosts);
  return instance;
}

/** The random part of this process's request ids. A random id for each request takes a twentieth of its time. */
const PROCESS_ID = randomUUID().slice(0, -12);
let lastRequest = 0;

function nextRequestId(): string {
  lastRequest += 1;
  return PROCESS_ID + lastRequest.toString(16).padStart(12, "0");
}

/** Headers that are safe for every answer. A content security policy depends on the page, so handlers set it. */
const SECURITY: readonly (readonly [name: string, value: string])[] = [
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "no-referrer"],
];

/**
 * Answers only to local names. A web page can make its own host name point to this machine (DNS rebinding). The browser
 * then takes both for one origin, and the page could read and write the application under development.
 */
function refuseForeignHosts(instance: FastifyInstance, hosts: readonly string[]): void {
  instance.addHook("onRequest", (request, reply, done) => {
    const host = request.headers.host?.toLowerCase();
    if (host === undefined || isLocalName(host, hosts)) {
      done();
      return;
    }
    const message = `In development the application does not answer to the name ${JSON.stringify(host)}`;
    const hint = "Call it as localhost or by address, or allow the name with hosts in config/app.js.";
    const details = [{ in: "header", path: "/host", message, hint }];
    reply.header("connection", "close");
    done(new ProblemError({ status: 403, code: "foreign-host", message: "Forbidden", details }));
  });
}

/** Errors of hooks and of plugins' routes, and of answers that cannot be sent, in the words of the application's. */
function answerFailure(requestLog: RequestLog, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = error instanceof ProblemError ? error.problem : (problemOfThrown(error) ?? problemOfError(error));
  if (known === undefined) requestLog.failed(error, request);
  const { status, headers = {}, message, details } = known ?? unexpected(request);
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (OF_ANSWERS.has(name) || !isSendable(name, value)) reply.removeHeader(name);
  }
  reply
    .code(status)
    .headers({ ...headers, "content-type": "application/json" })
    .serializer((text: string) => text)
    .send(JSON.stringify({ error: message, details }));
}

/** Headers that say something of a body or of a success. */
const OF_ANSWERS = new Set([
  "content-encoding",
  "content-range",
  "content-length",
  "etag",
  "last-modified",
  "location",
]);

function isSendable(name: string, value: unknown): boolean {
  try {
    for (const text of [value].flat()) validateHeaderValue(name, String(text));
    return true;
  } catch {
    return false;
  }
}

function unexpected({ method, url, id }: FastifyRequest): Problem {
  const message = `${method} ${url.replace(/\?.*$/s, "")} failed; the log has the cause`;
  return { status: 500, code: "internal", message: "Internal server error", details: [{ message, requestId: id }] };
}

type Logged = Parameters<LogController["requestCompleted"]>[1];

/** Logs one line for each answer. Leaves out queries, which may contain secrets. */
export class RequestLog extends LogController {
  readonly #app: Pick<App, "folder" | "entities">;
  readonly #state: AppState;

  constructor(app: Pick<App, "folder" | "entities">, state: AppState) {
    super();
    this.#app = app;
    this.#state = state;
  }

  override incomingRequest(): void {}

  override requestCompleted(
    _error: unknown,
    request: Logged,
    reply: Parameters<LogController["requestCompleted"]>[2],
  ): void {
    const { method } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ method, path: pathOf(request), status: reply.statusCode, ms }, "answered");
  }

  override routeNotFound(): void {}

  /** A client that disconnects is no failure. */
  override streamError(error: Error, request: Logged): void {
    if ("code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE") return;
    this.failed(error, request);
  }

  override writeHeadError(error: Error, request: Logged): void {
    this.failed(error, request);
  }

  /**
   * The next step if a table or column is missing that a migration may add, either a pending one or one that is yet to
   * be generated.
   */
  pendingHint(error: unknown): string | undefined {
    const absent = absentOf(error);
    if (absent === undefined) return undefined;
    const { pendingMigrations: pending } = this.#state;
    const isOfModel = this.#app.entities.some(({ table, fields }) =>
      absent.kind === "table" ? table === absent.name : fields.some(({ column }) => column === absent.name),
    );
    if (pending.length === 0)
      return isOfModel
        ? `The database has no ${absent.kind} ${absent.name}, but a model does. If a migration has run since the start, restart the application; else run: framework migrations:generate <name>, then framework migrations:run`
        : undefined;
    return `The database has no ${absent.kind} ${absent.name}. ${migrationsHave(pending)} not been run: ${listText(pending)}. Run: framework migrations:run`;
  }

  /** Logs an unexpected error, with its position in the application. */
  failed(error: unknown, request: Logged, level: "error" | "warn" = "error"): void {
    const place = errorPlace(this.#app.folder, error);
    const hint = this.pendingHint(error);
    request.log[level](
      { err: error, ...(place === undefined ? {} : { place }), ...(hint === undefined ? {} : { hint }) },
      `${requestLine(request)} failed${place === undefined ? "" : ` at ${place}`}`,
    );
  }
}

/** How a request is called in the log. */
export function requestLine(request: Pick<Logged, "method" | "raw">): string {
  return `${request.method} ${pathOf(request)}`;
}

function pathOf({ raw }: Pick<Logged, "raw">): string {
  return (raw.url ?? "/").replace(/\?.*$/s, "");
}
