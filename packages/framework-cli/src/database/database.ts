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
   * Runs `work` in a transaction: all or nothing. Repositories, models and `sequelize.query` inside `work` use it
   * automatically, through `AsyncLocalStorage`. A nested call joins the outer transaction. After a failed statement,
   * PostgreSQL and MongoDB accept no further one, so do not catch the error inside; start again. A standalone MongoDB
   * has no transactions and throws TRANSACTIONS_UNSUPPORTED.
   * @throws DatabaseError WRITE_CONFLICT if another transaction changed the same records; run it again
   */
  transaction<T>(work: () => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Runs `work` after the current transaction is committed. It never runs after a rollback. Outside a transaction it
   * runs at once. If `work` throws, `transaction` throws the error, but the committed writes stay.
   */
  afterCommit(work: () => unknown): Promise<void>;
  /**
   * Sequelize with the same connections, transactions and models. Its queries may work on one database and fail on
   * another.
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
  /** How much the transaction sees of others. Default: the database's default. SQL only. */
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

/**
 * For reads inside a transaction whose result decides a write. MongoDB has no locks; there, a transaction that
 * conflicts with another fails or runs again.
 */
export function locksOf({ dialect }: Pick<Database, "dialect">): { readonly lock?: true } {
  return dialect === "mongodb" ? {} : { lock: true };
}
