import type { StoreError } from "../store-error.js";

/** A time in which files of a store cannot be written. Told once when it begins and once when it is over. */
export type Outage =
  | { readonly state: "begun"; readonly error: StoreError }
  | { readonly state: "over"; readonly refused: number; readonly forMs: number };

/** Makes of failures and successes of single writes what people want to know of them. */
export class WriteOutage {
  readonly #tell: (outage: Outage) => void;
  readonly #failing: Set<unknown> = new Set();
  #refused = 0;
  #begun: number | undefined;

  constructor(tell: (outage: Outage) => void) {
    this.#tell = tell;
  }

  /** @param of whose file it is @param writes that were refused with it */
  failed(of: unknown, error: StoreError, writes: number): void {
    this.#failing.add(of);
    this.#refused += writes;
    if (this.#begun !== undefined) return;
    this.#begun = performance.now();
    this.#tell({ state: "begun", error });
  }

  succeeded(of: unknown): void {
    if (this.#failing.delete(of) && this.#failing.size === 0) this.end();
  }

  /** Nothing is written any more. */
  end(): void {
    if (this.#begun === undefined) return;
    const outage: Outage = { state: "over", refused: this.#refused, forMs: performance.now() - this.#begun };
    this.#failing.clear();
    this.#refused = 0;
    this.#begun = undefined;
    this.#tell(outage);
  }
}
