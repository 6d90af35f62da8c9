import type { Entity } from "../entity/entity.js";
import type { Dialect } from "./dialect.js";
import type { Repository } from "./repository.js";

/** An open database with the entities it was opened for. Owns its connections until `close`. */
export interface Database {
  readonly dialect: Dialect;
  readonly entities: readonly Entity[];
  /** @throws DatabaseError UNKNOWN_ENTITY */
  repository(name: string): Repository;
  /**
   * All or nothing: what repositories do inside joins it, through `AsyncLocalStorage`. A call inside a transaction joins the outer one.
   * A statement that failed ends it: PostgreSQL and MongoDB take no further one, so let the error out and begin again.
   * On a standalone MongoDB there is none: it throws TRANSACTIONS_UNSUPPORTED.
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Sequelize itself over the same database, with the same models and associations, for what repositories cannot say. Not portable:
   * what is written with it may work on one database and not on another, its values are Sequelize's, and it has connections of its
   * own, so that it does not take part in `transaction`. Loaded when first asked for; `close` closes it, too.
   *
   * @example const sequelize = await database.sequelize<import("sequelize").Sequelize>();
   * @throws DatabaseError DRIVER_MISSING, SEQUELIZE_UNSUPPORTED on MongoDB and for SQLite in memory
   */
  sequelize<S = unknown>(): Promise<S>;
  /** Resolves when the database answers. @throws DatabaseError UNAVAILABLE */
  ping(): Promise<void>;
  close(): Promise<void>;
}
