import { join } from "node:path";
import Client from "../../bookshop/sdk/index.js";
import { runScenario } from "../scenario/run-scenario.js";
import { startMock, withMockFolder } from "./mock-process.js";
import { type Target, TOKEN } from "./target.js";

/** The mock on JSON files: killed without a warning half-way, and started again. */
export const mockOnFiles: Target = {
  name: "mock, JSON files, killed half-way",
  run: () =>
    withMockFolder(async (folder) => {
      const flags = ["--data-dir", join(folder, "data")];
      let mock = await startMock(folder, 0, flags);
      try {
        return {
          steps: await runScenario(Client, {
            baseUrl: mock.url,
            token: TOKEN,
            fetch,
            async halfWay() {
              await mock.end("SIGKILL");
              mock = await startMock(folder, mock.port, flags);
            },
          }),
        };
      } finally {
        await mock.end("SIGTERM");
      }
    }),
};
