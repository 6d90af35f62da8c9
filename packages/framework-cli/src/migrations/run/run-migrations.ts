import type { MigrationFile } from "../migration-files.js";
import type { JournalEntry } from "../target/migration-target.js";
import type { RunnerInput } from "./execute-migration.js";
import { executeMigration } from "./execute-migration.js";
import { holdLock } from "./hold-lock.js";
import { readJournal } from "./migration-status.js";
import { selectApplied, selectPending } from "./select-migrations.js";

export interface MigrationRun {
  readonly name: string;
  readonly direction: "up" | "down";
  /** Milliseconds. */
  readonly tookMs: number;
}

export interface UpRange {
  /** The last one to run: its name, or the beginning of it. */
  readonly to?: string;
  /** How many at most. */
  readonly step?: number;
}

/**
 * Runs what has not been run, in the order of names, all in one batch. Several processes may try at once: each migration runs once.
 *
 * @throws MigrationError MIGRATION_FAILED, MIGRATION_UNFINISHED, MIGRATION_UNKNOWN, MIGRATIONS_LOCKED, LOCK_LOST
 */
export async function runMigrations(input: RunnerInput, range: UpRange = {}): Promise<MigrationRun[]> {
  const { target, files } = input;
  return holdLock(target.locks, input.lock, async (lock) => {
    await target.journal.prepare();
    // Only now: the previous holder of the lock may have run them.
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
  input.onStart(file.name, direction);
  const start = performance.now();
  await executeMigration(...args);
  const result = { name: file.name, direction, tookMs: performance.now() - start };
  input.onDone(result);
  return result;
}

function entryOf({ name }: MigrationFile, entries: readonly JournalEntry[]): JournalEntry | undefined {
  return entries.find((entry) => entry.name === name);
}

export interface DownRange {
  /** Everything after this one, which stays. */
  readonly to?: string;
  readonly step?: number;
  readonly all?: boolean;
}

/** Takes back: the last batch, unless the range says more or less. Again afterwards, where `redo`. */
export async function undoMigrations(input: RunnerInput, range: DownRange, redo = false): Promise<MigrationRun[]> {
  const { target, files } = input;

  return holdLock(target.locks, input.lock, async (lock) => {
    await target.journal.prepare();
    const entries = await adoptSequelizeMeta(input, lock.holder);
    const chosen = selectApplied(files, entries, range);
    const runs: MigrationRun[] = [];
    for (const file of chosen) {
      runs.push(await run(input, file, "down", entryOf(file, entries), entryOf(file, entries)?.batch ?? 1, lock));
    }
    if (!redo) return runs;
    for (const file of [...chosen].reverse()) {
      runs.push(await run(input, file, "up", undefined, entryOf(file, entries)?.batch ?? 1, lock));
    }
    return runs;
  });
}

/** Reads the bookkeeping; a project that comes from sequelize-cli has its own taken over, once. */
async function adoptSequelizeMeta(
  { target, files }: Pick<RunnerInput, "target" | "files">,
  holder: string,
): Promise<readonly JournalEntry[]> {
  const { entries, adopted } = await readJournal(target, files, holder);
  if (!adopted) return entries;
  await target.transaction(async () => {
    for (const entry of entries) await target.journal.write(entry);
  });
  return entries;
}
