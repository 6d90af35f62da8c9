import { Client } from "./index.js";
import { mockFixturesOf, routeToMock, testClientOf } from "./utils/testing.js";

// Not a literal in `new URL`: Vite turns that into an address of its server, also for tests in jsdom.
const DESCRIPTION = "./utils/description.json";

/**
 * Creates a client over a mock server in this process, without a port, or with `mock` over an existing one in a new session. Needs the
 * package `@onespec/mock-server`. Close the mock at the end of the test.
 */
export function createTestClient(options) {
  return testClientOf(Client, new URL(DESCRIPTION, import.meta.url).href, options);
}

/**
 * Fixtures for Vitest and Playwright: `test.extend(mockFixtures())` gives tests a `client` and a `mock`. Each worker has its own mock, or with
 * `mock` its own session in a shared one. Each test starts with the seeds.
 */
export function mockFixtures(options) {
  return mockFixturesOf(() => createTestClient(options));
}

export { routeToMock };
