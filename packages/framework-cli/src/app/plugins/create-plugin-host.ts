import type { Server } from "node:http";
import type { Readable } from "node:stream";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from "fastify";
import { FrameworkError } from "../../errors/framework-error.js";
import type { App } from "../app.js";
import type { AppLog } from "../create-log.js";
import type { AnswerWriter } from "../server/answer-writer.js";
import { createCommonHeaders } from "../server/common-headers.js";
import type { AppFetch } from "../server/create-fetch.js";
import type { AppServer } from "../server/create-server.js";
import { createRequestIds } from "../server/request-ids.js";
import { FastifyExchange } from "./fastify-exchange.js";
import { createFetchThrough } from "./fetch-through.js";
import { mountRoutes } from "./mount-routes.js";
import { readPluginEntry } from "./plugin-entry.js";
import { createPluginLog } from "./plugin-log.js";
import { pluginName } from "./plugin-name.js";
import { createPluginServer } from "./plugin-server.js";
import { problemOfHook } from "./problem-of-hook.js";
import { shareInstance } from "./share-instance.js";

/** An application's server with Fastify's plugins around it. */
export interface PluginHost {
  /** Not listening. */
  readonly httpServer: Server;
  readonly fetch: AppFetch;
  /** Plugins let their clients go, then `drain` answers what is under way, then plugins close what they opened. */
  close(drain?: () => Promise<void>): Promise<void>;
}

export interface PluginHostParts {
  readonly app: App;
  readonly server: AppServer;
  readonly log: AppLog | undefined;
  isStopping(): boolean;
}

/** @throws FrameworkError PLUGIN_BROKEN, with the plugin's name or place in `config/plugins.js` */
export async function createPluginHost({ app, server, log, isStopping }: PluginHostParts): Promise<PluginHost> {
  const { bodyLimit, trustProxy } = app.config.app;
  const idOf = createRequestIds();
  const fail = createFailure(server.writer);
  const instance: FastifyInstance = fastify({
    serverFactory: (handler) => createPluginServer(handler, app.config.app),
    ...(log === undefined ? { logger: false } : { loggerInstance: createPluginLog(log) }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => idOf([headers["x-request-id"]].flat()[0]),
    bodyLimit,
    trustProxy,
    return503OnClosing: false,
    // The server refuses by itself what is not HTTP.
    clientErrorHandler: () => {},
    frameworkErrors: (error, request, reply) => fail(error, request as FastifyRequest, reply as FastifyReply),
  });
  instance.setErrorHandler(fail);
  const passed = new WeakSet<FastifyRequest>();
  addCommonHooks(instance, { app, server, log, isStopping }, passed);
  let drain = async (): Promise<void> => {};
  try {
    await registerPlugins(instance, app);
    const replaced = new WeakMap<FastifyRequest, Readable>();
    const pass = (request: FastifyRequest, reply: FastifyReply): void => {
      passed.add(request);
      server.handle(new FastifyExchange(request, reply, replaced.get(request)));
    };
    answerUnknown(instance, pass);
    // In an instance of its own: plugins keep their ways to read bodies, and have let go of connections when it is told to close.
    await instance.register(async (own) => {
      own.removeAllContentTypeParsers();
      own.addContentTypeParser("*", (request, payload, done) => {
        if (payload !== request.raw) replaced.set(request, payload as unknown as Readable);
        done(null);
      });
      own.setErrorHandler(fail);
      own.addHook("preClose", async () => drain());
      refuseTaken(mountRoutes(own, server.routes, pass));
    });
    await instance.ready();
  } catch (error) {
    await instance.close().catch(() => {});
    throw error instanceof FrameworkError ? error : brokenPlugin("a plugin", error);
  }
  return {
    httpServer: instance.server,
    fetch: createFetchThrough(instance),
    async close(work = drain) {
      drain = work;
      await instance.close();
    },
  };
}

/** One after the other, so that the one that fails is known. */
async function registerPlugins(instance: FastifyInstance, { config }: App): Promise<void> {
  for (const [at, entry] of config.plugins.entries()) {
    const read = readPluginEntry(entry);
    if (read === undefined) continue;
    try {
      await instance.register(shareInstance(read.plugin, read.options) as never, read.options as never);
    } catch (error) {
      throw brokenPlugin(pluginName(read.plugin) ?? `plugin ${at + 1}`, error);
    }
  }
}

function brokenPlugin(name: string, cause: unknown): FrameworkError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new FrameworkError(
    "PLUGIN_BROKEN",
    `config/plugins.js: ${name} does not start: ${message.replace(/\.$/, "")}.`,
    {
      hint: "Correct its options, or take it out of the list.",
      cause,
    },
  );
}

function refuseTaken(taken: readonly string[]): void {
  if (taken.length === 0) return;
  throw new FrameworkError(
    "PLUGIN_BROKEN",
    `config/plugins.js: plugins answer ${taken.join(", ")}, and so do actions.`,
    {
      hint: "Give the plugin another path or a prefix, or take the action away.",
    },
  );
}

/** What is left when a plugin's own routes find nothing: the application's 404 and 405, unless a plugin has its own. */
function answerUnknown(instance: FastifyInstance, pass: (request: FastifyRequest, reply: FastifyReply) => void): void {
  try {
    instance.setNotFoundHandler(pass);
  } catch {
    // A plugin has set one: Fastify takes one only.
  }
}

/** Errors of hooks and of plugins' routes in the words of the application's. */
function createFailure(writer: AnswerWriter): (error: unknown, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    // An answer may have been on its way when it failed.
    for (const name of ["content-encoding", "content-range", "etag", "last-modified", "location"]) {
      reply.removeHeader(name);
    }
    const exchange = new FastifyExchange(request, reply);
    const problem = problemOfHook(error);
    if (problem === undefined) writer.fail(exchange, undefined, error);
    else writer.problem(exchange, undefined, problem);
  };
}

/** Answers that are not the application's carry the headers of all, and are logged in the same words. */
function addCommonHooks(
  instance: FastifyInstance,
  { app, log, isStopping }: PluginHostParts,
  passed: WeakSet<FastifyRequest>,
): void {
  const common = createCommonHeaders(app.config.app);
  instance.addHook("onSend", async (request, reply) => {
    if (isStopping()) reply.header("connection", "close");
    const lines = [...common(request), "x-request-id", request.id];
    for (let at = 0; at < lines.length; at += 2) {
      if (!reply.hasHeader(lines[at] ?? "")) reply.header(lines[at] ?? "", lines[at + 1]);
    }
  });
  if (!log?.isLevelEnabled("info")) return;
  instance.addHook("onResponse", async (request, reply) => {
    if (passed.has(request)) return;
    const { id, method, raw } = request;
    const [path] = (raw.url ?? "/").split("?");
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    log.info({ reqId: id, method, path, status: reply.statusCode, ms }, "answered");
  });
}
