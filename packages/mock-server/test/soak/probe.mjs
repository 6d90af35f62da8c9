// Loaded into a server before it starts (`node --expose-gc --import`): SIGUSR2 has it write one line of JSON to descriptor 3: how long
// it computed at most between two turns of its event loop since the last time, and what its heap holds once nothing is left that
// nobody needs.
import { openSync, readSync, writeSync } from "node:fs";

const OUT = 3;
const schedule = openSync(`/proc/self/task/${process.pid}/schedstat`);
const bytes = Buffer.alloc(64);
let longest = 0;
let before = computedMs();
const turn = () => {
  const now = computedMs();
  longest = Math.max(longest, now - before);
  before = now;
  // What nobody refers to neither keeps the process nor keeps the loop from sleeping.
  setImmediate(turn).unref();
};
turn();

process.on("SIGUSR2", () => {
  const turnMs = longest;
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  writeSync(OUT, `${JSON.stringify({ turnMs, heap: heapUsed + external })}\n`);
  // The collection was asked for: it counts as nobody's work.
  longest = 0;
  before = computedMs();
});

/** Time that the main thread had a processor: what others took of it is not its doing. */
function computedMs() {
  const length = readSync(schedule, bytes, 0, bytes.length, 0);
  return Number(bytes.latin1Slice(0, length).split(" ", 1)[0]) / 1e6;
}
