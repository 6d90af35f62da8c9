import { createServer, get, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { createMockServer, type MockServerOptions } from "../src/index.js";

const book = {
  type: "object",
  required: ["id", "title"],
  properties: { id: { type: "integer" }, title: { type: "string" } },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const ok = (schema: object) => ({ description: "ok", ...json(schema) });
const id = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Books", version: "1" },
  servers: [{ url: "https://books.example/v1" }],
  paths: {
    "/books": {
      get: { operationId: "listBooks", responses: { 200: ok({ type: "array", items: book }) } },
      post: {
        tags: ["writes"],
        requestBody: {
          required: true,
          ...json({ type: "object", required: ["title"], properties: { title: { type: "string" } } }),
        },
        responses: { 201: ok(book), 400: { description: "refused" } },
      },
    },
    "/books/{id}": {
      parameters: id,
      get: {
        responses: { 200: { ...ok(book), headers: { "X-Shelf": { required: true, schema: { type: "integer" } } } } },
      },
    },
    "/books/{id}/file": {
      parameters: id,
      get: {
        responses: {
          200: { description: "bytes", content: { "application/octet-stream": {} } },
          302: { description: "elsewhere" },
        },
      },
      put: {
        requestBody: { content: { "application/octet-stream": {} } },
        responses: { 204: { description: "kept" } },
      },
    },
    "/events": { get: { responses: { 200: { description: "events", content: { "text/event-stream": {} } } } } },
  },
};

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/** A real server, and a proxy before it. */
async function open(answer: Answer, options: MockServerOptions & { readonly description?: object } = {}, path = "") {
  const seen: string[] = [];
  const upstream = createServer(async (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    answer(request, response, Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  const { port } = upstream.address() as AddressInfo;
  const stopUpstream = (): Promise<unknown> => {
    upstream.closeAllConnections();
    return new Promise((resolve) => upstream.close(resolve));
  };
  const proxy = await createMockServer({
    description: DESCRIPTION,
    memory: true,
    port: 0,
    upstream: `http://127.0.0.1:${port}${path}`,
    ...options,
  });
  const { url } = await proxy.listen();
  closing.push(stopUpstream, () => proxy.close());
  return { url, seen, stopUpstream };
}

const sends =
  (status: number, value: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
const post = (url: string, body: unknown) =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

const HOSTILE: Readonly<Record<string, readonly [answer: Answer, status: number, says: RegExp]>> = {
  "does not answer": [() => {}, 504, /Timeout/i],
  "never ends its answer": [
    (_request, response) => response.writeHead(200, { "content-type": "application/json" }).write("["),
    504,
    /its answer did not end within 1 s/,
  ],
  "closes the connection": [(request) => request.socket.destroy(), 502, /closed/],
  "closes the connection within its answer": [
    (request, response) => {
      const headers = { "content-type": "application/json", "content-length": "100", etag: '"1"' };
      response.writeHead(200, headers).write("[1,");
      setTimeout(() => request.socket.destroy(), 20);
    },
    502,
    /terminated|closed|aborted/,
  ],
};

test.each(Object.keys(HOSTILE))("a server that %s is a clear error, and the proxy goes on", async (name) => {
  const [answer, status, says] = HOSTILE[name] ?? [() => {}, 0, /never/];
  const { url } = await open(
    (request, ...rest) => (request.url === "/books" ? answer(request, ...rest) : sends(200, {})(request, ...rest)),
    {
      upstreamTimeout: 1,
    },
  );
  const reply = await fetch(`${url}/books`);
  const text = await reply.text();
  expect({ status: reply.status, etag: reply.headers.get("etag") }).toEqual({ status, etag: null });
  expect(text).toMatch(says);
  expect(JSON.parse(text).error).toBe("The upstream does not answer");
  expect((await fetch(`${url}/books/1`)).status).toBe(200);
});

test.each(["/\\\\evil.example", "/books/..%2f..%2fx"])("the path %s is rejected and not passed on", async (path) => {
  const { url, seen } = await open(sends(200, {}));
  const { status, body } = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) =>
    get({ host: "127.0.0.1", port: new URL(url).port, path }, async (answer) =>
      resolve({ status: answer.statusCode, body: await text(answer) }),
    ).on("error", reject),
  );
  expect([status, JSON.parse(body).error]).toEqual([400, "Malformed path"]);
  expect(seen).toEqual([]);
});

test("headers about a connection end at the proxy", async () => {
  const reply = { connection: "X-Hop, keep-alive", "x-hop": "1", "keep-alive": "timeout=77" };
  const got: string[] = [];
  const { url } = await open((request, response) => {
    got.push(...Object.keys(request.headers));
    sends(201, { id: 1, title: "a" }, reply)(request, response, Buffer.of());
  });
  const sent = {
    "keep-alive": "300",
    expect: "100-continue",
    "x-own": "1",
    connection: "close, X-Near",
    "x-near": "1",
  };
  const headers = { ...sent, "content-type": "application/json", "content-length": 13 };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(`${url}/books`, { method: "POST", headers }, resolve).on("error", reject);
    outgoing.on("continue", () => outgoing.end('{"title":"a"}'));
  });
  answer.resume();
  expect(answer.statusCode).toBe(201);
  expect(answer.headers).toMatchObject({ connection: "close" });
  expect(answer.headers).not.toHaveProperty("x-hop");
  expect(got).toContain("x-own");
  for (const name of ["keep-alive", "expect", "x-near"]) expect(got).not.toContain(name);
});

test("an address without a path stands for the path of the description's server too, once the server knows nothing else", async () => {
  const { url, seen } = await open((request, response, body) => {
    if (!request.url?.startsWith("/v1/books")) return sends(404, { error: "no route" })(request, response, body);
    if (request.method === "POST")
      return sends(201, { id: 7, ...JSON.parse(body.toString()) })(request, response, body);
    return sends(request.url === "/v1/books/9" ? 404 : 200, [])(request, response, body);
  });
  const made = await post(`${url}/books`, { title: "Emma" });
  expect({ status: made.status, body: await made.json() }).toEqual({ status: 201, body: { id: 7, title: "Emma" } });
  expect(seen).toEqual(["POST /books", "POST /v1/books"]);
  expect((await fetch(`${url}/books?limit=1`)).status).toBe(200);
  expect((await fetch(`${url}/v1/books`)).status).toBe(200);
  expect((await fetch(`${url}/books/9`)).status).toBe(404);
  expect(seen.slice(2)).toEqual(["GET /v1/books?limit=1", "GET /v1/books", "GET /v1/books/9"]);
});

test("a server at the root is called there, and its 404 is the answer", async () => {
  const { url, seen } = await open((request, response, body) =>
    request.url?.startsWith("/books")
      ? sends(request.url === "/books/9" ? 404 : 200, { error: "no such book" })(request, response, body)
      : sends(404, { error: "no route" })(request, response, body),
  );
  expect(await (await fetch(`${url}/books/9`)).json()).toEqual({ error: "no such book" });
  expect((await fetch(`${url}/books`)).status).toBe(200);
  seen.splice(0);
  expect((await fetch(`${url}/books/9`)).status).toBe(404);
  expect(seen).toEqual(["GET /books/9"]);
});

test("an answer without an end is forwarded as it arrives, and a redirect to itself is forwarded once", async () => {
  const { url, seen } = await open((request, response) => {
    if (request.url !== "/books") return void response.writeHead(302, { location: request.url }).end();
    const more = (): void => {
      while (response.writable && response.write(Buffer.alloc(64 * 1024, "[")));
    };
    response.writeHead(200, { "content-type": "application/json" }).on("drain", more);
    more();
  });
  const reply = await fetch(`${url}/books`);
  let size = 0;
  for await (const chunk of reply.body ?? []) {
    size += chunk.length;
    if (size > 16 * 1024 * 1024) break;
  }
  expect(size).toBeGreaterThan(16 * 1024 * 1024);
  expect((await fetch(`${url}/books/1/file`, { redirect: "manual" })).status).toBe(302);
  expect(seen).toEqual(["GET /books", "GET /books/1/file"]);
});

test("an exchange that fits passes untouched, without the header", async () => {
  const { url, seen } = await open((request, response, body) =>
    request.method === "POST"
      ? response
          .writeHead(201, { "content-type": "application/json", "x-own": "yes" })
          .end(`{ "id": 1,  "title": ${JSON.parse(body.toString()).title === "Emma" ? '"Emma"' : "0"} }`)
      : sends(200, [])(request, response, body),
  );
  const reply = await post(`${url}/books?trace=1`, { title: "Emma" });
  expect(reply.status).toBe(201);
  expect(await reply.text()).toBe('{ "id": 1,  "title": "Emma" }');
  expect(reply.headers.get("x-own")).toBe("yes");
  expect(reply.headers.get("contract-violations")).toBeNull();
  expect((await fetch(`${url}/books`)).status).toBe(200);
  expect(seen).toEqual(["POST /books?trace=1", "GET /books"]);
});

test("violations of both sides are in the header, and nothing else changes", async () => {
  const passed: string[] = [];
  const { url } = await open(sends(201, { id: "seven" }), {
    onPassed: ({ operation, violations }) => passed.push(`${operation?.path}: ${violations.length}`),
  });
  const reply = await post(`${url}/books`, { name: "Emma" });
  expect(reply.status).toBe(201);
  expect(await reply.json()).toEqual({ id: "seven" });
  const header = reply.headers.get("contract-violations") ?? "";
  expect(header).toMatch(/body \/title is required/);
  expect(header).toMatch(/response \/title is required/);
  expect(header).toMatch(/response \/id must be/);
  expect(passed).toEqual([`/books: ${header.split("; ").length}`]);
});

test.each([
  {
    name: "an undocumented status",
    answer: sends(418, {}),
    says: "response has the status 418, which is not documented (200)",
  },
  { name: "a missing header", answer: sends(200, { id: 1, title: "Emma" }), says: "response has no header X-Shelf" },
  {
    name: "a wrong header",
    answer: sends(200, { id: 1, title: "Emma" }, { "x-shelf": "top" }),
    says: "response has a header X-Shelf that must be",
  },
  {
    name: "a wrong media type",
    answer: sends(200, 1, { "content-type": "text/csv", "x-shelf": "1" }),
    says: "response has the media type text/csv, which is not documented (application/json)",
  },
  {
    name: "torn JSON",
    answer: ((_request, response) =>
      response.writeHead(200, { "content-type": "application/json", "x-shelf": "1" }).end("{")) as Answer,
    says: "response is not valid JSON",
  },
])("$name is reported", async ({ answer, says }) => {
  const { url } = await open(answer);
  expect((await fetch(`${url}/books/1`)).headers.get("contract-violations")).toContain(says);
});

test("an undocumented 401 is reported where the description asks for no credentials", async () => {
  const components = { securitySchemes: { key: { type: "http", scheme: "bearer" } } };
  for (const [security, reported] of [
    [[{ key: [] }], null],
    [[], "response has the status 401, which is not documented (200)"],
  ] as const) {
    const { url } = await open(sends(401, { error: "no" }), { description: { ...DESCRIPTION, components, security } });
    expect((await fetch(`${url}/books/1`)).headers.get("contract-violations")).toBe(reported);
  }
});

test("--enforce rejects: a bad request before it is sent, a bad answer with 502 and its violations", async () => {
  const { url, seen } = await open(sends(201, { id: "seven", title: "Emma" }, { "x-own": "yes" }), { enforce: true });
  const refused = await post(`${url}/books`, { name: "Emma" });
  expect(refused.status).toBe(400);
  expect(seen).toEqual([]);
  const bad = await post(`${url}/books`, { title: "Emma" });
  expect(bad.status).toBe(502);
  expect(bad.headers.get("x-own")).toBeNull();
  expect(bad.headers.get("contract-violations")).toContain("response /id");
  expect(await bad.json()).toMatchObject({
    error: expect.stringContaining("breaks its contract"),
    details: [{ path: "/id" }],
  });
  expect(seen).toEqual(["POST /books"]);
});

test.each([
  { what: "a redirect without a body", status: 302, headers: { location: "/" }, body: "" },
  { what: "an answer that never ends", status: 200, headers: { "content-type": "text/plain" }, body: undefined },
])("--enforce rejects $what and goes on", async ({ status, headers, body }) => {
  const { url } = await open(
    (_request, response) => {
      response.writeHead(status, headers as Record<string, string>);
      if (body === undefined) response.write("a".repeat(100_000));
      else response.end(body);
    },
    { enforce: true },
  );
  for (let time = 1; time <= 3; time++) expect((await fetch(`${url}/books`, { redirect: "manual" })).status).toBe(502);
});

test("operations of --mock are mocked, the others passed on", async () => {
  const { url, seen } = await open(sends(200, []), { mock: ["tag:writes", "GET /books/{any}"] });
  const made = await post(`${url}/books`, { title: "Emma" });
  expect(made.status).toBe(201);
  const { id: made1 } = (await made.json()) as { id: number };
  expect(await (await fetch(`${url}/books/${made1}`)).json()).toMatchObject({ title: "Emma" });
  expect(await (await fetch(`${url}/books`)).json()).toEqual([]);
  expect(seen).toEqual(["GET /books"]);
  await expect(open(sends(200, []), { mock: ["tag:none"] })).rejects.toMatchObject({ code: "OPERATION_UNKNOWN" });
  await expect(createMockServer({ description: DESCRIPTION, mock: ["listBooks"] })).rejects.toMatchObject({
    code: "UPSTREAM_MISSING",
  });
});

test("compressed answers are checked and forwarded unchanged", async () => {
  const bytes = gzipSync('[{ "id": 1 }]');
  const { url } = await open((_request, response) =>
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bytes),
  );
  const { request } = await import("node:http");
  const { headers, body } = await new Promise<{ headers: IncomingMessage["headers"]; body: Buffer }>((resolve) => {
    request(`${url}/books`, async (incoming) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      resolve({ headers: incoming.headers, body: Buffer.concat(chunks) });
    }).end();
  });
  expect(body).toEqual(bytes);
  expect(gunzipSync(body).toString()).toBe('[{ "id": 1 }]');
  expect(headers["contract-violations"]).toContain("response /0/title is required");
});

