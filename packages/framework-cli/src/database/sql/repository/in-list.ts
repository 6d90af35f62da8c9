import type { SqlDialect } from "../../dialect.js";
import { MOST_PARAMETERS, type Statement } from "../statement.js";
import type { TableColumn } from "./entity-table.js";

/** Oracle takes no more in one list. */
const ORACLE_LIST = 1000;
/** From here on SQLite gets the list as one JSON text. */
const SQLITE_LIST = 1024;

/**
 * `column IN (...)` over encoded values, at least one. Lists are filled up with their last value to the next power of two, so that
 * lists of any length need few different statements.
 */
export function inList(
  column: TableColumn,
  values: readonly unknown[],
  negated: boolean,
  dialect: SqlDialect,
  statement: Statement,
): string {
  const { quoted } = column;
  if (dialect === "postgres") {
    const list = statement.bind(values);
    // Beyond the column's range a number still compares.
    const cast = column.field.type.kind === "integer" || column.field.type.kind === "bigint" ? "::bigint[]" : "";
    return negated ? `${quoted} <> ALL(${list}${cast})` : `${quoted} = ANY(${list}${cast})`;
  }
  const operator = negated ? "NOT IN" : "IN";
  if (dialect === "sqlite" && values.length > SQLITE_LIST) {
    const items = values.map((value) => (typeof value === "bigint" ? value.toString() : JSON.stringify(value)));
    return `${quoted} ${operator} (SELECT value FROM json_each(${statement.bind(`[${items.join(",")}]`)}))`;
  }
  const size = Math.min(dialect === "oracle" ? ORACLE_LIST : MOST_PARAMETERS[dialect], powerOfTwo(values.length));
  const lists: string[] = [];
  for (let start = 0; start < values.length; start += size) {
    const placeholders: string[] = [];
    for (let index = start; index < start + size; index += 1) {
      placeholders.push(element(column, statement.bind(values[Math.min(index, values.length - 1)]), dialect));
    }
    lists.push(`${quoted} ${operator} (${placeholders.join(", ")})`);
  }
  return lists.length === 1 ? (lists[0] ?? "") : `(${lists.join(negated ? " AND " : " OR ")})`;
}

function element({ field: { type } }: TableColumn, bound: string, dialect: SqlDialect): string {
  const isMysql = dialect === "mysql" || dialect === "mariadb";
  if (isMysql && type.kind === "decimal") return `CAST(${bound} AS DECIMAL(65,30))`;
  if (isMysql && type.kind === "bigint") return `CAST(${bound} AS SIGNED)`;
  if (dialect === "mssql" && type.kind === "decimal") return `CAST(${bound} AS DECIMAL(38,10))`;
  return bound;
}

function powerOfTwo(count: number): number {
  return count <= 1 ? 1 : 2 ** Math.ceil(Math.log2(count));
}
