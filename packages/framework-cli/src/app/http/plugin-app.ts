import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import type { Services } from "../../action/action.js";
import type { AppConfig } from "../../config/app-config.js";
import type { Database } from "../../database/database.js";
import type { App } from "../../load/app.js";
import { didYouMean } from "../../text/phrases.js";
import { ActionCall } from "./action-call.js";
import { policyChecks } from "./security-check.js";

/** The application as plugins see it: `fastify.app`. */
export interface PluginApp {
  readonly services: Services;
  readonly config: AppConfig;
  /** `undefined` when the application has no models. */
  readonly database: Database | undefined;
  /**
   * Returns a hook that runs policies of `api/policies` before a plugin's route: `{ onRequest:
   * fastify.app.guard("bearer-auth") }`. Policies share `request.state` with the route's handler; a security policy
   * stores the user there.
   * @throws TypeError if a policy does not exist
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

const STATE: unique symbol = Symbol("state");

/** Adds `fastify.app` to the instance, and the state to requests. */
export function decorateForPlugins(
  fastify: FastifyInstance,
  app: App,
  services: Services,
  database: Database | undefined,
): void {
  fastify.decorateRequest("state", {
    getter(this: FastifyRequest & { [STATE]?: Record<string, unknown> }) {
      this[STATE] ??= {};
      return this[STATE];
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
      return async (request, reply) => {
        const { method, headers, params, query: values, routeOptions } = request;
        const [path = "/", query = ""] = (request.raw.url ?? "/").split(/\?(.*)/s);
        const target = { method, path, query, headers };
        // It is no operation of the description, and its body is not read yet.
        const operation = { method: method.toLowerCase(), path: routeOptions.url, tags: [], security: [] };
        const given = { request, target, operation, path: params, query: values, cookies: {}, headers: {} };
        const call = new ActionCall(given as never, reply, request.state);
        for (const check of checks) await check(call, services, target);
      };
    },
  };
  fastify.decorate("app", decorated);
}
