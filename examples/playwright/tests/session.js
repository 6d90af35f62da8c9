import { test as base } from "@playwright/test";
import { MOCK_URL } from "../addresses.js";

/** Each test has its own session, so that tests run in parallel on one mock and see only their own changes. */
export const test = base.extend({
  extraHTTPHeaders: async ({ baseURL: _ }, use, { testId, retry }) => {
    const headers = { "Mock-Session": `${testId}-${retry}` };
    await use(headers);
    await fetch(`${MOCK_URL}/__mock/sessions/${headers["Mock-Session"]}`, { method: "DELETE" });
  },
});
