import { readMigrationFiles } from "../migrations/read-migration-folder.js";

/**
 * The migrations among the files that may vanish: they are the last ones, and this machine's database has not run them.
 *
 * @param paths of the application, `migrations/20260131123000-create-books.js` and others
 */
export async function freeMigrations(appFolder: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const own = new Set(paths);
  const files = readMigrationFiles(appFolder);
  const last = files.findLastIndex(({ path }) => !own.has(path));
  const free = files.slice(last + 1).filter(({ path }) => own.has(path));
  return new Set(free.map(({ name }) => name));
}
