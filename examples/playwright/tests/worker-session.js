import { test as base } from "@playwright/test";

/** All tests of a worker share a session: a test sees what those before it wrote. */
export const test = base.extend({
  extraHTTPHeaders: async ({ baseURL: _ }, use, { parallelIndex }) => {
    await use({ "Mock-Session": `worker-${parallelIndex}` });
  },
});
