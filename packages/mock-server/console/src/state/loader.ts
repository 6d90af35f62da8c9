import { type Signal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { problemText } from "./plane.js";

/** The state of something that is loaded. The old value stays while it loads again. */
export interface Loaded<T> {
  readonly value?: T;
  readonly problem?: string;
  readonly isLoading: boolean;
}

/** Loads values and keeps the last one. An older answer never replaces a newer one. */
export class Loader<T> {
  readonly state: Signal<Loaded<T>> = signal({ isLoading: true });
  #turn = 0;

  async load(work: () => Promise<T>, { keep = true } = {}): Promise<void> {
    const turn = ++this.#turn;
    this.state.value = keep ? { ...this.state.value, isLoading: true } : { isLoading: true };
    try {
      const value = await work();
      if (turn === this.#turn) this.state.value = { value, isLoading: false };
    } catch (error) {
      if (turn === this.#turn)
        this.state.value = { ...this.state.value, problem: problemText(error), isLoading: false };
    }
  }
}

/** Runs `work` now and whenever one of `inputs` changes. */
export function useLoad(work: () => unknown, inputs: readonly unknown[]): void {
  useEffect(() => void work(), inputs);
}
