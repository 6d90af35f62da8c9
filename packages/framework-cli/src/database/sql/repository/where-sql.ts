import { Refusal } from "../../../entity/refusal.js";
import { DatabaseError } from "../../../errors/database-error.js";
import { checkCondition } from "../../check-query.js";
import type { Comparison, Condition, Scalar, Where } from "../../repository.js";
import { EXACT_DIGITS } from "../column-type.js";
import { NO_SUCH_VALUE } from "./comparable.js";
import { type EntityTable, encode, type TableColumn } from "./entity-table.js";
import { inList } from "./in-list.js";
import { MOST_PARAMETERS, type Statement } from "./statement.js";
import { containsText, likeText, startsWithText } from "./text-search.js";

/**
 * A condition as SQL, `undefined` when everything meets it. It is true or not true, as in JavaScript, on every database: `not` turns
 * "unknown" into true, too.
 *
 * @throws DatabaseError UNKNOWN_FIELD, VALUE_REFUSED a value or operator that the field cannot be compared with
 */
export function whereSql(where: Where, table: EntityTable, statement: Statement): string | undefined {
  checkCondition(where);
  const parts: string[] = [];
  for (const name in where) {
    const given = where[name];
    if (given === undefined) continue;
    const part =
      name === "and" || name === "or"
        ? groupSql(name, given as readonly Where[], table, statement)
        : name === "not"
          ? notSql(given as Where, table, statement)
          : conditionSql(table.column(name), given as Condition, table, statement);
    if (part !== undefined) parts.push(part);
  }
  return parts.length === 0 ? undefined : parts.join(" AND ");
}

const ALWAYS = "1 = 1";
const NEVER = "1 = 0";

function groupSql(
  kind: "and" | "or",
  group: readonly Where[],
  table: EntityTable,
  statement: Statement,
): string | undefined {
  if (!Array.isArray(group)) throw new DatabaseError("VALUE_REFUSED", `\`${kind}\` takes a list of conditions.`);
  if (kind === "or" && group.length === 0) return NEVER;
  const parts = group.map((each) => whereSql(each, table, statement) ?? ALWAYS);
  return parts.length === 0
    ? undefined
    : `(${parts.map((part) => `(${part})`).join(kind === "and" ? " AND " : " OR ")})`;
}

function notSql(where: Where, table: EntityTable, statement: Statement): string {
  const inner = whereSql(where, table, statement);
  return inner === undefined ? NEVER : `CASE WHEN ${inner} THEN 0 ELSE 1 END = 1`;
}

function conditionSql(
  column: TableColumn,
  condition: Condition,
  table: EntityTable,
  statement: Statement,
): string | undefined {
  if (condition === null) return `${column.quoted} IS NULL`;
  if (typeof condition !== "object" || condition instanceof Date) {
    return compareSql(column, "=", condition as Scalar, table, statement);
  }
  const parts: string[] = [];
  // From a client it would be met by every record.
  if (Object.keys(condition).length === 0) throw refused(table, column, "is compared with nothing");
  for (const operator in condition) {
    const given = condition[operator as keyof Comparison];
    if (given !== undefined) parts.push(operatorSql(column, operator as keyof Comparison, given, table, statement));
  }
  return parts.length === 0 ? undefined : parts.join(" AND ");
}

function operatorSql(
  column: TableColumn,
  operator: keyof Comparison,
  given: unknown,
  table: EntityTable,
  statement: Statement,
): string {
  switch (operator) {
    case "eq":
      return compareSql(column, "=", given, table, statement);
    case "ne":
      return compareSql(column, "<>", given, table, statement);
    case "gt":
      return compareSql(column, ">", given, table, statement);
    case "gte":
      return compareSql(column, ">=", given, table, statement);
    case "lt":
      return compareSql(column, "<", given, table, statement);
    case "lte":
      return compareSql(column, "<=", given, table, statement);
    case "in":
    case "notIn":
      return memberSql(column, operator, given, table, statement);
    case "between":
      return betweenSql(column, given, table, statement);
    case "contains":
    case "startsWith":
    case "like":
      return searchSql(column, operator, given, table, statement);
    case "isNull":
      if (typeof given !== "boolean") throw refused(table, column, "isNull takes true or false");
      return given ? `${column.quoted} IS NULL` : `${column.quoted} IS NOT NULL`;
    default:
      throw refused(
        table,
        column,
        `knows no operator ${String(operator satisfies never)}: there are eq, ne, gt, gte, lt, lte, in, notIn, contains, startsWith, like, between and isNull`,
      );
  }
}

type Sign = "=" | "<>" | ">" | ">=" | "<" | "<=";

