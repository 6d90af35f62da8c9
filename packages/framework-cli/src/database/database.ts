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
   * On a standalone MongoDB there is none: it throws TRANSACTIONS_UNSUPPORTED.
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when the database answers. @throws DatabaseError UNAVAILABLE */
  ping(): Promise<void>;
  close(): Promise<void>;
}
