import type { DatabaseConfig } from "../../src/database/database-config.js";
import { openSqlExecutor, type SqlExecutor } from "../../src/database/sql/sql-executor.js";
import type { Entity } from "../../src/entity/entity.js";
import { createTable } from "../../src/migrations/ddl/table-parts.js";
import { openMongoTarget } from "../../src/migrations/mongodb/open-mongo-target.js";
import type { Table } from "../../src/migrations/tables/table.js";
import { tablesOf } from "../../src/migrations/tables/tables-of.js";

/** Creates the tables of entities as migrations would, those that others refer to first. */
export async function createTables(entities: readonly Entity[], executor: SqlExecutor): Promise<void> {
  await eachTable(entities, async (table) => {
    for (const sql of createTable(table, executor.dialect)) await executor.run(sql);
  });
}

/** The same on a database of any kind. */
export async function prepareDatabase(entities: readonly Entity[], config: DatabaseConfig): Promise<void> {
  if (config.dialect === "mongodb") {
    const target = await openMongoTarget(config, process.cwd());
    await eachTable(entities, (table) => target.apply({ kind: "createTable", table }, false));
    await target.close();
    return;
  }
  const executor = await openSqlExecutor(config, process.cwd());
  await createTables(entities, executor);
  await executor.close();
}

async function eachTable(entities: readonly Entity[], create: (table: Table) => Promise<void>): Promise<void> {
  const waiting = new Map(tablesOf(entities).map((table) => [table.name, table]));
  while (waiting.size > 0) {
    for (const [name, table] of waiting) {
      if (table.foreignKeys.some((key) => key.table !== name && waiting.has(key.table))) continue;
      await create(table);
      waiting.delete(name);
    }
  }
}