test("files, redirects and event streams are forwarded unchanged", async () => {
  const file = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => at % 256));
  let kept = Buffer.alloc(0);
  let finish = (): void => {};
  const { url } = await open((request, response, body) => {
    if (request.method === "PUT") {
      kept = Buffer.from(body);
      response.writeHead(204).end();
    } else if (request.url === "/events") {
      response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
      finish = () => response.end("data: 2\n\n");
    } else if (request.url === "/books/2/file") response.writeHead(302, { location: "https://files.example/2" }).end();
    else response.writeHead(200, { "content-type": "application/octet-stream" }).end(file);
  });
  const put = { method: "PUT", headers: { "content-type": "application/octet-stream" }, body: file };
  const stored = await fetch(`${url}/books/1/file`, put);
  expect([stored.status, stored.headers.get("contract-violations")]).toEqual([204, null]);
  expect(kept.equals(file)).toBe(true);
  expect(Buffer.from(await (await fetch(`${url}/books/1/file`)).arrayBuffer()).equals(file)).toBe(true);
  const redirect = await fetch(`${url}/books/2/file`, { redirect: "manual" });
  expect([redirect.status, redirect.headers.get("location")]).toEqual([302, "https://files.example/2"]);
  const events = await fetch(`${url}/events`);
  const reader = (events.body as ReadableStream<Uint8Array>).getReader();
  // The first event arrives while the stream is open.
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("data: 1\n\n");
  finish();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("data: 2\n\n");
});

