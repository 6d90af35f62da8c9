import type { SqlDialect } from "../../database/dialect.js";
import { quoteName, quoteText } from "../../database/sql/quote.js";
import type { Operation } from "../tables/operation.js";
import type { Column } from "../tables/table.js";
import { alterColumn, dropMssqlConstraints } from "./alter-column.js";
import { columnDefinition, isMysql } from "./column-definition.js";
import { createTable } from "./create-table.js";
import { fillRows } from "./fill-rows.js";
import type { Presence, Statement } from "./table-parts.js";
import { checkClause, createIndex, foreignKeyClause } from "./table-parts.js";

/**
 * The statements of an operation, in order. On SQLite those that it can carry out without rebuilding the table, see
 * `needsRebuild`.
 *
 * @param columns of the table, where they are known: MySQL needs them for an index on a long text
 */
export function operationStatements(
  operation: Operation,
  dialect: SqlDialect,
  columns: readonly Column[] = [],
): Statement[] {
  const name = (text: string): string => quoteName(text, dialect);
  const alter = (table: string, rest: string): string => `ALTER TABLE ${name(table)} ${rest}`;
  switch (operation.kind) {
    case "createTable": {
      const { table } = operation;
      const [create = "", ...rest] = createTable(table, dialect);
      const presence = (index: number): { done?: Presence } => {
        const part = table.indexes[index]?.name;
        return part === undefined ? {} : { done: { kind: "index", table: table.name, name: part, present: true } };
      };
      return [
        { sql: create, done: { kind: "table", table: table.name, present: true } },
        ...rest.map((sql, index) => ({ sql, ...presence(index) })),
      ];
    }
    case "dropTable": {
      const table = operation.table.name;
      return [{ sql: `DROP TABLE ${name(table)}`, done: { kind: "table", table, present: false } }];
    }
    case "renameTable": {
      const { from, to } = operation;
      const sql =
        dialect === "mssql"
          ? `EXEC sp_rename ${quoteText(name(from), dialect)}, ${quoteText(to, dialect)}`
          : alter(from, `RENAME TO ${name(to)}`);
      return [{ sql, done: { kind: "table", table: from, present: false } }];
    }
    case "addColumn":
      return addColumn(operation, dialect);
    case "dropColumn": {
      const { table, column } = operation;
      const drop = {
        sql: alter(table, `DROP COLUMN ${name(column.name)}`),
        done: { kind: "column", table, name: column.name, present: false },
      } as const;
      return dialect === "mssql" ? [{ sql: dropMssqlConstraints(table, column.name, "all") }, drop] : [drop];
    }
    case "renameColumn": {
      const { table, from, to } = operation;
      const sql =
        dialect === "mssql"
          ? `EXEC sp_rename ${quoteText(`${name(table)}.${name(from)}`, dialect)}, ${quoteText(to, dialect)}, N'COLUMN'`
          : alter(table, `RENAME COLUMN ${name(from)} TO ${name(to)}`);
      return [{ sql, done: { kind: "column", table, name: from, present: false } }];
    }
    case "alterColumn":
      return alterColumn(operation, dialect);
    case "addIndex": {
      const { table, index } = operation;
      const sql = createIndex(index, table, dialect, columns);
      return [{ sql, done: { kind: "index", table, name: index.name, present: true } }];
    }
    case "dropIndex": {
      const { table, index } = operation;
      if (index.constraint && dialect === "postgres") {
        return [{ sql: alter(table, `DROP CONSTRAINT ${name(index.name)}`) }];
      }
      const on = isMysql(dialect) || dialect === "mssql" ? ` ON ${name(table)}` : "";
      const done = { kind: "index", table, name: index.name, present: false } as const;
      return [{ sql: `DROP INDEX ${name(index.name)}${on}`, done }];
    }
    case "addForeignKey": {
      const { table, foreignKey } = operation;
      const sql = alter(table, `ADD ${foreignKeyClause(foreignKey, table, dialect)}`);
      return [{ sql, done: { kind: "constraint", table, name: foreignKey.name, present: true } }];
    }
    case "dropForeignKey": {
      const { table, foreignKey } = operation;
      const what = isMysql(dialect) ? "FOREIGN KEY" : "CONSTRAINT";
      const done = { kind: "constraint", table, name: foreignKey.name, present: false } as const;
      return [{ sql: alter(table, `DROP ${what} ${name(foreignKey.name)}`), done }];
    }
    case "addCheck": {
      const { table, check } = operation;
      const sql = alter(table, `ADD ${checkClause(check, dialect)}`);
      return [{ sql, done: { kind: "constraint", table, name: check.name, present: true } }];
    }
    case "dropCheck": {
      const { table, check } = operation;
      const sql = alter(table, `DROP CONSTRAINT ${name(check.name)}`);
      return [{ sql, done: { kind: "constraint", table, name: check.name, present: false } }];
    }
  }
}

/** A column that takes no null comes empty first, gets its values, and is closed then: MySQL would put in zeros on its own. */
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
