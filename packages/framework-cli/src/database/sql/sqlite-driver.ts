import { loadDriver } from "../driver.js";

/** The common interface of `node:sqlite`, `bun:sqlite`'s wrapper and `@photostructure/sqlite`. */
export interface SqliteConnection {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export interface SqliteStatement {
  all(...parameters: readonly unknown[]): Record<string, unknown>[];
  get(...parameters: readonly unknown[]): Record<string, unknown> | undefined;
  run(...parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  setReadBigInts(on: boolean): void;
  columns(): readonly unknown[];
}

interface SqliteModule {
  readonly DatabaseSync: new (file: string, options: object) => SqliteConnection;
}

/**
 * Opens a SQLite file with Node's built-in module, or else with a package that has the same interface. Neither needs a
 * compiler.
 */
export async function openSqlite(file: string, appFolder: string, options: object): Promise<SqliteConnection> {
  const { DatabaseSync } = (await builtIn()) ?? (await loadDriver<SqliteModule>("@photostructure/sqlite", appFolder));
  return new DatabaseSync(file, options);
}

/** Node 22 warns at first use that the module may change. The user cannot act on this, so the warning is suppressed. */
async function builtIn(): Promise<SqliteModule | undefined> {
  const name = "node:sqlite";
  const { emitWarning } = process;
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!String(warning).startsWith("SQLite is an experimental feature")) emitWarning.call(process, warning, ...rest);
  }) as typeof process.emitWarning;
  try {
    return await import(name);
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}
