import type { Client } from "./index.js";
import type { TestClient, TestClientOptions } from "./utils/index.js";

export type { CreateMockServer, MockBackend, TestClient, TestClientOptions } from "./utils/index.js";

/**
 * A client over a mock server in this process: no port, no network, its own state.
 * Needs the package `@onespec/mock-server`. Close the mock when the test is over.
 */
export declare function createTestClient(options?: TestClientOptions): Promise<TestClient<Client>>;
