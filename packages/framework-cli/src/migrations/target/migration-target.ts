import type { Dialect } from "../../database/dialect.js";
import type { Operation } from "../operation.js";
import type { Journal } from "./journal.js";
import type { LockStore } from "./lock-store.js";
import type { Rows } from "./rows.js";

/** A database that migrations run on. */
export interface MigrationTarget {
  readonly dialect: Dialect;
  /** Changes of structure roll back with the transaction that they are in. */
  readonly transactional: boolean;
  readonly journal: Journal;
  /** Absent where nobody else can reach the database (SQLite in memory). */
  readonly locks: LockStore | undefined;
  /**
   * All or nothing, as far as the database can.
   * @throws DatabaseError TRANSACTIONS_UNSUPPORTED
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Carries out one change of structure.
   * @param again it may have been carried out in part or whole, before a crash: what is done already is passed over
   */
  apply(operation: Operation, again: boolean): Promise<void>;
  /** What `apply` would do, as text. */
  explain(operation: Operation): readonly string[];
  /** Statements in the database's own language, for steps of migrations. */
  query(text: string, parameters?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  rows(table: string): Rows;
  /** Small texts of our own by name, kept in the database. */
  readonly state: StateStore;
  hasTable(name: string): Promise<boolean>;
  /** The database counts on after this value, where it does not see by itself that it was given. */
  countAfter(table: string, column: string, value: number): Promise<void>;
  /** Names in the table that sequelize-cli keeps (`SequelizeMeta`); none without such a table. */
  sequelizeMeta(): Promise<readonly string[]>;
  /** Called at the end of each transaction: finds what the database did not watch over in between. @throws MigrationError */
  verify(): Promise<void>;
  /** Runs a migration written for sequelize-cli inside the transaction. @throws MigrationError STRUCTURE_UNSUPPORTED */
  runSequelize(work: SequelizeWork, record: (journal: Journal) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface StateStore {
  read(name: string): Promise<string | undefined>;
  /** Calls inside the target's transaction belong to it. */
  write(name: string, text: string): Promise<void>;
}

/** `up` or `down` of a file for sequelize-cli. */
export type SequelizeWork = (queryInterface: unknown, Sequelize: unknown) => unknown;
