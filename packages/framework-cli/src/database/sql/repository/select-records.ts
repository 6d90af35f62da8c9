import type { SqlDialect } from "../../dialect.js";
import type { FindQuery, Row, Where } from "../../repository.js";
import { Statement } from "../statement.js";
import { decodeRow, type EntityTable, type TableColumn } from "./entity-table.js";
import type { RunSql } from "./error-in-fields.js";
import { orderSql } from "./order-sql.js";
import { whereSql } from "./where-sql.js";

/** Reads the records of a query, without relations. @throws DatabaseError as `Repository.find` */
export async function selectRecords(
  table: EntityTable,
  columns: readonly TableColumn[],
  { where = {}, order = [], limit, offset, lock = false }: FindQuery,
  run: RunSql,
): Promise<Row[]> {
  const statement = new Statement(table.dialect);
  const condition = livingWhere(where, table, statement);
  const sorted = orderSql(order, table);
  if (limit === 0) return [];
  const text =
    `SELECT ${columnList(columns)} FROM ${lockedTable(table, lock)}` +
    `${condition === undefined ? "" : ` WHERE ${condition}`}` +
    `${sorted === "" ? "" : ` ORDER BY ${sorted}`}${pageSql(limit, offset, table.dialect, statement)}${lockSql(table, lock)}`;
  const { rows } = await run(text, statement.parameters);
  return rows.map((row) => decodeRow(row, columns));
}

/** The condition, and that the record was not removed and is in the default scope; `undefined` for all records. */
export function livingWhere(where: Where, table: EntityTable, statement: Statement): string | undefined {
  const parts = [whereSql(where, table, statement), ...livingParts(table)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(" AND ");
}

/** Conditions that every record meets that is there for readers. */
export function livingParts({ deletedAt, scope }: EntityTable): readonly string[] {
  const condition = scope?.();
  return [
    ...(deletedAt === undefined ? [] : [`${deletedAt.quoted} IS NULL`]),
    ...(condition === undefined ? [] : [`(${condition})`]),
  ];
}

/** On SQL Server a lock is a hint at the table. */
export function lockedTable({ quoted, dialect }: EntityTable, lock: boolean): string {
  return lock && dialect === "mssql" ? `${quoted} WITH (UPDLOCK, ROWLOCK)` : quoted;
}

/** SQLite's transactions come one after another. */
export function lockSql({ dialect }: EntityTable, lock: boolean): string {
  return lock && dialect !== "mssql" && dialect !== "sqlite" ? " FOR UPDATE" : "";
}

export function columnList(columns: readonly TableColumn[]): string {
  return columns.map((column) => column.selected).join(", ");
}

/** The text after ORDER BY ..., with a leading space; empty for all records. `limit` is not 0. */
function pageSql(
  limit: number | undefined,
  offset: number | undefined,
  dialect: SqlDialect,
  statement: Statement,
): string {
  const skip = offset === undefined || offset === 0 ? undefined : offset;
  if (limit === undefined && skip === undefined) return "";
  switch (dialect) {
    case "sqlite":
    case "postgres": {
      const take = limit === undefined ? (dialect === "sqlite" ? " LIMIT -1" : "") : ` LIMIT ${statement.bind(limit)}`;
      return `${take}${skip === undefined ? "" : ` OFFSET ${statement.bind(skip)}`}`;
    }
    // mysql2 sends numbers as doubles, which LIMIT does not take. They are checked whole numbers.
    case "mysql":
    case "mariadb":
      return ` LIMIT ${limit ?? "18446744073709551615"}${skip === undefined ? "" : ` OFFSET ${skip}`}`;
    case "mssql":
    case "oracle": {
      const from = dialect === "oracle" && skip === undefined ? "" : ` OFFSET ${statement.bind(skip ?? 0)} ROWS`;
      return limit === undefined ? from : `${from} FETCH NEXT ${statement.bind(limit)} ROWS ONLY`;
    }
  }
}
