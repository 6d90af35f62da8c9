import { isMysql } from "../../database/dialect.js";
import { columnType } from "../../database/sql/column-type.js";
import type { SqlExecutor } from "../../database/sql/sql-executor.js";

import type { LiveColumn, LiveTable } from "../introspect/expected-tables.js";
import { introspectTables } from "../introspect/find-drift.js";
import type { Operation } from "../tables/operation.js";
import { type Column, plainColumn, type Table } from "../tables/table.js";
import { enumColumnType } from "../tables/tables-of.js";
import type { FormerTables } from "./migration-target.js";

/**
 * Adapts an operation to tables that other tools created. They name constraints differently, use ENUM types where ours
 * are texts with a check, and use types such as INT UNSIGNED. `undefined` if there is nothing to drop.
 * @param former the tables that the migrations describe, since an operation that drops a part only has its name
 */
export async function liveOperation(
  executor: SqlExecutor,
  operation: Operation,
  former: FormerTables = async () => [],
): Promise<Operation | undefined> {
  if (operation.kind === "alterColumn") return withLiveType(executor, operation);
  if (!["dropIndex", "dropForeignKey", "dropCheck"].includes(operation.kind)) return operation;
  const { table } = operation as { readonly table: string };
  const live = await liveTable(executor, table);
  if (live === undefined) return operation;
  const described = async (): Promise<Table | undefined> => named(await former(), table);
  switch (operation.kind) {
    case "dropIndex": {
      const found = named(live.indexes, operation.index.name);
      if (found !== undefined) return { ...operation, index: found };
      const known = named((await described())?.indexes, operation.index.name);
      const meant = known && live.indexes.find((each) => each.unique === known.unique && isOver(each, known));
      if (meant === undefined) return known?.unique === false ? undefined : operation;
      return { ...operation, index: meant };
    }
    case "dropForeignKey": {
      const { foreignKey: key } = operation;
      if (named(live.foreignKeys, key.name) !== undefined) return operation;
      const known = named((await described())?.foreignKeys, key.name);
      const meant = known && live.foreignKeys.find((each) => each.table === known.table && isOver(each, known));
      return { ...operation, foreignKey: meant ?? key };
    }
    case "dropCheck": {
      if (named(live.checks, operation.check.name) !== undefined) return operation;
      const known = named((await described())?.checks, operation.check.name);
      if (known?.kind !== "in") return operation;
      const column = named(live.columns, known.column);
      return column?.type.startsWith("enum(") ? textForEnum(table, column, known.values) : undefined;
    }
    default:
      return operation;
  }
}

/** Keeps a type that another tool chose in MySQL and MariaDB, such as INT UNSIGNED, if our type does not change. */
async function withLiveType(executor: SqlExecutor, operation: AlterColumn): Promise<Operation> {
  const { from, to, table } = operation;
  const { dialect } = executor;
  const isSame = columnType(from.type, dialect) === columnType(to.type, dialect);
  // MariaDB shows JSON as a LONGTEXT with a check.
  if (!isMysql(dialect) || to.type.kind === "json" || !isSame) return operation;
  const { rows } = await executor.run(
    "SELECT CONCAT(column_type, COALESCE(CONCAT(' COLLATE ', collation_name), '')) AS type FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ? AND column_name = ?",
    [table, to.name],
  );
  return rows[0] === undefined ? operation : { ...operation, to: { ...to, liveType: String(rows[0].type) } };
}

type AlterColumn = Extract<Operation, { readonly kind: "alterColumn" }>;

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

/** The framework uses a text with a check. The check is added afterwards. */
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
