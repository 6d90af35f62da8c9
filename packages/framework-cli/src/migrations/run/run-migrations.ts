import { MigrationError } from "../../errors/migration-error.js";
import { countText } from "../../text/phrases.js";
import { recordingContext } from "../context/create-schema.js";
import { runMigration } from "../context/run-migration.js";
import { typeChange } from "../diff/type-change.js";
import type { MigrationFile } from "../migration-files.js";
import type { JournalEntry } from "../target/migration-target.js";
import { executeMigration, type RunnerInput } from "./execute-migration.js";
import { holdLock } from "./hold-lock.js";
import { loadMigration } from "./load-migration.js";
import { appliedEntry, readJournal } from "./migration-status.js";
import { findMigration, selectApplied, selectPending } from "./select-migrations.js";

export interface MigrationRun {
  readonly name: string;
  readonly direction: "up" | "down";
  /** Milliseconds. */
  readonly tookMs: number;
}

export interface UpRange {
  /** The last migration to run: its name, or the beginning of its name. */
  readonly to?: string | undefined;
  /** How many at most. */
  readonly step?: number | undefined;
}

/**
 * Runs all pending migrations in the order of their names, in one batch. Several processes may try at once; each
 * migration runs only once.
 * @throws MigrationError MIGRATION_FAILED, MIGRATION_UNFINISHED, MIGRATION_UNKNOWN, MIGRATIONS_LOCKED, LOCK_LOST
 */
export async function runMigrations(input: RunnerInput, range: UpRange = {}): Promise<MigrationRun[]> {
  const { target, files } = input;
  return holdLock(target.locks, input.lock, async (lock) => {
    await target.journal.prepare();
    // Read after the lock is held, since its previous holder may have run them.
    const entries = await adoptSequelizeMeta(input, lock.holder);
    const pending = selectPending(files, entries, range);
    const batch = Math.max(0, ...entries.map((entry) => entry.batch)) + 1;
    const runs: MigrationRun[] = [];
    for (const file of pending) runs.push(await run(input, file, "up", entryOf(file, entries), batch, lock));
    return runs;
  });
}

async function run(...args: Parameters<typeof executeMigration>): Promise<MigrationRun> {
  const [input, file, direction] = args;
  const start = performance.now();
  await executeMigration(...args);
  const result = { name: file.name, direction, tookMs: performance.now() - start };
  input.onDone?.(result);
  return result;
}

function entryOf({ name }: MigrationFile, entries: readonly JournalEntry[]): JournalEntry | undefined {
  return entries.find((entry) => entry.name === name);
}

export interface DownRange {
  /** Undo everything after this migration, which itself stays. */
  readonly to?: string | undefined;
  /** Number of migrations to undo. Default: 1. */
  readonly step?: number | undefined;
  /** Everything that the last `migrations:run` ran. */
  readonly run?: boolean | undefined;
  readonly all?: boolean | undefined;
}

/**
 * Undoes the last migration, or those in the range. `again` then runs them again, and fails if migrations are pending.
 * Without `allowDestructive`, nothing is undone that would lose rows.
 * @throws MigrationError as `runMigrations`, and MIGRATION_UNFINISHED, DESTRUCTIVE_CHANGE
 */
export async function undoMigrations(
  input: RunnerInput,
  range: DownRange,
  { again = false, allowDestructive = true }: { readonly again?: boolean; readonly allowDestructive?: boolean } = {},
): Promise<MigrationRun[]> {
  const { target, files } = input;
  return holdLock(target.locks, input.lock, async (lock) => {
    await target.journal.prepare();
    const entries = await adoptSequelizeMeta(input, lock.holder);
    const chosen = selectApplied(files, entries, range);
    if (again) refusePending(selectPending(files, entries, {}));
    if (!allowDestructive) await refuseLosses(input, chosen);
    const runs: MigrationRun[] = [];
    for (const file of chosen) {
      runs.push(await run(input, file, "down", entryOf(file, entries), entryOf(file, entries)?.batch ?? 1, lock));
    }
    if (!again) return runs;
    for (const file of [...chosen].reverse()) {
      runs.push(await run(input, file, "up", undefined, entryOf(file, entries)?.batch ?? 1, lock));
    }
    return runs;
  });
}

