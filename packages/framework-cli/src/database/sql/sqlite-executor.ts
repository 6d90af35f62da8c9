import { AsyncLocalStorage } from "node:async_hooks";
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { DatabaseConfig } from "../database-config.js";
import type { SqlExecutor, SqlResult } from "./sql-executor.js";
import { openSqlite, type SqliteConnection, type SqliteStatement } from "./sqlite-driver.js";
import { translateSqliteError } from "./sqlite-errors.js";

const KEPT_STATEMENTS = 200;

/**
 * One connection in WAL mode with foreign keys on. Statements are prepared once and kept. Writers of other processes are waited
 * for `connectTimeoutMs`. Transactions run one after another; statements outside a transaction wait for the one under way.
 */
export async function openSqliteExecutor(config: DatabaseConfig, appFolder: string): Promise<SqlExecutor> {
  const file =
    config.storage === undefined || config.storage === ":memory:" ? ":memory:" : resolve(appFolder, config.storage);
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true });
  const open = async (): Promise<SqliteConnection> => {
    const connection = await openSqlite(file, appFolder);
    connection.exec(`PRAGMA busy_timeout = ${Math.trunc(config.connectTimeoutMs)}`);
    if (file !== ":memory:") connection.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    connection.exec("PRAGMA foreign_keys = ON");
    return connection;
  };
  const create = (connection: SqliteConnection): SqlExecutor =>
    createExecutor(connection, async () => create(await open()));
  return create(await open());
}

function createExecutor(connection: SqliteConnection, dedicated: () => Promise<SqlExecutor>): SqlExecutor {
  const statements = new Map<string, SqliteStatement>();
  const inside = new AsyncLocalStorage<true>();
  /** Resolves when the transaction under way is over. */
  let busy: Promise<void> | undefined;

  const prepare = (sql: string): SqliteStatement => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = connection.prepare(sql);
      statement.setReadBigInts(true);
      if (statements.size >= KEPT_STATEMENTS) statements.delete(statements.keys().next().value as string);
      statements.set(sql, statement);
    }
    return statement;
  };

  const execute = (sql: string, parameters: readonly unknown[]): SqlResult => {
    try {
      const statement = prepare(sql);
      if (statement.columns().length > 0) {
        const rows = statement.all(...parameters);
        return { rows, affected: rows.length };
      }
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { rows: [], affected: Number(changes), insertId: lastInsertRowid };
    } catch (error) {
      throw translateSqliteError(error, sql);
    }
  };

  return {
    dialect: "sqlite",
    async run(sql, parameters = []) {
      if (inside.getStore() === undefined) while (busy !== undefined) await busy;
      return execute(sql, parameters);
    },
    async transaction(work) {
      if (inside.getStore() !== undefined) return work();
      while (busy !== undefined) await busy;
      let done = (): void => {};
      busy = new Promise((resolve) => {
        done = resolve;
      });
      try {
        execute("BEGIN IMMEDIATE", []);
        try {
          const result = await inside.run(true, work);
          execute("COMMIT", []);
          return result;
        } catch (error) {
          execute("ROLLBACK", []);
          throw error;
        }
      } finally {
        busy = undefined;
        done();
      }
    },
    dedicated,
    async close() {
      statements.clear();
      connection.close();
    },
  };
}
