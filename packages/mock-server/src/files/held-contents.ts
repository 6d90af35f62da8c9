import type { KeptContent } from "./contents.js";

/** Counts who still works with contents that nothing refers to yet. */
export class HeldContents {
  readonly #counts: Map<string, number> = new Map();
  /** For each who tidies up, all that has been held since: what refers to it may not have been seen. */
  readonly #seen: Set<Set<string>> = new Set();

  hold(digest: string, size: number): KeptContent {
    this.#counts.set(digest, (this.#counts.get(digest) ?? 0) + 1);
    for (const seen of this.#seen) seen.add(digest);
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

  /**
   * Who tidies up asks this before looking for what refers to contents. Gives what must stay although nothing was seen to refer to it:
   * contents that somebody worked with then or has since, even if by now that somebody has let go of them.
   */
  beginTidying(): { readonly held: ReadonlySet<string>; end(): void } {
    const held = new Set(this.#counts.keys());
    this.#seen.add(held);
    return { held, end: () => void this.#seen.delete(held) };
  }
}
