import { setImmediate } from "node:timers/promises";
import type { DirectoryLock } from "./directory-lock.js";
import type { SequenceFile } from "./sequence-file.js";
import type { StoreFiles } from "./store-files.js";
import { syncDirectory } from "./sync-directory.js";

/** A collection whose readable file is being written anew. */
export interface Fold {
  /** File stem of the collection, and the last number that it gave. */
  readonly stem: string;
  readonly sequence: number;
  /** Puts the new file in the place of the one before. */
  takePlace(): Promise<void>;
  /** Drops the journal that the file makes superfluous. */
  dropJournal(): Promise<void>;
  /** To be called last, whatever became of it: a file that has not taken its place is removed. */
  end(): Promise<void>;
}

export interface FoldingCollection {
  /** Writes the new file beside the one before. @throws StoreError `STORE_FULL` or `STORE_UNWRITABLE` */
  beginFold(files: StoreFiles): Promise<Fold>;
}

/** What the collections of one directory share. */
export interface FoldingDirectory {
  readonly files: StoreFiles;
  readonly directory: string;
  readonly lock: DirectoryLock;
  readonly sequences: SequenceFile;
}

/** Files written at the same time: as many as Node has threads that wait for the disk. */
const PARALLEL_FILES = 4;
/** Collections whose files come into their places, or lose their journals, in one turn of the event loop. */
const IN_ONE_TURN = 32;

/**
 * Writes readable files anew and drops the journals that they make superfluous: with one wait for the directory and one writing of
 * the numbers for all of them. Gives what went wrong, each time of one collection whose file and journal still say the same together.
 */
export async function foldTogether(
  collections: readonly FoldingCollection[],
  { files, directory, lock, sequences }: FoldingDirectory,
): Promise<readonly unknown[]> {
  const problems: unknown[] = [];
  const written: Fold[] = [];
  const waiting = [...collections];
  const writeNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await next.beginFold(files).then(
        (fold) => written.push(fold),
        (problem) => problems.push(problem),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL_FILES, collections.length) }, writeNext));
  try {
    const placed: Fold[] = [];
    for (const [index, fold] of written.entries()) {
      await pause(index);
      if (index % IN_ONE_TURN === 0) lock.check();
      if (await succeeds(fold.takePlace(), problems)) placed.push(fold);
    }
    if (placed.length === 0) return problems;
    await syncDirectory(files, directory);
    await sequences.save(new Map(placed.map(({ stem, sequence }) => [stem, sequence])));
    for (const [index, fold] of placed.entries()) {
      await pause(index);
      await succeeds(fold.dropJournal(), problems);
    }
  } catch (problem) {
    problems.push(problem);
  } finally {
    for (const fold of written) await fold.end();
  }
  return problems;
}

/** Lets others have their turn now and then. */
async function pause(index: number): Promise<void> {
  if (index > 0 && index % IN_ONE_TURN === 0) await setImmediate();
}

async function succeeds(step: Promise<void>, problems: unknown[]): Promise<boolean> {
  try {
    await step;
    return true;
  } catch (problem) {
    problems.push(problem);
    return false;
  }
}
