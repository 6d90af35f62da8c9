import { isMysql, type SqlDialect } from "../../database/dialect.js";
import { columnType } from "../../database/sql/column-type.js";
import { quoteName, quoteNames, quoteText } from "../../database/sql/statement.js";
import type { ReferenceAction } from "../../entity/entity.js";
import { MigrationError } from "../../errors/migration-error.js";
import type { Check, Column, ForeignKey, Table, TableIndex } from "../tables/table.js";
import { literal } from "./literal.js";

/** CREATE TABLE with indexes and keys. On MySQL this is one statement, since it cannot be rolled back. */
export function createTable(table: Table, dialect: SqlDialect): string[] {
  const statements = [createTableOnly(table, dialect)];
  if (!isMysql(dialect)) {
    for (const index of table.indexes) statements.push(createIndex(index, table.name, dialect, table.columns));
  }
  if (dialect === "postgres" || dialect === "oracle") {
    for (const { name, comment } of table.columns) {
      if (comment === undefined) continue;
      const place = `${quoteName(table.name, dialect)}.${quoteName(name, dialect)}`;
      statements.push(`COMMENT ON COLUMN ${place} IS ${quoteText(comment, dialect)}`);
    }
  }
  return statements;
}

function createTableOnly(table: Table, dialect: SqlDialect): string {
  const key = table.columns.filter((column) => column.primaryKey).map(({ name }) => name);
  const isInline = key.length === 1;
  const parts = [
    ...table.columns.map((column) => columnDefinition(column, table.name, dialect, isInline ? "inline" : "apart")),
    ...(key.length > 1 ? [`PRIMARY KEY (${quoteNames(key, dialect)})`] : []),
    ...(isMysql(dialect) ? table.indexes.map((index) => indexClause(index, table.name, dialect, table.columns)) : []),
    ...table.foreignKeys.map((foreignKey) => foreignKeyClause(foreignKey, table.name, dialect)),
    ...table.checks.map((check) => checkClause(check, dialect)),
  ];
  const end = isMysql(dialect) ? " ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4" : "";
  return `CREATE TABLE ${quoteName(table.name, dialect)} (\n  ${parts.join(",\n  ")}\n)${end}`;
}

/** InnoDB's keys have at most 3072 bytes, 4 for each character. */
const MYSQL_KEY_CHARACTERS = 768;
const MYSQL_PREFIX = 255;

export function foreignKeyClause(key: ForeignKey, table: string, dialect: SqlDialect): string {
  const { name, columns, targets } = key;
  const start = `CONSTRAINT ${quoteName(name, dialect)} FOREIGN KEY (${quoteNames(columns, dialect)})`;
  const target = `REFERENCES ${quoteName(key.table, dialect)} (${quoteNames(targets, dialect)})`;
  return [start, target, ...actions(key, table, dialect)].join(" ");
}

function actions({ onDelete, onUpdate, table: target }: ForeignKey, table: string, dialect: SqlDialect): string[] {
  const clause = (event: string, action: ReferenceAction): string[] =>
    action === "NO ACTION" ? [] : [`ON ${event} ${action}`];
  // Oracle has no RESTRICT and no ON UPDATE. Without a clause it rejects, as RESTRICT does.
  if (dialect === "oracle") return onDelete === "RESTRICT" ? [] : clause("DELETE", onDelete);
  if (dialect !== "mssql") return [...clause("DELETE", onDelete), ...clause("UPDATE", onUpdate)];
  // SQL Server has no RESTRICT, no action on a reference to the same table, and only one path of actions between two
  // tables. Ids do not change, so ON UPDATE is left out.
  return onDelete === "RESTRICT" || target === table ? [] : clause("DELETE", onDelete);
}

export function checkClause(check: Check, dialect: SqlDialect): string {
  return `CONSTRAINT ${quoteName(check.name, dialect)} CHECK (${checkCondition(check, dialect)})`;
}

function checkCondition(check: Check, dialect: SqlDialect): string {
  const column = quoteName(check.column, dialect);
  if (check.kind === "in") {
    return `${column} IN (${check.values.map((value) => quoteText(value, dialect)).join(", ")})`;
  }
  return [
    ...(check.minimum === undefined ? [] : [`${column} >= ${check.minimum}`]),
    ...(check.maximum === undefined ? [] : [`${column} <= ${check.maximum}`]),
  ].join(" AND ");
}

/**
 * A CREATE INDEX statement.
 * @param columns the table's known columns. MySQL indexes only a prefix of long texts.
 */
export function createIndex(
  index: TableIndex,
  table: string,
  dialect: SqlDialect,
  columns: readonly Column[] = [],
): string {
  const start = `CREATE ${index.unique ? "UNIQUE " : ""}INDEX ${quoteName(index.name, dialect)}`;
  return `${start} ON ${quoteName(table, dialect)} (${indexColumns(index, table, dialect, columns)})${nullsApart(index, dialect, columns)}`;
}

