const idle = [];
const MOST_IDLE = 16;
/** Platforms may keep a listener for each use until garbage is collected. */
const MOST_USES = 50;
/** One that nobody has. Making an AbortController takes as long as all else in a call, so they are used again. */
export function takeStop() {
    return idle.pop() ?? { controller: new AbortController(), uses: 0 };
}
/** Only of a try whose answer has been read to its end: nobody is left whom it could stop. */
export function giveBack(stop) {
    stop.uses += 1;
    if (!stop.controller.signal.aborted && stop.uses < MOST_USES && idle.length < MOST_IDLE)
        idle.push(stop);
}
