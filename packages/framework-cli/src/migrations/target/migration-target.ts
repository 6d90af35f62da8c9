import type { Sequelize } from "sequelize";
import type { Dialect } from "../../database/dialect.js";
import type { Drift } from "../introspect/expected-tables.js";
import type { Operation } from "../tables/operation.js";
import type { Table } from "../tables/table.js";

/** A database that migrations run on. */
export interface MigrationTarget {
  readonly dialect: Dialect;
  /** Changes of structure roll back with the transaction that they are in. */
  readonly transactional: boolean;
  readonly journal: Journal;
  /** Absent if no other process can reach the database (SQLite in memory). */
  readonly locks: LockStore | undefined;
  /**
   * Runs `work` in a transaction, as far as the database supports it. @throws DatabaseError TRANSACTIONS_UNSUPPORTED
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Carries out one change of structure.
   * @param again true if a crash may have interrupted an earlier attempt; parts that are done are skipped
   */
  apply(operation: Operation, again: boolean, former?: FormerTables): Promise<void>;
  /** Shows what `apply` would do, without executing it. */
  explainer(): Promise<Explainer>;
  /** Statements in the database's own language, for steps of migrations. */
  query(text: string, parameters?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  rows(table: string): Rows;
  /** Small texts of this package, by name, in the database. */
  readonly state: StateStore;
  hasTable(name: string): Promise<boolean>;
  /**
   * Compares the database with tables, without changing anything. Empty on SQL Server and Oracle, whose catalogues are
   * not read.
   */
  drift(tables: readonly Table[]): Promise<readonly Drift[]>;
  /** Columns that tables in the database lack, as `users.age`; none on MongoDB, SQL Server and Oracle. */
  absentColumns(tables: readonly Table[]): Promise<readonly string[]>;
  /** Makes the database count on after this value, if it does not do so itself. */
  countAfter(table: string, column: string, value: number): Promise<void>;
  /**
   * Called at the end of each transaction. Finds violations that the database did not check meanwhile. @throws
   * MigrationError
   */
  verify(): Promise<void>;
  /** On the connection of the migrations, in their transaction. @throws DatabaseError SEQUELIZE_UNSUPPORTED on MongoDB */
  sequelize(): Sequelize;
  close(): Promise<void>;
}

/**
 * Returns the tables after the migrations so far. Called only if a part to drop does not have the expected name in the
 * database.
 */
export type FormerTables = () => Promise<readonly Table[]>;

/** Explains operations one after the other: each as if those before it had been applied. The caller closes it. */
export interface Explainer {
  /** The statements. If they cannot be known, a comment. */
  explain(operation: Operation, former?: FormerTables): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface StateStore {
  read(name: string): Promise<string | undefined>;
  /** Calls inside the target's transaction belong to it. */
  write(name: string, text: string): Promise<void>;
}

/** The database's record of one migration. */
export interface JournalEntry {
  readonly name: string;
  /** Checksum of the file that was run, see `MigrationFile`. */
  readonly checksum: string;
  /** The number of the run, from 1. All migrations of one run have the same. */
  readonly batch: number;
  readonly state: JournalState;
  /** On databases that cannot roll back structure: labels of the finished steps. */
  readonly steps: readonly string[];
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly finishedAt: string | undefined;
  /** The process that ran it: `shop@host1 (process 4711)`. */
  readonly holder: string;
  /** The error that stopped it. */
  readonly error: string | undefined;
}

/** `running` and `undoing` remain after a crash. `failed`: an error interrupted it. */
export type JournalState = "applied" | "running" | "failed" | "undoing";

/** The bookkeeping. Calls inside the target's transaction belong to it. */
export interface Journal {
  /** Creates its table if it is missing. */
  prepare(): Promise<void>;
  /** All entries, ordered by name. Empty if there is no table yet. */
  read(): Promise<readonly JournalEntry[]>;
  /** Adds it or puts it in place of the one with the same name. */
  write(entry: JournalEntry): Promise<void>;
  /** Also removes it from sequelize-cli's table, so that it is not copied again. */
  remove(name: string): Promise<void>;
  /** The migrations in sequelize-cli's table (`SequelizeMeta`). Empty without such a table. */
  sequelizeMeta(): Promise<readonly string[]>;
}

/** The process that has the lock of a database. */
export interface LockHolder {
  readonly token: string;
  /** `shop@host1 (process 4711)` */
  readonly holder: string;
  /** Identifies the machine, and the namespace of its process ids. */
  readonly host: string;
  readonly pid: number;
  /** Counts up while the holder lives. */
  readonly beat: number;
  /** ISO 8601, UTC. */
  readonly since: string;
}

/** The lock in the database. Each call is atomic. */
export interface LockStore {
  /** Creates its table if it is missing. */
  prepare(): Promise<void>;
  read(): Promise<LockHolder | undefined>;
  /** @returns false if another process has it */
  take(holder: LockHolder): Promise<boolean>;
  /** In place of a dead holder. @returns false when the lock is no longer that holder's */
  takeOver(from: LockHolder, holder: LockHolder): Promise<boolean>;
  /**
   * Increases the counter. Runs inside the target's transaction if there is one. @returns false if another process now
   * has the lock
   */
  beat(token: string): Promise<boolean>;
  release(token: string): Promise<void>;
  /** True if `beat` can run during a transaction on another connection. SQLite has only one writer. */
  readonly beatsInBetween: boolean;
}

/** The rows of a table, for steps of migrations. Names are those of the columns; values are JavaScript values. */
export interface Rows {
  find(where?: RowFilter): Promise<readonly Record<string, unknown>[]>;
  count(where?: RowFilter): Promise<number>;
  insert(rows: RowValues | readonly RowValues[]): Promise<number>;
  /** @returns how many were changed */
  update(where: RowFilter, values: RowValues): Promise<number>;
  delete(where: RowFilter): Promise<number>;
}

/** Every column must equal its value, be one of a list, or be null. */
export type RowFilter = Readonly<Record<string, unknown>>;

export type RowValues = Readonly<Record<string, unknown>>;
