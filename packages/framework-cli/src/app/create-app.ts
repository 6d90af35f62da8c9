import type { FastifyInstance } from "fastify";
import type { Services } from "../action/action.js";
import type { Database } from "../database/database.js";

export interface CreateAppOptions {
  /** Default `test`. */
  readonly environment?: string;
}

/** An application in this process, without a port: for tests and for other programs. */
export interface CreatedApp {
  /**
   * Sends a request to the application, as the global `fetch` would.
   * @example const reply = await app.fetch("/books", { method: "POST", body: JSON.stringify({ title: "Emma" }) });
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The Fastify instance: hooks that it has, `inject`, its routes. */
  readonly fastify: FastifyInstance;
  /** Tests can replace a service: `app.services.mail = { send() {} }`. */
  readonly services: Services;
  /** `undefined` when the application has no models. */
  readonly database: Database | undefined;
  close(): Promise<void>;
}

/**
 * Loads and opens an application without listening. In the environment `test` its migrations are run and its tables emptied first;
 * SQLite in memory is a file in a temporary folder, gone at `close`.
 *
 * @param folder the application's, or any inside it
 * @throws FrameworkError, DatabaseError
 */
export async function createApp(folder: string, options: CreateAppOptions = {}): Promise<CreatedApp> {
  // Loaded when it is called: this file is part of the package's front door.
  const { openInProcess } = await import("./open-in-process.js");
  return openInProcess(folder, options.environment ?? "test");
}
