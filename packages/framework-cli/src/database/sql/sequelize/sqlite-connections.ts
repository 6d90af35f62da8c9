import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sequelize } from "sequelize";
import type { DatabaseConfig } from "../../database-config.js";
import { Turns } from "../../transaction-scope.js";
import { plainInteger } from "../run-statement.js";
import type { SqlResult } from "../sql-executor.js";
import { openSqlite, type SqliteConnection, type SqliteStatement } from "../sqlite-driver.js";

const KEPT_STATEMENTS = 500;
const LONGEST_PAUSE_MS = 25;

type Execute = (sql: string, parameters: readonly unknown[]) => SqlResult | Promise<SqlResult>;
type Done = (this: Statement, error: Error | null, rows?: readonly unknown[]) => void;

/** `this` of a callback. Sequelize looks at the class's name. */
class Statement {
  lastID = 0;
  changes = 0;
}

/**
 * A connection with the interface of the package `sqlite3`, which Sequelize expects. That package would need a
 * compiler.
 */
export class SqliteSession {
  /** Set by Sequelize: the transaction it belongs to. */
  uuid: string | undefined;
  readonly execute: Execute;
  /** Ends its transaction; a broken one is rolled back first. */
  readonly release: (isBroken: boolean) => void;

  constructor(execute: Execute, release: (isBroken: boolean) => void) {
    this.execute = execute;
    this.release = release;
  }

  run(sql: string, parameters: unknown, done: Done): void {
    void this.#call(sql, parameters, done, () => undefined);
  }

  all(sql: string, parameters: unknown, done: Done): void {
    void this.#call(sql, parameters, done, ({ rows }) => rows.map(plainRow));
  }

  serialize(work: () => void): void {
    work();
  }

  async #call(sql: string, given: unknown, callback: Done | undefined, rowsOf: (result: SqlResult) => Rows) {
    const isCallback = typeof given === "function";
    const done = isCallback ? (given as Done) : callback;
    const parameters = isCallback ? [] : Array.isArray(given) ? given : bound(given);
    const statement = new Statement();
    let result: SqlResult;
    try {
      result = await this.execute(sql, parameters);
    } catch (error) {
      done?.call(statement, coded(error));
      return;
    }
    statement.changes = result.affected;
    statement.lastID = Number(result.insertId ?? 0);
    done?.call(statement, null, rowsOf(result));
  }
}

type Rows = readonly unknown[] | undefined;

/**
 * Replaces Sequelize's connections to a SQLite file: Sequelize would open the file again for each transaction. Here
 * there is one connection in WAL mode with foreign keys and cached statements, and a second one for reads during a
 * transaction. Transactions run one after another, in the order of their first statements. While another process
 * writes, the event loop is not blocked, and the wait ends after `connectTimeoutMs`.
 * @param storage absolute, or `:memory:`
 */
export async function useSqliteConnections(
  sequelize: Sequelize,
  storage: string,
  appFolder: string,
  { connectTimeoutMs: patienceMs, driverOptions }: Pick<DatabaseConfig, "connectTimeoutMs" | "driverOptions">,
): Promise<void> {
  const inMemory = storage === ":memory:";
  const patiently = async <T>(work: () => T): Promise<T> => {
    const deadline = performance.now() + patienceMs;
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
      }
      await sleep(pause);
    }
  };
  const open = async (): Promise<SqliteFile> => {
    if (!inMemory) mkdirSync(dirname(storage), { recursive: true });
    const connection = await openSqlite(storage, appFolder, driverOptions);
    try {
      connection.exec("PRAGMA busy_timeout = 0; PRAGMA foreign_keys = ON");
      // Several processes may open a new file at once, and only one can switch it to WAL.
      if (!inMemory) {
        await patiently(() =>
          connection.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000"),
        );
      }
      return new SqliteFile(connection);
    } catch (error) {
      connection.close();
      throw error;
    }
  };
  const main = await open();
  let reader: Promise<SqliteFile> | undefined;
  const turns = new Turns();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns.take(work, patienceMs);
  const attempt = (file: SqliteFile, sql: string, parameters: readonly unknown[]): SqlResult | Promise<SqlResult> => {
    try {
      return file.execute(sql, parameters);
    } catch (error) {
      if (!isBusy(error)) throw error;
      return patiently(() => file.execute(sql, parameters));
    }
  };
  const outside: Execute = (sql, parameters) => {
    if (turns.free) {
      try {
        return main.execute(sql, parameters);
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
    } else if (!inMemory && READS.test(sql)) {
      reader ??= open();
      return reader.then((file) => attempt(file, sql, parameters));
    }
    return inTurn(async () => patiently(() => main.execute(sql, parameters)));
  };
  const shared = new SqliteSession(outside, () => {});

  const takeTurn = (): Promise<() => void> =>
    new Promise((resolve, reject) => {
      inTurn(() => new Promise<void>((giveBack) => resolve(giveBack))).catch(reject);
    });
  /** Begins with the first statement after Sequelize's BEGIN. Then it keeps the turn until `release`. */
  const forTransaction = (): SqliteSession => {
    let begin: string | undefined;
    let beginning: Promise<void> | undefined;
    let giveBack: (() => void) | undefined;
    const release = (isBroken: boolean): void => {
      if (isBroken && giveBack) main.forget();
      giveBack?.();
      giveBack = undefined;
      begin = undefined;
    };
    const start = async (sql: string): Promise<void> => {
      try {
        giveBack = await takeTurn();
        await attempt(main, sql, []);
        begin = undefined;
      } catch (error) {
        release(false);
        begin = sql;
        throw error;
      } finally {
        beginning = undefined;
      }
    };
    const execute: Execute = (sql, parameters) => {
      if (giveBack === undefined && sql.startsWith("BEGIN ")) begin = sql;
      else if (begin === undefined) return attempt(main, sql, parameters);
      else if (beginning || !BEGINS_NONE.test(sql)) {
        beginning ??= start(begin);
        return beginning.then(() => attempt(main, sql, parameters));
      }
      return { rows: [], affected: 0 };
    };
    return new SqliteSession(execute, release);
  };
  const closeAll = async (): Promise<void> => {
    (await reader)?.close();
    main.close();
  };
  let closed: Promise<void> | undefined;
  const manager = sequelize.connectionManager as unknown as Record<string, unknown>;
  manager.getConnection = async ({ uuid }: { readonly uuid?: string } = {}) => {
    if (closed !== undefined) throw new Error("The connection is closed.");
    return uuid === undefined || uuid === "default" ? shared : forTransaction();
  };
  manager.releaseConnection = (session: SqliteSession) => session.release(false);
  manager.destroyConnection = async (session: SqliteSession) => session.release(true);
  manager.close = () => {
    // A transaction that does not end in time is rolled back.
    closed ??= turns.take(closeAll, patienceMs).catch((error: unknown) => {
      if (!isBusy(error)) throw error;
      return closeAll();
    });
    return closed;
  };
}

