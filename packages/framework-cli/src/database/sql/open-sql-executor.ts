import type { DatabaseConfig } from "../database-config.js";
import type { SqlExecutor } from "./sql-executor.js";

/**
 * Connects to a SQL database, without repositories. Loads only the database in use.
 *
 * @param appFolder absolute; drivers are looked for there first
 * @throws DatabaseError DRIVER_MISSING, UNAVAILABLE, ACCESS_DENIED
 */
export async function openSqlExecutor(config: DatabaseConfig, appFolder: string): Promise<SqlExecutor> {
  switch (config.dialect) {
    case "sqlite":
      return (await import("./sqlite-executor.js")).openSqliteExecutor(config, appFolder);
    case "postgres":
      return (await import("./postgres-executor.js")).openPostgresExecutor(config, appFolder);
    case "mysql":
      return (await import("./mysql-executor.js")).openMysqlExecutor(config, appFolder);
    case "mariadb":
      return (await import("./mariadb-executor.js")).openMariadbExecutor(config, appFolder);
    case "mssql":
      return (await import("./mssql-executor.js")).openMssqlExecutor(config, appFolder);
    case "oracle":
      return (await import("./oracle-executor.js")).openOracleExecutor(config, appFolder);
    case "mongodb":
      throw new TypeError("MongoDB is no SQL database.");
  }
}
