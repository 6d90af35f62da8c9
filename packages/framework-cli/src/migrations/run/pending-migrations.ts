import type { DatabaseConfig } from "../../database/database-config.js";
import { listAppFiles } from "../../files/app-files.js";
import type { App } from "../../load/app.js";
import { readMigrationFiles } from "../migration-files.js";
import type { Journal, JournalEntry } from "../target/migration-target.js";
import { type MigrationStatus, migrationStatus, readJournal } from "./migration-status.js";

type MigratedApp = Pick<App, "folder" | "config" | "entities">;

/**
 * Names of the migrations that have not been run on the database. Loads the code for migrations only if there are any
 * files.
 * @throws DatabaseError if the database does not answer
 */
export async function pendingMigrations(app: MigratedApp): Promise<readonly string[]> {
  const names = migrationNames(app);
  if (names.length === 0) return [];
  const applied = new Set((await readEntries(app)).flatMap(({ name, state }) => (state === "applied" ? [name] : [])));
  return names.filter((name) => !applied.has(name));
}

/** The state of the application's migrations in its database. @throws DatabaseError when the database does not answer */
export async function appMigrations(app: MigratedApp): Promise<readonly MigrationStatus[]> {
  if (app.entities.length === 0) return [];
  return migrationStatus(readMigrationFiles(app.folder), await readEntries(app));
}

async function readEntries({ config, folder }: MigratedApp): Promise<readonly JournalEntry[]> {
  const { journal, close } = await openJournal(config.database, folder);
  try {
    return (await readJournal(journal, readMigrationFiles(folder), "")).entries;
  } finally {
    await close();
  }
}

interface OpenJournal {
  readonly journal: Journal;
  close(): Promise<void>;
}

/**
 * Opens only the journal of a SQL database. The code that runs migrations is slow to load, and every start comes here.
 */
async function openJournal(config: DatabaseConfig, folder: string): Promise<OpenJournal> {
  if (config.dialect === "mongodb") return (await import("../open-target.js")).openTarget(config, folder);
  const [{ openSqlExecutor }, { sqlJournal }] = await Promise.all([
    import("../../database/sql/sql-executor.js"),
    import("../target/sql-journal.js"),
  ]);
  const executor = await openSqlExecutor({ ...config, poolSize: 1 }, folder);
  return { journal: sqlJournal(executor), close: executor.close };
}

/** Brings the application's database up to date. @throws MigrationError, DatabaseError */
export async function runPendingMigrations(app: MigratedApp): Promise<void> {
  if (migrationNames(app).length === 0) return;
  const [{ openTarget }, { runMigrations }, { LOCK_TIMES }] = await Promise.all([
    import("../open-target.js"),
    import("./run-migrations.js"),
    import("./hold-lock.js"),
  ]);
  const { folder, config } = app;
  const lock = { app: config.app.name, ...LOCK_TIMES };
  const target = await openTarget(config.database, folder);
  const files = readMigrationFiles(folder);
  try {
    await runMigrations({ appFolder: folder, target, files, lock });
  } finally {
    await target.close();
  }
}

function migrationNames({ folder, entities }: MigratedApp): readonly string[] {
  if (entities.length === 0) return [];
  return listAppFiles(folder, "migrations")
    .map(({ name }) => name)
    .filter((name) => !name.includes("/"));
}