/** `KEY name (columns)` inside CREATE TABLE on MySQL. MySQL then creates no additional index for a foreign key. */
function indexClause(index: TableIndex, table: string, dialect: SqlDialect, columns: readonly Column[]): string {
  return `${index.unique ? "UNIQUE " : ""}KEY ${quoteName(index.name, dialect)} (${indexColumns(index, table, dialect, columns)})`;
}

function indexColumns(index: TableIndex, table: string, dialect: SqlDialect, columns: readonly Column[]): string {
  return index.columns
    .map((name) => {
      const quoted = quoteName(name, dialect);
      const type = columns.find((column) => column.name === name)?.type;
      const isLong = type?.kind === "text" || (type?.kind === "string" && type.length > MYSQL_KEY_CHARACTERS);
      if (!isMysql(dialect) || !isLong) return quoted;
      if (!index.unique) return `${quoted}(${MYSQL_PREFIX})`;
      if (dialect === "mariadb") return quoted;
      throw new MigrationError(
        "STRUCTURE_UNSUPPORTED",
        `MySQL cannot hold ${table}.${name} unique: the text is too long for a key.`,
        { hint: `Give it at most ${MYSQL_KEY_CHARACTERS} characters: DataTypes.STRING(${MYSQL_PREFIX}).` },
      );
    })
    .join(", ");
}

/**
 * In SQL Server a unique index allows only one null, in other databases any number. The condition leaves out rows with
 * null.
 */
function nullsApart(index: TableIndex, dialect: SqlDialect, columns: readonly Column[]): string {
  if (dialect !== "mssql" || !index.unique) return "";
  const nullable = index.columns.filter((name) => columns.find((column) => column.name === name)?.nullable ?? true);
  if (nullable.length === 0) return "";
  return ` WHERE ${nullable.map((name) => `${quoteName(name, dialect)} IS NOT NULL`).join(" AND ")}`;
}

/** One statement of an operation. */
export interface Statement {
  readonly sql: string;
  /**
   * True if the statement was already carried out. Asked only after a crash, on databases that cannot roll back
   * structure.
   */
  readonly done?: Presence;
}

/** A part of the database that exists, or does not exist, after a statement. */
export interface Presence {
  readonly kind: "table" | "column" | "index" | "constraint";
  readonly table: string;
  /** The name of the column, index or constraint. */
  readonly name?: string | undefined;
  readonly present: boolean;
}

/**
 * A column for `CREATE TABLE` and `ADD COLUMN`. On SQLite a single-column key is part of it, which AUTOINCREMENT needs.
 */
export function columnDefinition(column: Column, table: string, dialect: SqlDialect, key: "inline" | "apart"): string {
  const counts = column.autoIncrement;
  return [
    quoteName(column.name, dialect),
    counts && dialect === "sqlite" ? "INTEGER" : (column.liveType ?? columnType(column.type, dialect)),
    counts ? counting(dialect) : "",
    defaultClause(column, table, dialect),
    // Oracle takes a default before NOT NULL only.
    column.nullable ? "" : "NOT NULL",
    key === "inline" && column.primaryKey ? `PRIMARY KEY${counts && dialect === "sqlite" ? " AUTOINCREMENT" : ""}` : "",
    columnCheck(column, dialect),
    column.comment !== undefined && isMysql(dialect) ? `COMMENT ${quoteText(column.comment, dialect)}` : "",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

export function defaultClause(column: Column, table: string, dialect: SqlDialect): string {
  if (column.default?.kind !== "value") return "";
  return `DEFAULT ${literal(column.default.value, column.type, dialect, `${table}.${column.name}`)}`;
}

function counting(dialect: SqlDialect): string {
  if (dialect === "sqlite") return "";
  if (isMysql(dialect)) return "AUTO_INCREMENT";
  return dialect === "mssql" ? "IDENTITY(1,1)" : "GENERATED BY DEFAULT AS IDENTITY";
}

/** A check for types that the database does not have. */
function columnCheck({ name, type }: Column, dialect: SqlDialect): string {
  const quoted = quoteName(name, dialect);
  if (dialect === "mssql" && type.kind === "json") return `CHECK (ISJSON(${quoted}) = 1)`;
  if (dialect === "oracle" && type.kind === "json") return `CHECK (${quoted} IS JSON)`;
  if (dialect === "oracle" && type.kind === "boolean") return `CHECK (${quoted} IN (0, 1))`;
  if (dialect === "sqlite" && type.kind === "boolean") return `CHECK (${quoted} IN (0, 1))`;
  if (dialect === "sqlite" && type.kind === "json") return `CHECK (json_valid(${quoted}))`;
  return "";
}
