import type { MigrationFile } from "../read-migration-folder.js";
import type { JournalEntry } from "../target/journal.js";

export interface MigrationStatus {
  readonly name: string;
  /**
   * `edited`: applied, but the file is no longer what was run. `missing`: applied, but the file is gone. `late`: pending, although a
   * later one is applied (a branch came in). `running` may be at work right now, or have been stopped.
   */
  readonly state: "applied" | "pending" | "late" | "edited" | "missing" | "running" | "failed" | "undoing";
  readonly batch?: number;
  readonly finishedAt?: string;
  /** Steps done, of one that stopped half-way. */
  readonly steps?: readonly string[];
  readonly error?: string;
}

/** Of all migrations, by name. */
export function migrationStatus(files: readonly MigrationFile[], entries: readonly JournalEntry[]): MigrationStatus[] {
  const last = entries.filter(({ state }) => state === "applied").at(-1)?.name ?? "";
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const known = files.map((file): MigrationStatus => {
    const entry = byName.get(file.name);
    byName.delete(file.name);
    if (entry === undefined) return { name: file.name, state: file.name < last ? "late" : "pending" };
    if (entry.state !== "applied") return { ...details(entry), state: entry.state, steps: entry.steps };
    const isEdited = entry.checksum !== "" && entry.checksum !== file.checksum;
    return { ...details(entry), state: isEdited ? "edited" : "applied" };
  });
  const gone = [...byName.values()].map((entry): MigrationStatus => ({ ...details(entry), state: "missing" }));
  return [...known, ...gone].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function details({ name, batch, finishedAt, error }: JournalEntry): Omit<MigrationStatus, "state"> {
  return {
    name,
    batch,
    ...(finishedAt !== undefined && { finishedAt }),
    ...(error !== undefined && { error }),
  };
}
