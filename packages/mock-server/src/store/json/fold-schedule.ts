import type { StoreError } from "../store-error.js";
import { fileProblem } from "./file-problem.js";
import type { JsonCollection } from "./json-collection.js";

/** When collections are folded. */
export interface FoldTiming {
  /** Time without writes before a small file is folded, in milliseconds. */
  readonly idleMs: number;
  /** A journal smaller than this, in bytes, is not folded under load. */
  readonly growthMinimum: number;
  /** Wait after a fold that failed, in milliseconds. */
  readonly retryMs: number;
}

const DEFAULT_TIMING: FoldTiming = { idleMs: 1000, growthMinimum: 16 * 1024 * 1024, retryMs: 10_000 };

/**
 * Under load, a journal is folded when it is this many times as long as the readable file. Each byte of journal then
 * costs at most one and a half bytes of rewriting.
 */
const GROWTH_FACTOR = 2;
/**
 * The wait before a fold grows with the file, one second for each MB. Otherwise every occasional write would rewrite a
 * large file.
 */
const IDLE_BYTES_PER_MS = 1000;

/** Decides when collections are folded, and folds one group of them at a time. */
export class FoldSchedule {
  readonly #timing: FoldTiming;
  readonly #work: (collections: readonly JsonCollection[]) => Promise<readonly unknown[]>;
  readonly #onProblem: (error: StoreError) => void;
  /** Written, and not folded since. */
  readonly #waiting: Set<JsonCollection> = new Set();
  /** About to be folded, or being folded. */
  readonly #folding: Set<JsonCollection> = new Set();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();
  /** The longest readable file of those that wait, in bytes. */
  #longest = 0;
  #isFailing = false;
  /** Messages of failures that persist. Each is reported once. */
  readonly #reported: Set<string> = new Set();
  #isStopped = false;

  /** @param work folds collections, and returns the problems */
  constructor(
    timing: Partial<FoldTiming>,
    work: (collections: readonly JsonCollection[]) => Promise<readonly unknown[]>,
    onProblem: (error: StoreError) => void,
  ) {
    this.#timing = { ...DEFAULT_TIMING, ...timing };
    this.#work = work;
    this.#onProblem = onProblem;
  }

  /** Call this after each write. */
  written(collection: JsonCollection): void {
    if (this.#isStopped || this.#folding.has(collection)) return;
    this.#waiting.add(collection);
    // The next attempt folds it with the others.
    if (this.#isFailing) return;
    const { journalLength, snapshotLength } = collection;
    const { idleMs, growthMinimum } = this.#timing;
    this.#longest = Math.max(this.#longest, snapshotLength);
    if (journalLength > Math.max(growthMinimum, GROWTH_FACTOR * snapshotLength)) void this.#foldSoon([collection]);
    else this.#wait(Math.max(idleMs, this.#longest / IDLE_BYTES_PER_MS));
  }

  /** Folds these collections when the folds under way are done. @throws the first problem */
  async fold(collections: readonly JsonCollection[]): Promise<void> {
    const work = this.#running.then(() => this.#work(collections));
    this.#running = work;
    const [problem] = await work;
    if (problem !== undefined) throw problem;
  }

  /** Stops scheduling folds. Resolves when the running fold is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wait(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#longest = 0;
      void this.#foldSoon([...this.#waiting]);
    }, delayMs);
    this.#timer.unref();
  }

  async #foldSoon(collections: readonly JsonCollection[]): Promise<void> {
    for (const collection of collections) {
      this.#waiting.delete(collection);
      this.#folding.add(collection);
    }
    try {
      await this.fold(collections);
      this.#isFailing = false;
      this.#reported.clear();
    } catch (error) {
      this.#isFailing = true;
      this.#report(fileProblem("write", "the data directory", error));
    }
    for (const collection of collections) {
      this.#folding.delete(collection);
      // Some writes came during the fold, or it failed.
      if (collection.journalLength > 0) this.written(collection);
    }
    if (this.#isFailing && !this.#isStopped) this.#wait(this.#timing.retryMs);
  }

  #report(problem: StoreError): void {
    if (this.#reported.has(problem.message)) return;
    this.#reported.add(problem.message);
    this.#onProblem(problem);
  }
}
