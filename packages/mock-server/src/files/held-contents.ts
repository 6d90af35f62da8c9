import type { KeptContent } from "./contents.js";

/** Counts who still works with contents that nothing refers to yet. */
export class HeldContents {
  readonly #counts: Map<string, number> = new Map();
  /** Held since the last time somebody began to tidy up: what refers to them may not have been seen. */
  readonly #recent: Set<string> = new Set();

  hold(digest: string, size: number): KeptContent {
    this.#counts.set(digest, (this.#counts.get(digest) ?? 0) + 1);
    this.#recent.add(digest);
    let isHeld = true;
    return {
      digest,
      size,
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (this.#counts.get(digest) ?? 0) - 1;
        if (left > 0) this.#counts.set(digest, left);
        else this.#counts.delete(digest);
      },
    };
  }

  beginTidying(): void {
    this.#recent.clear();
  }

  has(digest: string): boolean {
    return this.#counts.has(digest) || this.#recent.has(digest);
  }
}
