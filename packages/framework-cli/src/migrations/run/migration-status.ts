import { listText } from "../../text/phrases.js";
import type { MigrationFile } from "../migration-files.js";
import { byName } from "../tables/table.js";
import type { Journal, JournalEntry } from "../target/migration-target.js";

export interface MigrationStatus {
  readonly name: string;
  /**
   * `edited`: applied, but the file has changed since. `missing`: applied, but the file is gone. `late`: pending,
   * although a later one is applied (for example after a merge). `running`: may be running now, or was stopped.
   */
  readonly state: "applied" | "pending" | "late" | "edited" | "missing" | "running" | "failed" | "undoing";
  readonly batch?: number;
  readonly finishedAt?: string;
  /** Finished steps of an interrupted migration. */
  readonly steps?: readonly string[];
  readonly error?: string;
}

/** The status of all migrations, by name. */
export function migrationStatus(files: readonly MigrationFile[], entries: readonly JournalEntry[]): MigrationStatus[] {
  const last = entries.filter(({ state }) => state === "applied").at(-1)?.name ?? "";
  const open = new Map(entries.map((entry) => [entry.name, entry]));
  const known = files.map((file): MigrationStatus => {
    const entry = open.get(file.name);
    open.delete(file.name);
    if (entry === undefined) return { name: file.name, state: file.name < last ? "late" : "pending" };
    if (entry.state !== "applied") return { ...details(entry), state: entry.state, steps: entry.steps };
    const isEdited = entry.checksum !== "" && entry.checksum !== file.checksum;
    return { ...details(entry), state: isEdited ? "edited" : "applied" };
  });
  const gone = [...open.values()].map((entry): MigrationStatus => ({ ...details(entry), state: "missing" }));
  return [...known, ...gone].sort(byName);
}

/** Warnings about applied migrations: one for each file that has changed, and one for all files that are gone. */
export function fileWarnings(statuses: readonly MigrationStatus[]): readonly MigrationWarning[] {
  const named = (wanted: MigrationStatus["state"]): readonly string[] =>
    statuses.flatMap(({ name, state }) => (state === wanted ? [name] : []));
  const edited = named("edited").map((name) => ({
    message: `${name} was changed after it was applied.`,
    hint: `Restore the file and write a new migration. If the database matches the changed file, run: framework migrations:resolve ${name} --applied`,
  }));
  const gone = named("missing");
  if (gone.length === 0) return edited;
  if (gone.length === 1) {
    const message = `${gone[0]} was applied, but its file is gone.`;
    const hint = `Restore the file, or remove it from the list: framework migrations:resolve ${gone[0]} --forget`;
    return [...edited, { message, hint }];
  }
  const message = `${gone.length} migrations were applied to this database, but their files are gone: ${listText(gone, 5)}.`;
  const hint =
    "Check that config/database.js names the right database. Restore the files, or remove each from the list: framework migrations:resolve <name> --forget";
  return [...edited, { message, hint }];
}

export interface MigrationWarning {
  readonly message: string;
  readonly hint: string;
}

function details({ name, batch, finishedAt, error }: JournalEntry): Omit<MigrationStatus, "state"> {
  return { name, batch, ...(finishedAt !== undefined && { finishedAt }), ...(error !== undefined && { error }) };
}

interface ReadJournal {
  readonly entries: readonly JournalEntry[];
  /** The entries come from `SequelizeMeta`, and are not in our journal yet. */
  readonly adopted: boolean;
}

/** The applied migrations from our journal, or else from sequelize-cli's. Changes nothing. */
export async function readJournal(
  journal: Pick<Journal, "read" | "sequelizeMeta">,
  files: readonly MigrationFile[],
  holder: string,
): Promise<ReadJournal> {
  const entries = await journal.read();
  if (entries.length > 0) return { entries, adopted: false };
  const now = new Date().toISOString();
  const adopted = [...(await journal.sequelizeMeta())].sort().map((name): JournalEntry => {
    const checksum = files.find((file) => file.name === name)?.checksum ?? "";
    return appliedEntry({ name, checksum }, { batch: 1, startedAt: now, finishedAt: now, holder });
  });
  return { entries: adopted, adopted: adopted.length > 0 };
}

/** The record of a migration that is done. */
export function appliedEntry(
  { name, checksum }: Pick<MigrationFile, "name" | "checksum">,
  run: Pick<JournalEntry, "batch" | "startedAt" | "finishedAt" | "holder">,
): JournalEntry {
  return { name, checksum, ...run, state: "applied", steps: [], error: undefined };
}
