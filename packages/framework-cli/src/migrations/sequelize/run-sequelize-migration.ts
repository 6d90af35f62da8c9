import type { DatabaseConfig } from "../../database/database-config.js";
import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import { MigrationError } from "../../errors/migration-error.js";
import type { SequelizeWork } from "../target/migration-target.js";

export async function runSequelizeMigration(
  config: DatabaseConfig,
  _appFolder: string,
  _work: SequelizeWork,
  _record: (executor: SqlExecutor) => Promise<void>,
): Promise<void> {
  throw new MigrationError("STRUCTURE_UNSUPPORTED", `Files for sequelize-cli do not run on ${config.dialect} yet.`);
}
