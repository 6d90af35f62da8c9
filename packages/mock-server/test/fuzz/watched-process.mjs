// What the process of an attacked server tells of itself.
import { subscribe } from "node:diagnostics_channel";
import { openSync, readSync } from "node:fs";
import { monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";

const TICK_MS = 5;
/** What holds the event loop longer than this is told, in milliseconds; the environment may ask for less. */
const STALL_MS = Number(process.env.STALL_MS ?? 50);

const schedule = openIfThere(`/proc/self/task/${process.pid}/schedstat`);
const times = openIfThere("/proc/stat");
const line = Buffer.alloc(100);

/** Answers what an `AskedProcess` asks. */
export function answerCommands(commands) {
  process.on("message", async ({ id, command, ...rest }) => {
    try {
      process.send({ id, ok: true, ...(await commands[command](rest)) });
    } catch (error) {
      process.send({ id, ok: false, message: String(error?.stack ?? error) });
    }
  });
  process.on("disconnect", () => process.exit(0));
}

/** In megabytes, after a collection of what is not needed. */
export function heapInUse() {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().heapUsed / 1e6);
}

/** The request that came in last. */
let last = "";
subscribe("http.server.request.start", ({ request }) => {
  const { method, url, headers } = request;
  last = `${method} ${url.slice(0, 200)} (${headers["content-type"] ?? "no type"}, ${headers["content-length"] ?? "?"} bytes)`;
});

/**
 * A stall is time in which this thread computed; that in which others had the processor, of this machine or of the one that it
 * runs on, is not its doing.
 */
export function watchLoop() {
  const histogram = monitorEventLoopDelay({ resolution: TICK_MS });
  histogram.enable();
  const collections = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) collections.push({ startTime, duration });
  });
  observer.observe({ entryTypes: ["gc"] });
  let stalls = [];
  let before = performance.now();
  let used = computed();
  let taken = stolen();
  last = "the start";
  const timer = setInterval(() => {
    const now = performance.now();
    const after = computed();
    const gone = stolen();
    const busy = Math.min(now - before, after - used) - (gone - taken);
    if (busy > STALL_MS) stalls.push({ milliseconds: Math.round(busy), after: last, from: before, to: now });
    before = now;
    used = after;
    taken = gone;
  }, TICK_MS);
  return {
    async take() {
      // What was observed is told a turn later.
      await new Promise((resolve) => setTimeout(resolve, 20));
      const told = stalls.map(({ from, to, ...stall }) => ({
        ...stall,
        collecting: collectedIn(collections, from, to),
      }));
      const looked = { stalls: told, delay: Math.round(histogram.max / 1e6) };
      stalls = [];
      collections.length = 0;
      histogram.reset();
      return looked;
    },
    end() {
      clearInterval(timer);
      observer.disconnect();
      histogram.disable();
    },
  };
}

/** Milliseconds of garbage collection between two moments. */
function collectedIn(collections, from, to) {
  const within = collections.filter(({ startTime }) => startTime >= from && startTime <= to);
  return Math.round(within.reduce((sum, { duration }) => sum + duration, 0));
}

/** Milliseconds that this thread has computed, where the system tells; elsewhere those of the process. */
function computed() {
  if (schedule !== undefined) {
    readSync(schedule, line, 0, line.length, 0);
    return Number.parseInt(line.toString("latin1"), 10) / 1e6;
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds for which the host of a virtual machine gave its processors to others, while the thread seemed to compute. */
function stolen() {
  if (times === undefined) return 0;
  const length = readSync(times, line, 0, line.length, 0);
  const [, , , , , , , , steal] = line.toString("latin1", 0, length).split(/\s+/, 9);
  return (Number(steal) || 0) * 10;
}

/** @see https://docs.kernel.org/scheduler/sched-stats.html and https://docs.kernel.org/filesystems/proc.html */
function openIfThere(file) {
  try {
    return openSync(file, "r");
  } catch {
    return undefined;
  }
}
