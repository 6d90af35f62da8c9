import type { StoreError } from "../store-error.js";
import { fileProblem } from "./file-problem.js";

/** The part of a collection that the schedule needs. Lengths in bytes. */
export interface Foldable {
  readonly journalLength: number;
  readonly snapshotLength: number;
  fold(): Promise<void>;
}

/** When collections are folded. */
export interface FoldTiming {
  /** Time without writes before a small file is folded, in milliseconds. */
  readonly idleMs: number;
  /** Bytes below which a journal is not folded under load. */
  readonly growthMinimum: number;
  /** Wait after a fold that failed, in milliseconds. */
  readonly retryMs: number;
}

export const DEFAULT_TIMING: FoldTiming = { idleMs: 1000, growthMinimum: 16 * 1024 * 1024, retryMs: 10_000 };

/**
 * A journal is folded under load when it is this many times as long as the readable file, so that each byte of journal
 * costs at most one and a half in the file.
 */
const GROWTH_FACTOR = 2;
/** A longer file waits longer, one second for each MB, so that occasional writes do not rewrite it each time. */
const IDLE_BYTES_PER_MS = 1000;

/** Folds at the same time. They mostly wait for the disk, and share the write of the numbers. */
const PARALLEL_FOLDS = 16;

/** Decides when collections are folded, and folds a few at a time. */
export class FoldSchedule {
  readonly #timing: FoldTiming;
  readonly #onProblem: (error: StoreError) => void;
  readonly #timers: Map<Foldable, NodeJS.Timeout> = new Map();
  readonly #failing: Set<Foldable> = new Set();
  /** Waiting to be folded, or being folded. */
  readonly #due: Set<Foldable> = new Set();
  /** The folds under way. */
  readonly #folding: Map<Foldable, Promise<void>> = new Map();
  /** Messages of failures that go on, which are reported once. */
  readonly #told: Set<string> = new Set();
  #stopped = false;

  constructor(timing: FoldTiming, onProblem: (error: StoreError) => void) {
    this.#timing = timing;
    this.#onProblem = onProblem;
  }

  /** To be called after each write. */
  written(collection: Foldable): void {
    if (this.#stopped || this.#failing.has(collection) || this.#due.has(collection)) return;
    const { journalLength, snapshotLength } = collection;
    const { idleMs, growthMinimum } = this.#timing;
    if (journalLength > Math.max(growthMinimum, GROWTH_FACTOR * snapshotLength)) this.#foldSoon(collection);
    else this.#wait(collection, Math.max(idleMs, snapshotLength / IDLE_BYTES_PER_MS));
  }

  /** Starts no more folds; resolves when none is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#due.clear();
    await Promise.all(this.#folding.values());
  }

  #wait(collection: Foldable, delayMs: number): void {
    const timer = this.#timers.get(collection);
    if (timer !== undefined) {
      timer.refresh();
      return;
    }
    const created = setTimeout(() => this.#foldSoon(collection), delayMs);
    created.unref();
    this.#timers.set(collection, created);
  }

  #foldSoon(collection: Foldable): void {
    clearTimeout(this.#timers.get(collection));
    this.#timers.delete(collection);
    this.#failing.delete(collection);
    this.#due.add(collection);
    this.#foldDue();
  }

  #foldDue(): void {
    for (const collection of this.#due) {
      if (this.#folding.size >= PARALLEL_FOLDS) return;
      if (this.#folding.has(collection)) continue;
      const fold = this.#fold(collection).then(() => {
        this.#folding.delete(collection);
        this.#foldDue();
      });
      this.#folding.set(collection, fold);
    }
  }

  async #fold(collection: Foldable): Promise<void> {
    try {
      await collection.fold();
      this.#due.delete(collection);
      this.#told.clear();
      // Some writes came during the fold.
      if (collection.journalLength > 0) this.written(collection);
    } catch (error) {
      this.#due.delete(collection);
      this.#failing.add(collection);
      if (!this.#stopped) this.#wait(collection, this.#timing.retryMs);
      this.#tell(fileProblem("write", "the data directory", error));
    }
  }

  #tell(problem: StoreError): void {
    if (this.#told.has(problem.message)) return;
    this.#told.add(problem.message);
    this.#onProblem(problem);
  }
}
