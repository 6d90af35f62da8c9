import type { FastifyInstance } from "fastify";
import type { Services } from "../../action/action.js";
import type { Database } from "../../database/database.js";
import type { App } from "../../load/app.js";
import type { PluginRoute } from "../http/register-plugins.js";

export interface LiftOptions {
  /** The application's, or any inside it. */
  readonly folder: string;
  /** Default: `NODE_ENV`, else `development`. */
  readonly environment?: string | undefined;
  /** Overrides the value in `config/app.js`. */
  readonly host?: string | undefined;
  /** 0 takes any free port. */
  readonly port?: number | undefined;
  /**
   * Reject an application whose actions differ from the operations of its description, instead of printing a warning.
   */
  readonly strict?: boolean | undefined;
  /** Receives lines of the log, and messages during the start. Default: nothing is printed. */
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
  /** Called with what the start is waiting for. */
  say(text: string): void;
}

/** An application that listens. */
export interface LiftedApp {
  readonly app: App;
  /** `http://127.0.0.1:1337` */
  readonly url: string;
  /** The application itself: a Fastify instance. */
  readonly fastify: FastifyInstance;
  readonly services: Services;
  readonly database: Database | undefined;
  /** The routes that plugins of `config/plugins.js` add. */
  readonly pluginRoutes: readonly PluginRoute[];
  readonly pendingMigrations: readonly string[];
  readonly phases: readonly BootPhase[];
  /** Makes `/health/ready` answer 503 and asks clients to close their connections. */
  beUnready(): void;
  /**
   * Becomes unready, waits `shutdownDelayMs`, stops accepting connections, finishes running requests (up to
   * `shutdownDeadlineMs`), and closes the database.
   * @returns number of connections that were cut off
   */
  stop(options?: { readonly delayMs?: number }): Promise<number>;
}

/**
 * Loads, opens and serves an application. Does not handle signals: the caller stops it.
 *
 * @throws FrameworkError (CONTRACT_GAP with `strict`, MIGRATIONS_PENDING in production), DatabaseError
 */
export async function liftApp(options: LiftOptions): Promise<LiftedApp> {
  // Loaded when it is called: this file is part of the package's front door.
  const load = () => import("./serve-app.js");
  const { serveApp } = await (options.phases?.time("code", load) ?? load());
  return serveApp({ phases: createBootPhases(), ...options });
}

/** How long each part of a start took. */
export interface BootPhase {
  readonly name: string;
  /** Milliseconds. */
  readonly ms: number;
}

/** Measures the time of each step, in the order of the calls. */
export interface BootPhases {
  readonly list: readonly BootPhase[];
  time<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export function createBootPhases(): BootPhases {
  const list: BootPhase[] = [];
  return {
    list,
    async time(name, work) {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        list.push({ name, ms: performance.now() - startedAt });
      }
    },
  };
}
