// The process that is attacked: one server after the other, of the built package, watched from inside. It may write to the data
// folder alone when it is started with Node's permission model.
import { createMockServer } from "../../dist/index.js";
import { answerCommands, heapInUse, watchLoop } from "./watched-process.mjs";

let open;

answerCommands({
  async open({ description, options }) {
    const bugs = [];
    const mock = await createMockServer({
      description,
      ...options,
      port: 0,
      onBug: (error, request) => bugs.push(`${request.method} ${request.path}: ${error?.stack ?? error}`),
    });
    const { url } = await mock.listen();
    const heap = heapInUse();
    open = { mock, bugs, watch: watchLoop() };
    return { url, heap };
  },
  async measure() {
    const { bugs, watch } = open;
    return { bugs: bugs.splice(0), ...(await watch.take()) };
  },
  async close() {
    const { mock, watch } = open;
    watch.end();
    await mock.close();
    open = undefined;
    return {};
  },
  async memory() {
    return { heap: heapInUse() };
  },
});
