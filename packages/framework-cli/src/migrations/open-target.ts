import type { DatabaseConfig } from "../database/database-config.js";
import type { MigrationTarget } from "./target/migration-target.js";

/**
 * Opens the configured database for migrations.
 *
 * @throws DatabaseError DRIVER_MISSING, UNAVAILABLE, ACCESS_DENIED
 */
export async function openTarget(config: DatabaseConfig, appFolder: string): Promise<MigrationTarget> {
  if (config.dialect === "mongodb") {
    return (await import("./mongodb/open-mongo-target.js")).openMongoTarget(config, appFolder);
  }
  const { openSqlTarget } = await import("./target/sql-target.js");
  return openSqlTarget(config, appFolder);
}
