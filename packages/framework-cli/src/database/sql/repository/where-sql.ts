import { isMysql, type SqlDialect } from "../../dialect.js";
import { refusedValue } from "../../field-table.js";
import { type ConditionWriter, readWhere } from "../../read-where.js";
import type { Where } from "../../repository.js";
import { EXACT_DIGITS } from "../column-type.js";
import { MOST_PARAMETERS, type Statement } from "../statement.js";
import { type EntityTable, encode, type TableColumn } from "./entity-table.js";
import { containsText, likeText, startsWithText } from "./text-search.js";

/** A condition as SQL, see `readWhere`. */
export function whereSql(where: Where, table: EntityTable, statement: Statement): string | undefined {
  return readWhere(where, table.entity, table.field, conditionWriter(table, statement));
}

const SIGNS = { eq: "=", ne: "<>", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

function conditionWriter(table: EntityTable, statement: Statement): ConditionWriter<TableColumn, string> {
  const { dialect, entity } = table;
  return {
    always: "1 = 1",
    never: "1 = 0",
    both: (parts) => parts.join(" AND "),
    group: groupSql,
    not: (part) => `CASE WHEN ${part} THEN 0 ELSE 1 END = 1`,
    isNull: ({ quoted }, yes) => (yes ? `${quoted} IS NULL` : `${quoted} IS NOT NULL`),
    compare(column, operator, value) {
      const sign = SIGNS[operator];
      if (dialect === "oracle" && isLob(column)) {
        const bound = statement.bind(encode(column, value));
        return `DBMS_LOB.COMPARE(${column.quoted}, TO_CLOB(${bound})) ${sign} 0`;
      }
      const bound = boundValue(column, value, table, statement);
      const isEquality = operator === "eq" || operator === "ne";
      if (!isEquality && dialect === "postgres" && isText(column.field.type.kind))
        return `${byCodePoint(column)} ${sign} ${bound}`;
      if (!isEquality && isLongDecimalText(column, table))
        return `CAST(${column.quoted} AS REAL) ${sign} CAST(${bound} AS REAL)`;
      return `${column.quoted} ${sign} ${bound}`;
    },
    member(column, operator, values) {
      const most = MOST_PARAMETERS[dialect];
      if (values.length > most && dialect !== "postgres" && dialect !== "sqlite") {
        throw refusedValue(entity, column, `${operator} takes at most ${most} values on ${dialect}`);
      }
      const encoded = values.map((value) => encode(column, value));
      return inList(column, encoded, operator === "notIn", dialect, statement);
    },
    search(column, operator, text) {
      const { kind } = column.field.type;
      const isCast = dialect === "postgres" && (kind === "uuid" || kind === "enum");
      const searched = isCast ? `CAST(${column.quoted} AS TEXT)` : column.quoted;
      const search = { contains: containsText, startsWith: startsWithText, like: likeText }[operator];
      return search(searched, text, dialect, statement);
    },
  };
}

/** SQLite nests conditions at most 1000 deep, and a long chain is as deep as it is long. */
const LONGEST_CHAIN = 500;

function groupSql(kind: "and" | "or", parts: readonly string[]): string {
  const links: string[] = [];
  const size = Math.ceil(parts.length / LONGEST_CHAIN);
  for (let start = 0; start < parts.length; start += size) {
    const link = parts.slice(start, start + size);
    links.push(link.length > 1 ? groupSql(kind, link) : `(${link[0]})`);
  }
  return `(${links.join(kind === "and" ? " AND " : " OR ")})`;
}

/** PostgreSQL's order of texts. Its own enums, which Sequelize makes, have no collation. */
export function byCodePoint({ quoted, field }: TableColumn): string {
  return `${field.type.kind === "enum" ? `CAST(${quoted} AS TEXT)` : quoted} COLLATE "C"`;
}

/** The number that `increment` adds to a column, a checked one. @throws DatabaseError VALUE_REFUSED */
export function amountSql(column: TableColumn, amount: unknown, table: EntityTable, statement: Statement): string {
  if (!isLongDecimalText(column, table)) return boundValue(column, amount, table, statement);
  const reason = "has more than 15 digits, which SQLite cannot add up: read and update it in a transaction";
  throw refusedValue(table.entity, column, reason);
}

/** MySQL would compare a text with a number as doubles. PostgreSQL would reject a value outside the column's range. */
function boundValue(column: TableColumn, value: unknown, { dialect }: EntityTable, statement: Statement): string {
  const bound = statement.bind(encode(column, value));
  const { kind } = column.field.type;
  if (dialect === "postgres" && (kind === "integer" || kind === "bigint")) return `${bound}::bigint`;
  if (isMysql(dialect)) {
    if ((kind === "bigint" || kind === "integer") && typeof value === "bigint") return `CAST(${bound} AS SIGNED)`;
    if (kind === "decimal") return `CAST(${bound} AS DECIMAL(65,30))`;
  }
  if (dialect === "mssql" && kind === "decimal") return `CAST(${bound} AS DECIMAL(38,10))`;
  return bound;
}

export function isText(kind: string): boolean {
  return kind === "string" || kind === "text" || kind === "enum";
}

/** True for Oracle's CLOB, which it can neither compare nor sort directly. */
export function isLob({ field: { type } }: TableColumn): boolean {
  return type.kind === "text" || (type.kind === "string" && type.length > 4000);
}

/** SQLite stores such decimals as text. */
export function isLongDecimalText({ field: { type } }: TableColumn, { dialect }: EntityTable): boolean {
  return dialect === "sqlite" && type.kind === "decimal" && (type.precision ?? 0) > EXACT_DIGITS;
}

/** Oracle takes no more in one list. */
const ORACLE_LIST = 1000;
/** From here on SQLite gets the list as one JSON text. */
const SQLITE_LIST = 1024;

/**
 * `column IN (...)` with at least one encoded value. Fills up the list with its last value to the next power of two, so
 * that lists of all lengths need few different statements.
 */
function inList(
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
  if (isMysql(dialect) && type.kind === "decimal") return `CAST(${bound} AS DECIMAL(65,30))`;
  if (isMysql(dialect) && type.kind === "bigint") return `CAST(${bound} AS SIGNED)`;
  if (dialect === "mssql" && type.kind === "decimal") return `CAST(${bound} AS DECIMAL(38,10))`;
  return bound;
}

function powerOfTwo(count: number): number {
  return count <= 1 ? 1 : 2 ** Math.ceil(Math.log2(count));
}