function compareSql(column: TableColumn, sign: Sign, given: unknown, table: EntityTable, statement: Statement): string {
  // Comparison with null is never true.
  if (given === null) return NEVER;
  const value = comparable(column, given, table);
  if (value === NO_SUCH_VALUE) {
    if (sign === "=") return NEVER;
    if (sign === "<>") return `${column.quoted} IS NOT NULL`;
    throw refused(table, column, "cannot be compared with this value");
  }
  const { kind } = column.field.type;
  const { dialect } = table;
  if (dialect === "oracle" && isLob(column)) {
    return `DBMS_LOB.COMPARE(${column.quoted}, TO_CLOB(${statement.bind(encode(column, value))})) ${sign} 0`;
  }
  const bound = boundValue(column, value, table, statement);
  const orders = sign !== "=" && sign !== "<>";
  if (orders && dialect === "postgres" && isText(kind)) return `${column.quoted} COLLATE "C" ${sign} ${bound}`;
  if (orders && isLongDecimalText(column, table))
    return `CAST(${column.quoted} AS REAL) ${sign} CAST(${bound} AS REAL)`;
  return `${column.quoted} ${sign} ${bound}`;
}

/** What `increment` adds to a column. @throws DatabaseError VALUE_REFUSED */
export function amountSql(column: TableColumn, given: unknown, table: EntityTable, statement: Statement): string {
  if (!["integer", "bigint", "double", "decimal"].includes(column.field.type.kind)) {
    throw refused(table, column, "is no number");
  }
  if (isLongDecimalText(column, table)) {
    throw refused(
      table,
      column,
      "has more than 15 digits, which SQLite cannot add up: read and update it in a transaction",
    );
  }
  return boundValue(column, comparable(column, given, table), table, statement);
}

/** MySQL would compare a text with a number as doubles, PostgreSQL would refuse what is beyond the column's range. */
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

function betweenSql(column: TableColumn, given: unknown, table: EntityTable, statement: Statement): string {
  if (!Array.isArray(given) || given.length !== 2) throw refused(table, column, "between takes a list of two values");
  return `${compareSql(column, ">=", given[0], table, statement)} AND ${compareSql(column, "<=", given[1], table, statement)}`;
}

function memberSql(
  column: TableColumn,
  operator: "in" | "notIn",
  given: unknown,
  table: EntityTable,
  statement: Statement,
): string {
  if (!Array.isArray(given)) throw refused(table, column, `${operator} takes a list`);
  // Not being equal to null is never true either.
  if (operator === "notIn" && given.includes(null)) return NEVER;
  const values: unknown[] = [];
  for (const each of given) {
    if (each === null) continue;
    const value = comparable(column, each, table);
    if (value !== NO_SUCH_VALUE) values.push(encode(column, value));
  }
  if (given.length === 0) return operator === "in" ? NEVER : ALWAYS;
  if (values.length === 0) return operator === "in" ? NEVER : `${column.quoted} IS NOT NULL`;
  if (values.length > MOST_PARAMETERS[table.dialect] && table.dialect !== "postgres" && table.dialect !== "sqlite") {
    throw refused(
      table,
      column,
      `${operator} takes at most ${MOST_PARAMETERS[table.dialect]} values on ${table.dialect}`,
    );
  }
  return inList(column, values, operator === "notIn", table.dialect, statement);
}

function searchSql(
  column: TableColumn,
  operator: "contains" | "startsWith" | "like",
  given: unknown,
  table: EntityTable,
  statement: Statement,
): string {
  const { kind } = column.field.type;
  if (!isText(kind) && kind !== "uuid") throw refused(table, column, `is no text: ${operator} is for texts`);
  if (typeof given !== "string") throw refused(table, column, `${operator} takes a text`);
  if (given === "" && operator !== "like") return `${column.quoted} IS NOT NULL`;
  if (given.includes("\0")) return NEVER;
  const text = kind === "uuid" && table.dialect === "postgres" ? `CAST(${column.quoted} AS TEXT)` : column.quoted;
  const search = { contains: containsText, startsWith: startsWithText, like: likeText }[operator];
  return search(text, given, table.dialect, statement);
}

function comparable(column: TableColumn, given: unknown, table: EntityTable): unknown {
  const value = column.comparable(given);
  if (value instanceof Refusal) throw refused(table, column, value.reason);
  return value;
}

function refused({ entity }: EntityTable, { name }: TableColumn, reason: string): DatabaseError {
  return new DatabaseError("VALUE_REFUSED", `${entity.name}.${name} ${reason}.`, { fields: [name] });
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
  return dialect === "sqlite" && type.kind === "decimal" && type.precision > EXACT_DIGITS;
}
