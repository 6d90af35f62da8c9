import type { DirectoryLock } from "./directory-lock.js";
import type { SequenceFile } from "./sequence-file.js";
import { type StoreFiles, syncDirectory } from "./store-files.js";

/** A collection whose readable file is being rewritten. */
export interface Fold {
  /** File stem of the collection, and the last number that it gave. */
  readonly stem: string;
  readonly sequence: number;
  /** Replaces the readable file by the new one. */
  takePlace(): Promise<void>;
  /** Deletes the journal that the file contains now. */
  dropJournal(): Promise<void>;
  /** To be called last in any case: removes a new file that has not taken its place. */
  end(): Promise<void>;
}

export interface FoldingCollection {
  /** Writes the new file beside the readable one. @throws StoreError `STORE_FULL` or `STORE_UNWRITABLE` */
  beginFold(): Promise<Fold>;
}

/** Shared by the collections of one directory. */
export interface FoldingDirectory {
  readonly files: StoreFiles;
  readonly directory: string;
  readonly lock: DirectoryLock;
  readonly sequences: SequenceFile;
}

/** Files written at the same time: as many as Node has threads that wait for the disk. */
const PARALLEL_FILES = 4;
/**
 * Rewrites readable files and deletes the journals that they contain then, with one sync of the directory and one write of the numbers
 * for all of them. Returns the problems; the file and journal of a collection with a problem are still consistent.
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
    for (const fold of written) {
      lock.check();
      if (await succeeds(fold.takePlace(), problems)) placed.push(fold);
    }
    if (placed.length === 0) return problems;
    await syncDirectory(files, directory);
    await sequences.save(new Map(placed.map(({ stem, sequence }) => [stem, sequence])));
    for (const fold of placed) await succeeds(fold.dropJournal(), problems);
  } catch (problem) {
    problems.push(problem);
  } finally {
    for (const fold of written) await fold.end();
  }
  return problems;
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
