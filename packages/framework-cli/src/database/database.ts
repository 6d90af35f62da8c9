import type { Model, ModelStatic, Sequelize } from "sequelize";
import type { Entity } from "../entity/entity.js";
import { DatabaseError } from "../errors/database-error.js";
import type { Dialect } from "./dialect.js";
import type { Repository, Row } from "./repository.js";

/** An open database with the entities it was opened for. Owns its connections until `close`. */
export interface Database {
  readonly dialect: Dialect;
  readonly entities: readonly Entity[];
  /** @throws DatabaseError UNKNOWN_ENTITY */
  repository<R extends object = Row>(name: string): Repository<R>;
  /**
   * All or nothing: what repositories, models and `sequelize.query` do inside joins it, through `AsyncLocalStorage`. A call inside a
   * transaction joins the outer one. A statement that failed ends it: PostgreSQL and MongoDB take no further one, so let the error out
   * and begin again. On a standalone MongoDB there is none: it throws TRANSACTIONS_UNSUPPORTED.
   *
   * @throws DatabaseError WRITE_CONFLICT when others changed the same records meanwhile: run it again
   */
  transaction<T>(work: () => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Runs `work` once the transaction that the calling code runs in is committed, never after a rollback; at once outside a transaction.
   * An error of `work` is thrown by `transaction`; what it wrote stays.
   */
  afterCommit(work: () => unknown): Promise<void>;
  /**
   * Sequelize with the same connections, transactions and models. Not portable: its queries may work on one database and not on another.
   *
   * @throws DatabaseError SEQUELIZE_UNSUPPORTED on MongoDB
   */
  readonly sequelize: Sequelize;
  /** Sequelize's models by name: `models.Book`. @throws DatabaseError SEQUELIZE_UNSUPPORTED on MongoDB */
  readonly models: Models;
  /** Resolves when the database answers. @throws DatabaseError UNAVAILABLE */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  /** How much of other transactions it sees. Default: the database's. SQL only. */
  readonly isolation?: Isolation;
}

export type Isolation = "read uncommitted" | "read committed" | "repeatable read" | "serializable";

// biome-ignore lint/suspicious/noExplicitAny: the attributes of a model are in its own file.
export type Models = Readonly<Record<string, ModelStatic<Model<any, any>>>>;

/** Does the work in a transaction, if the database has them: a standalone MongoDB has none. */
export async function inTransaction<T>(database: Pick<Database, "transaction">, work: () => Promise<T>): Promise<T> {
  try {
    return await database.transaction(work);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === "TRANSACTIONS_UNSUPPORTED") return work();
    throw error;
  }
}

/** For reads inside a transaction that decide what it writes. MongoDB has no locks: a transaction that met another fails or runs again. */
export function locksOf({ dialect }: Pick<Database, "dialect">): { readonly lock?: true } {
  return dialect === "mongodb" ? {} : { lock: true };
}
