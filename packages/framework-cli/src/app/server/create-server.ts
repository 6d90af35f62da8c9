import { createPathRouter, LargeBodies } from "@onespec/http-requests";
import type { Operation, SchemaRegistry } from "@onespec/spec-core";
import type { Services } from "../action.js";
import type { App } from "../app.js";
import type { AppLog } from "../create-log.js";
import { actionRoute, type RouteAnswer } from "./action-route.js";
import { createAnswerHeaders } from "./answer-headers.js";
import { type AnswerWriter, createAnswerWriter } from "./answer-writer.js";
import type { Exchange } from "./exchange.js";
import { METHODS } from "./methods.js";
import { createRequestLog } from "./request-log.js";
import { createUnknownRoute } from "./unknown-route.js";
import { createWriteGuards } from "./write-guards.js";

export interface ServerParts {
  readonly app: App;
  readonly services: Services;
  /** Of the description that `describeActions` makes. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly schemas: SchemaRegistry;
  /** `undefined` logs nothing. */
  readonly log: AppLog | undefined;
  /** Is the server about to stop? Then clients are told to look for another connection. */
  isStopping(): boolean;
}

/** A route that the application answers. */
export interface MountedRoute {
  /** Upper case. */
  readonly method: string;
  /** An OpenAPI path template. */
  readonly path: string;
  /** Its answers are not logged. */
  readonly isQuiet: boolean;
}

/** What answers an application's requests, wherever they come from. */
export interface AppServer {
  readonly routes: readonly MountedRoute[];
  readonly writer: AnswerWriter;
  handle(exchange: Exchange): void;
  /** A route that is not the application's: `GET`, and so `HEAD`. Its answers are not logged. */
  addRoute(path: string, answer: (exchange: Exchange, writer: AnswerWriter) => void): void;
}

interface AppRoute {
  readonly answer: RouteAnswer;
  readonly isQuiet: boolean;
}

export function createServer({ app, services, operations, schemas, log, isStopping }: ServerParts): AppServer {
  const requestLog = createRequestLog(log);
  const writer = createAnswerWriter(app, requestLog, createAnswerHeaders(app.config.app, isStopping));
  const largeBodies = new LargeBodies(app.config.app.bodyLimit);
  const parts = { app, services, schemas, largeBodies, writer, requestLog };
  const router = createPathRouter<AppRoute>();
  const mounted: MountedRoute[] = [];
  const add = (method: string, path: string, route: AppRoute): void => {
    router.add(path, method, route);
    mounted.push({ method, path, isQuiet: route.isQuiet });
  };
  const routes = app.actions.flatMap((loaded) => loaded.routes.map((route) => ({ loaded, route })));
  // GET answers HEAD as well, unless an action does.
  const heads = new Set(routes.filter(({ route }) => route.method === "HEAD").map(({ route }) => route.path));
  const guards = createWriteGuards({ app, routes, operations, services, schemas });
  for (const { loaded, route } of routes) {
    const operation = operations.get(`${route.method} ${route.path}`);
    if (operation === undefined) continue;
    const added = { answer: actionRoute(parts, loaded, route, operation, guards(route)), isQuiet: false };
    add(route.method, route.path, added);
    if (route.method === "GET" && !heads.has(route.path)) add("HEAD", route.path, added);
  }
  const methodsOf = (path: string): readonly string[] =>
    METHODS.filter((method) => router.match(path, method)?.methods.has(method));
  const unknown = createUnknownRoute(app, writer, methodsOf);
  const logged = log?.isLevelEnabled("info") ? log : undefined;

  return {
    routes: mounted,
    writer,
    handle(exchange) {
      const { path, query } = splitTarget(exchange.url);
      const match = router.match(path, exchange.method);
      const route = match?.methods.get(exchange.method);
      if (logged !== undefined && route?.isQuiet !== true) logAnswer(exchange, path, logged);
      if (match && route) route.answer(exchange, match.values, query);
      else unknown(exchange, path);
    },
    addRoute(path, answer) {
      const added = { answer: (exchange: Exchange) => answer(exchange, writer), isQuiet: true };
      for (const method of ["GET", "HEAD"]) add(method, path, added);
    },
  };
}

/** A request may name its whole URL, as proxies are asked. @see RFC 9112, section 3.2 */
function splitTarget(url: string): { readonly path: string; readonly query: string } {
  const target = url.startsWith("/") ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
  const mark = target.indexOf("?");
  return mark < 0 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** One line for each answer. Queries are left out: they may hold secrets. */
function logAnswer(exchange: Exchange, path: string, log: AppLog): void {
  const startedAt = performance.now();
  const { id, method } = exchange;
  exchange.onDone((status) => {
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    log.info({ reqId: id, method, path, status, ms }, "answered");
  });
}
