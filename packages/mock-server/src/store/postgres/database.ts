import { StoreError } from "../store-error.js";
import { databaseProblem } from "./database-problem.js";
import type { PostgresAddress } from "./postgres-address.js";
import { loadPostgresDriver, type PgClient, type PgPool, type PgQuery, type PgResult } from "./postgres-driver.js";

/** Takes statements: the database, or one connection of it within a transaction. */
export interface Statements {
  run(query: PgQuery): Promise<PgResult>;
}

/** How long to wait for a connection, in milliseconds: for one that is free as well. */
const CONNECT_MS = 5000;
/** How long a connection is kept that nobody uses, in milliseconds: where a machine is busy, making one may take seconds. */
const IDLE_MS = 60_000;
/** How long an answer may take, in milliseconds; longer means that nobody is there any more. */
const ANSWER_MS = 30_000;

/** How long a database may take to say goodbye before its connections are cut, in milliseconds. */
const GOODBYE_MS = 2000;
/** A server that vanishes in the middle leaves its locks for this long at most. */
const BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = '10min'";

/** A pool of connections. Whatever goes wrong comes as a `StoreError`, if it is not a bug. */
export class Database implements Statements {
  readonly address: PostgresAddress;
  readonly #pool: PgPool;
  readonly #clients: Set<PgClient> = new Set();
  #closed = false;

  private constructor(address: PostgresAddress, pool: PgPool) {
    this.address = address;
    this.#pool = pool;
    pool.on("connect", (client) => this.#clients.add(client));
    pool.on("remove", (client) => this.#clients.delete(client));
  }

  /** Nothing is connected before the first statement. @throws StoreError `STORE_DRIVER_MISSING` */
  static async open(address: PostgresAddress): Promise<Database> {
    const { Pool } = await loadPostgresDriver();
    const pool = new Pool({
      connectionString: address.connectionString,
      max: address.poolSize,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: IDLE_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      application_name: "onespec mock-server",
    });
    // An idle connection that is lost is replaced when one is needed.
    pool.on("error", ignore);
    return new Database(address, pool);
  }

  /** One statement is a transaction of its own, at the isolation level READ COMMITTED. */
  async run(query: PgQuery): Promise<PgResult> {
    this.#checkOpen();
    try {
      return await this.#pool.query(query);
    } catch (error) {
      throw databaseProblem(error, this.address);
    }
  }

  /** Commits what `work` did on one connection; when it throws, nothing of it is kept. READ COMMITTED as well. */
  async transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    this.#checkOpen();
    const client = await this.#connect();
    // A connection takes one statement at a time, and who works on it may ask for several.
    let last: Promise<unknown> = Promise.resolve();
    const inTurn = (query: PgQuery): Promise<PgResult> => {
      const done = last.then(() => client.query(query));
      last = done.catch(ignore);
      return done;
    };
    const statements: Statements = {
      run: async (query) => {
        try {
          return await inTurn(query);
        } catch (error) {
          throw databaseProblem(error, this.address);
        }
      },
    };
    try {
      await statements.run({ text: BEGIN });
      const result = await work(statements);
      await statements.run({ text: "COMMIT" });
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
    // A silent database would keep the process alive.
    setTimeout(() => {
      for (const { connection } of this.#clients) connection?.stream?.destroy();
    }, GOODBYE_MS).unref();
    await this.#pool.end();
  }

  async #connect(): Promise<PgClient> {
    try {
      const client = await this.#pool.connect();
      // What is lost while it is in use fails the statement that is under way.
      client.on("error", ignore);
      return client;
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
