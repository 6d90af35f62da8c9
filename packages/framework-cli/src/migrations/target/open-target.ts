import type { DatabaseConfig } from "../../database/database-config.js";
import { MigrationError } from "../../errors/migration-error.js";
import type { MigrationTarget } from "./migration-target.js";

/**
 * Opens the configured database for migrations.
 *
 * @throws DatabaseError DRIVER_MISSING, UNAVAILABLE, ACCESS_DENIED
 */
export async function openTarget(config: DatabaseConfig, appFolder: string): Promise<MigrationTarget> {
  if (config.dialect === "mongodb") {
    throw new MigrationError("STRUCTURE_UNSUPPORTED", "Migrations do not run on MongoDB yet.", {
      hint: "Use a SQL database, or create the collections yourself.",
    });
  }
  const { openSqlTarget } = await import("./sql-target.js");
  return openSqlTarget(config, appFolder);
}