/** While a later migration is pending, the last applied one may not be the one that the user means. */
function refusePending(pending: readonly MigrationFile[]): void {
  const [first] = pending;
  if (first === undefined) return;
  throw new MigrationError("MIGRATION_UNFINISHED", `${first.name} is pending, so nothing was undone.`, {
    hint: "Run it first: framework migrations:run",
  });
}

/** @throws MigrationError DESTRUCTIVE_CHANGE if going down drops a table or a column or cuts values, and the table has rows */
async function refuseLosses(
  { appFolder, target }: Pick<RunnerInput, "appFolder" | "target">,
  chosen: readonly MigrationFile[],
): Promise<void> {
  const losses = new Map<string, string>();
  /** The current names of tables, by the names that an earlier `down` restores. */
  const present = new Map<string, string>();
  const nameNow = (table: string): string => present.get(table) ?? table;
  for (const file of chosen) {
    const { down, forSequelize } = await loadMigration(appFolder, file);
    if (forSequelize) continue;
    if (down === undefined) continue;
    await runMigration(
      recordingContext(target.dialect, (operation) => {
        if (operation.kind === "renameTable") present.set(operation.to, nameNow(operation.from));
        else if (operation.kind === "dropTable") {
          const table = nameNow(operation.table.name);
          losses.set(table, `the table ${table} with its values`);
        } else if (operation.kind === "dropColumn") {
          const table = nameNow(operation.table);
          if (!losses.has(table)) losses.set(table, `the column ${table}.${operation.column.name} with its values`);
        } else if (operation.kind === "alterColumn" && typeChange(operation.from.type, operation.to.type) === "lossy") {
          const table = nameNow(operation.table);
          if (!losses.has(table)) losses.set(table, `parts of the values of ${table}.${operation.to.name}`);
        }
      }),
      down,
    );
  }
  const kept: string[] = [];
  for (const [table, what] of losses) {
    const rows = (await target.hasTable(table)) ? await target.rows(table).count() : 0;
    if (rows > 0) kept.push(`${what} in ${countText(rows, "row")}`);
  }
  if (kept.length === 0) return;
  throw new MigrationError(
    "DESTRUCTIVE_CHANGE",
    `Undoing ${chosen.map(({ name }) => name).join(", ")} would lose ${kept.join(", ")}.`,
    { hint: "Nothing was undone. If that is what you want, run it again with --allow-destructive." },
  );
}

/** Reads the journal. In a project that used sequelize-cli, first copies sequelize-cli's entries, once. */
async function adoptSequelizeMeta(
  { target, files }: Pick<RunnerInput, "target" | "files">,
  holder: string,
): Promise<readonly JournalEntry[]> {
  const { entries, adopted } = await readJournal(target.journal, files, holder);
  if (!adopted) return entries;
  await target.transaction(async () => {
    for (const entry of entries) await target.journal.write(entry);
  });
  return entries;
}

export type Resolution = "applied" | "rolled-back" | "forget";

/**
 * Corrects the journal after manual work, without running anything. `applied`: the effect of the migration is in the
 * database. `rolled-back`: nothing of it is, so it will run again. `forget`: removes the entry of a migration whose
 * file is gone.
 * @returns the migration's name
 * @throws MigrationError MIGRATION_UNKNOWN
 */
export function resolveMigration(input: RunnerInput, wanted: string, resolution: Resolution): Promise<string> {
  const { target, files } = input;
  return holdLock(target.locks, input.lock, async (lock) => {
    await target.journal.prepare();
    const entries = await target.journal.read();
    if (resolution === "applied") {
      const file = findMigration(files, wanted);
      const before = entries.find(({ name }) => name === file.name);
      const batch = before?.batch ?? Math.max(0, ...entries.map((entry) => entry.batch)) + 1;
      const now = new Date().toISOString();
      // Recorded as if it had been run now.
      const run = { batch, startedAt: before?.startedAt ?? now, finishedAt: now, holder: lock.holder };
      await target.journal.write(appliedEntry(file, run));
      return file.name;
    }
    const { name } = findMigration(entries, wanted);
    await target.journal.remove(name);
    return name;
  });
}
