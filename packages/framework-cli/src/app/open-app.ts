import { httpContract, injectRequest, toRequest } from "@onespec/http-contract";
import { loadDescription } from "@onespec/spec-core";
import type { FastifyInstance } from "fastify";
import type { Services } from "../action/action.js";
import type { Database } from "../database/database.js";
import { FrameworkError } from "../errors/framework-error.js";
import type { App } from "../load/app.js";
import { describeActions } from "../load/describe-actions.js";
import { shareContract } from "../services/contract-schemas.js";
import { createServices } from "./create-services.js";
import { contractOptions } from "./http/contract-options.js";
import { type AppState, createFastify, RequestLog } from "./http/create-fastify.js";
import { decorateForPlugins } from "./http/plugin-app.js";
import { brokenPlugin, type PluginRoute, registerPlugins } from "./http/register-plugins.js";
import { type LogOutput, logOptions } from "./log-options.js";

/** Calls an application in this process, as the global `fetch` would; paths need no host. */
export type AppFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** An application with everything it needs at run time. Owns the database until `close`. */
export interface OpenApp {
  readonly app: App;
  /** `undefined` when the application has no models. */
  readonly database: Database | undefined;
  readonly services: Services;
  /** The application: its plugins and a route for each action. It does not listen. */
  readonly fastify: FastifyInstance;
  readonly pluginRoutes: readonly PluginRoute[];
  readonly fetch: AppFetch;
  /** @param drain finishes running requests before anything is closed */
  close(drain?: () => Promise<void>): Promise<void>;
}

export interface OpenAppOptions {
  readonly database: Database | undefined;
  /** Default: no log. */
  readonly output: LogOutput | undefined;
  readonly state?: AppState;
  /** Creates every service now, so that a broken one stops the start. Default: each at first use. */
  readonly makeServices?: boolean;
  /** Host names to answer to, in addition to local names. Absent: every name. */
  readonly localHosts?: readonly string[] | undefined;
  /** Adds routes that are not the application's. */
  readonly extend?: (fastify: FastifyInstance) => void;
}

/**
 * Builds an application: one Fastify instance with the plugins in `config/plugins.js`, and the actions on
 * http-contract.
 * @throws FrameworkError APP_INVALID if a `$ref` leads to a missing schema, PLUGIN_BROKEN
 */
export async function openApp(app: App, options: OpenAppOptions): Promise<OpenApp> {
  const { database, output, state = { isStopping: false, pendingMigrations: [] }, localHosts, extend } = options;
  const description = await loadDescription(describeActions(app));
  refuseErrors(app, description.errors);
  shareContract(app.schemas, description);
  const config = app.config.app;
  const requestLog = new RequestLog(app, state);
  const logger = logOptions(config, output);
  const hasPlugins = app.config.plugins.length > 0;
  const fastify = createFastify({ config, logger, requestLog, state, hasPlugins, localHosts });
  const services = createServices(app, database, fastify.log);
  decorateForPlugins(fastify, app, services, database);
  let drain = async (): Promise<void> => {};
  let pluginRoutes: readonly PluginRoute[] = [];
  try {
    pluginRoutes = await registerPlugins(fastify, app);
    extend?.(fastify);
    // Runs after the `preClose` hooks of plugins, which close their connections.
    fastify.addHook("preClose", async () => drain());
    await fastify.register(httpContract, contractOptions(app, description, services, requestLog, database));
    await fastify.ready();
    // Each is a getter that makes it.
    if (options.makeServices) Object.values(services);
  } catch (error) {
    await fastify.close().catch(() => {});
    const isPlugin = hasPlugins && !(error instanceof FrameworkError);
    throw isPlugin ? brokenPlugin("a plugin", error) : error;
  }
  return {
    app,
    database,
    services,
    fastify,
    pluginRoutes,
    fetch: (input, init) => injectRequest(fastify, toRequest(input, init)),
    async close(work = drain) {
      // Starts at once, so that its deadline also ends connections that plugins wait for.
      const draining = work();
      drain = () => draining;
      await fastify
        .close()
        .catch((error) => fastify.log.error({ err: error }, "config/plugins.js: a plugin did not close"));
      await database?.close();
    },
  };
}

type Errors = Awaited<ReturnType<typeof loadDescription>>["errors"];

/** The description is generated, so its pointers mean nothing to the user. Errors name the action's file instead. */
function refuseErrors({ actions }: App, errors: Errors): void {
  if (errors.length === 0) return;
  const told = errors.map(({ message, location }) => {
    const [, , path = "", method = ""] = location.pointer.replace(/^#/, "").split("/");
    const template = path.replaceAll("~1", "/").replaceAll("~0", "~");
    const owner = actions.find(({ routes }) =>
      routes.some((route) => route.path === template && route.method.toLowerCase() === method),
    );
    return `${owner?.file ?? "api/schemas"}: ${message}`;
  });
  throw new FrameworkError("APP_INVALID", `Actions and schemas do not match: ${told.join("; ")}`, {
    hint: "A $ref such as #/components/schemas/Book means the file api/schemas/Book.json.",
  });
}

/**
 * The routes that the plugins of `config/plugins.js` add. Starts the plugins, without a database, and closes them.
 *
 * @throws FrameworkError PLUGIN_BROKEN
 */
export async function findPluginRoutes(app: App): Promise<readonly PluginRoute[]> {
  if (app.config.plugins.length === 0) return [];
  const open = await openApp({ ...app, actions: [] }, { database: undefined, output: undefined });
  await open.close();
  return open.pluginRoutes;
}
