import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import type { Journal, JournalEntry, JournalState } from "./migration-target.js";
import { ensureOwnTable, hasOwnTable, ownTable } from "./own-table.js";
import { runSql } from "./sql-statement.js";

const TABLE = ownTable("migrations", {
  name: { kind: "string", length: 255 },
  checksum: { kind: "string", length: 64 },
  batch: { kind: "integer" },
  state: { kind: "string", length: 16 },
  steps_done: { kind: "integer" },
  steps: { kind: "text" },
  started_at: { kind: "string", length: 30 },
  finished_at: { kind: "string", length: 30 },
  holder: { kind: "string", length: 255 },
  error: { kind: "text" },
});

/** The bookkeeping in the table `onespec_migrations`. */
export function sqlJournal(executor: SqlExecutor): Journal {
  return {
    prepare: () => ensureOwnTable(executor, TABLE),
    async read() {
      if (!(await hasOwnTable(executor, TABLE))) return [];
      const { rows } = await runSql(
        executor,
        (sql) => `SELECT * FROM ${sql.name(TABLE.name)} ORDER BY ${sql.name("name")}`,
      );
      return rows.map(entryOf);
    },
    async write(entry) {
      const values = rowOf(entry);
      await executor.transaction(async () => {
        await this.remove(entry.name);
        await runSql(executor, (sql) => {
          const names = Object.keys(values).map((name) => sql.name(name));
          const marks = Object.values(values).map((value) => sql.value(value));
          return `INSERT INTO ${sql.name(TABLE.name)} (${names.join(", ")}) VALUES (${marks.join(", ")})`;
        });
      });
    },
    async remove(name) {
      await runSql(
        executor,
        (sql) => `DELETE FROM ${sql.name(TABLE.name)} WHERE ${sql.name("name")} = ${sql.value(name)}`,
      );
    },
  };
}

function rowOf(entry: JournalEntry): Record<string, unknown> {
  return {
    name: entry.name,
    checksum: entry.checksum,
    batch: entry.batch,
    state: entry.state,
    steps_done: entry.steps.length,
    steps: JSON.stringify(entry.steps),
    started_at: entry.startedAt,
    finished_at: entry.finishedAt ?? null,
    holder: entry.holder.slice(0, 255),
    error: entry.error ?? null,
  };
}

function entryOf(row: Record<string, unknown>): JournalEntry {
  const text = (name: string): string => String(row[name] ?? "");
  const optional = (name: string): string | undefined => (row[name] == null ? undefined : String(row[name]));
  return {
    name: text("name"),
    checksum: text("checksum"),
    batch: Number(row.batch),
    state: text("state") as JournalState,
    steps: JSON.parse(text("steps") || "[]"),
    startedAt: text("started_at"),
    finishedAt: optional("finished_at"),
    holder: text("holder"),
    error: optional("error"),
  };
}
