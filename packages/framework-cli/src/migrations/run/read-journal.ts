import type { MigrationFile } from "../read-migration-folder.js";
import type { JournalEntry } from "../target/journal.js";
import type { MigrationTarget } from "../target/migration-target.js";

export interface ReadJournal {
  readonly entries: readonly JournalEntry[];
  /** They are from `SequelizeMeta`, and nowhere else yet. */
  readonly adopted: boolean;
}

/** What is applied: by our own bookkeeping, else by that of sequelize-cli. Changes nothing. */
export async function readJournal(
  target: MigrationTarget,
  files: readonly MigrationFile[],
  holder: string,
): Promise<ReadJournal> {
  const entries = await target.journal.read();
  if (entries.length > 0) return { entries, adopted: false };
  const names = await target.sequelizeMeta();
  const now = new Date().toISOString();
  const adopted = names
    .map((name) => name.replace(/\.[cm]?[jt]s$/, ""))
    .sort()
    .map(
      (name): JournalEntry => ({
        name,
        checksum: files.find((file) => file.name === name)?.checksum ?? "",
        batch: 1,
        state: "applied",
        steps: [],
        startedAt: now,
        finishedAt: now,
        holder,
        error: undefined,
      }),
    );
  return { entries: adopted, adopted: adopted.length > 0 };
}
