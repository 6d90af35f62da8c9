import type { ResourceOptions } from "./resource.js";
/** What a client for tests is made with. Everything has a default; the client's own options go along. */
export interface TestClientOptions extends ResourceOptions {
    /** Path, `file:` or `http(s):` URL, or the parsed document. Default: the description that the client carries. */
    readonly description?: string | URL | object;
    /** Records in each resource before the test begins. Default 10. */
    readonly seed?: number;
    /** Text from which all made-up data follows: the same text, the same data on every machine. */
    readonly seedValue?: string;
    /** `createMockServer` of `@onespec/mock-server`, where that package cannot be found from here. */
    readonly createMockServer?: CreateMockServer;
}
/** A client and the backend it talks to, both in this process. */
export interface TestClient<C> {
    readonly client: C;
    readonly mock: MockBackend;
}
/** The part of a mock server that tests use. */
export interface MockBackend {
    fetch(request: Request): Promise<Response>;
    /** Back to the seeds. */
    reset(): Promise<void>;
    /** Puts it behind a port as well, for tests that need an address. */
    listen(): Promise<{
        readonly url: string;
    }>;
    close(): Promise<void>;
}
export type CreateMockServer = (options: {
    readonly description: string | URL | object;
    readonly seed: number;
    readonly seedValue?: string;
    readonly port: number;
}) => Promise<MockBackend>;
/**
 * A client over a mock server in the same process: no port, no network, its own state.
 * @param carried where the client's own description lies, if it carries one
 * @throws ClientError MOCK_SERVER_MISSING, DESCRIPTION_MISSING
 */
export declare function testClientOf<C>(Client: new (options: ResourceOptions) => C, carried: URL | undefined, { description, seed, seedValue, createMockServer, ...options }?: TestClientOptions): Promise<TestClient<C>>;
