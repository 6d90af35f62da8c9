import { ClientError } from "./errors.js";
import type { ResourceOptions } from "./resource.js";

/** What a client for tests is made with. Everything has a default; the client's own options go along. `retry` is off unless given. */
export interface TestClientOptions extends ResourceOptions {
  /** Path, `file:` or `http(s):` URL, or the parsed document. Default: the description that the client carries. */
  readonly description?: string | URL | object;
  /** Records in each resource before the test begins. Default 10. */
  readonly seed?: number;
  /** Text from which all made-up data follows: the same text, the same data on every machine. */
  readonly seedValue?: string;
  /** `createMockServer` of `@onespec/mock-server`, where that package cannot be found from here. */
  readonly createMockServer?: CreateMockServer;
  /** A mock that is there already, or the address of one that runs. Default: a mock of its own. */
  readonly mock?: MockBackend | string | URL;
  /** Name of the session: a state of its own in a mock that others use too. Default with `mock`: a new one. */
  readonly session?: string;
}

/** A client and the backend it talks to. @template A answers by operation and status */
export interface TestClient<C, A = OperationAnswers> {
  readonly client: C;
  readonly mock: TestMock<A>;
}

/** Answers that are not known: any body for any status. */
export type OperationAnswers = Readonly<Record<string, Readonly<Record<number, unknown>>>>;

/** The mock as one test uses it. */
export interface TestMock<A = OperationAnswers> {
  /** Requests with the header `Mock-Session: <name>` see the same state. Absent: the state is the mock's own. */
  readonly session: string | undefined;
  /** Paths of the description's servers, as handlers for MSW want to know them. */
  readonly basePaths: readonly string[];
  /** Answers as the API would. A path needs no host. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Makes the next call of an operation answer otherwise: one of the documented statuses with its body, or a failure of the server. */
  override<O extends keyof A & string, S extends Overridable<A[O]>>(
    operationId: O,
    answer: OverrideAnswer<S, A[O]>,
  ): Promise<void>;
  /** Back to the seeds, without overrides. */
  reset(): Promise<void>;
  /** Puts it behind a port as well, for tests that need an address. */
  listen(): Promise<{ readonly url: string }>;
  /** Ends the mock, or only the session in one that was there already. */
  close(): Promise<void>;
}

/** Failures that any server may answer. */
type Failure = 429 | 500 | 502 | 503 | 504;
type Overridable<D> = (keyof D & number) | Failure;

export interface OverrideAnswer<S, D> {
  readonly status: S;
  /** Absent: the body that the operation documents for the status. */
  readonly body?: S extends keyof D ? D[S] : unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** In milliseconds. */
  readonly delay?: number;
  /** Calls it is for. Default 1. */
  readonly times?: number;
}

/** Ranges of statuses, and `default`, stand for the statuses that servers use. */
interface InRange {
  "2XX": 200 | 201 | 202 | 204;
  "4XX": 400 | 401 | 403 | 404 | 409 | 410 | 412 | 422 | 429;
  "5XX": 500 | 502 | 503 | 504;
  default: InRange["4XX"] | InRange["5XX"];
}

/** Answers by status, and by range for those that have none of their own. */
export type WithRanges<D> = { [S in keyof D & number]: D[S] } & {
  [S in InRange[keyof D & keyof InRange] as Exclude<S, keyof D>]: {
    [K in keyof D & keyof InRange]: S extends InRange[K] ? D[K] : never;
  }[keyof D & keyof InRange];
};

/** The part of a mock server that tests use. */
export interface MockBackend {
  fetch(input: Request): Promise<Response>;
  readonly basePaths?: readonly string[];
  /** Back to the seeds. */
  reset(): Promise<void>;
  /** Puts it behind a port as well, for tests that need an address. */
  listen(): Promise<{ readonly url: string }>;
  close(): Promise<void>;
}

export type CreateMockServer = (options: {
  readonly description: string | URL | object;
  readonly seed: number;
  readonly seedValue?: string;
  readonly port: number;
}) => Promise<MockBackend>;

// Not a literal in `import()`: bundlers would want the package of everybody.
const MOCK_SERVER: string = "@onespec/mock-server";

/**
 * A client over a mock server in the same process: no port, no network, its own state. Or over a mock that is there already, in a
 * session of its own.
 * @param carried where the client's own description lies, if it carries one
 * @throws ClientError MOCK_SERVER_MISSING, DESCRIPTION_MISSING, MOCK_FAILED
 */
