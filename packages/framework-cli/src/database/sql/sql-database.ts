import type { Entity } from "../../entity/entity.js";
import type { Database } from "../database.js";
import { createSqlRepositories } from "./repository/sql-repository.js";
import { defineModels } from "./sequelize/define-models.js";
import type { SequelizeExecutor } from "./sql-executor.js";

/** Takes over the executor: `close` closes it. */
export function createSqlDatabase(executor: SequelizeExecutor, entities: readonly Entity[]): Database {
  const { sequelize, dialect } = executor;
  defineModels(sequelize, entities, dialect);
  return {
    dialect,
    entities,
    // The caller names the type of its records.
    repository: createSqlRepositories(executor, entities) as Database["repository"],
    transaction: (work, { isolation } = {}) => executor.transaction(work, isolation),
    afterCommit: (work) => sequelize.afterCommit(work),
    sequelize,
    models: sequelize.models,
    ping: () => executor.ping(),
    close: () => executor.close(),
  };
}
