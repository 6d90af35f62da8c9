import { columnType } from "../../database/sql/column-type.js";
import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import { isMysql } from "../ddl/table-parts.js";
import type { LiveColumn, LiveTable } from "../introspect/expected-tables.js";
import { introspectTables } from "../introspect/find-drift.js";
import type { Operation } from "../tables/operation.js";
import { type Column, plainColumn } from "../tables/table.js";
import { enumColumnType } from "../tables/tables-of.js";
import type { FormerTables } from "./migration-target.js";

/**
 * The operation as this database needs it: other tools name constraints in their own way, have ENUM types where ours are texts with a
 * check, and types such as INT UNSIGNED. `undefined` if there is nothing to drop.
 *
 * @param former the tables as migrations describe them: a drop has the name of its part alone
 */
export async function liveOperation(
  executor: SqlExecutor,
  operation: Operation,
  former: FormerTables = async () => [],
): Promise<Operation | undefined> {
  switch (operation.kind) {
    case "dropIndex": {
      const { index, table } = operation;
      const live = await liveTable(executor, table);
      const found = named(live?.indexes, index.name);
      if (live === undefined || found !== undefined) return { ...operation, index: found ?? index };
      const known = named(named(await former(), table)?.indexes, index.name);
      const meant = known && live.indexes.find((each) => each.unique === known.unique && isOver(each, known));
      if (meant === undefined) return known?.unique === false ? undefined : operation;
      return { ...operation, index: meant };
    }
    case "dropForeignKey": {
      const { foreignKey: key, table } = operation;
      const live = await liveTable(executor, table);
      if (live === undefined || named(live.foreignKeys, key.name) !== undefined) return operation;
      const known = named(named(await former(), table)?.foreignKeys, key.name);
      const meant = known && live.foreignKeys.find((each) => each.table === known.table && isOver(each, known));
      return { ...operation, foreignKey: meant ?? key };
    }
    case "dropCheck": {
      const { check, table } = operation;
      const live = await liveTable(executor, table);
      if (live === undefined || named(live.checks, check.name) !== undefined) return operation;
      const known = named(named(await former(), table)?.checks, check.name);
      if (known?.kind !== "in") return operation;
      const column = named(live.columns, known.column);
      return column?.type.startsWith("enum(") ? textForEnum(table, column, known.values) : undefined;
    }
    case "alterColumn": {
      const { from, to, table } = operation;
      const { dialect } = executor;
      // MariaDB shows JSON as a LONGTEXT with a check.
      if (
        !isMysql(dialect) ||
        to.type.kind === "json" ||
        columnType(from.type, dialect) !== columnType(to.type, dialect)
      )
        return operation;
      const live = await mysqlType(executor, table, to.name);
      return live === undefined ? operation : { ...operation, to: { ...to, liveType: live } };
    }
    default:
      return operation;
  }
}

async function liveTable(executor: SqlExecutor, name: string): Promise<LiveTable | undefined> {
  return named(await introspectTables(executor), name);
}

function named<T extends { readonly name: string }>(parts: readonly T[] | undefined, name: string): T | undefined {
  return parts?.find((part) => part.name === name);
}

interface Placed {
  readonly columns: readonly string[];
}

function isOver({ columns }: Placed, other: Placed): boolean {
  return columns.length === other.columns.length && columns.every((name, at) => name === other.columns[at]);
}

/** Ours is a text with a check; the check is added afterwards. */
function textForEnum(
  table: string,
  { name, nullable, default: text }: LiveColumn,
  values: readonly string[],
): Operation {
  const column: Column = {
    ...plainColumn(name, enumColumnType(values)),
    nullable,
    default: text === undefined ? undefined : { kind: "value", value: text },
  };
  return { kind: "alterColumn", table, from: { ...column, type: { kind: "text" } }, to: column };
}

/** `int(10) unsigned`, `varchar(20) COLLATE latin1_bin` */
async function mysqlType({ run }: SqlExecutor, table: string, column: string): Promise<string | undefined> {
  const { rows } = await run(
    "SELECT CONCAT(column_type, COALESCE(CONCAT(' COLLATE ', collation_name), '')) AS type FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ? AND column_name = ?",
    [table, column],
  );
  return rows[0] === undefined ? undefined : String(rows[0].type);
}
