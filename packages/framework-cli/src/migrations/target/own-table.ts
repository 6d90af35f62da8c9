import type { SqlDialect } from "../../database/dialect.js";
import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import { Statement } from "../../database/sql/statement.js";
import type { FieldType } from "../../entity/field-type.js";
import { createTable, type Presence } from "../ddl/table-parts.js";
import { emptyTable, plainColumn } from "../tables/table.js";
import type { Rows, RowValues } from "./migration-target.js";
import { sqlRows } from "./sql-rows.js";

/** Names of this package's own tables begin with this. They have no model. */
export const OWN_PREFIX = "onespec_";

/** A table of our own. */
export interface OwnTable {
  readonly name: string;
  readonly rows: Rows;
  /** Creates the table if it is missing. Several processes may try at once. */
  prepare(): Promise<void>;
  /** All rows. Empty if there is no table yet. */
  read(): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Adds a row, or puts it in place of the one with the same key. */
  put(row: RowValues): Promise<void>;
}

/** @param columns the first is the key */
export function ownTable(
  executor: SqlExecutor,
  shortName: string,
  columns: Readonly<Record<string, FieldType>>,
): OwnTable {
  const name = `${OWN_PREFIX}${shortName}`;
  const rows = sqlRows(executor, name);
  const [key = ""] = Object.keys(columns);
  const isThere = (): Promise<boolean> => isPresent(executor, { kind: "table", table: name, present: true });
  return {
    name,
    rows,
    async prepare() {
      if (await isThere()) return;
      const structure = Object.entries(columns).map(([column, type]) => ({
        ...plainColumn(column, type),
        nullable: column !== key,
        primaryKey: column === key,
      }));
      const table = { ...emptyTable(name), columns: structure };
      try {
        for (const sql of createTable(table, executor.dialect)) await executor.run(sql);
      } catch (error) {
        if (!(await isThere())) throw error;
      }
    },
    read: async () => ((await isThere()) ? rows.find() : []),
    async put(row) {
      await executor.transaction(async () => {
        await rows.delete({ [key]: row[key] });
        await rows.insert(row);
      });
    },
  };
}

/**
 * Asks the database's catalogue. A view counts as a table. Parts of tables are checked only on databases that cannot
 * roll back structure: MySQL, MariaDB and Oracle.
 */
export async function isPresent(executor: SqlExecutor, presence: Presence): Promise<boolean> {
  const statement = new Statement(executor.dialect);
  const { rows } = await executor.run(catalogueQuery(statement, presence), statement.parameters);
  return rows.length > 0 === presence.present;
}

function catalogueQuery(sql: Statement, { kind, table, name = "" }: Presence): string {
  const { dialect } = sql;
  if (dialect === "sqlite")
    return `SELECT 1 FROM sqlite_master WHERE type IN ('table', 'view') AND name = ${sql.bind(table)}`;
  if (dialect === "postgres" && kind === "table")
    return `SELECT 1 FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND relname = ${sql.bind(table)} AND relnamespace = current_schema()::text::regnamespace`;
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
