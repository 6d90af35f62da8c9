import { throwIfGone } from "./client-gone.js";

/** How long others wait at most, beside one step of the work, in milliseconds. */
export const SLICE_MS = 4;

/** Works that go on when their turn comes, the longest waiting first. */
const waiting: (() => void)[] = [];

/**
 * Does all steps of some work, and lets others have the event loop between them time and again: of many works one has a slice
 * of each turn. Gives what the work gives.
 * @param gone who asked for it is there no more: the work stops between two slices
 * @throws ClientGone
 */
export async function inSlices<T>(work: Iterator<void, T>, gone?: AbortSignal): Promise<T> {
  if (waiting.length > 0) await ownTurn();
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

/** A turn of the event loop that no other of these works has. */
function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}
