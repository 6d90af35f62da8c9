import { setImmediate } from "node:timers/promises";

/** How long others wait at most, beside one step of the work, in milliseconds. */
const SLICE_MS = 4;

/** Does all steps of some work, and lets others have the event loop between them time and again. Gives what the work gives. */
export async function inSlices<T>(work: Iterator<void, T>): Promise<T> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await setImmediate();
  }
}
