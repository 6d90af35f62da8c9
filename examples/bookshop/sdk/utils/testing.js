import { ClientError } from "./errors.js";

// testing

// Not a literal in `import()`, so that bundlers do not require the package.
const MOCK_SERVER = "@onespec/mock-server";
/**
 * Creates a client over a mock server in the same process, without a port, or over an existing mock in a new session.
 * @param carried URL of the description, if the client contains it
 * @throws ClientError MOCK_SERVER_MISSING, DESCRIPTION_MISSING, MOCK_FAILED
 */
export async function testClientOf(Client, carried, { description = carried, seeds, seed = seeds === undefined ? 10 : 0, seedValue, createMockServer, mock: given, session = given === undefined ? undefined : `test-${crypto.randomUUID()}`, ...options } = {}) {
    const backend = given === undefined
        ? await ownBackend({ description, seed, seeds, seedValue, createMockServer })
        : typeof given === "string" || given instanceof URL
            ? remoteBackend(String(given))
            : given;
    const mock = testMockOf(backend, session, given === undefined);
    const client = new Client({
        baseUrl: "http://localhost",
        fetch: (request) => mock.fetch(request),
        // Tests that ask for a failure expect to see it, so nothing is retried.
        retry: { limit: 0 },
        ...options,
    });
    return { client, mock };
}
async function ownBackend({ description, createMockServer, seed, ...given }) {
    if (description === undefined)
        throw new ClientError("DESCRIPTION_MISSING", 'This client does not carry its description, which is large. Name it: createTestClient({ description: "api.yaml" }).');
    const create = createMockServer ?? (await loadMockServer());
    const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    return create({ description, seed, ...options, port: 0 });
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
/** A mock in another process. */
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
            return response;
        throw new ClientError("MOCK_FAILED", `${method} ${path} of the mock was rejected with ${response.status}: ${reasonIn(await response.text())}`);
    };
    return {
        session,
        basePaths: backend.basePaths ?? [],
        fetch: ask,
        async override(operationId, answer) {
            await control("POST", "/overrides", { operationId, ...answer });
        },
        async requests(operationId) {
            const named = operationId === undefined ? "" : `&operationId=${encodeURIComponent(operationId)}`;
            const response = await control("GET", `/requests?limit=750&bodies=true${named}`);
            const { requests } = (await response.json());
            return requests
                .map(({ request: { headers, body }, ...entry }) => ({ ...entry, headers, body: parsed(body) }))
                .reverse();
        },
        async snapshot(name) {
            await control("POST", `/snapshots/${encodeURIComponent(name)}`);
        },
        async restore(name) {
            await control("POST", `/snapshots/${encodeURIComponent(name)}/restore`);
        },
        async reset() {
            await control("DELETE", "/overrides");
            await control("POST", "/reset");
            await control("DELETE", "/requests");
        },
        listen: () => backend.listen(),
        async close() {
            if (isOwn)
                await backend.close();
            else
                await control("DELETE", `/sessions/${encodeURIComponent(session ?? "")}`);
        },
    };
}
/** The first problem that the mock names, in a sentence. */
function reasonIn(text) {
    const { error, details = [] } = Object(parsed(text));
    const { path = "", message, hint } = details[0] ?? {};
    const told = [path.slice(1).replaceAll("/", "."), message ?? error ?? text].filter(Boolean).join(" ");
    return hint === undefined ? told : `${told}. ${hint}`;
}
function parsed(body) {
    try {
        return body === undefined ? undefined : JSON.parse(body);
    }
    catch {
        return body;
    }
}
/** Creates a mock per worker, or a session per worker in a shared mock. Each test starts with the seeds. */
export function mockFixturesOf(create) {
    return {
        // Vitest and Playwright read the names of fixtures from the pattern of the first parameter.
        backend: [
            /* oxlint-disable no-empty-pattern */
            // biome-ignore lint/correctness/noEmptyPattern: see above
            async ({}, provide) => {
                const backend = await create();
                await provide(backend);
                await backend.mock.close();
            },
            { scope: "worker" },
        ],
        mock: async ({ backend }, provide) => {
            await provide(backend.mock);
            await backend.mock.reset();
        },
        client: async ({ backend, mock }, provide) => {
            // Named in the pattern, so that the mock is reset after the test.
            void mock;
            await provide(backend.client);
        },
    };
}
/**
 * Routes the API calls of a Playwright page to the mock, without a port.
 * @param baseUrl address that the page calls; its path is not part of the mock's paths
 */
export async function routeToMock(page, mock, baseUrl) {
    const { origin, pathname } = new URL(baseUrl);
    const base = pathname.replace(/\/+$/, "");
    const isBelow = (url) => url.origin === origin && (url.pathname === base || url.pathname.startsWith(`${base}/`));
    await page.route(isBelow, async (route) => {
        const request = route.request();
        const body = request.postDataBuffer();
        const headers = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(":"));
        const { pathname: path, search } = new URL(request.url());
        const own = mock.basePaths.includes(base) ? path : path.slice(base.length) || "/";
        const answer = await mock.fetch(`${own}${search}`, {
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
