import type { DatabaseConfig } from "../../database/database-config.js";
import { openSqlExecutor, type SqlExecutor } from "../../database/sql/sql-executor.js";
import { quoteText } from "../../database/sql/statement.js";
import { Turns } from "../../database/transaction-scope.js";
import { messageOf } from "../../errors/message-of.js";
import { operationStatements } from "../ddl/operation-statements.js";
import { type Operation, operationLabel } from "../tables/operation.js";
import { liveOperation } from "../target/live-operation.js";
import type { Explainer, FormerTables } from "../target/migration-target.js";
import { isRebuildOperation, rebuildTable } from "./rebuild-table.js";

/**
 * Explains operations by running them on empty copies of the tables, in memory. This is necessary because the
 * statements that rebuild a table depend on its definition.
 */
export async function sqliteExplainer(
  executor: SqlExecutor,
  config: DatabaseConfig,
  appFolder: string,
): Promise<Explainer> {
  const copy = await openSqlExecutor({ ...config, storage: ":memory:", poolSize: 1, logQueries: false }, appFolder);
  let statements: string[] = [];
  const told: SqlExecutor = {
    ...copy,
    run(sql, parameters) {
      if (!/^\s*SELECT\b/i.test(sql)) statements.push(`${withValues(sql, parameters)};`);
      return copy.run(sql, parameters);
    },
  };
  await copy.run("PRAGMA foreign_keys = OFF");
  const reason = await copyStructure(executor, copy).then(() => undefined, messageOf);
  const one = async (planned: Operation, former?: FormerTables): Promise<readonly string[]> => {
    statements = [];
    let operation = planned;
    try {
      operation = (await liveOperation(copy, planned, former)) ?? planned;
      if (isRebuildOperation(operation)) await rebuildTable(told, operation);
      else for (const { sql } of operationStatements(operation, "sqlite")) await told.run(sql);
      return statements;
    } catch (error) {
      return withoutTable(operation, reason ?? messageOf(error));
    }
  };
  const turns = new Turns();
  return { explain: (operation, former) => turns.take(() => one(operation, former)), close: () => copy.close() };
}

/** A step on rows may create the table, so its statements are known only at run time. */
function withoutTable(operation: Operation, reason: string): readonly string[] {
  if (!isRebuildOperation(operation)) return operationStatements(operation, "sqlite").map(({ sql }) => `${sql};`);
  return [
    `-- ${operationLabel(operation)}: SQLite rebuilds the table ${operation.table} with its rows, indexes and triggers.`,
    `-- Its statements are known when it runs: ${reason.replaceAll(/\s+/g, " ")}`,
  ];
}

async function copyStructure(from: SqlExecutor, to: SqlExecutor): Promise<void> {
  // In the order of creation, so that views and triggers come after their tables. SQLite creates its own tables itself.
  const { rows } = await from.run(
    "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY rowid",
  );
  for (const { sql } of rows) await to.run(String(sql));
  const counters = await from.run("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'");
  if (counters.rows.length === 0) return;
  for (const { name, seq } of (await from.run("SELECT name, seq FROM sqlite_sequence")).rows)
    await to.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [name, seq]);
}

/** The statement with its values in place of `?`. */
function withValues(sql: string, parameters: readonly unknown[] = []): string {
  const values = [...parameters];
  return values.length === 0
    ? sql
    : sql.replace(/\?/g, () => {
        const value = values.shift();
        return typeof value === "string" ? quoteText(value, "sqlite") : String(value);
      });
}
