import type { DatabaseConfig } from "./database-config.js";
import type { SqlExecutor } from "./sql/sql-executor.js";
import { openSqliteExecutor } from "./sql/sqlite-executor.js";

/**
 * Connects to a SQL database. Drivers are loaded from the application's folder, and only the one in use.
 *
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
