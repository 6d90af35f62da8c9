import { createRequire } from "node:module";
import { Socket } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Pool, QueryConfig, QueryResultRow } from "pg";
import type { JsonObject } from "../record-store.js";
import { StoreError } from "../store-error.js";
import { databaseProblem } from "./database-problem.js";
import type { PostgresAddress } from "./postgres-address.js";

/** Runs statements: the database, or one connection within a transaction. */
export interface Statements {
  run<Row = JsonObject>(query: PgQuery): Promise<PgResult<Row>>;
}

/** Wait for a new or free connection, in milliseconds. */
const CONNECT_MS = 5000;
/**
 * Time after which an idle connection is closed, in milliseconds. Opening a new one may take seconds on a busy machine.
 */
const IDLE_MS = 60_000;
/** Time without an answer after which the database counts as unreachable, in milliseconds. */
const ANSWER_MS = 30_000;

/** Time for connections to close before they are destroyed, in milliseconds. */
const GOODBYE_MS = 2000;
/** The timeout frees the locks of a server that has died. */
const BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = '10min'";

/** A pool of connections. All its errors are `StoreError`s, except bugs. */
export class Database implements Statements {
  readonly address: PostgresAddress;
  readonly #pool: Pool;
  readonly #sockets: ReadonlySet<Socket>;
  #closed = false;

  private constructor(address: PostgresAddress, pool: Pool, sockets: ReadonlySet<Socket>) {
    this.address = address;
    this.#pool = pool;
    this.#sockets = sockets;
  }

  /** Connects at the first statement, not here. @throws StoreError `STORE_DRIVER_MISSING` */
  static async open(address: PostgresAddress, { readOnly }: { readonly readOnly: boolean }): Promise<Database> {
    const { Pool } = await loadPostgresDriver();
    const sockets = new Set<Socket>();
    const pool = new Pool({
      connectionString: address.connectionString,
      max: address.poolSize,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: IDLE_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      application_name: "onespec mock-server",
      stream: () => {
        const socket = new Socket();
        socket.once("close", () => sockets.delete(socket));
        sockets.add(socket);
        return socket;
      },
      ...(readOnly && { options: "-c default_transaction_read_only=on" }),
    });
    // The pool replaces a lost idle connection when it needs one.
    pool.on("error", ignore);
    return new Database(address, pool, sockets);
  }

  /** Runs one statement as a separate transaction, at the isolation level READ COMMITTED. */
  async run<Row = JsonObject>(query: PgQuery): Promise<PgResult<Row>> {
    this.#checkOpen();
    return this.#explained(this.#pool.query<Row & QueryResultRow>(query));
  }

  /**
   * Runs `work` in a transaction on one connection, at READ COMMITTED. Commits at the end; rolls back if `work` throws.
   */
  async transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    this.#checkOpen();
    const client = await this.#explained(this.#pool.connect());
    // If the connection is lost, the current statement fails and reports it.
    client.on("error", ignore);
    // A connection runs one statement at a time, but `work` may send several at once.
    let last: Promise<unknown> = Promise.resolve();
    const inTurn = <Row>(query: PgQuery): Promise<PgResult<Row>> => {
      const done = last.then(() => client.query<Row & QueryResultRow>(query));
      last = done.catch(ignore);
      return this.#explained(done);
    };
    try {
      await inTurn({ text: BEGIN });
      const result = await work({ run: inTurn });
      await inTurn({ text: "COMMIT" });
      client.release();
      return result;
    } catch (error) {
      const isLost = error instanceof StoreError && error.code === "STORE_UNREACHABLE";
      const isUsable = !isLost && (await inTurn({ text: "ROLLBACK" }).then(yes, no));
      client.release(!isUsable);
      throw error;
    } finally {
      client.removeListener("error", ignore);
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    // A database that does not answer would keep the process alive.
    setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, GOODBYE_MS).unref();
    await this.#pool.end();
  }

  async #explained<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw databaseProblem(error, this.address);
    }
  }

  #checkOpen(): void {
    if (this.#closed) throw new StoreError("STORE_CLOSED", "The store is closed.");
  }
}

const ignore = (): void => {};
const yes = (): boolean => true;
const no = (): boolean => false;

interface PgQuery extends QueryConfig<unknown[]> {
  /** Timeout of the answer, in milliseconds. */
  readonly query_timeout?: number;
}

interface PgResult<Row> {
  readonly rows: readonly Row[];
}

/**
 * Loads the driver next to this package, or else the one in the working directory's project. @throws StoreError
 * `STORE_DRIVER_MISSING`
 */
async function loadPostgresDriver(): Promise<typeof import("pg")> {
  for (const place of [import.meta.url, join(process.cwd(), "package.json")]) {
    try {
      const module = await import(pathToFileURL(createRequire(place).resolve("pg")).href);
      return module.default ?? module;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  throw new StoreError("STORE_DRIVER_MISSING", "The PostgreSQL driver pg is not installed.", {
    hint: 'Run: npm install pg@"^8.23.0"',
  });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
}

/** Runs tasks with the same name one after another. */
export class Turns {
  readonly #last: Map<string, Promise<unknown>> = new Map();

  take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name);
    const turn = before ? before.then(work, work) : work();
    this.#last.set(name, turn);
    const leave = (): void => {
      if (this.#last.get(name) === turn) this.#last.delete(name);
    };
    turn.then(leave, leave);
    return turn;
  }
}
