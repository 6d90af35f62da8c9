import { ClientError } from "./errors.js";
import type { ResourceOptions } from "./resource.js";

/**
 * Options of a client for tests, in addition to the options of the client. All have defaults. `retry` is off by
 * default.
 */
export interface TestClientOptions extends ResourceOptions {
  /** Path, `file:` or `http(s):` URL, or the parsed document. Default: the description that the client carries. */
  readonly description?: string | URL | object;
  /** Number of seeded records in each resource. Default 10; none with `seeds`. */
  readonly seed?: number;
  /** Records to begin with: a folder of files, `<resource>.json` or the like, or the records themselves. */
  readonly seeds?: string | Seeds;
  /** Seed of the generated data. The same text gives the same data on every machine. */
  readonly seedValue?: string;
  /** `createMockServer` of `@onespec/mock-server`, if the client cannot resolve that package. */
  readonly createMockServer?: CreateMockServer;
  /** An existing mock, or the address of a running one. Default: a new mock. */
  readonly mock?: MockBackend | string | URL;
  /** Session in a shared mock, with its own state. Default with `mock`: a new session. */
  readonly session?: string;
}

/** Records by resource: `{ books: [{ id: 1, title: "Kindred" }] }`. */
export type Seeds = Readonly<
  Record<string, readonly Readonly<Record<string, unknown>>[] | Readonly<Record<string, unknown>>>
>;

/** A client and its mock. @template A answers by operation and status */
export interface TestClient<C, A = OperationAnswers> {
  readonly client: C;
  readonly mock: TestMock<A>;
}

/** For unknown answers: any body for any status. */
export type OperationAnswers = Readonly<Record<string, Readonly<Record<number, unknown>>>>;

/** The mock as one test uses it. */
export interface TestMock<A = OperationAnswers> {
  /** Name for the header `Mock-Session`. Absent: the mock has no sessions. */
  readonly session: string | undefined;
  /** Paths of the servers of the description, for MSW handlers. */
  readonly basePaths: readonly string[];
  /** Sends a request to the mock. A path needs no host. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /**
   * Overrides the answer to the next call of an operation, with a documented status and body or a server error. Without
   * a status, it only delays the answer or adds headers.
   */
  override<O extends keyof A & string, S extends Overridable<A[O]>>(
    operationId: O,
    answer: OverrideAnswer<S, A[O]>,
  ): Promise<void>;
  /**
   * The requests since the start or the last reset, oldest first, at most 750. With an `operationId`, only the requests
   * of that operation.
   */
  requests(operationId?: keyof A & string): Promise<readonly LoggedRequest[]>;
  /** Saves the state under a name of letters, digits and `_.~-`. Overwrites a snapshot with the same name. */
  snapshot(name: string): Promise<void>;
  /** Restores a snapshot and removes overrides. */
  restore(name: string): Promise<void>;
  /** Restores the seeds, removes overrides and empties the log of requests. */
  reset(): Promise<void>;
  /** Listens on a port, for tests that need an address. */
  listen(): Promise<{ readonly url: string }>;
  /** Closes the mock, or only the session of a shared one. */
  close(): Promise<void>;
}

/** A request in the log of the mock. */
export interface LoggedRequest {
  readonly operationId?: string;
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  /** The status of the answer. */
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, or text. */
  readonly body: unknown;
}

/** Failures that any server may answer. */
type Failure = 429 | 500 | 502 | 503 | 504;
/** Documented statuses and failures for completion, and any other. */
type Overridable<D> = (keyof D & number) | Failure | (number & {});

export interface OverrideAnswer<S, D> {
  /** Absent: the operation runs. */
  readonly status?: S;
  /** Absent: the body that the operation documents for the status. */
  readonly body?: S extends keyof D ? D[S] : unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** In milliseconds. */
  readonly delay?: number;
  /** Number of calls, or "always": until it is removed. Default 1. */
  readonly times?: number | "always";
}

/** Expands ranges of statuses and `default` to statuses. */
interface InRange {
  "2XX": 200 | 201 | 202 | 204;
  "4XX": 400 | 401 | 403 | 404 | 409 | 410 | 412 | 422 | 429;
  "5XX": 500 | 502 | 503 | 504;
  default: InRange["4XX"] | InRange["5XX"];
}

/** Answers by status, or by range for other statuses. */
export type WithRanges<D> = { [S in keyof D & number]: D[S] } & {
  [S in InRange[keyof D & keyof InRange] as Exclude<S, keyof D>]: {
    [K in keyof D & keyof InRange]: S extends InRange[K] ? D[K] : never;
  }[keyof D & keyof InRange];
};

/** The part of a mock server that tests use. */
export interface MockBackend {
  fetch(input: Request): Promise<Response>;
  readonly basePaths?: readonly string[];
  /** Restores the seeds. */
  reset(): Promise<void>;
  /** Listens on a port, for tests that need an address. */
  listen(): Promise<{ readonly url: string }>;
  close(): Promise<void>;
}

export type CreateMockServer = (options: {
  readonly description: string | URL | object;
  readonly seed: number;
  readonly seeds?: string | Seeds;
  readonly seedValue?: string;
  readonly port: number;
}) => Promise<MockBackend>;

