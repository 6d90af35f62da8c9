import { ClientError } from "./errors.js";

// testing

// Not a literal in `import()`: bundlers would want the package of everybody.
const MOCK_SERVER = "@onespec/mock-server";
/**
 * A client over a mock server in the same process: no port, no network, its own state.
 * @param carried where the client's own description lies, if it carries one
 * @throws ClientError MOCK_SERVER_MISSING, DESCRIPTION_MISSING
 */
export async function testClientOf(Client, carried, { description = carried, seed = 10, seedValue, createMockServer, ...options } = {}) {
    if (description === undefined)
        throw new ClientError("DESCRIPTION_MISSING", 'This client does not carry its description, which is large. Name it: createTestClient({ description: "api.yaml" }).');
    const create = createMockServer ?? (await loadMockServer());
    const mock = await create({ description, seed, ...(seedValue === undefined ? {} : { seedValue }), port: 0 });
    const client = new Client({ baseUrl: "http://localhost", fetch: (request) => mock.fetch(request), ...options });
    return { client, mock };
}
async function loadMockServer() {
    try {
        const { createMockServer } = (await import(MOCK_SERVER));
        return createMockServer;
    }
    catch (cause) {
        throw new ClientError("MOCK_SERVER_MISSING", `The test client needs ${MOCK_SERVER}, which cannot be loaded. Install it: npm install --save-dev ${MOCK_SERVER}`, { cause });
    }
}
