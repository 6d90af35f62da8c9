import type { SqlDialect } from "../dialect.js";

/**
 * Runs statements on one SQL database. Placeholders are the dialect's own: `?` (SQLite, MySQL, MariaDB), `$1` (PostgreSQL),
 * `@p1` (SQL Server), `:1` (Oracle). Values go to the driver as they are, rows come as the driver gives them: turning them into
 * records' values is the repository's work. Calls inside `transaction` run on its connection.
 */
export interface SqlExecutor {
  readonly dialect: SqlDialect;
  /** @throws DatabaseError, see Repository */
  run(sql: string, parameters?: readonly unknown[]): Promise<SqlResult>;
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** One more connection outside the pool, for a lock that must outlive what the others do. The caller closes it. */
  dedicated(): Promise<SqlExecutor>;
  close(): Promise<void>;
}

export interface SqlResult {
  readonly rows: readonly Record<string, unknown>[];
  /** Rows inserted, changed or deleted. */
  readonly affected: number;
  /** The counted key of the inserted row, where the driver tells it. */
  readonly insertId?: number | bigint;
}
