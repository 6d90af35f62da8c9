import { loadDescription } from "@onespec/spec-core";
import { shareContract } from "../contract/contract-schemas.js";
import type { Database } from "../database/database.js";
import { FrameworkError } from "../errors/framework-error.js";
import type { Services } from "./action.js";
import type { App } from "./app.js";
import type { AppLog } from "./create-log.js";
import { createServices } from "./create-services.js";
import { describeActions } from "./describe-actions.js";
import type { PluginHost, PluginHostParts } from "./plugins/create-plugin-host.js";
import { type AppFetch, createFetch } from "./server/create-fetch.js";
import { type AppServer, createServer } from "./server/create-server.js";
import { SILENT_LOG } from "./server/request-log.js";

/** An application with everything it needs at run time. Owns the database until `close`. */
export interface OpenApp {
  readonly app: App;
  /** `undefined` when the application has no models. */
  readonly database: Database | undefined;
  readonly services: Services;
  readonly server: AppServer;
  /** Calls the application in this process. */
  readonly fetch: AppFetch;
  /** `undefined` without `config/plugins.js`. */
  readonly plugins: PluginHost | undefined;
  /** @param drain answers what is under way, before anything is closed */
  close(drain?: () => Promise<void>): Promise<void>;
}

export interface OpenAppOptions {
  readonly database: Database | undefined;
  readonly log: AppLog | undefined;
  readonly isStopping?: () => boolean;
  /** Adds routes that are not the application's. */
  readonly extend?: (server: AppServer) => void;
}

/**
 * Puts an application together.
 *
 * @throws FrameworkError APP_INVALID when a schema is referred to that is not there, PLUGIN_BROKEN
 */
export async function openApp(app: App, options: OpenAppOptions): Promise<OpenApp> {
  const { database, log, isStopping = () => false } = options;
  const description = await loadDescription(describeActions(app));
  refuseErrors(app, description.errors);
  shareContract(app.schemas, description);
  const services = createServices(app, { database, log: log ?? SILENT_LOG });
  const operations = new Map(
    description.operations.map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation]),
  );
  const server = createServer({ app, services, operations, schemas: description.schemas, log, isStopping });
  options.extend?.(server);
  const plugins = app.config.plugins.length === 0 ? undefined : await hostPlugins({ app, server, log, isStopping });
  return {
    app,
    database,
    services,
    server,
    fetch: plugins?.fetch ?? createFetch(server.handle),
    plugins,
    async close(drain) {
      await (plugins === undefined ? drain?.() : plugins.close(drain));
      await database?.close();
    },
  };
}

/** Fastify is loaded for those that have plugins of it. */
async function hostPlugins(parts: PluginHostParts): Promise<PluginHost> {
  const { createPluginHost } = await import("./plugins/create-plugin-host.js");
  return createPluginHost(parts);
}

type Errors = Awaited<ReturnType<typeof loadDescription>>["errors"];

/** The description was made by us, so its pointers mean nothing to the user: the action's file does. */
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
  throw new FrameworkError("APP_INVALID", `The actions and schemas do not fit: ${told.join("; ")}`, {
    hint: "A $ref such as #/components/schemas/Book means the file api/schemas/Book.json.",
  });
}
