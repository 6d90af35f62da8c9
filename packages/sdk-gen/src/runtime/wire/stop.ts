/** Aborts one try of a call. */
export interface Stop {
  readonly controller: AbortController;
  uses: number;
}

const idle: Stop[] = [];
const MOST_IDLE = 16;
/** Limits the listeners that platforms may keep until garbage collection. */
const MOST_USES = 50;

/** Takes an unused AbortController. They are reused, because creating one takes as long as the rest of a call. */
export function takeStop(): Stop {
  return idle.pop() ?? { controller: new AbortController(), uses: 0 };
}

/** Returns an AbortController. Call it only after the answer is read to its end. */
export function giveBack(stop: Stop): void {
  stop.uses += 1;
  if (!stop.controller.signal.aborted && stop.uses < MOST_USES && idle.length < MOST_IDLE) idle.push(stop);
}
