import { test as base } from "@playwright/test";
import { MOCK_URL } from "../addresses.js";

/** All tests of a worker share a session: a test sees what those before it wrote. */
export const test = base.extend({
  session: [
    async ({ browserName: _ }, use, { parallelIndex }) => {
      const name = `worker-${parallelIndex}`;
      const drop = () => fetch(`${MOCK_URL}/__mock/sessions/${name}`, { method: "DELETE" });
      // An earlier run against the same mock may have left one.
      await drop();
      await use(name);
      await drop();
    },
    { scope: "worker" },
  ],
  extraHTTPHeaders: async ({ session }, use) => {
    const headers = { "Mock-Session": session };
    // The data of the tests before stays, the log of their requests does not.
    await fetch(`${MOCK_URL}/__mock/requests`, { method: "DELETE", headers });
    await use(headers);
  },
});
