import type { FindQuery, Row, Where } from "../../repository.js";
import { decodeRow, type EntityTable, type TableColumn } from "./entity-table.js";
import { orderSql } from "./order-sql.js";
import { checkPage, pageSql } from "./page-sql.js";
import type { RunSql } from "./run-sql.js";
import { Statement } from "./statement.js";
import { whereSql } from "./where-sql.js";

/** Reads the records of a query, without relations. @throws DatabaseError as `Repository.find` */
export async function selectRecords(
  table: EntityTable,
  columns: readonly TableColumn[],
  { where = {}, order = [], limit, offset }: FindQuery,
  run: RunSql,
): Promise<Row[]> {
  checkPage(limit, offset);
  const statement = new Statement(table.dialect);
  const condition = livingWhere(where, table, statement);
  const sorted = orderSql(order, table);
  if (limit === 0) return [];
  const text =
    `SELECT ${columnList(columns)} FROM ${table.quoted}` +
    `${condition === undefined ? "" : ` WHERE ${condition}`}` +
    `${sorted === "" ? "" : ` ORDER BY ${sorted}`}${pageSql(limit, offset, table.dialect, statement)}`;
  const { rows } = await run(text, statement.parameters);
  return rows.map((row) => decodeRow(row, columns));
}

/** The condition, and that the record was not removed; `undefined` for all records. */
export function livingWhere(where: Where, table: EntityTable, statement: Statement): string | undefined {
  const condition = whereSql(where, table, statement);
  if (table.deletedAt === undefined) return condition;
  const living = `${table.deletedAt.quoted} IS NULL`;
  return condition === undefined ? living : `${condition} AND ${living}`;
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
