import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { action, json, type Lifted, lift, send, type TemporaryApp, temporaryApp } from "./running-app.js";

const FILES = {
  "api/schemas/Book.json": JSON.stringify({
    type: "object",
    required: ["title"],
    properties: { title: { type: "string" }, secret: { type: "string", writeOnly: true } },
  }),
  "api/services/books.js": `import { DatabaseError, HttpError } from "@onespec/framework-cli";
    export default ({ config, log }) => ({
      missing() { throw new HttpError(404, "No such book.", { details: [{ id: 5 }], headers: { "x-why": "gone" } }); },
      refused(code) { throw new DatabaseError(code, "There is another record with the same isbn.", { fields: ["isbn"] }); },
      tell() { log.info({ password: "hunter2", user: { token: "t0ps3cret" } }, "told"); return config.environment; },
    });`,
  "api/policies/signed-in.js": `import { HttpError } from "@onespec/framework-cli";
    export default async (request) => {
      if (request.headers.authorization === undefined) throw new HttpError(401, "Sign in.", { headers: { "www-authenticate": "Bearer" } });
      request.state.user = request.headers.authorization;
    };`,
  "api/policies/admin.js": "export default ({ state }) => state.user === 'root';",
  "config/policies.js": 'export default { "*": [], "admin/*": ["signed-in", "admin"], "admin/open": [] };',
  "config/environments/development.js": 'export default { app: { validateResponses: "warn", requestTimeoutMs: 300 } };',
  "api/controllers/admin/list.js": action(
    '{ method: "POST", path: "/admin", inputs: { body: { required: true, schema: { type: "object" } } }, handler: ({ state }) => state }',
  ),
  "api/controllers/admin/open.js": action('{ method: "GET", path: "/admin/open", handler: () => "open" }'),
  "api/controllers/books/lend.js": action(
    '{ method: "POST", path: "/lent", outputs: { 204: {}, 403: { schema: { type: "object", required: ["code", "message"], properties: { code: { type: "string" }, message: { type: "string" } } } } }, handler() { throw new HttpError(403, "Not to you."); } }',
  ),
  "api/controllers/books/get.js": action(`{
    method: "GET", path: "/books/{id}",
    outputs: { 200: { schema: { $ref: "#/components/schemas/Book" } }, 404: {} },
    handler({ params: { id } }, services) {
      if (id === "missing") return services.books.missing();
      if (id === "unique") return services.books.refused("UNIQUE_VIOLATION");
      if (id === "away") return services.books.refused("UNAVAILABLE");
      if (id === "wrong") return { title: 5 };
      if (id === "nothing") return undefined;
      if (id === "teapot") return reply(418, { title: "short" });
      return { title: id, secret: "hidden", more: true };
    },
  }`),
  "api/controllers/books/broken.js": action(`{
    method: "GET", path: "/broken",
    async handler() {
      return null.title;
    },
  }`),
  "api/controllers/books/remove.js": action(
    '{ method: "DELETE", path: "/books/{id}", outputs: { 204: {} }, handler() {} }',
  ),
  "api/controllers/books/create.js": action(
    '{ method: "POST", path: "/books", outputs: { 201: { schema: { $ref: "#/components/schemas/Book" } } }, inputs: { body: { schema: { $ref: "#/components/schemas/Book" } } }, handler: ({ body }) => body }',
  ),
  "api/controllers/odd/page.js": action(
    '{ method: "GET", path: "/page", outputs: { 200: { content: { "text/html": {} } } }, handler: () => "<p>Hi</p>" }',
  ),
  "api/controllers/odd/bytes.js": action(
    '{ method: "GET", path: "/bytes", handler: () => reply(200, Buffer.from([1, 2]), { "content-type": "image/png" }) }',
  ),
  "api/controllers/odd/stream.js": `import { Readable } from "node:stream";\n${action('{ method: "GET", path: "/stream", handler: () => Readable.from(["a", "b"]) }')}`,
  "api/controllers/odd/big.js": action(
    '{ method: "GET", path: "/big", handler: () => ({ n: 2n ** 70n, text: "5n" }) }',
  ),
  "api/controllers/odd/slow.js": action(
    `{ method: "GET", path: "/slow", handler: ({ signal }) => new Promise((resolve) => signal.addEventListener("abort", () => { console.log("given up"); resolve(); })) }`,
  ),
  "api/controllers/odd/tell.js": action(
    '{ method: "GET", path: "/tell", handler: (_request, services) => services.books.tell() }',
  ),
  "api/controllers/odd/typo.js": action(
    '{ method: "GET", path: "/typo", handler: (_request, services) => services.boks.tell() }',
  ),
};

let app: TemporaryApp;
let server: Lifted;

beforeAll(async () => {
  app = await temporaryApp(FILES);
  server = await lift(app.folder);
});
afterAll(async () => {
  await server?.end();
  await app?.remove();
});

