import type { SqlDialect } from "../../database/dialect.js";
import { quoteName, quoteNames, quoteText } from "../../database/sql/quote.js";
import type { Table } from "../tables/table.js";
import { columnDefinition, isMysql } from "./column-definition.js";
import { checkClause, createIndex, foreignKeyClause, indexClause } from "./table-parts.js";

/** CREATE TABLE and what belongs to it. On MySQL it is one statement, as nothing there can be taken back. */
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
