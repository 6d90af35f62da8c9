import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "../database/database.js";
import type { DatabaseConfig } from "../database/database-config.js";
import type { SqlQuery } from "../database/sql/sql-executor.js";
import { DatabaseError } from "../errors/database-error.js";
import type { App } from "../load/app.js";

const RETRY_MS = 250;

/**
 * Opens the application's database. If it does not answer yet, waits for up to `connectTimeoutMs`. For an application
 * without models, opens and loads nothing.
 * @param say receives one notice with the address if the database does not answer yet
 * @param tellQuery receives every statement if `logQueries` is set
 * @throws DatabaseError UNAVAILABLE, ACCESS_DENIED, DRIVER_MISSING
 */
export async function connectDatabase(
  { config, entities, folder }: Pick<App, "config" | "entities" | "folder">,
  given: { say?: (text: string) => void; signal?: AbortSignal; tellQuery?: (query: SqlQuery) => void } = {},
): Promise<Database | undefined> {
  const { say = () => {}, signal, tellQuery } = given;
  if (entities.length === 0) return undefined;
  const { openDatabase } = await import("../database/open-database.js");
  let giveUpAt: number | undefined;
  for (;;) {
    let database: Database | undefined;
    try {
      database = await openDatabase(config.database, entities, folder, tellQuery);
      await database.ping();
      return database;
    } catch (error) {
      await database?.close().catch(() => {});
      const isAway = error instanceof DatabaseError && error.code === "UNAVAILABLE";
      if (!isAway || signal?.aborted) throw error;
      // The timeout begins with the first attempt, so that loading the driver does not count.
      if (giveUpAt === undefined) say(`Waiting for the database at ${databaseAddress(config.database)} ...`);
      giveUpAt ??= performance.now() + config.database.connectTimeoutMs;
      if (performance.now() + RETRY_MS > giveUpAt) throw error;
      await wait(RETRY_MS);
    }
  }
}

/** The address of a database, without secrets: `127.0.0.1:5432/shop`. */
export function databaseAddress({ dialect, url, storage, host, port, database }: DatabaseConfig): string {
  if (dialect === "sqlite") return storage ?? ":memory:";
  if (url !== undefined) {
    try {
      const parsed = new URL(url);
      return `${parsed.host}${parsed.pathname}`;
    } catch {
      return dialect;
    }
  }
  return `${host ?? "localhost"}${port === undefined ? "" : `:${port}`}${database === undefined ? "" : `/${database}`}`;
}
