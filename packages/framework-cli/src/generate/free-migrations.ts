import { loadConfig } from "../app/load-config.js";
import { readMigrationFiles } from "../migrations/read-migration-folder.js";
import { openTarget } from "../migrations/target/open-target.js";

/**
 * The migrations among the files that may vanish: they are the last ones, and the database of this machine has not begun them.
 *
 * @param paths of the application, `migrations/20260131123000-create-books.js` and others
 */
export async function freeMigrations(
  appFolder: string,
  environment: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const own = new Set(paths);
  const files = readMigrationFiles(appFolder);
  const last = files.findLastIndex(({ path }) => !own.has(path));
  const free = files.slice(last + 1).map(({ name }) => name);
  if (free.length === 0) return new Set();
  const begun = await begunMigrations(appFolder, environment);
  return new Set(free.filter((name) => !begun.has(name)));
}

/** None where there is no database to ask: nothing can have been run there. */
async function begunMigrations(appFolder: string, environment: string): Promise<ReadonlySet<string>> {
  try {
    const { database } = await loadConfig(appFolder, environment);
    const target = await openTarget(database, appFolder);
    try {
      return new Set((await target.journal.read()).map(({ name }) => name));
    } finally {
      await target.close();
    }
  } catch {
    return new Set();
  }
}
