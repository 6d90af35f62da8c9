import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import type { FieldType } from "../../entity/field-type.js";
import { createTable } from "../ddl/create-table.js";
import type { Table } from "../tables/table.js";
import { runSql } from "./sql-statement.js";

/** Tables of this package's own begin like this; they belong to no model. */
export const OWN_PREFIX = "onespec_";

/** A table of our own: the first column is the key. */
export function ownTable(name: string, columns: Readonly<Record<string, FieldType>>): Table {
  return {
    name: `${OWN_PREFIX}${name}`,
    columns: Object.entries(columns).map(([name, type], index) => ({
      name,
      type,
      nullable: index > 0,
      primaryKey: index === 0,
      autoIncrement: false,
      default: undefined,
    })),
    indexes: [],
    foreignKeys: [],
    checks: [],
  };
}

/** Makes it where there is none. Of several processes that try at once, one succeeds and the others find it there. */
export async function ensureOwnTable(executor: SqlExecutor, table: Table): Promise<void> {
  if (await hasOwnTable(executor, table)) return;
  try {
    for (const sql of createTable(table, executor.dialect)) await executor.run(sql);
  } catch (error) {
    if (!(await hasOwnTable(executor, table))) throw error;
  }
}

export async function hasOwnTable(executor: SqlExecutor, { name }: Table): Promise<boolean> {
  const { rows } = await runSql(executor, (sql) => {
    switch (sql.dialect) {
      case "sqlite":
        return `SELECT name FROM sqlite_master WHERE type = 'table' AND name = ${sql.value(name)}`;
      case "postgres":
        return `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = ${sql.value(name)}`;
      case "mysql":
      case "mariadb":
        return `SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ${sql.value(name)}`;
      case "mssql":
        return `SELECT name FROM sys.tables WHERE schema_id = SCHEMA_ID() AND name = ${sql.value(name)}`;
      case "oracle":
        return `SELECT table_name FROM user_tables WHERE table_name = ${sql.value(name)}`;
    }
  });
  return rows.length > 0;
}
