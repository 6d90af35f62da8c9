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
   * All or nothing, as far as the database can.
   * @throws DatabaseError TRANSACTIONS_UNSUPPORTED
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Carries out one change of structure.
   * @param again it may have been carried out in part or whole, before a crash: what is done already is passed over
   */
  apply(operation: Operation, again: boolean, former?: FormerTables): Promise<void>;
  /** Lists what `apply` would do, and executes nothing. */
  explainer(): Promise<Explainer>;
  /** Statements in the database's own language, for steps of migrations. */
  query(text: string, parameters?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  rows(table: string): Rows;
  /** Small texts of our own by name, kept in the database. */
  readonly state: StateStore;
  hasTable(name: string): Promise<boolean>;
  /** How the database differs from tables, changing nothing; none on SQL Server and Oracle, whose catalogues are not read. */
  drift(tables: readonly Table[]): Promise<readonly Drift[]>;
  /** Columns that tables in the database lack, as `users.age`; none on MongoDB, SQL Server and Oracle. */
  absentColumns(tables: readonly Table[]): Promise<readonly string[]>;
  /** The database counts on after this value, where it does not see by itself that it was given. */
  countAfter(table: string, column: string, value: number): Promise<void>;
  /** Called at the end of each transaction: finds what the database did not watch over in between. @throws MigrationError */
  verify(): Promise<void>;
  /** On the connection of the migrations, in their transaction. @throws DatabaseError SEQUELIZE_UNSUPPORTED on MongoDB */
  sequelize(): Sequelize;
  close(): Promise<void>;
}

/** The tables that the migrations so far lead to; read only when something is dropped that the database has under no such name. */
export type FormerTables = () => Promise<readonly Table[]>;

/** Explains operations one after the other: each as if those before it had been applied. The caller closes it. */
export interface Explainer {
  /** The statements, or a comment where they cannot be known. */
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
  /** Migrations of one run have the same; counts from 1. */
  readonly batch: number;
  readonly state: JournalState;
  /** Where structure does not roll back: the steps that are done, by their labels. */
  readonly steps: readonly string[];
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly finishedAt: string | undefined;
  /** The process that ran it: `shop@host1 (process 4711)`. */
  readonly holder: string;
  /** The error that stopped it. */
  readonly error: string | undefined;
}

/** `running` and `undoing` outlive a crash; `failed` means that an error interrupted it. */
export type JournalState = "applied" | "running" | "failed" | "undoing";

/** The bookkeeping. Calls inside the target's transaction belong to it. */
export interface Journal {
  /** Makes its table where there is none. */
  prepare(): Promise<void>;
  /** In the order of names; none when there is no table yet. */
  read(): Promise<readonly JournalEntry[]>;
  /** Adds it or puts it in place of the one with the same name. */
  write(entry: JournalEntry): Promise<void>;
  /** Also from the table of sequelize-cli: what was undone is not taken over again. */
  remove(name: string): Promise<void>;
  /** The migrations in the table that sequelize-cli keeps (`SequelizeMeta`); none without such a table. */
  sequelizeMeta(): Promise<readonly string[]>;
}

/** The process that holds the lock of a database. */
export interface LockHolder {
  readonly token: string;
  /** `shop@host1 (process 4711)` */
  readonly holder: string;
  /** Names the machine and what its process ids count in. */
  readonly host: string;
  readonly pid: number;
  /** Counts up while the holder lives. */
  readonly beat: number;
  /** ISO 8601, UTC. */
  readonly since: string;
}

/** One lock, kept in the database. Each call is atomic. */
export interface LockStore {
  /** Makes its table where there is none. */
  prepare(): Promise<void>;
  read(): Promise<LockHolder | undefined>;
  /** @returns false when somebody has it */
  take(holder: LockHolder): Promise<boolean>;
  /** In place of a dead holder. @returns false when the lock is no longer that holder's */
  takeOver(from: LockHolder, holder: LockHolder): Promise<boolean>;
  /** Counts one up. Inside the target's transaction where there is one. @returns false when the lock is somebody else's by now */
  beat(token: string): Promise<boolean>;
  release(token: string): Promise<void>;
  /** Whether `beat` may be called while a transaction is under way elsewhere; SQLite has one writer only. */
  readonly beatsInBetween: boolean;
}

/** The rows of a table for steps of migrations: columns as the table spells them, values as JavaScript has them. */
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