// Not a literal in `import()`, so that bundlers do not require the package.
const MOCK_SERVER: string = "@onespec/mock-server";

/**
 * Creates a client over a mock server in the same process, without a port, or over an existing mock in a new session.
 * @param carried URL of the description, if the client contains it
 * @throws ClientError MOCK_SERVER_MISSING, DESCRIPTION_MISSING, MOCK_FAILED
 */
export async function testClientOf<C, A>(
  Client: new (options: ResourceOptions) => C,
  carried: string | undefined,
  {
    description = carried,
    seeds,
    seed = seeds === undefined ? 10 : 0,
    seedValue,
    createMockServer,
    mock: given,
    session = given === undefined ? undefined : `test-${crypto.randomUUID()}`,
    ...options
  }: TestClientOptions = {},
): Promise<TestClient<C, A>> {
  const backend =
    given === undefined
      ? await ownBackend({ description, seed, seeds, seedValue, createMockServer })
      : typeof given === "string" || given instanceof URL
        ? remoteBackend(String(given))
        : given;
  const mock = testMockOf<A>(backend, session, given === undefined);
  const client = new Client({
    baseUrl: "http://localhost",
    fetch: (request) => mock.fetch(request),
    // Tests that ask for a failure expect to see it, so nothing is retried.
    retry: { limit: 0 },
    ...options,
  });
  return { client, mock };
}

type OwnBackendOptions = { readonly seed: number } & {
  readonly [K in "description" | "seeds" | "seedValue" | "createMockServer"]: TestClientOptions[K] | undefined;
};

async function ownBackend({ description, createMockServer, seed, ...given }: OwnBackendOptions): Promise<MockBackend> {
  if (description === undefined)
    throw new ClientError(
      "DESCRIPTION_MISSING",
      'This client does not carry its description, which is large. Name it: createTestClient({ description: "api.yaml" }).',
    );
  const create = createMockServer ?? (await loadMockServer());
  const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return create({ description, seed, ...options, port: 0 });
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

/** A mock in another process. */
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
  const control = async (method: string, path: string, body?: object): Promise<Response> => {
    const headers = { "content-type": "application/json" };
    const response = await ask(`/__mock${path}`, { method, ...(body && { headers, body: JSON.stringify(body) }) });
    if (response.ok) return response;
    throw new ClientError(
      "MOCK_FAILED",
      `${method} ${path} of the mock was rejected with ${response.status}: ${reasonIn(await response.text())}`,
    );
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
      const { requests } = (await response.json()) as { readonly requests: readonly LogEntry[] };
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
      if (isOwn) await backend.close();
      else await control("DELETE", `/sessions/${encodeURIComponent(session ?? "")}`);
    },
  };
}

/** The first problem that the mock names, in a sentence. */
function reasonIn(text: string): string {
  const { error, details = [] } = Object(parsed(text)) as {
    readonly error?: string;
    readonly details?: readonly { readonly path?: string; readonly message?: string; readonly hint?: string }[];
  };
  const { path = "", message, hint } = details[0] ?? {};
  const told = [path.slice(1).replaceAll("/", "."), message ?? error ?? text].filter(Boolean).join(" ");
  return hint === undefined ? told : `${told}. ${hint}`;
}

interface LogEntry extends Omit<LoggedRequest, "headers" | "body"> {
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body?: string };
}

function parsed(body: string | undefined): unknown {
  try {
    return body === undefined ? undefined : JSON.parse(body);
  } catch {
    return body;
  }
}

/** Fixtures for `test.extend` of Vitest and of Playwright. */
export interface MockFixtures<C, A> {
  /** One per worker. */
  backend: [
    (context: object, provide: (backend: TestClient<C, A>) => Promise<void>) => Promise<void>,
    { scope: "worker" },
  ];
  /** Reset after each test. */
  mock: (context: { backend: TestClient<C, A> }, provide: (mock: TestMock<A>) => Promise<void>) => Promise<void>;
  client: (
    context: { backend: TestClient<C, A>; mock: TestMock<A> },
    provide: (client: C) => Promise<void>,
  ) => Promise<void>;
}

/** Creates a mock per worker, or a session per worker in a shared mock. Each test starts with the seeds. */
export function mockFixturesOf<C, A>(create: () => Promise<TestClient<C, A>>): MockFixtures<C, A> {
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
  /** Playwright takes a `Buffer`, a type of Node. */
  fulfill(answer: { status: number; headers: Record<string, string>; body: never }): Promise<void>;
}

/**
 * Routes the API calls of a Playwright page to the mock, without a port.
 * @param baseUrl address that the page calls; its path is not part of the mock's paths
 */
export async function routeToMock<A>(page: RoutedPage, mock: TestMock<A>, baseUrl: string | URL): Promise<void> {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/\/+$/, "");
  const isBelow = (url: URL): boolean =>
    url.origin === origin && (url.pathname === base || url.pathname.startsWith(`${base}/`));
  await page.route(isBelow, async (route) => {
    const request = route.request();
    const body = request.postDataBuffer();
    const headers = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(":"));
    const { pathname: path, search } = new URL(request.url());
    const own = mock.basePaths.includes(base) ? path : path.slice(base.length) || "/";
    const answer = await mock.fetch(`${own}${search}`, {
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
