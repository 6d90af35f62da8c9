// The process that is attacked: one server after the other, of the built package, watched from inside. It may write to the data
// folder alone when it is started with Node's permission model.
import { subscribe } from "node:diagnostics_channel";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createMockServer } from "../../dist/index.js";

const TICK_MS = 5;
/** What holds the event loop longer than this is told, in milliseconds. */
const STALL_MS = 50;

let open;

process.on("message", async ({ id, command, ...rest }) => {
  try {
    process.send({ id, ok: true, ...(await COMMANDS[command](rest)) });
  } catch (error) {
    process.send({ id, ok: false, message: String(error?.stack ?? error) });
  }
});
process.on("disconnect", () => process.exit(0));

const COMMANDS = {
  async open({ description, options }) {
    const bugs = [];
    const mock = await createMockServer({
      description,
      ...options,
      port: 0,
      onBug: (error, request) => bugs.push(`${request.method} ${request.path}: ${error?.stack ?? error}`),
    });
    const { url } = await mock.listen();
    open = { mock, bugs, watch: watchLoop() };
    return { url };
  },
  async measure() {
    const { bugs, watch } = open;
    return { bugs: bugs.splice(0), ...watch.take() };
  },
  async close() {
    const { mock, watch } = open;
    watch.end();
    await mock.close();
    open = undefined;
    return {};
  },
  /** In megabytes, after a collection of what is not needed. */
  async memory() {
    globalThis.gc?.();
    return { heap: Math.round(process.memoryUsage().heapUsed / 1e6) };
  },
};

/** The request that came in last. */
let last = "";
subscribe("http.server.request.start", ({ request }) => {
  const { method, url, headers } = request;
  last = `${method} ${url.slice(0, 200)} (${headers["content-type"] ?? "no type"}, ${headers["content-length"] ?? "?"} bytes)`;
});

/** A stall is time in which the process computed; that in which others had the processor is not its doing. */
function watchLoop() {
  const histogram = monitorEventLoopDelay({ resolution: TICK_MS });
  histogram.enable();
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
      const taken = { stalls, delay: Math.round(histogram.max / 1e6) };
      stalls = [];
      histogram.reset();
      return taken;
    },
    end() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