export async function testClientOf<C, A>(
  Client: new (options: ResourceOptions) => C,
  carried: URL | undefined,
  {
    description = carried,
    seed = 10,
    seedValue,
    createMockServer,
    mock: given,
    session = given === undefined ? undefined : `test-${crypto.randomUUID()}`,
    ...options
  }: TestClientOptions = {},
): Promise<TestClient<C, A>> {
  const backend =
    given === undefined
      ? await ownBackend(description, seed, seedValue, createMockServer)
      : typeof given === "string" || given instanceof URL
        ? remoteBackend(String(given))
        : given;
  const mock = testMockOf<A>(backend, session, given === undefined);
  const client = new Client({
    baseUrl: "http://localhost",
    fetch: (request) => mock.fetch(request),
    // A failure that a test asks for is to be seen, not tried again.
    retry: { limit: 0 },
    ...options,
  });
  return { client, mock };
}

async function ownBackend(
  description: TestClientOptions["description"],
  seed: number,
  seedValue: string | undefined,
  createMockServer: CreateMockServer | undefined,
): Promise<MockBackend> {
  if (description === undefined)
    throw new ClientError(
      "DESCRIPTION_MISSING",
      'This client does not carry its description, which is large. Name it: createTestClient({ description: "api.yaml" }).',
    );
  const create = createMockServer ?? (await loadMockServer());
  return create({ description, seed, ...(seedValue === undefined ? {} : { seedValue }), port: 0 });
}

async function loadMockServer(): Promise<CreateMockServer> {
  try {
    const { createMockServer } = (await import(MOCK_SERVER)) as { createMockServer: CreateMockServer };
    return createMockServer;
  } catch (cause) {
    throw new ClientError(
      "MOCK_SERVER_MISSING",
      `The test client needs ${MOCK_SERVER}, which cannot be loaded. Install it: npm install --save-dev ${MOCK_SERVER}`,
      { cause },
    );
  }
}

/** A mock that runs elsewhere. */
function remoteBackend(address: string): MockBackend {
  const base = address.replace(/\/+$/, "");
  return {
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      try {
        return await fetch(new Request(`${base}${pathname}${search}`, request));
      } catch (cause) {
        throw new ClientError("MOCK_FAILED", `No mock answers at ${base}. Start it: npx mock-server <description>`, {
          cause,
        });
      }
    },
    reset: async () => {},
    listen: async () => ({ url: base }),
    close: async () => {},
  };
}

function testMockOf<A>(backend: MockBackend, session: string | undefined, isOwn: boolean): TestMock<A> {
  const ask = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(
      typeof input === "string" && input.startsWith("/") ? `http://localhost${input}` : input,
      init,
    );
    if (session !== undefined) request.headers.set("mock-session", session);
    return backend.fetch(request);
  };
  const control = async (method: string, path: string, body?: object): Promise<void> => {
    const headers = { "content-type": "application/json" };
    const response = await ask(`/__mock${path}`, { method, ...(body && { headers, body: JSON.stringify(body) }) });
    if (response.ok) return;
    const reason = await response.text();
    throw new ClientError(
      "MOCK_FAILED",
      `${method} ${path} of the mock was refused with ${response.status}: ${reason}`,
    );
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

/** Fixtures for `test.extend` of Vitest and of Playwright. */
export interface MockFixtures<C, A> {
  /** One for each worker. */
  backend: [(context: object, use: (backend: TestClient<C, A>) => Promise<void>) => Promise<void>, { scope: "worker" }];
  /** Reset after each test. */
  mock: (context: { backend: TestClient<C, A> }, use: (mock: TestMock<A>) => Promise<void>) => Promise<void>;
  client: (
    context: { backend: TestClient<C, A>; mock: TestMock<A> },
    use: (client: C) => Promise<void>,
  ) => Promise<void>;
}

/** Each worker has a mock of its own, or a session of its own in one that is shared; each test finds the seeds. */
export function mockFixturesOf<C, A>(create: () => Promise<TestClient<C, A>>): MockFixtures<C, A> {
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

/** The part of a Playwright page that is used. */
export interface RoutedPage {
  route(url: (url: URL) => boolean, handler: (route: PageRoute) => Promise<void>): Promise<unknown>;
}

export interface PageRoute {
  request(): {
    url(): string;
    method(): string;
    allHeaders(): Promise<Record<string, string>>;
    postDataBuffer(): Uint8Array | null;
  };
  /** Playwright takes a Buffer, a type that only Node has. */
  fulfill(answer: { status: number; headers: Record<string, string>; body: never }): Promise<void>;
}

/** Lets the mock answer what a Playwright page asks of the API, without a port. @param baseUrl where the page believes the API to be */
export async function routeToMock<A>(page: RoutedPage, mock: TestMock<A>, baseUrl: string | URL): Promise<void> {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/\/+$/, "");
  const isBelow = (url: URL): boolean =>
    url.origin === origin && (url.pathname === base || url.pathname.startsWith(`${base}/`));
  await page.route(isBelow, async (route) => {
    const request = route.request();
    const body = request.postDataBuffer();
    const headers = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(":"));
    const answer = await mock.fetch(request.url(), {
      method: request.method(),
      headers,
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    });
    const { Buffer } = globalThis as unknown as { Buffer: { from(bytes: ArrayBuffer): never } };
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
}
