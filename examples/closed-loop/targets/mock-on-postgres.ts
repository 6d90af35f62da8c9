import { livePostgres } from "../../../packages/mock-server/test/store/live-postgres.js";
import Client from "../../bookshop/sdk/index.js";
import { runScenario } from "../scenario/run-scenario.js";
import { type MockProcess, startMock, withMockFolder } from "./mock-process.js";
import { type Target, TOKEN } from "./target.js";

/** Two mocks on one PostgreSQL: every call goes to the other one than the call before. */
export const mockOnPostgres: Target = {
  name: "mock, PostgreSQL, two servers in turn",
  async run() {
    const postgres = await livePostgres();
    if (postgres.skip !== undefined) return { missing: postgres.skip };
    return withMockFolder(async (folder) => {
      const flags = ["--store", postgres.freshUrl()];
      const mocks: MockProcess[] = [];
      try {
        for (let count = 0; count < 2; count++) mocks.push(await startMock(folder, 0, flags));
        const urls = mocks.map(({ url }) => url);
        let turn = 0;
        return {
          steps: await runScenario(Client, {
            baseUrl: urls[0] ?? "",
            token: TOKEN,
            fetch: (request) => fetch(new Request(request.url.replace(urls[0] ?? "", urls[turn++ % 2] ?? ""), request)),
          }),
        };
      } finally {
        await Promise.all(mocks.map((mock) => mock.end("SIGTERM")));
      }
    });
  },
};
