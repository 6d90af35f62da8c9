/** What can end a try before its answer has come. */
export interface Stop {
  readonly controller: AbortController;
  uses: number;
}

const idle: Stop[] = [];
const MOST_IDLE = 16;
/** Platforms may keep a listener for each use until garbage is collected. */
const MOST_USES = 50;

/** One that nobody has. Making an AbortController takes as long as all else in a call, so they are used again. */
export function takeStop(): Stop {
  return idle.pop() ?? { controller: new AbortController(), uses: 0 };
}

/** Only of a try whose answer has been read to its end: nobody is left whom it could stop. */
export function giveBack(stop: Stop): void {
  stop.uses += 1;
  if (!stop.controller.signal.aborted && stop.uses < MOST_USES && idle.length < MOST_IDLE) idle.push(stop);
}
