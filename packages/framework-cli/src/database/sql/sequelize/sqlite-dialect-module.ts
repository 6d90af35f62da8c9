import { patiently } from "../patiently.js";
import type { SqliteConnection } from "../sqlite-driver.js";
import { isBusy } from "../sqlite-errors.js";

/** What Sequelize calls of the package `sqlite3`, which has to be compiled, over the driver that repositories use. */
export interface SqliteDialectModule {
  readonly OPEN_READWRITE: number;
  readonly OPEN_CREATE: number;
  readonly Database: new (file: string, mode: number, done: (error: Error | null) => void) => unknown;
}

type Parameters = readonly unknown[] | Readonly<Record<string, unknown>>;
type Done = (this: Statement, error: Error | null, rows?: readonly unknown[]) => void;

/** `this` of a callback. Sequelize looks at the class's name. */
class Statement {
  lastID = 0;
  changes = 0;
}

/** @param patienceMs how long another writer is waited for */
export function createSqliteDialectModule(
  open: (file: string) => Promise<SqliteConnection>,
  patienceMs: number,
): SqliteDialectModule {
  class Database {
    readonly filename: string;
    /** Set by Sequelize: the transaction it belongs to. */
    uuid: string | undefined;
    #connection: Promise<SqliteConnection>;
    /** Calls are done one after another, in the order in which they were made. */
    #last: Promise<void>;

    constructor(file: string, _mode: number, done: (error: Error | null) => void) {
      this.filename = file;
      this.#connection = open(file);
      this.#last = this.#connection.then(
        () => done(null),
        (error: Error) => done(error),
      );
    }

    run(sql: string, ...rest: readonly unknown[]): this {
      return this.#call(rest, (connection, parameters, statement) => {
        const { changes, lastInsertRowid } = connection.prepare(sql).run(...parameters);
        statement.changes = Number(changes);
        statement.lastID = Number(lastInsertRowid);
      });
    }

    all(sql: string, ...rest: readonly unknown[]): this {
      return this.#call(rest, (connection, parameters) => {
        const prepared = connection.prepare(sql);
        prepared.setReadBigInts(true);
        return prepared.all(...parameters).map(plainRow);
      });
    }

    exec(sql: string, done?: Done): this {
      return this.#call([done], (connection) => connection.exec(sql));
    }

    serialize(work: () => void): void {
      work();
    }

    close(done?: (error: Error | null) => void): void {
      this.#last = this.#last.then(async () => {
        (await this.#connection).close();
        done?.(null);
      });
    }

    #call(
      rest: readonly unknown[],
      work: (connection: SqliteConnection, parameters: readonly unknown[], statement: Statement) => unknown,
    ): this {
      const done = rest.find((each) => typeof each === "function") as Done | undefined;
      const given = rest.find((each) => typeof each === "object" && each !== null) as Parameters | undefined;
      const parameters = given === undefined ? [] : Array.isArray(given) ? given : [given];
      this.#last = this.#last.then(async () => {
        const statement = new Statement();
        let rows: unknown;
        try {
          const connection = await this.#connection;
          rows = await patiently(() => work(connection, parameters, statement), patienceMs);
        } catch (error) {
          done?.call(statement, coded(error));
          return;
        }
        done?.call(statement, null, rows as readonly unknown[]);
      });
      return this;
    }
  }
  return { OPEN_READWRITE: 2, OPEN_CREATE: 4, Database };
}

/** Integers as numbers where that is exact, else as texts, as Sequelize gives a BIGINT on other databases. */
function plainRow(row: Record<string, unknown>): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const name in row) {
    const value = row[name];
    if (typeof value === "bigint") plain[name] = Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
    else plain[name] = value instanceof Uint8Array ? Buffer.from(value) : value;
  }
  return plain;
}

/** Sequelize tells errors apart by the codes of `sqlite3`. @see https://www.sqlite.org/rescode.html */
function coded(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = / constraint failed/.test(error.message)
    ? "SQLITE_CONSTRAINT"
    : isBusy(error)
      ? "SQLITE_BUSY"
      : "SQLITE_ERROR";
  return Object.assign(new Error(`${code}: ${error.message}`, { cause: error }), { code });
}
