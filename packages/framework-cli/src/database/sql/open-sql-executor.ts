import type { DatabaseConfig } from "../database-config.js";
import type { SqlExecutor } from "./sql-executor.js";
import { openSqliteExecutor } from "./sqlite-executor.js";

/**
 * Connects to a SQL database, without repositories.
 *
 * @param appFolder absolute; drivers are looked for there first
 * @throws DatabaseError DRIVER_MISSING, UNAVAILABLE, ACCESS_DENIED
 */
export async function openSqlExecutor(config: DatabaseConfig, appFolder: string): Promise<SqlExecutor> {
  switch (config.dialect) {
    case "sqlite":
      return openSqliteExecutor(config, appFolder);
    case "postgres":
    case "mysql":
    case "mariadb":
    case "mssql":
    case "oracle":
    case "mongodb":
      throw new Error(`${config.dialect} is not connected yet`);
  }
}
