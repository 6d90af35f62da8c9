// The process that is attacked: one lifted application of the built package, watched from inside.
import { subscribe } from "node:diagnostics_channel";
import { liftApp } from "../../../bin/index.js";

const TICK_MS = 5;
/** What holds the event loop longer than this is told, in milliseconds. */
const STALL_MS = Number(process.env.STALL_MS ?? 50);

let lifted;
let watch;
const bugs = [];

process.on("message", async ({ id, command, ...rest }) => {
  try {
    process.send({ id, ok: true, ...(await COMMANDS[command](rest)) });
  } catch (error) {
    process.send({ id, ok: false, message: String(error?.stack ?? error) });
  }
});
process.on("disconnect", () => process.exit(0));

const COMMANDS = {
  async open({ folder, environment }) {
    const log = { write: noteError, pretty: false, color: false, say() {} };
    lifted = await liftApp({ folder, environment, port: 0, host: "127.0.0.1", log });
    return { url: lifted.url };
  },
  /** Compiled by now is what runs often: what is measured is not the engine's start. */
  async watch() {
    watch = watchLoop();
    return {};
  },
  async measure() {
    return { bugs: bugs.splice(0), stalls: watch.take(), handles: process.getActiveResourcesInfo().length };
  },
  async close() {
    watch?.end();
    await lifted.stop({ delayMs: 0 });
    return {};
  },
  /** In megabytes, after a collection of what is not needed. */
  async memory() {
    globalThis.gc();
    return { heap: Math.round(process.memoryUsage().heapUsed / 1e6) };
  },
};

/** Lines of level error: what the application could not answer. What nobody has written yet is told there as well. */
function noteError(line) {
  if (/"level":[56]0/.test(line) && !line.includes('"status":501')) bugs.push(line.slice(0, 2_000));
}

/** The request that came in last. */
let last = "";
subscribe("http.server.request.start", ({ request }) => {
  const { method, url, headers } = request;
  last = `${method} ${url.slice(0, 200)} (${headers["content-type"] ?? "no type"}, ${headers["content-length"] ?? "?"} bytes)`;
});

/** A stall is time in which the process computed; that in which others had the processor is not its doing. */
function watchLoop() {
  let stalls = [];
  let before = performance.now();
  let used = process.cpuUsage();
  const timer = setInterval(() => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(used);
    const busy = Math.min(now - before, (user + system) / 1000);
    if (busy > STALL_MS) stalls.push({ milliseconds: Math.round(busy), after: last });
    before = now;
    used = process.cpuUsage();
  }, TICK_MS);
  return {
    take() {
      const taken = stalls;
      stalls = [];
      return taken;
    },
    end: () => clearInterval(timer),
  };
}
