import type { Journal } from "./journal.js";

/** A change that is waiting to be written to the journal. */
export interface PendingWrite {
  /** The line for the journal. Empty for an answer that only waits for earlier writes. */
  readonly line: string;
  /** Makes the change visible and answers the caller. */
  readonly commit: () => void;
  readonly reject: (error: unknown) => void;
}

export interface CommitFailure {
  readonly error: unknown;
  /** Number of lost writes. */
  readonly writes: number;
}

/**
 * Writes the changes of one turn of the event loop to the journal together. Commits them in order when they are
 * durable. If the journal fails, all waiting changes fail, since they may depend on the failed ones.
 */
export class GroupCommit {
  readonly #journal: Journal;
  readonly #durability: "os" | "disk";
  readonly #afterwards: (failure?: CommitFailure) => void;
  #waiting: PendingWrite[] = [];
  #scheduled = false;
  #writing: Promise<void> | undefined;

  /** @param afterwards called after each group, with its failure if there was one */
  constructor(journal: Journal, durability: "os" | "disk", afterwards: (failure?: CommitFailure) => void) {
    this.#journal = journal;
    this.#durability = durability;
    this.#afterwards = afterwards;
  }

  add(write: PendingWrite): void {
    this.#waiting.push(write);
    this.#schedule();
  }

  /** Resolves when nothing is waiting and nothing is being written. */
  async settle(): Promise<void> {
    while (this.#writing !== undefined || this.#waiting.length > 0) {
      if (this.#writing === undefined) this.#start();
      await this.#writing;
    }
  }

  /** Resolves when no group is being written. Changes may still be waiting. */
  async pause(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  #schedule(): void {
    if (this.#scheduled || this.#writing !== undefined) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#start();
    });
  }

  #start(): void {
    if (this.#writing !== undefined || this.#waiting.length === 0) return;
    const group = this.#waiting;
    this.#waiting = [];
    let before: number | undefined;
    try {
      const lines = group.map((write) => write.line).join("");
      if (lines !== "") before = this.#journal.append(lines);
    } catch (error) {
      this.#fail(group, error);
      return;
    }
    // With durability `os` nothing waits for the disk, so the whole group is committed in this turn of the event loop.
    if (this.#durability === "os" || before === undefined) this.#commit(group);
    else this.#writing = this.#commitWhenSynced(group, before);
  }

  async #commitWhenSynced(group: readonly PendingWrite[], before: number): Promise<void> {
    try {
      await this.#journal.sync();
      this.#commit(group);
    } catch (error) {
      this.#journal.cutBack(before);
      this.#fail(group, error);
    } finally {
      this.#writing = undefined;
    }
    if (this.#waiting.length > 0) this.#schedule();
  }

  #commit(group: readonly PendingWrite[]): void {
    for (const write of group) write.commit();
    this.#afterwards();
  }

  #fail(group: readonly PendingWrite[], error: unknown): void {
    const failed = [...group, ...this.#waiting];
    this.#waiting = [];
    this.#afterwards({ error, writes: failed.filter(({ line }) => line !== "").length });
    for (const write of failed) write.reject(error);
  }
}
