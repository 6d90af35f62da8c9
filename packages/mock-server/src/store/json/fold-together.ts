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
  takePlace(): void;
  /** Drops the journal that the file makes superfluous. */
  dropJournal(): void;
  /** To be called last, whatever became of it: a file that has not taken its place is removed. */
  end(): void;
}

export interface FoldingCollection {
  /** Writes the new file beside the one before. @throws StoreError `STORE_FULL` or `STORE_UNWRITABLE` */
  beginFold(): Promise<Fold>;
}

/** What the collections of one directory share. */
export interface FoldingDirectory {
  readonly files: StoreFiles;
  readonly directory: string;
  readonly lock: DirectoryLock;
  readonly sequences: SequenceFile;
}

/** Files written at the same time: mostly waiting for the disk. */
const PARALLEL_FILES = 16;
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
      await next.beginFold().then(
        (fold) => written.push(fold),
        (problem) => problems.push(problem),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL_FILES, collections.length) }, writeNext));
  try {
    const placed: Fold[] = [];
    for await (const some of inTurns(written)) {
      lock.check();
      placed.push(...some.filter((fold) => succeeds(() => fold.takePlace(), problems)));
    }
    if (placed.length === 0) return problems;
    await syncDirectory(files, directory);
    await sequences.save(new Map(placed.map(({ stem, sequence }) => [stem, sequence])));
    for await (const some of inTurns(placed)) for (const fold of some) succeeds(() => fold.dropJournal(), problems);
  } catch (problem) {
    problems.push(problem);
  } finally {
    for (const fold of written) fold.end();
  }
  return problems;
}

async function* inTurns(folds: readonly Fold[]): AsyncGenerator<readonly Fold[], void> {
  for (let at = 0; at < folds.length; at += IN_ONE_TURN) {
    if (at > 0) await setImmediate();
    yield folds.slice(at, at + IN_ONE_TURN);
  }
}

function succeeds(step: () => void, problems: unknown[]): boolean {
  try {
    step();
    return true;
  } catch (problem) {
    problems.push(problem);
    return false;
  }
}
