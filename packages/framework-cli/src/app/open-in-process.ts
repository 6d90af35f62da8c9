import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../database/database.js";
import { FrameworkError } from "../errors/framework-error.js";
import { findAppFolder } from "../files/app-files.js";
import type { App } from "../load/app.js";
import { loadApp } from "../load/load-app.js";
import { fileWarnings } from "../migrations/run/migration-status.js";
import { appMigrations, runPendingMigrations } from "../migrations/run/pending-migrations.js";
import { connectDatabase, databaseAddress } from "./connect-database.js";
import type { CreatedApp } from "./create-app.js";
import { openApp } from "./open-app.js";

/** Opens an application as `createApp` does. */
export async function openInProcess(folder: string, environment: string): Promise<CreatedApp> {
  const loaded = await loadApp(findAppFolder(folder), environment);
  const { app, remove } = withPrivateDatabase(loaded);
  const isTest = environment === "test";
  const isShared = app === loaded;
  let database: Database | undefined;
  try {
    if (isTest && isShared) {
      refuseRealDatabase(app);
      await refuseStaleDatabase(app);
    }
    if (isTest || !isShared) await runPendingMigrations(app);
    if (isTest && isShared) {
      const { emptyDatabase } = await import("../database/empty-database.js");
      await emptyDatabase(app.config.database, app.entities, app.folder);
    }
    database = await connectDatabase(app);
    const output = { write: (text: string) => void process.stderr.write(text), pretty: true, color: false };
    const open = await openApp(app, { database, output });
    return {
      fetch: open.fetch,
      fastify: open.fastify,
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

/**
 * Replaces SQLite in memory by a temporary file. Migrations and the application use two connections, and an in-memory
 * database belongs to one. Other databases stay.
 */
function withPrivateDatabase(app: App): { readonly app: App; remove(): void } {
  const { dialect, storage, url } = app.config.database;
  const isInMemory = dialect === "sqlite" && url === undefined && (storage === undefined || storage === ":memory:");
  if (!isInMemory || app.entities.length === 0) return { app, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "onespec-app-"));
  const database = { ...app.config.database, storage: join(folder, "test.sqlite") };
  return {
    app: { ...app, config: { ...app.config, database } },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Requires a separate test database, because tests empty it. @throws FrameworkError NOT_A_TEST_DATABASE */
function refuseRealDatabase({ config, entities }: App): void {
  const address = databaseAddress(config.database);
  if (entities.length === 0 || /test/i.test(address)) return;
  throw new FrameworkError(
    "NOT_A_TEST_DATABASE",
    `Tests empty their database, and ${address} does not have "test" in its name.`,
    {
      hint:
        config.database.dialect === "sqlite"
          ? 'Name another in config/environments/test.js: { database: { storage: ":memory:" } }'
          : "Create a database for tests, such as shop_test, and set TEST_DATABASE_URL to its address, or name it in config/environments/test.js.",
    },
  );
}

/**
 * Rejects a test database whose migrations were removed or changed, for example by a switch of branches. Its extra
 * columns would make only the tests fail.
 * @throws FrameworkError TEST_DATABASE_STALE
 */
async function refuseStaleDatabase(app: App): Promise<void> {
  const warnings = fileWarnings(await appMigrations(app)).map(({ message }) => message);
  if (warnings.length === 0) return;
  const address = databaseAddress(app.config.database);
  throw new FrameworkError(
    "TEST_DATABASE_STALE",
    `${address} is not the result of the migrations: ${warnings.join(" ")}`,
    { hint: "Create the database of the tests again: NODE_ENV=test framework db:reset" },
  );
}
