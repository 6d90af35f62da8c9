import { meantHint } from "@onespec/spec-core/errors";
import { MigrationError } from "../../errors/migration-error.js";
import type { MigrationFile } from "../migration-files.js";
import type { JournalEntry } from "../target/migration-target.js";
import type { DownRange, UpRange } from "./run-migrations.js";

/**
 * Selects the migrations to run. An interrupted migration keeps its position. @throws MigrationError MIGRATION_UNKNOWN,
 * MIGRATION_UNFINISHED
 */
export function selectPending(
  files: readonly MigrationFile[],
  entries: readonly JournalEntry[],
  { to, step }: UpRange,
): readonly MigrationFile[] {
  const undoing = entries.find(({ state }) => state === "undoing");
  if (undoing !== undefined) throw unfinished(undoing, "was being taken back", "framework migrations:undo");
  const applied = new Set(entries.filter(({ state }) => state === "applied").map(({ name }) => name));
  const last = to === undefined ? files.length - 1 : indexOf(files, to);
  const pending = files.slice(0, last + 1).filter(({ name }) => !applied.has(name));
  return step === undefined ? pending : pending.slice(0, step);
}

/** Selects the migrations to undo, last first. */
export function selectApplied(
  files: readonly MigrationFile[],
  entries: readonly JournalEntry[],
  { to, step = 1, run, all }: DownRange,
): readonly MigrationFile[] {
  const half = entries.find(({ state }) => state === "running" || state === "failed");
  if (half !== undefined) throw unfinished(half, "stopped half-way", "framework migrations:run, to finish it first");
  const there = [...entries].reverse();
  const chosen = (): readonly JournalEntry[] => {
    if (all) return there;
    if (to !== undefined) {
      const { name } = files[indexOf(files, to)] ?? { name: to };
      return there.filter((entry) => entry.name > name);
    }
    if (!run) return there.slice(0, step);
    const batch = Math.max(0, ...there.map((entry) => entry.batch));
    return there.filter((entry) => entry.batch === batch);
  };
  return chosen().map(({ name }) => {
    const file = files.find((each) => each.name === name);
    if (file !== undefined) return file;
    throw new MigrationError("MIGRATION_UNKNOWN", `${name} was applied, but its file is no longer in migrations/.`, {
      hint: `Restore the file, or remove it from the list: framework migrations:resolve ${name} --forget`,
    });
  });
}

/** Finds an item by its name, or by the beginning of its name. @throws MigrationError MIGRATION_UNKNOWN */
export function findMigration<T extends { readonly name: string }>(items: readonly T[], wanted: string): T {
  const item = items.find(({ name }) => name === wanted) ?? items.find(({ name }) => name.startsWith(wanted));
  if (item !== undefined) return item;
  const names = items.map(({ name }) => name);
  throw new MigrationError("MIGRATION_UNKNOWN", `There is no migration ${wanted}.`, {
    hint: meantHint(wanted, names, "List them: framework migrations:status"),
  });
}

function indexOf(files: readonly MigrationFile[], wanted: string): number {
  return files.indexOf(findMigration(files, wanted));
}

function unfinished({ name }: JournalEntry, what: string, next: string): MigrationError {
  return new MigrationError("MIGRATION_UNFINISHED", `${name} ${what}.`, { hint: `Run: ${next}` });
}
