import type { ClientSession, Db, MongoClient, TopologyDescriptionChangedEvent } from "mongodb";
import { DatabaseError } from "../../errors/database-error.js";
import type { DatabaseConfig } from "../database-config.js";
import { loadDriver } from "../driver.js";
import { networkFailure } from "../sql/sql-failure.js";
import { TransactionScope, Turns } from "../transaction-scope.js";
import { type MongoAddress, mongoAddress } from "./mongo-address.js";
import {
  isServerError,
  isTransient,
  isUnknownCommit,
  transactionsUnsupported,
  translateMongoError,
} from "./mongo-errors.js";

/** The part of the package `mongodb` in use. */
export type MongoModule = typeof import("mongodb");

/** Options that make a call to the driver part of the current transaction. */
export interface InSession {
  readonly session?: ClientSession;
}

/** Features of a server; servers that only speak MongoDB's protocol may lack some. */
export interface MongoFeatures {
  /** Only replica sets and sharded clusters have them. */
  readonly transactions: boolean;
  /** BSON's Decimal128. */
  readonly decimals: boolean;
  readonly validators: boolean;
  readonly partialIndexes: boolean;
  /** Comparisons in aggregation pipelines. */
  readonly expressions: boolean;
}

export interface MongoConnection {
  readonly driver: MongoModule;
  readonly db: Db;
  readonly features: MongoFeatures;
  readonly address: MongoAddress;
  /** Runs a call, inside the current transaction if there is one. @throws DatabaseError */
  run<T>(work: (options: InSession) => Promise<T>): Promise<T>;
  /** A call outside every transaction. @throws DatabaseError */
  runOutside<T>(work: () => Promise<T>): Promise<T>;
  readonly isInTransaction: () => boolean;
  /**
   * Runs `work` in a transaction: all or nothing. A nested call joins the outer one. If another transaction was faster
   * to change the same records, `work` runs again, as MongoDB requires.
   * @throws DatabaseError TRANSACTIONS_UNSUPPORTED
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Runs the work once the transaction at work is committed; at once outside one. */
  afterCommit(work: () => unknown): Promise<void>;
  /** Like `transaction`. On a server without transactions, just runs `work`. */
  together<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Most attempts of a transaction. */
const MOST_TRIES = 20;

/** @throws DatabaseError DRIVER_MISSING, UNAVAILABLE, ACCESS_DENIED */
export async function openMongo(config: DatabaseConfig, appFolder: string): Promise<MongoConnection> {
  const driver = await loadDriver<MongoModule>("mongodb", appFolder);
  const address = mongoAddress(config);
  const translate = (error: unknown): unknown => translateMongoError(error, address);
  let client: MongoClient;
  try {
    client = new driver.MongoClient(address.url, {
      maxPoolSize: config.poolSize,
      serverSelectionTimeoutMS: config.connectTimeoutMs,
      connectTimeoutMS: config.connectTimeoutMs,
      useBigInt64: true,
      ...config.driverOptions,
    });
  } catch (error) {
    throw translate(error);
  }
  try {
    await connect(client);
    const db = client.db(address.database);
    return createConnection(driver, client, db, await readFeatures(db), address, translate);
  } catch (error) {
    await client.close().catch(() => {});
    throw translate(error);
  }
}

/** The driver retries until its timeout. If every host rejects the connection, this fails at once. */
async function connect(client: MongoClient): Promise<void> {
  const listen = (refuse: (reason: Error) => void) => (event: TopologyDescriptionChangedEvent) => {
    const errors = [...event.newDescription.servers.values()].map(({ error }) => error);
    const [first] = errors;
    if (first && errors.every((error) => error !== null && networkFailure(error) !== undefined)) refuse(first);
  };
  await new Promise<void>((resolve, reject) => {
    const listener = listen(reject);
    client.on("topologyDescriptionChanged", listener);
    client
      .connect()
      .then(() => resolve(), reject)
      .finally(() => client.off("topologyDescriptionChanged", listener));
  });
}

/** FerretDB 1 reports its own version and has none of these features. FerretDB 2 has no transactions. */
async function readFeatures(db: Db): Promise<MongoFeatures> {
  const hello = await db.command({ hello: 1 });
  const info = await db.command({ buildInfo: 1 });
  const isFirstFerret = "ferretdbVersion" in info;
  const isFerret = isFirstFerret || "ferretdb" in info;
  return {
    transactions: !isFerret && (typeof hello.setName === "string" || hello.msg === "isdbgrid"),
    decimals: !isFirstFerret,
    validators: !isFerret,
    partialIndexes: !isFirstFerret,
    expressions: !isFirstFerret,
  };
}

function createConnection(
  driver: MongoModule,
  client: MongoClient,
  db: Db,
  features: MongoFeatures,
  address: MongoAddress,
  translate: (error: unknown) => unknown,
): MongoConnection {
  const scope = new TransactionScope<Inside>();
  let closed: Promise<void> | undefined;
  let inUse = 0;
  let idle = (): void => {};

  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed !== undefined) throw new DatabaseError("UNAVAILABLE", "The database connection is closed.");
    inUse += 1;
    try {
      return await work();
    } finally {
      inUse -= 1;
      if (inUse === 0) idle();
    }
  };
  const translated = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw translate(error);
    }
  };
  const noted = async <T>(inside: Inside, work: () => Promise<T>): Promise<T> => {
    try {
      return await translated(work);
    } catch (error) {
      if (!isTransient(error) && isServerError(error)) inside.failure ??= error;
      throw error;
    }
  };
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    const session = client.startSession();
    const turns = new Turns();
    const inside: Inside = { session, turns, failure: undefined };
    try {
      session.startTransaction({ readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
      const whole = async (): Promise<T> => {
        const result = await work();
        if (inside.failure !== undefined) throw inside.failure;
        return result;
      };
      return await scope.run(inside, whole, () => turns.take(() => translated(() => commit(session))));
    } catch (error) {
      // First waits for calls that are still running. After a commit there is nothing to abort.
      await turns.take(() => session.abortTransaction()).catch(() => {});
      throw isTransient(error) ? (inside.failure ?? error) : error;
    } finally {
      await session.endSession().catch(() => {});
    }
  };
  const transaction = async <T>(work: () => Promise<T>): Promise<T> => {
    if (scope.current() !== undefined) return work();
    if (!features.transactions) throw transactionsUnsupported();
    return counted(async () => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(work);
        } catch (error) {
          if (scope.hasThrown(error) || !isTransient(error) || tries >= MOST_TRIES) throw error;
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * tries));
        }
      }
    });
  };
  return {
    driver,
    db,
    features,
    address,
    run(work) {
      const inside = scope.current();
      // A session does one thing at a time.
      if (inside !== undefined) return inside.turns.take(() => noted(inside, () => work({ session: inside.session })));
      return counted(() => translated(() => work({})));
    },
    runOutside: (work) => (scope.current() === undefined ? counted(() => translated(work)) : translated(work)),
    isInTransaction: () => scope.current() !== undefined,
    afterCommit: (work) => scope.afterCommit(work),
    transaction,
    together: (work) => (features.transactions ? transaction(work) : work()),
    close() {
      closed ??= (
        inUse === 0
          ? Promise.resolve()
          : new Promise<void>((resolve) => {
              idle = resolve;
            })
      ).then(() => client.close());
      return closed;
    },
  };
}

/** A transaction at work. */
interface Inside {
  readonly session: ClientSession;
  readonly turns: Turns;
  /** The server ended the transaction with it, whether or not the work looks at it. */
  failure: unknown;
}

async function commit(session: ClientSession): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (!isUnknownCommit(error) || tries >= 3) throw error;
    }
  }
}
