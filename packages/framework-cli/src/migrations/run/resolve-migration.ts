import type { RunnerInput } from "./execute-migration.js";
import { holdLock } from "./hold-lock.js";
import { appliedEntry } from "./migration-status.js";
import { findMigration } from "./select-migrations.js";

export type Resolution = "applied" | "rolled-back" | "forget";

/**
 * Sets the record right after work by hand, without running anything. `applied`: what the migration does is there. `rolled-back`:
 * nothing of it is there, so it will run again. `forget`: strike off one whose file is gone.
 *
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
      // As if it had been run just now.
      const run = { batch, startedAt: before?.startedAt ?? now, finishedAt: now, holder: lock.holder };
      await target.journal.write(appliedEntry(file, run));
      return file.name;
    }
    const { name } = findMigration(entries, wanted);
    await target.journal.remove(name);
    return name;
  });
}
