import type { SqlDialect } from "../../database/dialect.js";
import { quoteName } from "../../database/sql/statement.js";
import type { JsonValue } from "../../entity/entity.js";
import type { FieldType } from "../../entity/field-type.js";
import type { Column } from "../tables/table.js";
import { literal } from "./literal.js";
import type { Statement } from "./table-parts.js";

export interface FillRows {
  readonly fill?: JsonValue;
  readonly distinct?: boolean;
}

/** Sets a value in rows without one. A second run changes nothing. */
export function fillRows(
  table: string,
  column: Column,
  { fill, distinct }: FillRows,
  dialect: SqlDialect,
): Statement[] {
  const place = quoteName(table, dialect);
  const name = quoteName(column.name, dialect);
  if (distinct) return [{ sql: number(place, name, column.type, dialect) }];
  if (fill === undefined) return [];
  const value = literal(fill, column.type, dialect, `${table}.${column.name}`);
  return [{ sql: `UPDATE ${place} SET ${name} = ${value} WHERE ${name} IS NULL` }];
}

/** 1, 2, 3 ... in no particular order, as the column's type spells them. */
function number(table: string, column: string, type: FieldType, dialect: SqlDialect): string {
  switch (dialect) {
    case "sqlite":
      return `UPDATE ${table} SET ${column} = ${numberAs("rowid", type, dialect)} WHERE ${column} IS NULL`;
    case "postgres":
      return `UPDATE ${table} t SET ${column} = ${numberAs("s.n", type, dialect)} FROM (SELECT ctid AS place, ROW_NUMBER() OVER () AS n FROM ${table}) s WHERE t.ctid = s.place AND t.${column} IS NULL`;
    case "mysql":
    case "mariadb":
      return `UPDATE ${table} JOIN (SELECT @onespec_row := 0) counter SET ${column} = ${numberAs("(@onespec_row := @onespec_row + 1)", type, dialect)} WHERE ${column} IS NULL`;
    case "mssql":
      return `WITH s AS (SELECT ${column}, ROW_NUMBER() OVER (ORDER BY (SELECT 1)) AS n FROM ${table}) UPDATE s SET ${column} = ${numberAs("n", type, dialect)} WHERE ${column} IS NULL`;
    case "oracle":
      return `UPDATE ${table} SET ${column} = ${numberAs("ROWNUM", type, dialect)} WHERE ${column} IS NULL`;
  }
}

/** A number as a value of the type. For a UUID, the number is at its end. */
export function numberAs(expression: string, { kind }: FieldType, dialect: SqlDialect): string {
  const isText = kind === "string" || kind === "text";
  if (!isText && kind !== "uuid") return expression;
  const start = "00000000-0000-4000-8000-";
  switch (dialect) {
    case "sqlite":
      return kind === "uuid" ? `printf('${start}%012d', ${expression})` : `CAST(${expression} AS TEXT)`;
    case "postgres":
      return kind === "uuid" ? `('${start}' || LPAD(${expression}::text, 12, '0'))::uuid` : `${expression}::text`;
    case "mysql":
    case "mariadb":
      return kind === "uuid" ? `CONCAT('${start}', LPAD(${expression}, 12, '0'))` : `CAST(${expression} AS CHAR)`;
    case "mssql":
      return kind === "uuid"
        ? `'${start}' + RIGHT('000000000000' + CAST(${expression} AS VARCHAR(12)), 12)`
        : `CAST(${expression} AS NVARCHAR(20))`;
    case "oracle":
      return kind === "uuid" ? `'${start}' || LPAD(${expression}, 12, '0')` : `TO_CHAR(${expression})`;
  }
}
