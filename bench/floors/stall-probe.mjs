// Loaded into a server before it starts (`node --import`): SIGUSR2 has it print the longest that its event loop stood still since
// the last time, and the longest that it worked without pause, which is less where other processes take the processor away.
// Both in milliseconds.
import { readFileSync } from "node:fs";

const SCHEDULE = `/proc/self/task/${process.pid}/schedstat`;
let longest = 0;
let busiest = 0;
let last = performance.now();
let lastWork = workMs();
const tick = () => {
  const now = performance.now();
  const work = workMs();
  longest = Math.max(longest, now - last);
  busiest = Math.max(busiest, work - lastWork);
  [last, lastWork] = [now, work];
  setImmediate(tick).unref();
};
tick();
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
