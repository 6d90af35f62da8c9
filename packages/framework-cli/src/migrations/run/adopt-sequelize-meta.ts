import type { JournalEntry } from "../target/journal.js";
import { readJournal } from "./read-journal.js";
import type { RunnerInput } from "./runner-input.js";

/** Reads the bookkeeping; a project that comes from sequelize-cli has its own taken over, once. */
export async function adoptSequelizeMeta(
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