/** `PRAGMA table_info(...)` precedes each SELECT of Sequelize's. */
const READS = /^\s*(?:SELECT\b|PRAGMA \w+\()/i;
/** Statements that begin no transaction. The pragma is Sequelize's isolation level and affects only shared caches. */
const BEGINS_NONE = /^(?:COMMIT|ROLLBACK|PRAGMA read_uncommitted = (?:ON|OFF));$/;

/** One open file: every call is done when it returns. */
class SqliteFile {
  readonly #connection: SqliteConnection;
  readonly #statements = new Map<string, { readonly statement: SqliteStatement; readonly reads: boolean }>();

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  execute(sql: string, parameters: readonly unknown[]): SqlResult {
    const { statement, reads } = this.#statements.get(sql) ?? this.#prepare(sql);
    if (reads) {
      const rows = statement.all(...parameters);
      return { rows, affected: rows.length };
    }
    try {
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { rows: [], affected: Number(changes), insertId: lastInsertRowid };
    } catch (error) {
      // The statement that failed took the transaction with it.
      if (sql.startsWith("ROLLBACK") && /no transaction is active/.test(String(error)))
        return { rows: [], affected: 0 };
      throw error;
    }
  }

  /** Ends a transaction in whatever state it is. */
  forget(): void {
    try {
      this.#connection.exec("ROLLBACK");
    } catch {}
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }

  #prepare(sql: string): { readonly statement: SqliteStatement; readonly reads: boolean } {
    const statement = this.#connection.prepare(sql);
    statement.setReadBigInts(true);
    const prepared = { statement, reads: statement.columns().length > 0 };
    if (this.#statements.size >= KEPT_STATEMENTS)
      this.#statements.delete(this.#statements.keys().next().value as string);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

function bound(parameters: unknown): readonly unknown[] {
  return typeof parameters === "object" && parameters !== null && Object.keys(parameters).length > 0
    ? [parameters]
    : [];
}

/** Another connection has locked the file. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /database (?:table |schema )?is locked/.test(error.message) || isBusy(error.cause);
}

/** Integers as numbers if that is exact, otherwise as texts, like Sequelize's BIGINT on other databases. */
function plainRow(row: Record<string, unknown>): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const name in row) {
    const value = row[name];
    if (typeof value === "bigint") plain[name] = plainInteger(value);
    else plain[name] = value instanceof Uint8Array ? Buffer.from(value) : value;
  }
  return plain;
}

/** Sequelize distinguishes errors by the codes of `sqlite3`. @see https://www.sqlite.org/rescode.html */
function coded(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = / constraint failed/.test(error.message)
    ? "SQLITE_CONSTRAINT"
    : isBusy(error)
      ? "SQLITE_BUSY"
      : "SQLITE_ERROR";
  return Object.assign(new Error(`${code}: ${error.message}`, { cause: error }), { code });
}
