import { fileURLToPath } from "node:url";
import { createMockServer } from "@onespec/mock-server";
import Client from "../../bookshop/sdk/index.js";
import { runScenario } from "../scenario/run-scenario.js";
import { BODY_LIMIT, type Target, TOKEN } from "./target.js";

export const DESCRIPTION: string = fileURLToPath(new URL("../../bookshop/api.yaml", import.meta.url));

/** Handlers for behaviour that the bookshop's description cannot express. */
export const HANDLERS: string = fileURLToPath(new URL("../handlers", import.meta.url));

/** The mock in this process: nothing listens, nothing is written. */
export const mockInMemory: Target = {
  name: "mock, in memory, no port",
  async run() {
    const mock = await createMockServer({
      description: DESCRIPTION,
      handlers: HANDLERS,
      auth: "enforce",
      credentials: { bearerAuth: [TOKEN] },
      bodyLimit: BODY_LIMIT,
    });
    try {
      return {
        steps: await runScenario(Client, {
          baseUrl: "http://mock",
          token: TOKEN,
          fetch: (request) => mock.fetch(request),
        }),
      };
    } finally {
      await mock.close();
    }
  },
};
