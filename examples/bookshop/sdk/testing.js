import { Client } from "./index.js";
import { mockFixturesOf, routeToMock, testClientOf } from "./utils/testing.js";

/**
 * A client over a mock server in this process: no port, no network, its own state. Or, with `mock`, over one that is there already, in a
 * session of its own. Needs the package `@onespec/mock-server`. Close the mock when the test is over.
 */
export function createTestClient(options) {
  return testClientOf(Client, new URL("./utils/description.json", import.meta.url), options);
}

/**
 * Fixtures for Vitest and Playwright: `test.extend(mockFixtures())` gives tests a `client` and a `mock`. A worker has a mock of its own, or
 * with `mock` a session of its own in that one. Each test finds the seeds.
 */
export function mockFixtures(options) {
  return mockFixturesOf(() => createTestClient(options));
}

export { routeToMock };
