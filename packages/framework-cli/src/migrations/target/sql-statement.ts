import type { SqlDialect } from "../../database/dialect.js";
import { quoteName } from "../../database/sql/quote.js";
import { placeholder } from "../../database/sql/repository/run-sql.js";
import type { SqlExecutor, SqlResult } from "../../database/sql/sql-executor.js";

/**
 * Runs a statement with values in place.
 * @example runSql(executor, (sql) => `DELETE FROM ${sql.name("jobs")} WHERE id = ${sql.value(7)}`)
 */
export function runSql(executor: SqlExecutor, write: (sql: SqlWriter) => string): Promise<SqlResult> {
  const parameters: unknown[] = [];
  const { dialect } = executor;
  const text = write({
    dialect,
    name: (name) => quoteName(name, dialect),
    value: (value) => {
      parameters.push(value);
      return placeholder(dialect, parameters.length);
    },
  });
  return executor.run(text, parameters);
}

export interface SqlWriter {
  readonly dialect: SqlDialect;
  name(name: string): string;
  value(value: unknown): string;
}
