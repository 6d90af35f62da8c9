import type { SqlExecutor } from "../../src/database/sql/sql-executor.js";
import type { Entity } from "../../src/entity/entity.js";
import { createTable } from "../../src/migrations/ddl/create-table.js";
import { tablesOf } from "../../src/migrations/tables-of.js";

/** Creates the tables of entities as migrations would, those that others refer to first. */
export async function createTables(entities: readonly Entity[], executor: SqlExecutor): Promise<void> {
  const waiting = new Map(tablesOf(entities).map((table) => [table.name, table]));
  while (waiting.size > 0) {
    for (const [name, table] of waiting) {
      if (table.foreignKeys.some((key) => key.table !== name && waiting.has(key.table))) continue;
      for (const sql of createTable(table, executor.dialect)) await executor.run(sql);
      waiting.delete(name);
    }
  }
}
