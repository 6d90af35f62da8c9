import type { SqlDialect } from "../../database/dialect.js";
import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import { Statement } from "../../database/sql/statement.js";
import type { Presence } from "../ddl/table-parts.js";

/** Asks the database's catalogue. Parts of tables are known where structure does not roll back: on MySQL, MariaDB and Oracle. */
export async function isPresent(executor: SqlExecutor, presence: Presence): Promise<boolean> {
  const statement = new Statement(executor.dialect);
  const { rows } = await executor.run(catalogueQuery(statement, presence), statement.parameters);
  return rows.length > 0 === presence.present;
}

function catalogueQuery(sql: Statement, { kind, table, name = "" }: Presence): string {
  const { dialect } = sql;
  if (dialect === "sqlite") return `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ${sql.bind(table)}`;
  const isTable = `table_name = ${sql.bind(table)}`;
  const isPart = kind === "table" ? "" : ` AND ${kind}_name = ${sql.bind(name)}`;
  if (dialect === "oracle") return `SELECT 1 FROM ${ORACLE_VIEWS[kind]} WHERE ${isTable}${isPart}`;
  const isOurs = ` AND table_schema = ${SCHEMAS[dialect]}`;
  return `SELECT 1 AS found FROM information_schema.${VIEWS[kind]} WHERE ${isTable}${isPart}${isOurs}`;
}

const VIEWS = { table: "tables", column: "columns", index: "statistics", constraint: "table_constraints" } as const;
const ORACLE_VIEWS = {
  table: "user_tables",
  column: "user_tab_columns",
  index: "user_indexes",
  constraint: "user_constraints",
} as const;

const SCHEMAS: Readonly<Record<Exclude<SqlDialect, "sqlite" | "oracle">, string>> = {
  postgres: "current_schema()",
  mysql: "DATABASE()",
  mariadb: "DATABASE()",
  mssql: "SCHEMA_NAME()",
};
