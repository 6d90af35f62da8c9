import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import type { Presence } from "../ddl/table-parts.js";
import { runSql, type SqlWriter } from "./sql-statement.js";

/** Asks the database's catalogue. */
export async function isPresent(executor: SqlExecutor, presence: Presence): Promise<boolean> {
  const { rows } = await runSql(executor, (sql) => catalogueQuery(sql, presence));
  return rows.length > 0 === presence.present;
}

function catalogueQuery(sql: SqlWriter, { kind, table, name = "" }: Presence): string {
  switch (sql.dialect) {
    case "sqlite":
      if (kind === "column") {
        return `SELECT 1 FROM pragma_table_xinfo(${sql.value(table)}) WHERE name = ${sql.value(name)}`;
      }
      if (kind === "constraint") {
        return `SELECT 1 FROM sqlite_master WHERE name = ${sql.value(table)} AND instr(sql, ${sql.value(`CONSTRAINT "${name}" `)}) > 0`;
      }
      return `SELECT 1 FROM sqlite_master WHERE type = ${sql.value(kind)} AND name = ${sql.value(kind === "table" ? table : name)}`;
    case "mssql":
      if (kind === "index") {
        return `SELECT 1 AS found FROM sys.indexes WHERE object_id = OBJECT_ID(${sql.value(sql.name(table))}) AND name = ${sql.value(name)}`;
      }
      return informationSchema(sql, "SCHEMA_NAME()", kind, table, name);
    case "oracle":
      if (kind === "table") return `SELECT 1 FROM user_tables WHERE table_name = ${sql.value(table)}`;
      if (kind === "column") {
        return `SELECT 1 FROM user_tab_columns WHERE table_name = ${sql.value(table)} AND column_name = ${sql.value(name)}`;
      }
      if (kind === "index") return `SELECT 1 FROM user_indexes WHERE index_name = ${sql.value(name)}`;
      return `SELECT 1 FROM user_constraints WHERE constraint_name = ${sql.value(name)}`;
    case "postgres":
      if (kind === "index") {
        return `SELECT 1 FROM pg_indexes WHERE schemaname = current_schema() AND tablename = ${sql.value(table)} AND indexname = ${sql.value(name)}`;
      }
      return informationSchema(sql, "current_schema()", kind, table, name);
    case "mysql":
    case "mariadb":
      if (kind === "index") {
        return `SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ${sql.value(table)} AND index_name = ${sql.value(name)}`;
      }
      return informationSchema(sql, "DATABASE()", kind, table, name);
  }
}

function informationSchema(
  sql: SqlWriter,
  schema: string,
  kind: "table" | "column" | "constraint",
  table: string,
  name: string,
): string {
  const from = { table: "tables", column: "columns", constraint: "table_constraints" }[kind];
  const named = kind === "table" ? "" : ` AND ${kind}_name = ${sql.value(name)}`;
  // Placeholders are numbered in the order of writing, so the table's comes last.
  return `SELECT 1 AS found FROM information_schema.${from} WHERE table_schema = ${schema}${named} AND table_name = ${sql.value(table)}`;
}
