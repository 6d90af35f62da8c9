import type { FindQuery, Row, Where } from "../../repository.js";
import { decodeRow, type EntityTable, type TableColumn } from "./entity-table.js";
import { orderSql } from "./order-sql.js";
import { checkPage, pageSql } from "./page-sql.js";
import { type RunSql, Statement } from "./run-sql.js";
import { whereSql } from "./where-sql.js";

/** Reads the records of a query, without relations. @throws DatabaseError as `Repository.find` */
export async function selectRecords(
  table: EntityTable,
  columns: readonly TableColumn[],
  { where = {}, order = [], limit, offset, lock = false }: FindQuery,
  run: RunSql,
): Promise<Row[]> {
  checkPage(limit, offset);
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

/** The columns of a query: those asked for and the primary key, else all but hidden ones. @throws DatabaseError UNKNOWN_FIELD */
export function columnsOf(fields: readonly string[] | undefined, table: EntityTable): readonly TableColumn[] {
  if (fields === undefined) return table.shown;
  for (const name of fields) table.column(name);
  return table.columns.filter(({ name, field }) => field.primaryKey || fields.includes(name));
}
