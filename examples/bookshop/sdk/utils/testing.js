import { ClientError } from "./errors.js";

// testing

// Not a literal in `import()`: bundlers would want the package of everybody.
const MOCK_SERVER = "@onespec/mock-server";
/**
 * A client over a mock server in the same process: no port, no network, its own state. Or over a mock that is there already, in a
 * session of its own.
 * @param carried where the client's own description lies, if it carries one
 * @throws ClientError MOCK_SERVER_MISSING, DESCRIPTION_MISSING, MOCK_FAILED
 */
export async function testClientOf(Client, carried, { description = carried, seed = 10, seedValue, createMockServer, mock: given, session = given === undefined ? undefined : `test-${crypto.randomUUID()}`, ...options } = {}) {
    const backend = given === undefined
        ? await ownBackend(description, seed, seedValue, createMockServer)
        : typeof given === "string" || given instanceof URL
            ? remoteBackend(String(given))
            : given;
    const mock = testMockOf(backend, session, given === undefined);
    const client = new Client({
        baseUrl: "http://localhost",
        fetch: (request) => mock.fetch(request),
        // A failure that a test asks for is to be seen, not tried again.
        retry: { limit: 0 },
        ...options,
    });
    return { client, mock };
}
async function ownBackend(description, seed, seedValue, createMockServer) {
    if (description === undefined)
        throw new ClientError("DESCRIPTION_MISSING", 'This client does not carry its description, which is large. Name it: createTestClient({ description: "api.yaml" }).');
    const create = createMockServer ?? (await loadMockServer());
    return create({ description, seed, ...(seedValue === undefined ? {} : { seedValue }), port: 0 });
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
/** A mock that runs elsewhere. */
function remoteBackend(address) {
    const base = address.replace(/\/+$/, "");
    return {
        async fetch(request) {
            const { pathname, search } = new URL(request.url);
            try {
                return await fetch(new Request(`${base}${pathname}${search}`, request));
            }
            catch (cause) {
                throw new ClientError("MOCK_FAILED", `No mock answers at ${base}. Start it: npx mock-server <description>`, {
                    cause,
                });
            }
        },
        reset: async () => { },
        listen: async () => ({ url: base }),
        close: async () => { },
    };
}
function testMockOf(backend, session, isOwn) {
    const ask = (input, init) => {
        const request = new Request(typeof input === "string" && input.startsWith("/") ? `http://localhost${input}` : input, init);
        if (session !== undefined)
            request.headers.set("mock-session", session);
        return backend.fetch(request);
    };
    const control = async (method, path, body) => {
        const headers = { "content-type": "application/json" };
        const response = await ask(`/__mock${path}`, { method, ...(body && { headers, body: JSON.stringify(body) }) });
        if (response.ok)
            return;
        const reason = await response.text();
        throw new ClientError("MOCK_FAILED", `${method} ${path} of the mock was refused with ${response.status}: ${reason}`);
    };
    return {
        session,
        basePaths: backend.basePaths ?? [],
        fetch: ask,
        override: (operationId, answer) => control("POST", "/overrides", { operationId, ...answer }),
        async reset() {
            await control("DELETE", "/overrides");
            await control("POST", "/reset");
        },
        listen: () => backend.listen(),
        close: () => (isOwn ? backend.close() : control("DELETE", `/sessions/${encodeURIComponent(session ?? "")}`)),
    };
}
/** Each worker has a mock of its own, or a session of its own in one that is shared; each test finds the seeds. */
export function mockFixturesOf(create) {
    return {
        // Both runners read the names of fixtures from the pattern of the first parameter.
        backend: [
            // biome-ignore lint/correctness/noEmptyPattern: see above
            async ({}, use) => {
                const backend = await create();
                await use(backend);
                await backend.mock.close();
            },
            { scope: "worker" },
        ],
        mock: async ({ backend }, use) => {
            await use(backend.mock);
            await backend.mock.reset();
        },
        client: async ({ backend, mock: _ }, use) => use(backend.client),
    };
}
/** Lets the mock answer what a Playwright page asks of the API, without a port. @param baseUrl where the page believes the API to be */
export async function routeToMock(page, mock, baseUrl) {
    const { origin, pathname } = new URL(baseUrl);
    const base = pathname.replace(/\/+$/, "");
    const isBelow = (url) => url.origin === origin && (url.pathname === base || url.pathname.startsWith(`${base}/`));
    await page.route(isBelow, async (route) => {
        const request = route.request();
        const body = request.postDataBuffer();
        const headers = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(":"));
        const answer = await mock.fetch(request.url(), {
            method: request.method(),
            headers,
            ...(body && { body: body }),
        });
        const { Buffer } = globalThis;
        await route.fulfill({
            status: answer.status,
            headers: Object.fromEntries(answer.headers),
            body: Buffer.from(await answer.arrayBuffer()),
        });
    });
}
