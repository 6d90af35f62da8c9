import type { Operation, SchemaRegistry } from "@onespec/spec-core";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type RouteOptions } from "fastify";
import type { Logger } from "pino";
import { FrameworkError } from "../../errors/framework-error.js";
import type { Services } from "../action.js";
import type { App, LoadedAction } from "../app.js";
import type { Problem } from "../problem.js";
import { createValueDecoders } from "../request/decode-value.js";
import { actionRoute } from "./action-route.js";
import { type AnswerWriter, createAnswerWriter } from "./answer-writer.js";
import { createCommonHeaders } from "./common-headers.js";
import { createRequestIds } from "./request-ids.js";
import { createRequestLog } from "./request-log.js";
import { createUnknownRoute } from "./unknown-route.js";

const SAFE_ID = /^[\w.:-]{1,100}$/;

export interface ServerParts {
  readonly app: App;
  readonly services: Services;
  /** Of the description that `describeActions` makes. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly schemas: SchemaRegistry;
  /** `undefined` logs nothing. */
  readonly log: Logger | undefined;
  /** Is the server about to stop? Then clients are told to look for another connection. */
  isStopping(): boolean;
}

/** The application as a Fastify server that does not listen yet. */
export function createServer({ app, services, operations, schemas, log, isStopping }: ServerParts): FastifyInstance {
  const { config } = app;
  const requestLog = createRequestLog(log);
  const writer = createAnswerWriter(app, requestLog);
  const newId = createRequestIds();
  const server = Fastify({
    // A logger made for each request costs more than reading it.
    logger: false,
    bodyLimit: config.app.bodyLimit,
    requestTimeout: config.app.requestTimeoutMs,
    trustProxy: config.app.trustProxy,
    // A client's or a proxy's own id is kept if it is safe to print.
    genReqId({ headers }) {
      const sent = headers["x-request-id"];
      return typeof sent === "string" && SAFE_ID.test(sent) ? sent : newId();
    },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 8_192 },
    frameworkErrors: (error, _request, reply) =>
      writer.problem(reply as FastifyReply, undefined, transportProblem(error)),
    // Bodies and answers are read and written by the actions' own plans; Fastify's compilers need not be loaded.
    schemaController: {
      compilersFactory: { buildValidator: () => neverCompiled, buildSerializer: () => neverCompiled },
    },
  });
  server.decorateRequest("actionCall", undefined);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  server.setErrorHandler((error: FastifyError, _request, reply) => failTransport(writer, reply, error));

  const commonHeaders = createCommonHeaders(config.app);
  server.addHook("onRequest", (request, reply, done) => {
    reply.headers(commonHeaders(request.headers)).header("x-request-id", request.id);
    if (isStopping()) reply.header("connection", "close");
    done();
  });
  if (log?.isLevelEnabled("info")) addRequestLog(server, log);

  const parts = { app, services, schemas, decoders: createValueDecoders(schemas), writer, requestLog };
  const heads = new Set(
    app.actions.flatMap(({ routes }) => routes.filter(({ method }) => method === "HEAD").map(({ path }) => path)),
  );
  for (const loaded of app.actions) {
    for (const route of loaded.routes) {
      const operation = operations.get(`${route.method} ${route.path}`);
      if (operation === undefined) continue;
      const options = actionRoute(parts, loaded, route, operation);
      addRoute(server, loaded, options);
      if (route.method === "GET" && !heads.has(route.path)) server.route({ ...options, method: "HEAD" });
    }
  }
  const unknown = createUnknownRoute(app, (reply, problem) => writer.problem(reply, undefined, problem));
  server.setNotFoundHandler((request, reply) => unknown(request, reply));
  return server;
}

/** @throws FrameworkError APP_INVALID for a template that the router cannot tell from another or cannot read */
function addRoute(server: FastifyInstance, { file, action }: LoadedAction, options: RouteOptions): void {
  try {
    server.route(options);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FrameworkError("APP_INVALID", `${file}: the path ${action.path} cannot be served: ${reason}`, {
      hint: "Give it another path.",
      cause,
    });
  }
}

function neverCompiled(): never {
  throw new Error("Fastify was given a schema to compile.");
}

/** One line for each answer, but for those to health checks. Queries are left out: they may hold secrets. */
function addRequestLog(server: FastifyInstance, log: Logger): void {
  server.addHook("onResponse", ({ id, method, url, routeOptions }, reply, done) => {
    if (!routeOptions.config.isQuiet) {
      const [path] = url.split("?", 1);
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      log.info({ reqId: id, method, path, status: reply.statusCode, ms }, "answered");
    }
    done();
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its answers are not logged. */
    isQuiet?: boolean;
  }
}

function failTransport(writer: AnswerWriter, reply: FastifyReply, error: FastifyError): void {
  if (error.statusCode === undefined || error.statusCode >= 500) writer.fail(reply, undefined, error);
  else writer.problem(reply, undefined, transportProblem(error));
}

/** What went wrong before a request was whole: too large, cut off, not HTTP. */
function transportProblem({ statusCode = 400, message }: { statusCode?: number; message: string }): Problem {
  const isLarge = statusCode === 413;
  return {
    status: statusCode < 500 ? statusCode : 400,
    code: isLarge ? "body-too-large" : "bad-request",
    message: isLarge ? "Request body too large" : "Bad request",
    details: [{ in: "body", path: "", message }],
  };
}
