import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseError } from "../../errors/database-error.js";
import type { DatabaseConfig } from "../database-config.js";
import { patiently } from "./patiently.js";
import type { SqlExecutor, SqlResult } from "./sql-executor.js";
import { openSqlite, type SqliteConnection, type SqliteStatement } from "./sqlite-driver.js";
import { isBusy, translateSqliteError } from "./sqlite-errors.js";
import { TransactionScope } from "./transaction-scope.js";
import { Turns } from "./turns.js";

const KEPT_STATEMENTS = 500;

/** One open file: every call is done when it returns. */
interface SqliteFile {
  execute(sql: string, parameters: readonly unknown[]): SqlResult;
  close(): void;
}

/**
 * One connection in WAL mode with foreign keys on; statements are prepared once and kept. Transactions run one after another, in the
 * order in which they were asked for; meanwhile statements outside wait their turn too, but reads go on over a second connection.
 * While another process writes, the event loop stays free, for `connectTimeoutMs` at most.
 */
export async function openSqliteExecutor(config: DatabaseConfig, appFolder: string): Promise<SqlExecutor> {
  const inMemory = config.storage === undefined || config.storage === ":memory:";
  const file = inMemory ? ":memory:" : resolve(appFolder, config.storage ?? "");
  const place = inMemory ? "SQLite in memory" : `SQLite in ${config.storage}`;
  const open = async (): Promise<SqliteFile> => {
    let connection: SqliteConnection | undefined;
    try {
      if (!inMemory) mkdirSync(dirname(file), { recursive: true });
      connection = await openSqlite(file, appFolder);
      const opened = connection;
      opened.exec("PRAGMA busy_timeout = 0; PRAGMA foreign_keys = ON");
      // Several processes may open a new file at once, and only one can switch it to WAL.
      if (!inMemory) {
        const setUp = (): void =>
          opened.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000");
        await patiently(setUp, config.connectTimeoutMs);
      }
      return sqliteFile(opened, place);
    } catch (error) {
      connection?.close();
      throw translateSqliteError(error, place);
    }
  };
  const create = async (): Promise<SqlExecutor> =>
    createExecutor(await open(), inMemory ? undefined : open, create, config.connectTimeoutMs);
  return create();
}

function createExecutor(
  main: SqliteFile,
  openReader: (() => Promise<SqliteFile>) | undefined,
  dedicated: () => Promise<SqlExecutor>,
  patienceMs: number,
): SqlExecutor {
  const scope = new TransactionScope<SqliteFile>();
  const turns = new Turns();
  let reader: Promise<SqliteFile> | undefined;
  let closed: Promise<void> | undefined;

  const wait = (sql: string, parameters: readonly unknown[], file = main): Promise<SqlResult> =>
    patiently(() => file.execute(sql, parameters), patienceMs);
  const checkOpen = (): void => {
    if (closed !== undefined) throw new DatabaseError("UNAVAILABLE", "The database connection is closed.");
  };

  return {
    dialect: "sqlite",
    async run(sql, parameters = []) {
      if (scope.current() !== undefined) return main.execute(sql, parameters);
      checkOpen();
      if (turns.free) {
        try {
          return main.execute(sql, parameters);
        } catch (error) {
          if (!isBusy(error)) throw error;
        }
        return turns.take(() => wait(sql, parameters));
      }
      if (openReader === undefined || !sql.startsWith("SELECT")) return turns.take(() => wait(sql, parameters));
      reader ??= openReader();
      return wait(sql, parameters, await reader);
    },
    async transaction(work) {
      if (scope.current() !== undefined) return work();
      checkOpen();
      return turns.take(async () => {
        await wait("BEGIN IMMEDIATE", []);
        let result: Awaited<ReturnType<typeof work>>;
        try {
          result = await scope.run(main, work);
        } catch (error) {
          main.execute("ROLLBACK", []);
          throw error;
        }
        try {
          await wait("COMMIT", []);
        } catch (error) {
          main.execute("ROLLBACK", []);
          throw error;
        }
        return result;
      });
    },
    dedicated,
    close() {
      closed ??= turns.take(async () => {
        (await reader)?.close();
        main.close();
      });
      return closed;
    },
  };
}

function sqliteFile(connection: SqliteConnection, place: string): SqliteFile {
  const statements = new Map<string, { readonly statement: SqliteStatement; readonly reads: boolean }>();
  const prepare = (sql: string): { readonly statement: SqliteStatement; readonly reads: boolean } => {
    const statement = connection.prepare(sql);
    statement.setReadBigInts(true);
    const prepared = { statement, reads: statement.columns().length > 0 };
    if (statements.size >= KEPT_STATEMENTS) statements.delete(statements.keys().next().value as string);
    statements.set(sql, prepared);
    return prepared;
  };
  return {
    execute(sql, parameters) {
      try {
        const { statement, reads } = statements.get(sql) ?? prepare(sql);
        if (reads) {
          const rows = statement.all(...parameters);
          return { rows, affected: rows.length };
        }
        const { changes, lastInsertRowid } = statement.run(...parameters);
        return { rows: [], affected: Number(changes), insertId: lastInsertRowid };
      } catch (error) {
        throw translateSqliteError(error, place, sql);
      }
    },
    close() {
      statements.clear();
      connection.close();
    },
  };
}
