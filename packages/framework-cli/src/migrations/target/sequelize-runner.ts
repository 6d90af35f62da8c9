import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import type { Sequelize } from "sequelize";
import type { DatabaseConfig } from "../../database/database-config.js";
import { loadDriver } from "../../database/driver.js";
import { connectSequelize } from "../../database/sql/sequelize/connect-sequelize.js";
import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import { MigrationError } from "../../errors/migration-error.js";
import type { SequelizeWork } from "./migration-target.js";

type SequelizeClass = typeof import("sequelize").Sequelize;

/** Sequelize on the database of the migrations. Opened once for all files of a run. */
export interface SequelizeRunner {
  /**
   * Runs `up` or `down` of a file for sequelize-cli, and the bookkeeping, in one transaction. Every call of the file's joins it by itself,
   * through an AsyncLocalStorage that Sequelize takes for its `useCLS`.
   *
   * @param record given the transaction as an executor
   */
  run(work: SequelizeWork, record: (executor: SqlExecutor) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** @throws DatabaseError DRIVER_MISSING, SEQUELIZE_UNSUPPORTED */
export async function openSequelizeRunner(config: DatabaseConfig, appFolder: string): Promise<SequelizeRunner> {
  const { Sequelize: Class } = await loadDriver<{ Sequelize: SequelizeClass }>("sequelize", appFolder);
  Class.useCLS(namespace());
  const sequelize = await connectSequelize({ ...config, poolSize: 2 }, appFolder);
  // Sequelize rebuilds SQLite's tables to change a column; with foreign keys on, that would delete referring rows.
  (sequelize as unknown as { readonly options: { foreignKeys?: boolean } }).options.foreignKeys = false;
  return {
    async run(work, record) {
      await sequelize.transaction(async () => {
        await work(sequelize.getQueryInterface(), Class);
        await record(executorOf(sequelize, config.dialect as SqlExecutor["dialect"]));
        if (config.dialect === "sqlite") await refuseOrphans(sequelize);
      });
    },
    close: () => sequelize.close(),
  };
}

/** The four functions that Sequelize asks of cls-hooked. */
function namespace(): object {
  const storage = new AsyncLocalStorage<Map<string, unknown>>();
  return {
    bind: (work: (...args: unknown[]) => unknown) => AsyncResource.bind(work),
    run: (work: (context: unknown) => unknown) => storage.run(new Map(), () => work(undefined)),
    get: (key: string) => storage.getStore()?.get(key),
    set: (key: string, value: unknown) => storage.getStore()?.set(key, value),
  };
}

function executorOf(sequelize: Sequelize, dialect: SqlExecutor["dialect"]): SqlExecutor {
  return {
    dialect,
    async run(sql, parameters = []) {
      const marked = sql.replaceAll(/\$\d+|@p\d+|:\d+\b/g, "?");
      const [result] = await sequelize.query(marked, { replacements: [...parameters], raw: true });
      return { rows: Array.isArray(result) ? (result as Record<string, unknown>[]) : [], affected: 0 };
    },
    transaction: (inside) => inside(),
    dedicated: () => Promise.reject(new Error("A transaction has one connection.")),
    close: async () => {},
  };
}

async function refuseOrphans(sequelize: Sequelize): Promise<void> {
  const [rows] = await sequelize.query("PRAGMA foreign_key_check");
  if (rows.length === 0) return;
  throw new MigrationError("MIGRATION_FAILED", `${rows.length} rows would refer to nothing.`, {
    hint: "Delete or correct them in the migration; foreign keys do not cascade while it runs on SQLite.",
  });
}