test("JSON beyond the limit is forwarded unchecked", async () => {
  const { url } = await open(
    (_request, response, body) => sends(201, JSON.parse(body.toString()))(_request, response, body),
    { bodyLimit: 1000 },
  );
  const large = { title: "x".repeat(100_000) };
  const reply = await post(`${url}/books`, large);
  expect([reply.status, await reply.json()]).toEqual([201, large]);
  expect(reply.headers.get("contract-violations")).toBeNull();
});

test("paths that the description does not have are passed on and reported", async () => {
  const { url, seen } = await open(sends(200, {}));
  const reply = await fetch(`${url}/authors`);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("contract-violations")).toMatch(/authors/);
  expect(seen).toEqual(["GET /authors"]);
});

test("a path of the upstream takes the place of the description's", async () => {
  const { url, seen } = await open(sends(200, []), {}, "/api");
  await fetch(`${url}/books`);
  await fetch(`${url}/v1/books`);
  expect(seen).toEqual(["GET /api/books", "GET /api/books"]);
});

test("an upstream that does not answer is 502 with the next step", async () => {
  const { url, stopUpstream } = await open(sends(200, []));
  await stopUpstream();
  const reply = await fetch(`${url}/books`);
  expect(reply.status).toBe(502);
  expect(await reply.json()).toMatchObject({
    error: "The upstream does not answer",
    details: [{ hint: expect.stringContaining("--mock") }],
  });
});

