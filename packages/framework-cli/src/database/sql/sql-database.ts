import type { Entity } from "../../entity/entity.js";
import type { Database } from "../database.js";
import type { DatabaseConfig } from "../database-config.js";
import { createSqlRepositories } from "./repository/sql-repository.js";
import type { SqlExecutor } from "./sql-executor.js";

/** Takes over the executor: `close` closes it. */
export function createSqlDatabase(
  executor: SqlExecutor,
  entities: readonly Entity[],
  config: DatabaseConfig,
  appFolder: string,
): Database {
  let sequelize: Promise<{ close(): Promise<void> }> | undefined;
  return {
    dialect: executor.dialect,
    entities,
    repository: createSqlRepositories(executor, entities),
    transaction: (work) => executor.transaction(work),
    sequelize<S>() {
      sequelize ??= import("./sequelize/open-sequelize.js").then(({ openSequelize }) =>
        openSequelize(config, entities, appFolder),
      );
      return sequelize as Promise<S>;
    },
    async ping() {
      await executor.run(executor.dialect === "oracle" ? "SELECT 1 FROM dual" : "SELECT 1");
    },
    async close() {
      await executor.close();
      await (await sequelize?.catch(() => undefined))?.close();
    },
  };
}
