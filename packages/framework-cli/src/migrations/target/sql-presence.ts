import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import { Statement } from "../../database/sql/statement.js";
import type { Presence } from "../ddl/table-parts.js";

/** Asks the database's catalogue. */
export async function isPresent(executor: SqlExecutor, presence: Presence): Promise<boolean> {
  const statement = new Statement(executor.dialect);
  const { rows } = await executor.run(catalogueQuery(statement, presence), statement.parameters);
  return rows.length > 0 === presence.present;
}

function catalogueQuery(sql: Statement, { kind, table, name = "" }: Presence): string {
  switch (sql.dialect) {
    case "sqlite":
      if (kind === "column") {
        return `SELECT 1 FROM pragma_table_xinfo(${sql.bind(table)}) WHERE name = ${sql.bind(name)}`;
      }
      if (kind === "constraint") {
        return `SELECT 1 FROM sqlite_master WHERE name = ${sql.bind(table)} AND instr(sql, ${sql.bind(`CONSTRAINT "${name}" `)}) > 0`;
      }
      return `SELECT 1 FROM sqlite_master WHERE type = ${sql.bind(kind)} AND name = ${sql.bind(kind === "table" ? table : name)}`;
    case "mssql":
      if (kind === "index") {
        return `SELECT 1 AS found FROM sys.indexes WHERE object_id = OBJECT_ID(${sql.bind(sql.name(table))}) AND name = ${sql.bind(name)}`;
      }
      return informationSchema(sql, "SCHEMA_NAME()", kind, table, name);
    case "oracle":
      if (kind === "table") return `SELECT 1 FROM user_tables WHERE table_name = ${sql.bind(table)}`;
      if (kind === "column") {
        return `SELECT 1 FROM user_tab_columns WHERE table_name = ${sql.bind(table)} AND column_name = ${sql.bind(name)}`;
      }
      if (kind === "index") return `SELECT 1 FROM user_indexes WHERE index_name = ${sql.bind(name)}`;
      return `SELECT 1 FROM user_constraints WHERE constraint_name = ${sql.bind(name)}`;
    case "postgres":
      if (kind === "index") {
        return `SELECT 1 FROM pg_indexes WHERE schemaname = current_schema() AND tablename = ${sql.bind(table)} AND indexname = ${sql.bind(name)}`;
      }
      return informationSchema(sql, "current_schema()", kind, table, name);
    case "mysql":
    case "mariadb":
      if (kind === "index") {
        return `SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ${sql.bind(table)} AND index_name = ${sql.bind(name)}`;
      }
      return informationSchema(sql, "DATABASE()", kind, table, name);
  }
}

function informationSchema(
  sql: Statement,
  schema: string,
  kind: "table" | "column" | "constraint",
  table: string,
  name: string,
): string {
  const from = { table: "tables", column: "columns", constraint: "table_constraints" }[kind];
  const named = kind === "table" ? "" : ` AND ${kind}_name = ${sql.bind(name)}`;
  // Placeholders are numbered in the order of writing, so the table's comes last.
  return `SELECT 1 AS found FROM information_schema.${from} WHERE table_schema = ${schema}${named} AND table_name = ${sql.bind(table)}`;
}