const plane = async (url: string, method: string, path: string, body?: unknown) => {
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await fetch(`${url}/__mock${path}`, init);
  return { status: response.status, body: await response.json() };
};

const SETTINGS = {
  get: { responses: { 200: ok({ type: "object" }) } },
  put: { requestBody: json({ type: "object" }), responses: { 200: ok({ type: "object" }) } },
};

test("where every operation is forwarded, the control plane rejects what is the upstream's", async () => {
  const paths = { ...DESCRIPTION.paths, "/settings": SETTINGS };
  const { url } = await open(sends(200, []), { description: { ...DESCRIPTION, paths }, seed: 3 });
  const refused = {
    status: 409,
    body: {
      code: "forwarded",
      details: [
        {
          message: expect.stringContaining("These records are the upstream's"),
          hint: expect.stringContaining("--mock"),
        },
      ],
    },
  };
  for (const [method, path, body] of [
    ["POST", "/reset"],
    ["POST", "/snapshots/a"],
    ["POST", "/snapshots/a/restore"],
    ["GET", "/state/books"],
    ["POST", "/state/books", { value: { title: "x" } }],
    ["POST", "/import/books", { records: [{ value: { title: "x" } }] }],
    ["DELETE", "/state/books/1"],
    ["GET", "/singleton?path=/settings"],
    ["PATCH", "/singleton?path=/settings", { a: 1 }],
  ] as const)
    expect(await plane(url, method, path, body), `${method} ${path}`).toMatchObject(refused);
  expect(await plane(url, "GET", "/state")).toEqual({ status: 200, body: { collections: [] } });
  expect(await plane(url, "GET", "/singletons")).toEqual({ status: 200, body: { singletons: [] } });
  expect((await plane(url, "POST", "/overrides", { operationId: "listBooks", status: 503 })).status).toBe(201);
  expect((await fetch(`${url}/v1/books`)).status).toBe(503);
  expect((await fetch(`${url}/v1/books`)).status).toBe(200);
});