const get = (path: string, init?: RequestInit) => send(`${server.url}${path}`, init);

describe("a handler's answer", () => {
  test("is the body of the first documented 2xx, without writeOnly properties", async () => {
    const read = await get("/books/Emma");
    expect([read.status, read.body]).toEqual([200, { title: "Emma", more: true }]);
    expect(await get("/books", json("POST", { title: "Emma", secret: "s" }))).toMatchObject({
      status: 201,
      body: { title: "Emma" },
    });
  });

  test("is 204 when there is none", async () => {
    expect((await get("/books/5", { method: "DELETE" })).status).toBe(204);
  });

  test("may be text, bytes, a stream, or hold integers of any size", async () => {
    const page = await get("/page");
    expect([page.headers.get("content-type"), page.body]).toEqual(["text/html; charset=utf-8", "<p>Hi</p>"]);
    const bytes = await fetch(`${server.url}/bytes`);
    expect([bytes.headers.get("content-type"), (await bytes.arrayBuffer()).byteLength]).toEqual(["image/png", 2]);
    expect((await get("/stream")).body).toBe("ab");
    expect(await (await fetch(`${server.url}/big`)).text()).toBe('{"n":1180591620717411303424,"text":"5n"}');
  });

  test("that breaks its contract is told in the log and sent, in mode `error` rejected", async () => {
    expect((await get("/books/wrong")).body).toEqual({ title: 5 });
    await server.printed("/books/wrong: the answer breaks its contract");
    const strict = await lift(app.folder, ["--environment", "test"]);
    const answer = await send(`${strict.url}/books/wrong`);
    expect([answer.status, answer.body.details]).toEqual([
      500,
      [{ in: "response", path: "/title", message: "must be a string" }],
    ]);
    expect((await send(`${strict.url}/books/nothing`)).status).toBe(500);
    expect((await send(`${strict.url}/books/teapot`)).body.details[0].message).toContain("418");
    expect((await send(`${strict.url}/books/Emma`)).status).toBe(200);
    await strict.end();
  });
});

describe("an error", () => {
  test("of the application's own is its status, message, details and headers", async () => {
    const { status, body, headers } = await get("/books/missing");
    expect([status, body, headers.get("x-why")]).toEqual([
      404,
      { error: "No such book.", details: [{ id: 5 }] },
      "gone",
    ]);
  });

  test("has the name of its status as its code", async () => {
    expect((await send(`${server.url}/lent`, { method: "POST" })).body).toMatchObject({
      code: "forbidden",
      message: "Not to you.",
    });
  });

  test("of the database is 409 with the fields, or 503", async () => {
    const conflict = await get("/books/unique");
    expect(conflict.status).toBe(409);
    expect(conflict.body.details).toEqual([expect.objectContaining({ path: "/isbn", keyword: "unique" })]);
    const away = await get("/books/away");
    expect([away.status, away.headers.get("retry-after")]).toEqual([503, "1"]);
  });

  test("that nobody expected is 500 with the request's id; the log has file and line", async () => {
    const { status, body, headers } = await get("/broken");
    expect([status, body.error]).toEqual([500, "Internal server error"]);
    expect(body.details[0].requestId).toBe(headers.get("x-request-id"));
    await server.printed("GET /broken failed at api/controllers/books/broken.js:5");
    const production = await lift(app.folder, ["--environment", "production", "--host", "127.0.0.1"]);
    const told = JSON.stringify((await send(`${production.url}/broken`)).body);
    expect(told).not.toMatch(/broken\.js|TypeError|null/);
    production.process.kill("SIGTERM");
    await production.end("SIGKILL");
  });

  test("a misspelt service is told by name", async () => {
    await get("/typo");
    await server.printed("There is no service boks in api/services. Did you mean books?");
  });

  test("a handler that takes too long is 503, and hears of it", async () => {
    expect((await get("/slow")).status).toBe(503);
    await server.printed("given up");
  });
});

describe("policies", () => {
  test("run before the body is read, in order, and hand on what they found", async () => {
    const unsigned = await get("/admin", { ...json("POST", {}), body: "{" });
    expect([unsigned.status, unsigned.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect((await get("/admin", json("POST", {}, { authorization: "jane" }))).status).toBe(403);
    expect((await get("/admin", json("POST", {}, { authorization: "root" }))).body).toEqual({ user: "root" });
    expect((await get("/admin", { method: "POST", headers: { authorization: "root" } })).status).toBe(400);
  });

  test("the closest entry of config/policies.js counts", async () => {
    expect((await get("/admin/open")).body).toBe("open");
  });
});

test("secrets are masked in the log, queries are left out of it", async () => {
  expect((await get("/tell?api_key=sesame")).body).toBe("development");
  await server.printed('"msg":"told"');
  expect(server.output()).not.toMatch(/hunter2|t0ps3cret|sesame/);
});
