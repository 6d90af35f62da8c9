import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { SqlQuery } from "../../database/sql/log-queries.js";
import { withContractWarnings } from "../../spec/check/check-contract.js";
import { connectDatabase } from "../connect-database.js";
import { type AppLog, createLog } from "../create-log.js";
import { environmentName } from "../environment-name.js";
import { findAppFolder } from "../find-app-folder.js";
import { loadApp } from "../load-app.js";
import { type OpenApp, openApp } from "../open-app.js";
import { pendingMigrations } from "../pending-migrations.js";
import type { AppServer } from "../server/create-server.js";
import { createExchangeListener } from "../server/exchange-listener.js";
import { createHttpServer } from "../server/http-server.js";
import { createBootPhases } from "./boot-phases.js";
import { drain } from "./drain.js";
import { addHealthRoutes } from "./health.js";
import type { LiftedApp, LiftOptions } from "./lift-app.js";
import { listen } from "./listen.js";
import { refuseForeignHosts } from "./refuse-foreign-hosts.js";

/** What `liftApp` does. */
export async function serveApp(options: LiftOptions): Promise<LiftedApp> {
  const { log: output, signal, phases = createBootPhases() } = options;
  const environment = options.environment ?? environmentName();
  const app = await phases.time("files", async () =>
    withContractWarnings(await loadApp(findAppFolder(options.folder), environment), options.strict ?? false),
  );
  const { config } = app;
  let log: AppLog | undefined;
  const connecting = {
    ...(output && { say: (text: string) => output.say(text) }),
    ...(signal && { signal }),
    tellQuery: (query: SqlQuery) => log?.debug(query, "query"),
  };
  const database = await phases.time("database", () => connectDatabase(app, connecting));
  let isStopping = false;
  let pending: readonly string[] = [];
  const askPending = async (): Promise<readonly string[]> => {
    // The files were read at start: once all have been run, it stays so.
    if (pending.length > 0) pending = await pendingMigrations(app);
    return pending;
  };
  try {
    pending = await phases.time("migrations", () => pendingMigrations(app));
    const pendingAtStart = pending;
    const open = await phases.time("server", async () => {
      log = output && createLog(config.app, output);
      const health = { app, database, pendingMigrations: askPending, isStopping: () => isStopping };
      const extend = (server: AppServer) => addHealthRoutes(server, health);
      return openApp(app, { database, log, isStopping: () => isStopping, extend });
    });
    const server = open.plugins?.httpServer ?? createHttpServer(createExchangeListener(open.server.handle), config.app);
    const host = options.host ?? config.app.host;
    if (environment === "development" && isLoopback(host)) refuseForeignHosts(server, config.app.hosts);
    const url = await phases
      .time("listen", () => listen(server, host, options.port ?? config.app.port))
      .catch(async (error) => {
        await open.plugins?.close();
        throw error;
      });
    let stopping: Promise<number> | undefined;
    return {
      app,
      url,
      services: open.services,
      database,
      pendingMigrations: pendingAtStart,
      phases: phases.list,
      beUnready() {
        isStopping = true;
      },
      stop({ delayMs = config.app.shutdownDelayMs } = {}) {
        isStopping = true;
        stopping ??= stop(open, server, delayMs);
        return stopping;
      },
    };
  } catch (error) {
    await database?.close();
    throw error;
  }
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}

async function stop(open: OpenApp, server: Server, delayMs: number): Promise<number> {
  await wait(delayMs);
  let cut = 0;
  await open.close(async () => {
    cut = await drain(server, open.app.config.app.shutdownDeadlineMs);
  });
  return cut;
}
