import type { Entity } from "../../entity/entity.js";
import type { Database } from "../database.js";
import { createSqlRepositories } from "./repository/sql-repository.js";
import type { SqlExecutor } from "./sql-executor.js";

/** Takes over the executor: `close` closes it. */
export function createSqlDatabase(executor: SqlExecutor, entities: readonly Entity[]): Database {
  return {
    dialect: executor.dialect,
    entities,
    repository: createSqlRepositories(executor, entities),
    transaction: (work) => executor.transaction(work),
    async ping() {
      await executor.run(executor.dialect === "oracle" ? "SELECT 1 FROM dual" : "SELECT 1");
    },
    close: () => executor.close(),
  };
}
