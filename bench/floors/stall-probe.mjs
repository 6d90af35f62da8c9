// Loaded into a server before it starts (`node --import`): SIGUSR2 has it print the longest that its event loop stood still since
// the last time, and the longest that it worked between two turns, which other processes have no part in. Both in milliseconds. A
// loop that rests does not stand still: a timer asks for a turn each millisecond, and what it comes too late is what it stood still.
import { readFileSync } from "node:fs";

const SCHEDULE = `/proc/self/task/${process.pid}/schedstat`;
const PERIOD_MS = 1;
let longest = 0;
let busiest = 0;
let last = performance.now();
let lastWork = workMs();
setInterval(() => {
  const now = performance.now();
  const work = workMs();
  longest = Math.max(longest, now - last - PERIOD_MS);
  busiest = Math.max(busiest, work - lastWork);
  [last, lastWork] = [now, work];
}, PERIOD_MS).unref();
process.on("SIGUSR2", () => {
  process.stdout.write(`longest stall ${longest.toFixed(1)} of work ${busiest.toFixed(1)}\n`);
  [longest, busiest] = [0, 0];
});

/** Time that the main thread had a processor; where Linux does not tell, time. */
function workMs() {
  try {
    return Number(readFileSync(SCHEDULE, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
