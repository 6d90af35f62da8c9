import { isMysql, type SqlDialect } from "../../database/dialect.js";
import { quoteName, quoteText } from "../../database/sql/statement.js";
import type { Operation } from "../tables/operation.js";
import type { Column } from "../tables/table.js";
import { alterColumn, dropMssqlConstraints } from "./alter-column.js";
import { fillRows } from "./fill-rows.js";
import {
  checkClause,
  columnDefinition,
  createIndex,
  createTable,
  foreignKeyClause,
  type Presence,
  type Statement,
} from "./table-parts.js";

/**
 * The statements of an operation, in order. For SQLite, only operations that need no rebuild of the table, see
 * `needsRebuild`.
 * @param columns the table's known columns. MySQL needs them for an index on a long text.
 */
export function operationStatements(
  operation: Operation,
  dialect: SqlDialect,
  columns: readonly Column[] = [],
): Statement[] {
  const name = (text: string): string => quoteName(text, dialect);
  const alter = (table: string, rest: string): string => `ALTER TABLE ${name(table)} ${rest}`;
  const made = (sql: string, kind: Presence["kind"], table: string, part?: string): Statement => {
    return { sql, done: { kind, table, name: part, present: true } };
  };
  const gone = (sql: string, kind: Presence["kind"], table: string, part?: string): Statement => {
    return { sql, done: { kind, table, name: part, present: false } };
  };
  switch (operation.kind) {
    case "createTable": {
      const { table } = operation;
      const [create = "", ...rest] = createTable(table, dialect);
      const parts = rest.map((sql, at) => {
        const index = table.indexes[at];
        return index === undefined ? { sql } : made(sql, "index", table.name, index.name);
      });
      return [made(create, "table", table.name), ...parts];
    }
    case "dropTable":
      return [gone(`DROP TABLE ${name(operation.table.name)}`, "table", operation.table.name)];
    case "renameTable": {
      const { from, to } = operation;
      const rename = `EXEC sp_rename ${quoteText(name(from), dialect)}, ${quoteText(to, dialect)}`;
      return [gone(dialect === "mssql" ? rename : alter(from, `RENAME TO ${name(to)}`), "table", from)];
    }
    case "addColumn":
      return addColumn(operation, dialect);
    case "dropColumn": {
      const { table, column } = operation;
      const drop = gone(alter(table, `DROP COLUMN ${name(column.name)}`), "column", table, column.name);
      return dialect === "mssql" ? [{ sql: dropMssqlConstraints(table, column.name, "all") }, drop] : [drop];
    }
    case "renameColumn": {
      const { table, from, to } = operation;
      const place = quoteText(`${name(table)}.${name(from)}`, dialect);
      const rename = `EXEC sp_rename ${place}, ${quoteText(to, dialect)}, N'COLUMN'`;
      const sql = dialect === "mssql" ? rename : alter(table, `RENAME COLUMN ${name(from)} TO ${name(to)}`);
      return [gone(sql, "column", table, from)];
    }
    case "alterColumn":
      return alterColumn(operation, dialect);
    case "addIndex": {
      const { table, index } = operation;
      return [made(createIndex(index, table, dialect, columns), "index", table, index.name)];
    }
    case "dropIndex": {
      const { table, index } = operation;
      if (index.constraint && dialect === "postgres") {
        return [{ sql: alter(table, `DROP CONSTRAINT ${name(index.name)}`) }];
      }
      const on = isMysql(dialect) || dialect === "mssql" ? ` ON ${name(table)}` : "";
      return [gone(`DROP INDEX ${name(index.name)}${on}`, "index", table, index.name)];
    }
    case "addForeignKey": {
      const { table, foreignKey } = operation;
      const clause = foreignKeyClause(foreignKey, table, dialect);
      return [made(alter(table, `ADD ${clause}`), "constraint", table, foreignKey.name)];
    }
    case "dropForeignKey": {
      const { table, foreignKey } = operation;
      const what = isMysql(dialect) ? "FOREIGN KEY" : "CONSTRAINT";
      return [gone(alter(table, `DROP ${what} ${name(foreignKey.name)}`), "constraint", table, foreignKey.name)];
    }
    case "addCheck": {
      const { table, check } = operation;
      return [made(alter(table, `ADD ${checkClause(check, dialect)}`), "constraint", table, check.name)];
    }
    case "dropCheck": {
      const { table, check } = operation;
      return [gone(alter(table, `DROP CONSTRAINT ${name(check.name)}`), "constraint", table, check.name)];
    }
  }
}

/**
 * A column without null is first added as nullable, then filled, then made NOT NULL. Otherwise MySQL would fill it with
 * zeros.
 */
function addColumn(operation: Extract<Operation, { kind: "addColumn" }>, dialect: SqlDialect): Statement[] {
  const { table, column, fill, distinct } = operation;
  const needsFill = !column.nullable && (column.default === undefined || fill !== undefined || distinct === true);
  const first: Column = needsFill ? { ...column, nullable: true, default: undefined } : column;
  const definition = columnDefinition(first, table, dialect, "apart");
  const sql =
    dialect === "oracle"
      ? `ALTER TABLE ${quoteName(table, dialect)} ADD (${definition})`
      : `ALTER TABLE ${quoteName(table, dialect)} ADD ${dialect === "mssql" ? "" : "COLUMN "}${definition}`;
  const add: Statement = { sql, done: { kind: "column", table, name: column.name, present: true } };
  if (!needsFill) return [add, ...fillRows(table, column, operation, dialect)];
  return [
    add,
    ...fillRows(table, first, operation, dialect),
    ...alterColumn({ kind: "alterColumn", table, from: first, to: column }, dialect),
  ];
}
