import { setTimeout as sleep } from "node:timers/promises";
import { isBusy } from "./sqlite-errors.js";

const LONGEST_PAUSE_MS = 25;

/** Tries again while another connection holds the SQLite file, without holding up this process. */
export async function patiently<T>(work: () => T, patienceMs: number): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await sleep(pause);
  }
}
