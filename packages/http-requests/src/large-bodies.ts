import { setImmediate as nextTurn } from "node:timers/promises";
import type { Steps } from "@onespec/spec-core";
import { throwIfGone } from "./client-gone.js";
import { inSlices } from "./in-slices.js";
import { MOST_VALUES } from "./json/check-structure.js";

/** Bodies that are longer are read in slices, in characters: what is shorter takes a few milliseconds. */
export const LARGE_BODY: number = 64 * 1024;

/** Bytes of a body that each value may do with, where a limit on bodies lets in more than usual. */
const BYTES_PER_VALUE = 100;

/**
 * Reads the large bodies of one server one after the other, each in slices. What a body is read into takes many times its own memory,
 * so that only one is in the making at a time.
 */
export class LargeBodies {
  /** Values in one body, those inside others included. */
  readonly mostValues: number;
  #last: Promise<unknown> = Promise.resolve();

  /** @param bodyLimit of one body, in bytes: who lets in longer ones lets in more values */
  constructor(bodyLimit = 0) {
    this.mostValues = Math.max(MOST_VALUES, Math.floor(bodyLimit / BYTES_PER_VALUE));
  }

  /** @param gone the client is there no more: what is left is not read @throws ClientGone */
  run<T>(work: Steps<T>, gone?: AbortSignal): Promise<T> {
    return this.turn(() => inSlices(work, gone), gone);
  }

  /** Does what is done elsewhere, when its turn has come. @throws ClientGone */
  turn<T>(work: () => Promise<T>, gone?: AbortSignal): Promise<T> {
    const begin = (): Promise<T> => {
      throwIfGone(gone);
      return work();
    };
    // What becomes of it begins in a turn of its own.
    const done = this.#last.then(begin).finally(() => nextTurn());
    this.#last = done.catch(ignore);
    return done;
  }
}

/** Who asked for the work is told. */
function ignore(): void {}
