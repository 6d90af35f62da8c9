import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import type { FieldType } from "../../entity/field-type.js";
import { byName } from "../tables/table.js";
import type { Journal, JournalEntry, JournalState, RowValues } from "./migration-target.js";
import { isPresent, ownTable } from "./own-table.js";
import { sqlRows } from "./sql-rows.js";

const COLUMNS: Readonly<Record<string, FieldType>> = {
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
};

/** The table of sequelize-cli. */
const SEQUELIZE_META = "SequelizeMeta";

function migrationOf(file: string): string {
  return file.replace(/\.[cm]?[jt]s$/, "");
}

/** The bookkeeping in the table `onespec_migrations`. */
export function sqlJournal(executor: SqlExecutor): Journal {
  const table = ownTable(executor, "migrations", COLUMNS);
  const meta = sqlRows(executor, SEQUELIZE_META);
  const sequelizeMeta = async (): Promise<readonly string[]> => {
    const isThere = await isPresent(executor, { kind: "table", table: SEQUELIZE_META, present: true });
    return isThere ? (await meta.find()).map((row) => String(row.name)) : [];
  };
  return {
    prepare: () => table.prepare(),
    read: async () => (await table.read()).map(entryOf).sort(byName),
    write: (entry) => table.put(rowOf(entry)),
    async remove(name) {
      await table.rows.delete({ name });
      const files = (await sequelizeMeta()).filter((file) => migrationOf(file) === name);
      if (files.length > 0) await meta.delete({ name: files });
    },
    sequelizeMeta: async () => (await sequelizeMeta()).map(migrationOf),
  };
}

function rowOf({ steps, startedAt, finishedAt, holder, error, ...entry }: JournalEntry): RowValues {
  return {
    ...entry,
    steps_done: steps.length,
    steps: JSON.stringify(steps),
    started_at: startedAt,
    finished_at: finishedAt ?? null,
    holder: holder.slice(0, 255),
    error: error ?? null,
  };
}

function entryOf(row: Readonly<Record<string, unknown>>): JournalEntry {
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