test("beside mocked operations, records can be changed, but not a document that is the upstream's", async () => {
  const paths = { ...DESCRIPTION.paths, "/settings": SETTINGS };
  const description = { ...DESCRIPTION, paths };
  const { url } = await open(sends(200, []), { description, mock: ["GET /books", "GET /books/{id}"] });
  expect((await plane(url, "POST", "/state/books", { value: { title: "x" } })).status).toBe(201);
  expect(await (await fetch(`${url}/v1/books/1`)).json()).toMatchObject({ title: "x" });
  expect((await plane(url, "POST", "/reset")).status).toBe(200);
  expect(await plane(url, "PATCH", "/singleton?path=/settings", { a: 1 })).toMatchObject({
    status: 409,
    body: { details: [{ message: expect.stringContaining("The document at /settings is the upstream's") }] },
  });
});

test("the OAuth server of a proxy answers only if a mocked operation takes its tokens", async () => {
  const flows = { clientCredentials: { tokenUrl: "https://login.example.com/token", scopes: {} } };
  const description = {
    ...DESCRIPTION,
    security: [{ login: [] }],
    components: { securitySchemes: { login: { type: "oauth2", flows } } },
  };
  const tokenOf = (url: string) =>
    fetch(`${url}/__mock/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "client_credentials", client_id: "app" }),
    });
  const pure = await tokenOf((await open(sends(200, []), { description })).url);
  expect(pure.status).toBe(409);
  expect(await pure.json()).toMatchObject({ error: "forwarded", error_description: expect.stringContaining("--mock") });
  const mixed = (await open(sends(200, []), { description, mock: ["POST /books"], auth: "enforce" })).url;
  expect((await post(`${mixed}/v1/books`, { title: "x" })).status).toBe(401);
  const { access_token } = (await (await tokenOf(mixed)).json()) as { readonly access_token: string };
  const headers = { "content-type": "application/json", authorization: `Bearer ${access_token}` };
  const init = { method: "POST", headers, body: JSON.stringify({ title: "x" }) };
  expect((await fetch(`${mixed}/v1/books`, init)).status).toBe(201);
});
