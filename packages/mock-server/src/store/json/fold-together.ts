import type { JsonCollection, JsonDirectory } from "./json-collection.js";
import { syncDirectory } from "./store-files.js";

/** The rewrite of one collection's readable file. */
export interface Fold {
  /** File stem of the collection, and the last number that it gave. */
  readonly stem: string;
  readonly sequence: number;
  /** Replaces the readable file by the new one. */
  takePlace(): Promise<void>;
  /** Deletes the journal that the file contains now. */
  dropJournal(): Promise<void>;
  /** Call this last, also after a failure. It removes a new file that has not replaced the old one. */
  end(): Promise<void>;
}

/** Number of files written at the same time. Node has as many threads that wait for the disk. */
const PARALLEL_FILES = 4;

/**
 * Rewrites readable files and deletes the journals that they now include. All collections share one sync of the
 * directory and one write of the sequence numbers. Returns the problems; the file and journal of a collection with a
 * problem stay consistent.
 */
export async function foldTogether(
  collections: readonly JsonCollection[],
  { directory, lock, sequences }: JsonDirectory,
): Promise<readonly unknown[]> {
  const problems: unknown[] = [];
  const attempt = <T>(step: Promise<T>): Promise<T[]> =>
    step.then(
      (result) => [result],
      (problem) => {
        problems.push(problem);
        return [];
      },
    );
  const written: Fold[] = [];
  for (let at = 0; at < collections.length; at += PARALLEL_FILES) {
    const begun = collections.slice(at, at + PARALLEL_FILES).map((collection) => attempt(collection.beginFold()));
    written.push(...(await Promise.all(begun)).flat());
  }
  try {
    const placed: Fold[] = [];
    for (const fold of written) {
      lock.check();
      if ((await attempt(fold.takePlace())).length > 0) placed.push(fold);
    }
    if (placed.length === 0) return problems;
    await syncDirectory(directory);
    await sequences.save(new Map(placed.map(({ stem, sequence }) => [stem, sequence])));
    for (const fold of placed) await attempt(fold.dropJournal());
  } catch (problem) {
    problems.push(problem);
  } finally {
    for (const fold of written) await attempt(fold.end());
  }
  return problems;
}
