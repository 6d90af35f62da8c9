// What the process of an attacked server tells of itself.
import { subscribe } from "node:diagnostics_channel";
import { openSync, readSync } from "node:fs";
import { monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";

const TICK_MS = 5;
/** What holds the event loop longer than this is told, in milliseconds; the environment may ask for less. */
const STALL_MS = Number(process.env.STALL_MS ?? 50);

const schedule = openSchedule();
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

/** A stall is time in which this thread computed; that in which others had the processor is not its doing. */
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
  last = "the start";
  const timer = setInterval(() => {
    const now = performance.now();
    const after = computed();
    const busy = Math.min(now - before, after - used);
    if (busy > STALL_MS) stalls.push({ milliseconds: Math.round(busy), after: last, from: before, to: now });
    before = now;
    used = after;
  }, TICK_MS);
  return {
    async take() {
      // What was observed is told a turn later.
      await new Promise((resolve) => setTimeout(resolve, 20));
      const told = stalls.map(({ from, to, ...stall }) => ({
        ...stall,
        collecting: collectedIn(collections, from, to),
      }));
      const taken = { stalls: told, delay: Math.round(histogram.max / 1e6) };
      stalls = [];
      collections.length = 0;
      histogram.reset();
      return taken;
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

/** @see https://docs.kernel.org/scheduler/sched-stats.html */
function openSchedule() {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
  } catch {
    return undefined;
  }
}
