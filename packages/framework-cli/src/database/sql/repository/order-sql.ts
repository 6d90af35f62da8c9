import type { SqlDialect } from "../../dialect.js";
import { readOrder } from "../../field-table.js";
import type { OrderBy } from "../../repository.js";
import type { EntityTable, TableColumn } from "./entity-table.js";
import { isLob, isLongDecimalText, isText } from "./where-sql.js";

/**
 * The terms of ORDER BY. The primary key comes last, so that pages neither overlap nor leave records out; texts go by code
 * point, nulls come last in both directions.
 *
 * @throws DatabaseError UNKNOWN_FIELD, VALUE_REFUSED a field that has no order
 */
export function orderSql(order: readonly OrderBy[], table: EntityTable): string {
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
  if (table.dialect === "postgres" && isText(column.field.type.kind)) return `${column.quoted} COLLATE "C"`;
  // To a thousand characters: Oracle sorts no CLOB.
  if (table.dialect === "oracle" && isLob(column)) return `DBMS_LOB.SUBSTR(${column.quoted}, 1000, 1)`;
  if (isLongDecimalText(column, table)) return `CAST(${column.quoted} AS REAL)`;
  return column.quoted;
}

/** Said only where the database would do otherwise, so that an index can serve the order. */
function nullsLast(key: string, quoted: string, direction: "asc" | "desc", dialect: SqlDialect): string {
  const way = direction === "desc" ? " DESC" : "";
  switch (dialect) {
    case "sqlite":
      return direction === "asc" ? `${key} NULLS LAST` : `${key} DESC`;
    case "postgres":
    case "oracle":
      return direction === "asc" ? key : `${key} DESC NULLS LAST`;
    case "mysql":
    case "mariadb":
      return direction === "asc" ? `${quoted} IS NULL, ${key}` : `${key} DESC`;
    case "mssql":
      return direction === "asc" ? `CASE WHEN ${quoted} IS NULL THEN 1 ELSE 0 END, ${key}` : `${key}${way}`;
  }
}
