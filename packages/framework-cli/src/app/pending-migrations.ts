import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { App } from "./app.js";

type MigratedApp = Pick<App, "folder" | "config" | "entities">;

/**
 * Names of the application's migrations that its database has not seen. What runs migrations is loaded only where there are some.
 *
 * @throws DatabaseError when the database does not answer
 */
export async function pendingMigrations(app: MigratedApp): Promise<readonly string[]> {
  if (!hasMigrations(app)) return [];
  const { files, target, selectPending } = await openMigrations(app);
  try {
    return selectPending(files, await target.journal.read(), {}).map(({ name }) => name);
  } finally {
    await target.close();
  }
}

/** Brings the application's database up to date. @throws MigrationError, DatabaseError */
export async function runPendingMigrations(app: MigratedApp): Promise<void> {
  if (!hasMigrations(app)) return;
  const { files, target, runMigrations, locks } = await openMigrations(app);
  const nothing = (): void => {};
  const lock = {
    app: app.config.app.name,
    waitMs: locks.DEFAULT_LOCK_WAIT_MS,
    expiryMs: locks.DEFAULT_LOCK_EXPIRY_MS,
    onWait: nothing,
  };
  try {
    await runMigrations({ appFolder: app.folder, target, files, lock, onStart: nothing, onDone: nothing });
  } finally {
    await target.close();
  }
}

function hasMigrations({ folder, entities }: MigratedApp): boolean {
  const migrations = join(folder, "migrations");
  return (
    entities.length > 0 && existsSync(migrations) && readdirSync(migrations).some((name) => /\.[cm]?[jt]s$/.test(name))
  );
}

async function openMigrations({ folder, config }: MigratedApp) {
  const [{ openTarget }, { readMigrationFiles }, { selectPending }, { runMigrations }, locks] = await Promise.all([
    import("../migrations/target/open-target.js"),
    import("../migrations/read-migration-folder.js"),
    import("../migrations/run/select-migrations.js"),
    import("../migrations/run/run-migrations.js"),
    import("../migrations/run/hold-lock.js"),
  ]);
  const files = readMigrationFiles(folder);
  return { files, selectPending, runMigrations, locks, target: await openTarget(config.database, folder) };
}
