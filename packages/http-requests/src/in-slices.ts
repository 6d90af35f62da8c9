import { throwIfGone } from "./client-gone.js";
import { isLong, ownTurn } from "./turns.js";

/** How long one piece of work goes on before others have their turn, beside one step of it, in milliseconds. */
export const SLICE_MS = 4;

/**
 * Does all steps of some work, and lets others have the event loop between them time and again. Gives what the work gives.
 * @param gone who asked for it is there no more: the work stops between two slices
 * @throws ClientGone
 */
export async function inSlices<T>(work: Iterator<void, T>, gone?: AbortSignal): Promise<T> {
  if (isLong(performance.now())) await ownTurn();
  for (;;) {
    throwIfGone(gone);
    const end = performance.now() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await ownTurn();
  }
}
