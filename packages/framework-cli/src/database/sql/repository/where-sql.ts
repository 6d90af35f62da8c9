import { refusedValue } from "../../field-table.js";
import {
  type CompareOperator,
  type ConditionWriter,
  comparableValue,
  readWhere,
  type SearchOperator,
} from "../../read-where.js";
import type { Where } from "../../repository.js";
import { EXACT_DIGITS } from "../column-type.js";
import { MOST_PARAMETERS, type Statement } from "../statement.js";
import { type EntityTable, encode, type TableColumn } from "./entity-table.js";
import { inList } from "./in-list.js";
import { containsText, likeText, startsWithText } from "./text-search.js";

/** A condition as SQL, see `readWhere`. */
export function whereSql(where: Where, table: EntityTable, statement: Statement): string | undefined {
  return readWhere(where, table.entity, table.field, new SqlConditions(table, statement));
}

const SIGNS = { eq: "=", ne: "<>", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

class SqlConditions implements ConditionWriter<TableColumn, string> {
  readonly always = "1 = 1";
  readonly never = "1 = 0";
  readonly #table: EntityTable;
  readonly #statement: Statement;

  constructor(table: EntityTable, statement: Statement) {
    this.#table = table;
    this.#statement = statement;
  }

  both(parts: readonly string[]): string {
    return parts.join(" AND ");
  }

  group(kind: "and" | "or", parts: readonly string[]): string {
    return `(${parts.map((part) => `(${part})`).join(kind === "and" ? " AND " : " OR ")})`;
  }

  not(part: string): string {
    return `CASE WHEN ${part} THEN 0 ELSE 1 END = 1`;
  }

  isNull({ quoted }: TableColumn, yes: boolean): string {
    return yes ? `${quoted} IS NULL` : `${quoted} IS NOT NULL`;
  }

  compare(column: TableColumn, operator: CompareOperator, value: unknown): string {
    const sign = SIGNS[operator];
    const { dialect } = this.#table;
    if (dialect === "oracle" && isLob(column)) {
      const bound = this.#statement.bind(encode(column, value));
      return `DBMS_LOB.COMPARE(${column.quoted}, TO_CLOB(${bound})) ${sign} 0`;
    }
    const bound = boundValue(column, value, this.#table, this.#statement);
    if (operator === "eq" || operator === "ne") return `${column.quoted} ${sign} ${bound}`;
    if (dialect === "postgres" && isText(column.field.type.kind))
      return `${column.quoted} COLLATE "C" ${sign} ${bound}`;
    if (isLongDecimalText(column, this.#table)) return `CAST(${column.quoted} AS REAL) ${sign} CAST(${bound} AS REAL)`;
    return `${column.quoted} ${sign} ${bound}`;
  }

  member(column: TableColumn, operator: "in" | "notIn", values: readonly unknown[]): string {
    const { dialect, entity } = this.#table;
    const most = MOST_PARAMETERS[dialect];
    if (values.length > most && dialect !== "postgres" && dialect !== "sqlite") {
      throw refusedValue(entity, column, `${operator} takes at most ${most} values on ${dialect}`);
    }
    const encoded = values.map((value) => encode(column, value));
    return inList(column, encoded, operator === "notIn", dialect, this.#statement);
  }

  search(column: TableColumn, operator: SearchOperator, text: string): string {
    const { dialect } = this.#table;
    const isUuid = column.field.type.kind === "uuid" && dialect === "postgres";
    const searched = isUuid ? `CAST(${column.quoted} AS TEXT)` : column.quoted;
    const search = { contains: containsText, startsWith: startsWithText, like: likeText }[operator];
    return search(searched, text, dialect, this.#statement);
  }
}

/** The number that `increment` adds to a column. @throws DatabaseError VALUE_REFUSED */
export function amountSql(column: TableColumn, given: unknown, table: EntityTable, statement: Statement): string {
  if (!["integer", "bigint", "double", "decimal"].includes(column.field.type.kind)) {
    throw refusedValue(table.entity, column, "is no number");
  }
  if (isLongDecimalText(column, table)) {
    throw refusedValue(
      table.entity,
      column,
      "has more than 15 digits, which SQLite cannot add up: read and update it in a transaction",
    );
  }
  return boundValue(column, comparableValue(table.entity, column, given), table, statement);
}

/** MySQL would compare a text with a number as doubles, PostgreSQL would reject what is beyond the column's range. */
function boundValue(column: TableColumn, value: unknown, { dialect }: EntityTable, statement: Statement): string {
  const bound = statement.bind(encode(column, value));
  const { kind } = column.field.type;
  if (dialect === "postgres" && (kind === "integer" || kind === "bigint")) return `${bound}::bigint`;
  if (dialect === "mysql" || dialect === "mariadb") {
    if ((kind === "bigint" || kind === "integer") && typeof value === "bigint") return `CAST(${bound} AS SIGNED)`;
    if (kind === "decimal") return `CAST(${bound} AS DECIMAL(65,30))`;
  }
  if (dialect === "mssql" && kind === "decimal") return `CAST(${bound} AS DECIMAL(38,10))`;
  return bound;
}

export function isText(kind: string): boolean {
  return kind === "string" || kind === "text" || kind === "enum";
}

/** Oracle's CLOB, which it neither compares nor sorts by itself. */
export function isLob({ field: { type } }: TableColumn): boolean {
  return type.kind === "text" || (type.kind === "string" && type.length > 4000);
}

/** SQLite keeps such decimals as text. */
export function isLongDecimalText({ field: { type } }: TableColumn, { dialect }: EntityTable): boolean {
  return dialect === "sqlite" && type.kind === "decimal" && (type.precision ?? 0) > EXACT_DIGITS;
}
