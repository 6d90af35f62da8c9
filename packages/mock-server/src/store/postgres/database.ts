import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { StoreError } from "../store-error.js";
import { databaseProblem } from "./database-problem.js";
import type { PostgresAddress } from "./postgres-address.js";

/** Runs statements: the database, or one connection within a transaction. */
export interface Statements {
  run(query: PgQuery): Promise<PgResult>;
}

/** Wait for a new or free connection, in milliseconds. */
const CONNECT_MS = 5000;
/** Time after which an idle connection is closed, in milliseconds: a new one may take seconds on a busy machine. */
const IDLE_MS = 60_000;
/** Time after which a silent database counts as unreachable, in milliseconds. */
const ANSWER_MS = 30_000;

/** Time for connections to close before they are destroyed, in milliseconds. */
const GOODBYE_MS = 2000;
/** The timeout frees the locks of a server that has died. */
const BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = '10min'";

/** A pool of connections. All errors but bugs are `StoreError`s. */
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
  static async open(address: PostgresAddress, { readOnly }: { readonly readOnly: boolean }): Promise<Database> {
    const { Pool } = await loadPostgresDriver();
    const pool = new Pool({
      connectionString: address.connectionString,
      max: address.poolSize,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: IDLE_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      application_name: "onespec mock-server",
      ...(readOnly && { options: "-c default_transaction_read_only=on" }),
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
    // A connection takes one statement at a time, and `work` may run several at once.
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
    // A database that does not answer would keep the process alive.
    setTimeout(() => {
      for (const { connection } of this.#clients) connection?.stream?.destroy();
    }, GOODBYE_MS).unref();
    await this.#pool.end();
  }

  async #connect(): Promise<PgClient> {
    try {
      const client = await this.#pool.connect();
      // A lost connection fails the current statement.
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

/** The part of `pg` in use. */
interface PgModule {
  readonly Pool: new (options: Readonly<Record<string, unknown>>) => PgPool;
}

interface PgPool {
  connect(): Promise<PgClient>;
  query(query: PgQuery): Promise<PgResult>;
  end(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): void;
  on(event: "connect" | "remove", listener: (client: PgClient) => void): void;
}

interface PgClient {
  readonly connection?: { readonly stream?: { destroy(): void } };
  query(query: PgQuery): Promise<PgResult>;
  release(destroy?: boolean): void;
  on(event: "error", listener: (error: Error) => void): void;
  removeListener(event: "error", listener: (error: Error) => void): void;
}

interface PgQuery {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** The statement is prepared under this name on each connection. */
  readonly name?: string;
  /** Timeout of the answer, in milliseconds. */
  readonly query_timeout?: number;
}

interface PgResult {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** The driver beside this package, else the one of the project in the working directory. @throws StoreError `STORE_DRIVER_MISSING` */
async function loadPostgresDriver(): Promise<PgModule> {
  for (const place of [import.meta.url, join(process.cwd(), "package.json")]) {
    try {
      const module = await import(pathToFileURL(createRequire(place).resolve("pg")).href);
      return (module.default ?? module) as PgModule;
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

/** Makes work of one name wait for the earlier work of that name. */
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
