import type { Database } from "../database/database.js";
import type { Services } from "./action.js";
import { findAppFolder } from "./find-app-folder.js";

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
  /** A stand-in can be put in place of one: `app.services.mail = { send() {} }`. */
  readonly services: Services;
  /** `undefined` when the application has no models. */
  readonly database: Database | undefined;
  close(): Promise<void>;
}

/**
 * Loads and opens an application without listening.
 *
 * @param folder the application's, or any inside it
 * @throws FrameworkError, DatabaseError
 */
export async function createApp(folder: string, options: CreateAppOptions = {}): Promise<CreatedApp> {
  const { environment = "test" } = options;
  const [{ loadApp }, { connectDatabase }, { openApp }, { injectFetch }] = await Promise.all([
    import("./load-app.js"),
    import("./connect-database.js"),
    import("./open-app.js"),
    import("./inject-fetch.js"),
  ]);
  const app = await loadApp(findAppFolder(folder), environment);
  const { createLog } = await import("./create-log.js");
  const log = await createLog(app.config.app, {
    write: (text) => void process.stderr.write(text),
    pretty: true,
    color: false,
  });
  const database = await connectDatabase(app);
  try {
    const open = await openApp(app, { database, log });
    return {
      fetch: (input, init) => injectFetch(open.server, input, init),
      services: open.services,
      database,
      close: () => open.close(),
    };
  } catch (error) {
    await database?.close();
    throw error;
  }
}
