import { setImmediate } from "node:timers";

/** How long works keep one turn of the event loop together, beside the last of them, in milliseconds. */
const TURN_MS = 12;
/** What comes later than this after the end of the last work has waited for none of its turn, in milliseconds. */
const GAP_MS = 1;

/** Works of all kinds that wait for a turn, the longest waiting first. */
const waiting: (() => void)[] = [];
let isDue = false;
let begun = 0;
let ended = 0;

/**
 * Does a piece of work at once, or, where those before it have kept this turn of the event loop for a while, in a later one:
 * many that take long and came in together would else hold up everybody for as long as all of them take. Works begin in the
 * order in which they came.
 * @param work never throws
 */
export function takeTurn(work: () => void): void {
  const now = performance.now();
  if (waiting.length === 0 && now - ended > GAP_MS) begun = now;
  if (isLong(now)) wait(work);
  else {
    work();
    ended = performance.now();
  }
}

/** What follows has a turn of the event loop before it. */
export function beginTurn(): void {
  begun = performance.now();
}

/** Goes on with what may take long: at once, or in a later turn where this one has been kept for a while. */
export function inTurn<T>(work: () => T | Promise<T>): T | Promise<T> {
  return isLong(performance.now()) ? ownTurn().then(work) : work();
}

/** A later turn of the event loop. */
export function ownTurn(): Promise<void> {
  return new Promise(wait);
}

/** Has this turn been kept for a while, or do others wait for the next? */
export function isLong(now: number): boolean {
  return waiting.length > 0 || now - begun > TURN_MS;
}

function wait(work: () => void): void {
  waiting.push(work);
  if (isDue) return;
  isDue = true;
  setImmediate(goOn);
}

async function goOn(): Promise<void> {
  begun = performance.now();
  // Who waits again waits for the next turn.
  for (let left = waiting.length; left > 0; left--) {
    waiting.shift()?.();
    // What has waited for a promise goes on before this does.
    await undefined;
    ended = performance.now();
    if (ended - begun > TURN_MS) break;
  }
  isDue = waiting.length > 0;
  if (isDue) setImmediate(goOn);
}
