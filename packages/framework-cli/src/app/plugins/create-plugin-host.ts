import type { Server } from "node:http";
import type { Readable } from "node:stream";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from "fastify";
import { FrameworkError } from "../../errors/framework-error.js";
import type { App } from "../app.js";
import type { AppLog } from "../create-log.js";
import type { AnswerWriter } from "../server/answer-writer.js";
import type { AppFetch } from "../server/create-fetch.js";
import type { AppServer } from "../server/create-server.js";
import { createRequestIds } from "../server/request-ids.js";
import { addCommonHooks } from "./add-common-hooks.js";
import { FastifyExchange } from "./fastify-exchange.js";
import { createFetchThrough } from "./fetch-through.js";
import { mountRoutes } from "./mount-routes.js";
import { createPluginLog } from "./plugin-log.js";
import { createPluginServer } from "./plugin-server.js";
import { problemOfHook } from "./problem-of-hook.js";
import { brokenPlugin, refuseTaken, registerPlugins } from "./register-plugins.js";

/** An application's server with Fastify's plugins around it. */
export interface PluginHost {
  /** Not listening. */
  readonly httpServer: Server;
  readonly fetch: AppFetch;
  /** Plugins let their clients go while `drain` answers what is under way; then plugins close what they opened. */
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
      // At once, so that its deadline also ends connections that plugins wait for.
      const draining = work();
      drain = () => draining;
      await instance.close().catch((error) => log?.error({ err: error }, "config/plugins.js: a plugin did not close"));
    },
  };
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
