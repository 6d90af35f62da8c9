import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { listenProblem } from "@onespec/http-contract";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { environmentName } from "../../config/environment.js";
import type { SqlQuery } from "../../database/sql/sql-executor.js";
import { FrameworkError } from "../../errors/framework-error.js";
import { findAppFolder } from "../../files/app-files.js";
import { loadApp } from "../../load/load-app.js";
import { pendingMigrations } from "../../migrations/run/pending-migrations.js";
import { withContractWarnings } from "../../spec/check/check-contract.js";
import { migrationsHave } from "../../text/phrases.js";
import { connectDatabase } from "../connect-database.js";
import type { AppState } from "../http/create-fastify.js";
import { type OpenApp, openApp } from "../open-app.js";
import { type Drain, drainOf } from "./drain.js";
import { addHealthRoutes } from "./health.js";
import type { BootPhases, LiftedApp, LiftOptions } from "./lift-app.js";

/** Starts an application as `liftApp` does. */
export async function serveApp(options: LiftOptions & { readonly phases: BootPhases }): Promise<LiftedApp> {
  const { log: output, signal, phases } = options;
  const environment = environmentName(options.environment);
  const app = await phases.time("files", async () =>
    withContractWarnings(await loadApp(findAppFolder(options.folder), environment), options.strict ?? false),
  );
  const { config } = app;
  let log: FastifyBaseLogger | undefined;
  const connecting = {
    ...(output && { say: (text: string) => output.say(text) }),
    ...(signal && { signal }),
    tellQuery: (query: SqlQuery) => log?.debug(query, "query"),
  };
  const database = await phases.time("database", () => connectDatabase(app, connecting));
  try {
    const pending = await phases.time("migrations", () => pendingMigrations(app));
    if (config.app.pendingMigrations === "refuse") refusePending(pending);
    const state: AppState = { isStopping: false, pendingMigrations: pending };
    const host = options.host ?? config.app.host;
    const open = await phases.time("server", () =>
      openApp(app, {
        database,
        output,
        state,
        makeServices: true,
        localHosts: environment === "development" && isLoopback(host) ? config.app.hosts : undefined,
        extend: (fastify: FastifyInstance) => addHealthRoutes(fastify, app, database, state),
      }),
    );
    log = open.fastify.log;
    const drain = drainOf(open.fastify.server);
    const url = await phases
      .time("listen", () => listen(open.fastify, host, options.port ?? config.app.port))
      .catch(async (error) => {
        await open.fastify.close();
        throw error;
      });
    let stopping: Promise<number> | undefined;
    return {
      app,
      url,
      fastify: open.fastify,
      services: open.services,
      database,
      pluginRoutes: open.pluginRoutes,
      pendingMigrations: pending,
      phases: phases.list,
      beUnready() {
        state.isStopping = true;
      },
      stop({ delayMs = config.app.shutdownDelayMs } = {}) {
        state.isStopping = true;
        stopping ??= stop(open, drain, delayMs);
        return stopping;
      },
    };
  } catch (error) {
    await database?.close();
    throw error;
  }
}

function refusePending(pending: readonly string[]): void {
  if (pending.length === 0) return;
  throw new FrameworkError(
    "MIGRATIONS_PENDING",
    `${migrationsHave(pending)} not been run on the database: ${pending.join(", ")}.`,
    {
      hint: 'Run: framework migrations:run. To start without them, set pendingMigrations: "warn" in config/app.js.',
    },
  );
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}

async function stop(open: OpenApp, drain: Drain, delayMs: number): Promise<number> {
  await wait(delayMs);
  let cut = 0;
  await open.close(async () => {
    cut = await drain(open.app.config.app.shutdownDeadlineMs);
  });
  return cut;
}

/**
 * Starts to listen. Returns the address. @param port 0: any free port
 * @throws FrameworkError PORT_IN_USE, PORT_REFUSED, HOST_UNAVAILABLE
 */
async function listen(fastify: FastifyInstance, host: string, port: number): Promise<string> {
  const { log, server } = fastify;
  const { level } = log;
  // The start report shows the address. Fastify would log a line for each address.
  log.level = "error";
  try {
    await fastify.listen({ host, port });
  } catch (error) {
    const problem = await listenProblem(error, { host, port });
    throw problem ? new FrameworkError(problem.code, problem.message, { hint: problem.hint, cause: error }) : error;
  } finally {
    log.level = level;
  }
  const { address, family, port: bound } = server.address() as AddressInfo;
  const isAnywhere = address === "0.0.0.0" || address === "::";
  const name = isAnywhere ? "localhost" : family === "IPv6" ? `[${address}]` : address;
  return `http://${name}:${bound}`;
}
