import { Client } from "./index.js";
import { testClientOf } from "./utils/testing.js";

/** A client over a mock server in this process: no port, no network, its own state. */
export function createTestClient(options) {
  return testClientOf(Client, new URL("./utils/description.json", import.meta.url), options);
}
