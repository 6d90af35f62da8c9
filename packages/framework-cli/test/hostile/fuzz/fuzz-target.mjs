// The process that is attacked: one lifted application of the built package, watched from inside.
import { answerCommands, heapInUse, watchLoop } from "../../../../mock-server/test/fuzz/watched-process.mjs";
import { liftApp } from "../../../bin/index.js";

let lifted;
let watch;
const bugs = [];

answerCommands({
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
    const { stalls } = await watch.take();
    return { bugs: bugs.splice(0), stalls, handles: process.getActiveResourcesInfo().length };
  },
  async close() {
    watch?.end();
    await lifted.stop({ delayMs: 0 });
    return {};
  },
  async memory() {
    return { heap: heapInUse() };
  },
});

/** Lines of level error: what the application could not answer. What nobody has written yet is told there as well. */
function noteError(line) {
  if (/"level":[56]0/.test(line) && !line.includes('"status":501')) bugs.push(line.slice(0, 2_000));
}
