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
 * Loads and opens an application without listening. In the environment `test` its migrations are run and its tables emptied first;
 * SQLite in memory is a file in a temporary folder, gone at `close`.
 *
 * @param folder the application's, or any inside it
 * @throws FrameworkError, DatabaseError
 */
export async function createApp(folder: string, options: CreateAppOptions = {}): Promise<CreatedApp> {
  const { environment = "test" } = options;
  const parts = await loadParts();
  const loaded = await parts.loadApp(findAppFolder(folder), environment);
  const { app, remove } = parts.withPrivateDatabase(loaded);
  let database: Database | undefined;
  try {
    const isShared = environment === "test" && app === loaded;
    if (isShared) parts.refuseRealDatabase(app);
    if (environment === "test" || app !== loaded) await parts.runPendingMigrations(app);
    database = await parts.connectDatabase(app);
    if (isShared && database !== undefined) await parts.emptyTables(database);
    const output = { write: (text: string) => void process.stderr.write(text), pretty: true, color: false };
    const log = await parts.createLog(app.config.app, output);
    const open = await parts.openApp(app, { database, log });
    return {
      fetch: (input, init) => parts.injectFetch(open.server, input, init),
      services: open.services,
      database,
      async close() {
        await open.close();
        remove();
      },
    };
  } catch (error) {
    await database?.close();
    remove();
    throw error;
  }
}

/** Loaded when an application is made: this file is part of the package's front door. */
async function loadParts() {
  const [app, open, connect, log, fetch, migrations, privately, refusal, tables] = await Promise.all([
    import("./load-app.js"),
    import("./open-app.js"),
    import("./connect-database.js"),
    import("./create-log.js"),
    import("./inject-fetch.js"),
    import("./pending-migrations.js"),
    import("./private-database.js"),
    import("./refuse-real-database.js"),
    import("./empty-tables.js"),
  ]);
  return { ...app, ...open, ...connect, ...log, ...fetch, ...migrations, ...privately, ...refusal, ...tables };
}
