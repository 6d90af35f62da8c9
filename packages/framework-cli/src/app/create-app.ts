import type { FastifyInstance } from "fastify";
import type { Services } from "../action/action.js";
import type { Database } from "../database/database.js";

export interface CreateAppOptions {
  /** Default: `NODE_ENV`, else `development`. */
  readonly environment?: string;
}

/** An application in this process without a port, for tasks, workers and other programs. */
export interface CreatedApp {
  /**
   * Sends a request to the application, as the global `fetch` would.
   * @example const reply = await app.fetch("/books", { method: "POST", body: JSON.stringify({ title: "Emma" }) });
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The Fastify instance: hooks that it has, `inject`, its routes. */
  readonly fastify: FastifyInstance;
  /** The services. Each is created at first use. Tests can replace one: `app.services.mail = { send() {} }`. */
  readonly services: Services;
  /** `undefined` when the application has no models. */
  readonly database: Database | undefined;
  close(): Promise<void>;
}

/**
 * Loads and opens an application without listening. In the environment `test`, first runs its migrations and empties
 * its tables. SQLite in memory becomes a temporary file, which `close` removes.
 * @param folder the application's folder, or one inside it. Default: the working directory
 * @throws FrameworkError, DatabaseError
 */
export async function createApp(folder: string = process.cwd(), options: CreateAppOptions = {}): Promise<CreatedApp> {
  // Loaded when it is called: this file is part of the package's front door.
  const [{ openInProcess }, { environmentName }] = await Promise.all([
    import("./open-in-process.js"),
    import("../config/environment.js"),
  ]);
  return openInProcess(folder, environmentName(options.environment));
}
