// Loaded into a server before it starts (`node --import`): SIGUSR2 has it print the longest that its event loop stood still since
// the last time, and the longest of its own making: without the time for which it was ready to go on and other processes had the
// processor. What is left is work, collecting garbage, and waiting for the disk. Both in milliseconds. A loop that rests does not
// stand still: a timer asks for a turn each millisecond, and what it comes too late is what the loop stood still.
import { readFileSync } from "node:fs";

const SCHEDULE = `/proc/self/task/${process.pid}/schedstat`;
const PERIOD_MS = 1;
let longest = 0;
let ownLongest = 0;
let last = performance.now();
let lastWaited = waitedMs();
setInterval(() => {
  const now = performance.now();
  const waited = waitedMs();
  const stall = now - last - PERIOD_MS;
  longest = Math.max(longest, stall);
  ownLongest = Math.max(ownLongest, stall - (waited - lastWaited));
  [last, lastWaited] = [now, waited];
}, PERIOD_MS).unref();
process.on("SIGUSR2", () => {
  process.stdout.write(`longest stall ${longest.toFixed(1)} of its own ${ownLongest.toFixed(1)}\n`);
  [longest, ownLongest] = [0, 0];
});

/** How long the main thread was ready to run and did not; where Linux does not tell, nothing is subtracted. */
function waitedMs() {
  try {
    return Number(readFileSync(SCHEDULE, "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}
