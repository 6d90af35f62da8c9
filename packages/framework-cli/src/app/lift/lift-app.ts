import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "../../database/database.js";
import type { Services } from "../action.js";
import type { App } from "../app.js";
import { findAppFolder } from "../find-app-folder.js";
import type { BootPhase, BootPhases } from "./boot-phases.js";

export interface LiftOptions {
  /** The application's, or any inside it. */
  readonly folder: string;
  /** Default: `NODE_ENV`, else `development`. */
  readonly environment?: string;
  /** Instead of what `config/app.js` says. */
  readonly host?: string;
  /** 0 takes any free port. */
  readonly port?: number;
  /** Lines of the log, and talk while it starts. Default: nothing is printed. */
  readonly log?: LiftLog;
  /** Ends waiting for the database. */
  readonly signal?: AbortSignal;
  readonly phases?: BootPhases;
}

export interface LiftLog {
  write(text: string): void;
  /** For people, instead of JSON. */
  readonly pretty: boolean;
  readonly color: boolean;
  /** Told what the start waits for. */
  say(text: string): void;
}

/** An application that listens. */
export interface LiftedApp {
  readonly app: App;
  /** `http://127.0.0.1:1337` */
  readonly url: string;
  readonly services: Services;
  readonly database: Database | undefined;
  readonly pendingMigrations: readonly string[];
  readonly phases: readonly BootPhase[];
  /** Readiness says no from now on, and answers ask clients to use other connections. */
  beUnready(): void;
  /**
   * Unready, waits `shutdownDelayMs`, stops accepting, answers what is under way (up to `shutdownDeadlineMs`), closes the database.
   * @returns how many connections had to be cut off
   */
  stop(options?: { readonly delayMs?: number }): Promise<number>;
}

/**
 * Loads, opens and serves an application. Does not touch signals: whoever lifts it stops it.
 *
 * @throws FrameworkError, DatabaseError
 */
export async function liftApp(options: LiftOptions): Promise<LiftedApp> {
  const [parts, { createBootPhases }] = await Promise.all([loadParts(), import("./boot-phases.js")]);
  const phases = options.phases ?? createBootPhases();
  const { log: output, signal } = options;
  const environment = options.environment ?? parts.environmentName();
  const app = await phases.time("files", () => parts.loadApp(findAppFolder(options.folder), environment));
  const { config } = app;
  const connecting = { ...(output && { say: (text: string) => output.say(text) }), ...(signal && { signal }) };
  const database = await phases.time("database", () => parts.connectDatabase(app, connecting));
  let isStopping = false;
  try {
    const pendingMigrations = () => parts.pendingMigrations(app);
    const pending = await phases.time("migrations", pendingMigrations);
    const open = await phases.time("server", async () => {
      const log = output && (await parts.createLog(config.app, output));
      const health = { app, database, pendingMigrations, isStopping: () => isStopping };
      const extend = (server: Parameters<typeof parts.addHealthRoutes>[0]) => parts.addHealthRoutes(server, health);
      return parts.openApp(app, { database, log, extend, isStopping: () => isStopping });
    });
    const { server } = open.server;
    const host = options.host ?? config.app.host;
    const url = await phases.time("listen", () => parts.listen(server, host, options.port ?? config.app.port));
    let stopping: Promise<number> | undefined;
    const stop = async (delayMs: number): Promise<number> => {
      isStopping = true;
      await wait(delayMs);
      const cut = await parts.drain(server, config.app.shutdownDeadlineMs);
      await open.close();
      return cut;
    };
    return {
      app,
      url,
      services: open.services,
      database,
      pendingMigrations: pending,
      phases: phases.list,
      beUnready() {
        isStopping = true;
      },
      stop({ delayMs = config.app.shutdownDelayMs } = {}) {
        stopping ??= stop(delayMs);
        return stopping;
      },
    };
  } catch (error) {
    await database?.close();
    throw error;
  }
}

/** Loaded together, when an application is lifted: this file is part of the package's front door. */
async function loadParts() {
  const parts = await Promise.all([
    import("../load-app.js"),
    import("../connect-database.js"),
    import("../create-log.js"),
    import("../environment-name.js"),
    import("../open-app.js"),
    import("../pending-migrations.js"),
    import("./drain.js"),
    import("./health.js"),
    import("./listen.js"),
  ]);
  const [app, database, log, environment, open, migrations, draining, health, listening] = parts;
  return { ...app, ...database, ...log, ...environment, ...open, ...migrations, ...draining, ...health, ...listening };
}
