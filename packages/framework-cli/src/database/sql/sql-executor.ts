import { resolve } from "node:path";
import type { Transaction } from "sequelize";
import type { Isolation } from "../database.js";
import type { DatabaseConfig } from "../database-config.js";
import type { SqlDialect } from "../dialect.js";
import { type RunStatement, statementRunner } from "./run-statement.js";
import { connectSequelize } from "./sequelize/connect-sequelize.js";
import type { ScopedSequelize } from "./sequelize/scoped-sequelize.js";
import { errorTranslator } from "./sql-failure.js";

/**
 * Runs statements on one SQL database. Placeholders are those of the dialect: `?` (SQLite, MySQL, MariaDB), `$1`
 * (PostgreSQL), `@p1` (SQL Server), `:1` (Oracle). Values and rows are passed unchanged; the repository converts them.
 * Calls inside `transaction` use its connection, also those of Sequelize.
 */
export interface SqlExecutor {
  readonly dialect: SqlDialect;
  /** @throws DatabaseError, see Repository */
  run(sql: string, parameters?: readonly unknown[]): Promise<SqlResult>;
  transaction<T>(work: () => Promise<T>, isolation?: Isolation): Promise<T>;
  isInTransaction(): boolean;
  close(): Promise<void>;
}

export interface SqlResult {
  readonly rows: readonly Record<string, unknown>[];
  /** Rows inserted, changed or deleted. */
  readonly affected: number;
  /** The counted key of the inserted row, if the driver returns it. */
  readonly insertId?: number | bigint;
}

/** An executed statement. It has no values, since these may be secret. */
export interface SqlQuery {
  readonly sql: string;
  readonly ms: number;
  /** The code of the error it ended in. */
  readonly failed?: string;
}

/** An executor on Sequelize's connections and transactions. */
export interface SequelizeExecutor extends SqlExecutor {
  readonly sequelize: ScopedSequelize;
  /** The driver's error, or Sequelize's, as a DatabaseError. */
  translate(error: unknown, sql?: string): unknown;
  /** Resolves when the database answers. @throws DatabaseError UNAVAILABLE */
  ping(): Promise<void>;
}

/**
 * Connects to a SQL database, without models and repositories. Loads only the driver in use.
 * @param appFolder absolute; drivers are searched there first
 * @param tell receives every statement
 * @throws DatabaseError DRIVER_MISSING, UNAVAILABLE, ACCESS_DENIED
 */
export async function openSqlExecutor(
  config: DatabaseConfig,
  appFolder: string,
  tell?: (query: SqlQuery) => void,
): Promise<SequelizeExecutor> {
  if (config.dialect === "mongodb") throw new TypeError("MongoDB is not an SQL database.");
  const dialect: SqlDialect = config.dialect;
  const translate = errorTranslator({ ...config, dialect });
  const runStatement = await statementRunner(dialect, appFolder);
  const isPrivate = config.storage === undefined || config.storage === ":memory:";
  const storage = isPrivate ? ":memory:" : resolve(appFolder, config.storage);
  let sequelize: ScopedSequelize | undefined;
  try {
    sequelize = await connectSequelize({ ...config, dialect, storage }, appFolder, tell);
    const executor = createSqlExecutor(dialect, sequelize, runStatement, translate, tell);
    // Connects at once, so that problems show here.
    if (dialect !== "sqlite") await executor.ping();
    return executor;
  } catch (error) {
    await sequelize?.close();
    throw translate(error);
  }
}

/** Sequelize's types leave its connections out. */
interface ConnectionManager {
  getConnection(options: { readonly type: "write" }): Promise<unknown>;
  releaseConnection(connection: unknown): void;
  destroyConnection(connection: unknown): Promise<void>;
}

function createSqlExecutor(
  dialect: SqlDialect,
  sequelize: ScopedSequelize,
  runStatement: RunStatement,
  translate: SequelizeExecutor["translate"],
  tell: ((query: SqlQuery) => void) | undefined,
): SequelizeExecutor {
  const manager = sequelize.connectionManager as unknown as ConnectionManager;
  const connectionOf = (transaction: Transaction): unknown =>
    (transaction as unknown as { readonly connection: unknown }).connection;

  const acquire = async (): Promise<unknown> => {
    try {
      return await manager.getConnection({ type: "write" });
    } catch (error) {
      throw translate(error);
    }
  };
  const run = async (sql: string, parameters: readonly unknown[] = []): Promise<SqlResult> => {
    const transaction = sequelize.currentTransaction();
    const connection = transaction === undefined ? await acquire() : connectionOf(transaction);
    let isLost = false;
    try {
      return await runStatement(connection, sql, parameters, transaction !== undefined);
    } catch (error) {
      const translated = translate(error, sql);
      isLost = translated instanceof Error && "code" in translated && translated.code === "UNAVAILABLE";
      throw translated;
    } finally {
      if (transaction === undefined) {
        if (isLost) manager.destroyConnection(connection).catch(() => {});
        else manager.releaseConnection(connection);
      }
    }
  };
  return {
    dialect,
    sequelize,
    translate,
    run: tell === undefined ? run : told(run, tell),
    ping: async () => void (await run(dialect === "oracle" ? "SELECT 1 FROM dual" : "SELECT 1")),
    isInTransaction: () => sequelize.currentTransaction() !== undefined,
    async transaction<T>(work: () => Promise<T>, isolation?: Isolation) {
      let thrown: { readonly error: unknown } | undefined;
      const guarded = async (): Promise<T> => {
        try {
          return await work();
        } catch (error) {
          thrown = { error };
          throw error;
        }
      };
      try {
        const isolationLevel = isolation?.toUpperCase() as never;
        return await sequelize.transaction(isolation === undefined ? {} : { isolationLevel }, guarded);
      } catch (error) {
        // An error of `work` stays as it is. An error of BEGIN or COMMIT comes from the driver and is translated.
        throw thrown?.error === error || sequelize.isAfterCommit(error) ? error : translate(error, "COMMIT");
      }
    },
    close: () => sequelize.close(),
  };
}

function told(run: SqlExecutor["run"], tell: (query: SqlQuery) => void): SqlExecutor["run"] {
  return async (sql, parameters) => {
    const start = performance.now();
    let failed: Pick<SqlQuery, "failed"> = {};
    try {
      return await run(sql, parameters);
    } catch (error) {
      failed = { failed: error instanceof Error && "code" in error ? String(error.code) : "UNKNOWN" };
      throw error;
    } finally {
      tell({ sql, ms: Math.round((performance.now() - start) * 100) / 100, ...failed });
    }
  };
}
