import type { Database } from "../database/database.js";
import { connectDatabase } from "./connect-database.js";
import type { CreatedApp } from "./create-app.js";
import { createLog } from "./create-log.js";
import { emptyTables } from "./empty-tables.js";
import { findAppFolder } from "./find-app-folder.js";
import { loadApp } from "./load-app.js";
import { openApp } from "./open-app.js";
import { runPendingMigrations } from "./pending-migrations.js";
import { withPrivateDatabase } from "./private-database.js";
import { refuseRealDatabase } from "./refuse-real-database.js";

/** What `createApp` does. */
export async function openPrivately(folder: string, environment: string): Promise<CreatedApp> {
  const loaded = await loadApp(findAppFolder(folder), environment);
  const { app, remove } = withPrivateDatabase(loaded);
  const isTest = environment === "test";
  const isShared = app === loaded;
  let database: Database | undefined;
  try {
    if (isTest && isShared) refuseRealDatabase(app);
    if (isTest || !isShared) await runPendingMigrations(app);
    database = await connectDatabase(app);
    if (isTest && isShared && database !== undefined) await emptyTables(database);
    const output = { write: (text: string) => void process.stderr.write(text), pretty: true, color: false };
    const open = await openApp(app, { database, log: createLog(app.config.app, output) });
    return {
      fetch: open.fetch,
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
