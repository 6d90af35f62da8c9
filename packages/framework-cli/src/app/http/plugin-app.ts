import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import type { ActionRequest, Services } from "../../action/action.js";
import type { AppConfig } from "../../config/app-config.js";
import type { Database } from "../../database/database.js";
import type { App } from "../../load/app.js";
import { didYouMean } from "../../text/phrases.js";
import { originOf } from "./action-call.js";
import { policyChecks } from "./security-check.js";

/** The application as plugins see it: `fastify.app`. */
export interface PluginApp {
  readonly services: Services;
  readonly config: AppConfig;
  /** `undefined` when the application has no models. */
  readonly database: Database | undefined;
  /**
   * A hook that runs policies of `api/policies` before a plugin's route: `{ onRequest: fastify.app.guard("bearer-auth") }`. Policies share
   * `request.state` with the route's handler; a security policy puts the user there.
   *
   * @throws TypeError when there is no such policy
   */
  guard(...policies: readonly string[]): onRequestAsyncHookHandler;
}

declare module "fastify" {
  interface FastifyInstance {
    app: PluginApp;
  }
  interface FastifyRequest {
    /** Values that policies hand on, such as the user. The same object as `request.state` of an action. */
    state: Record<string, unknown>;
  }
}

/** Gives the instance `fastify.app`, and requests their state. */
export function decorateForPlugins(
  fastify: FastifyInstance,
  app: App,
  services: Services,
  database: Database | undefined,
): void {
  const states = new WeakMap<FastifyRequest, Record<string, unknown>>();
  fastify.decorateRequest("state", {
    getter(this: FastifyRequest) {
      const state = states.get(this) ?? {};
      states.set(this, state);
      return state;
    },
  } as never);
  const decorated: PluginApp = {
    services,
    config: app.config,
    database,
    guard(...names) {
      for (const name of names) {
        if (app.policies.has(name)) continue;
        const known = [...app.policies.keys()];
        throw new TypeError(`there is no policy ${name} in api/policies${didYouMean(name, known)}`);
      }
      const checks = policyChecks(app, names);
      return async (request) => {
        const [path = "/", query = ""] = (request.raw.url ?? "/").split(/\?(.*)/s);
        const target = { method: request.method, path, query, headers: request.headers };
        const call = callOf(request);
        for (const check of checks) await check(call, services, target);
      };
    },
  };
  fastify.decorate("app", decorated);
}

/** A request of a plugin's route as policies see it. It has no operation, and its body is not read yet. */
function callOf(request: FastifyRequest): ActionRequest {
  const { id, method, headers, log, state, ip, signal } = request;
  const { url = "/" } = request.raw;
  const operation = { method: method.toLowerCase(), path: request.routeOptions.url, tags: [], security: [] };
  return {
    id,
    method,
    url,
    origin: originOf(request),
    ip,
    params: request.params as ActionRequest["params"],
    query: request.query as ActionRequest["query"],
    headers,
    cookies: {},
    body: undefined,
    log,
    operation: operation as never,
    state,
    signal,
  };
}
