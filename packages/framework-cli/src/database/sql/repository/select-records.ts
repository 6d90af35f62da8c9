import { isMysql, type SqlDialect } from "../../dialect.js";
import { readOrder } from "../../field-table.js";
import type { FindQuery, OrderBy, Row, Where } from "../../repository.js";
import { Statement } from "../statement.js";
import { decodeRow, type EntityTable, type TableColumn } from "./entity-table.js";
import type { RunSql } from "./error-in-fields.js";
import { byCodePoint, isLob, isLongDecimalText, isText, whereSql } from "./where-sql.js";

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

/** The condition, limited to records that are not removed and are in the default scope. `undefined` for all records. */
export function livingWhere(where: Where, table: EntityTable, statement: Statement): string | undefined {
  const { deletedAt } = table;
  const scope = table.scope?.();
  const parts = [
    whereSql(where, table, statement),
    deletedAt && `${deletedAt.quoted} IS NULL`,
    scope === undefined ? undefined : `(${scope})`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(" AND ");
}

/** On SQL Server a lock is a hint at the table. */
export function lockedTable({ quoted, dialect }: EntityTable, lock: boolean): string {
  return lock && dialect === "mssql" ? `${quoted} WITH (UPDLOCK, ROWLOCK)` : quoted;
}

/** SQLite runs transactions one after another, so no lock is needed. */
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
  if (limit === undefined && !offset) return "";
  if (dialect === "mssql" || dialect === "oracle") {
    const from = dialect === "oracle" && !offset ? "" : ` OFFSET ${statement.bind(offset ?? 0)} ROWS`;
    return limit === undefined ? from : `${from} FETCH NEXT ${statement.bind(limit)} ROWS ONLY`;
  }
  // mysql2 sends numbers as doubles, which LIMIT does not take. They are checked whole numbers.
  const bind = (count: number): string => (isMysql(dialect) ? String(count) : statement.bind(count));
  const all = { postgres: "", sqlite: " LIMIT -1", mysql: ALL_OF_MYSQL, mariadb: ALL_OF_MYSQL }[dialect];
  return `${limit === undefined ? all : ` LIMIT ${bind(limit)}`}${offset ? ` OFFSET ${bind(offset)}` : ""}`;
}

const ALL_OF_MYSQL = " LIMIT 18446744073709551615";

/**
 * The terms of ORDER BY. The primary key comes last, so that pages neither overlap nor miss records. Texts are ordered
 * by code point. Nulls come last in both directions.
 * @throws DatabaseError UNKNOWN_FIELD, VALUE_REFUSED a field that has no order
 */
function orderSql(order: readonly OrderBy[], table: EntityTable): string {
  const sorted = readOrder(order, table);
  const parts = [...sorted].map(([column, direction]) => termSql(column, direction, table));
  if ([...sorted.keys()].some((column) => isUnique(column, table))) return parts.join(", ");
  const keys = table.keys.filter((key) => !sorted.has(key)).map((key) => termSql(key, "asc", table));
  return [...parts, ...keys].join(", ");
}

function isUnique({ field }: TableColumn, table: EntityTable): boolean {
  return !field.nullable && (field.unique || (field.primaryKey && table.keys.length === 1));
}

function termSql(column: TableColumn, direction: "asc" | "desc", table: EntityTable): string {
  const way = direction === "desc" ? " DESC" : "";
  const key = sortKey(column, table);
  if (!column.field.nullable) return `${key}${way}`;
  return nullsLast(key, column.quoted, direction, table.dialect);
}

function sortKey(column: TableColumn, table: EntityTable): string {
  if (table.dialect === "postgres" && isText(column.field.type.kind)) return byCodePoint(column);
  // Oracle cannot sort a CLOB, so only the first thousand characters count.
  if (table.dialect === "oracle" && isLob(column)) return `DBMS_LOB.SUBSTR(${column.quoted}, 1000, 1)`;
  if (isLongDecimalText(column, table)) return `CAST(${column.quoted} AS REAL)`;
  return column.quoted;
}

/** Only where the database has another default. Otherwise an index could not serve the order. */
function nullsLast(key: string, quoted: string, direction: "asc" | "desc", dialect: SqlDialect): string {
  if (direction === "desc") return `${key} DESC${dialect === "postgres" || dialect === "oracle" ? " NULLS LAST" : ""}`;
  if (dialect === "sqlite") return `${key} NULLS LAST`;
  if (isMysql(dialect)) return `${quoted} IS NULL, ${key}`;
  return dialect === "mssql" ? `CASE WHEN ${quoted} IS NULL THEN 1 ELSE 0 END, ${key}` : key;
}
