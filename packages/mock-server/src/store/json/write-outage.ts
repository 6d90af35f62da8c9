import type { StoreError } from "../store-error.js";

/** A period in which the store cannot write its files. It is reported when it begins and when it ends. */
export type Outage =
  | { readonly state: "begun"; readonly error: StoreError }
  | {
      readonly state: "over";
      /** False at the end of a store that could not write to its last moment. */
      readonly isFixed: boolean;
      readonly refused: number;
      readonly forMs: number;
    };

/** Turns failures and successes of single writes into outages. */
export class WriteOutage {
  readonly #tell: (outage: Outage) => void;
  readonly #failing: Set<unknown> = new Set();
  #refused = 0;
  #begun: number | undefined;

  constructor(tell: (outage: Outage) => void) {
    this.#tell = tell;
  }

  /** @param of the owner of the file @param writes the number of rejected writes */
  failed(of: unknown, error: StoreError, writes: number): void {
    this.#failing.add(of);
    this.#refused += writes;
    if (this.#begun !== undefined) return;
    this.#begun = performance.now();
    this.#tell({ state: "begun", error });
  }

  succeeded(of: unknown): void {
    if (this.#failing.delete(of) && this.#failing.size === 0) this.#end(true);
  }

  /** Ends the outage with the store. */
  close(): void {
    this.#end(this.#failing.size === 0);
  }

  #end(isFixed: boolean): void {
    if (this.#begun === undefined) return;
    const outage: Outage = { state: "over", isFixed, refused: this.#refused, forMs: performance.now() - this.#begun };
    this.#failing.clear();
    this.#refused = 0;
    this.#begun = undefined;
    this.#tell(outage);
  }
}
