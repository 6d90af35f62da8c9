import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { action, json, type Lifted, lift, send, type TemporaryApp, temporaryApp } from "./running-app.js";

let app: TemporaryApp;
let server: Lifted;

beforeAll(async () => {
  app = await temporaryApp({
    "config/app.js":
      'export default { bodyLimit: 2000, log: { level: "silent" }, cors: { origin: ["https://shop.example"] } };',
    "config/routes.js": 'export default { prefix: "/v1", extra: { "GET /echo-too": "echo/query" } };',
    "api/schemas/Book.json": JSON.stringify({
      type: "object",
      required: ["id", "title"],
      additionalProperties: false,
      properties: {
        id: { type: "integer", readOnly: true },
        title: { type: "string", minLength: 2 },
        published: { type: "string", format: "date" },
        tags: { type: "array", items: { type: "string" } },
      },
    }),
    "api/controllers/echo/query.js": action(`{
      method: "GET", path: "/query",
      inputs: {
        query: {
          limit: { schema: { type: "integer", default: 10, maximum: 100 } },
          ids: { schema: { type: "array", items: { type: "integer" } } },
          csv: { explode: false, schema: { type: "array", items: { type: "string" } } },
          piped: { style: "pipeDelimited", explode: false, schema: { type: "array", items: { type: "integer" } } },
          filter: { style: "deepObject", schema: { type: "object", properties: { age: { type: "object", properties: { gte: { type: "integer" } } }, on: { type: "boolean" } } } },
          color: { schema: { type: "object", properties: { r: { type: "integer" }, g: { type: "integer" } } } },
          code: { schema: { type: "string" } },
          maybe: { schema: { type: ["integer", "null"] } },
        },
        headers: { "X-Trace": { schema: { type: "array", items: { type: "integer" } } } },
        cookies: { visits: { schema: { type: "integer" } } },
      },
      handler: ({ query, headers, cookies }) => ({ query, trace: headers["x-trace"], cookies }),
    }`),
    "api/controllers/echo/path.js": action(`{
      method: "GET", path: "/path/{id}/{list}",
      inputs: { path: { id: { schema: { type: "string" } }, list: { schema: { type: "array", items: { type: "integer" } } } } },
      handler: ({ params }) => params,
    }`),
    "api/controllers/books/mine.js": action('{ method: "GET", path: "/books/mine", handler: () => "mine" }'),
    "api/controllers/books/get.js": action(`{
      method: "GET", path: "/books/{id}", inputs: { path: { id: { schema: { type: "integer" } } } },
      handler: ({ params }) => ({ id: params.id }),
    }`),
    "api/controllers/books/cancel.js": action(
      '{ method: "POST", path: "/books/{id}:cancel", handler: ({ params }) => params }',
    ),
    "api/controllers/books/file.js": action(
      '{ method: "GET", path: "/files/{name}.json", handler: ({ params }) => params }',
    ),
    "api/controllers/books/create.js": action(`{
      method: "POST", path: "/books",
      inputs: { query: { dry: { schema: { type: "boolean" } } }, body: { required: true, schema: { $ref: "#/components/schemas/Book" } } },
      handler: ({ body }) => reply(201, body),
    }`),
    "api/controllers/books/upload.js": `import { SentFile } from "@onespec/framework-cli";\n${action(`{
      method: "POST", path: "/uploads",
      inputs: { body: { required: true, content: {
        "multipart/form-data": { schema: { type: "object", required: ["cover"], properties: {
          cover: { type: "string", format: "binary" }, pages: { type: "integer" }, meta: { type: "object", properties: { n: { type: "integer" } } } } } },
        "application/x-www-form-urlencoded": { schema: { type: "object", properties: { pages: { type: "integer" }, tags: { type: "array", items: { type: "string" } } } } },
        "text/plain": { schema: { type: "string", maxLength: 5 } },
        "application/octet-stream": {},
      } } },
      handler: async ({ body }) => {
        if (body instanceof SentFile) return { bytes: body.size };
        if (body?.cover) return { ...body, cover: [body.cover.name, body.cover.type, String(await body.cover.buffer())] };
        return { body };
      },
    }`)}`,
    "api/controllers/strict/only422.js": action(`{
      method: "GET", path: "/strict", inputs: { query: { n: { required: true, schema: { type: "integer" } } } },
      outputs: { 200: {}, 422: { schema: { type: "object", required: ["code", "message", "errors"], additionalProperties: false,
        properties: { code: { type: "integer" }, message: { type: "string" }, errors: { type: "array" } } } } },
      handler: () => ({}),
    }`),
  });
  server = await lift(app.folder);
});
afterAll(async () => {
  await server?.end();
  await app?.remove();
});

const get = (path: string, init?: RequestInit) => send(`${server.url}/v1${path}`, init);

test("health is answered to HEAD as to GET, as some balancers ask", async () => {
  for (const path of ["/health/live", "/health/ready"])
    expect(await send(`${server.url}${path}`, { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
});

test("a path without the prefix is answered 404 with the path that has it", async () => {
  const { status, body } = await send(`${server.url}/path/a/1`);
  expect([status, body.details[0].nearest[0]]).toEqual([404, "/v1/path/{id}/{list}"]);
});

describe("parameters", () => {
  test.each([
    ["limit=5", { limit: 5 }],
    ["", { limit: 10 }],
    ["ids=1&ids=2", { limit: 10, ids: [1, 2] }],
    ["ids[]=1&ids[]=2", { limit: 10, ids: [1, 2] }],
    ["ids=7", { limit: 10, ids: [7] }],
    ["csv=a,b%2Cc", { limit: 10, csv: ["a", "b,c"] }],
    ["csv=a%2Cb", { limit: 10, csv: ["a", "b"] }],
    ["piped=1|2", { limit: 10, piped: [1, 2] }],
    ["filter[age][gte]=3&filter[on]=true", { limit: 10, filter: { age: { gte: 3 }, on: true } }],
    ["r=100&g=7", { limit: 10, color: { r: 100, g: 7 } }],
    ["code=007", { limit: 10, code: "007" }],
    ["maybe=", { limit: 10, maybe: null }],
    ["undeclared=1", { limit: 10 }],
  ])("?%s is read by its schema and style", async (query, expected) => {
    expect((await get(`/query?${query}`)).body.query).toEqual(expected);
  });

  test("headers and cookies too", async () => {
    const { body } = await get("/query", { headers: { "X-Trace": "1, 2", cookie: "visits=3; other=x" } });
    expect(body).toMatchObject({ trace: [1, 2], cookies: { visits: 3 } });
  });

  test("path parameters keep what was encoded in them", async () => {
    expect((await get("/path/a%2Fb%20c/1,2")).body).toEqual({ id: "a/b c", list: [1, 2] });
  });

  test("every violation is told at once, wherever it is, in the mock server's shape", async () => {
    const { status, body } = await send(
      `${server.url}/v1/books?dry=perhaps`,
      json("POST", { title: "x", published: "tomorrow", tags: [1], extra: 1 }),
    );
    expect(status).toBe(400);
    expect(body.error).toBe("Validation failed");
    expect(body.details).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ in: "query", path: "/dry", keyword: "type", message: "must be a boolean" }),
        expect.objectContaining({ in: "body", path: "/title", keyword: "minLength", params: { limit: 2 } }),
        expect.objectContaining({ in: "body", path: "/published", keyword: "format" }),
        expect.objectContaining({ in: "body", path: "/tags/0", keyword: "type" }),
        expect.objectContaining({ in: "body", path: "/extra", keyword: "additionalProperties" }),
      ]),
    );
  });

  test("an action that documents 422 and not 400 gets that, in its own error schema", async () => {
    const { status, body } = await get("/strict");
    expect(status).toBe(422);
    expect(body).toEqual({
      code: 422,
      message: expect.stringContaining("/n is required"),
      errors: [expect.objectContaining({ in: "query", path: "/n" })],
    });
  });
});

describe("bodies", () => {
  test("are not coerced, and readOnly properties are the server's", async () => {
    expect((await get("/books", json("POST", { id: 9, title: "Emma" }))).body).toEqual({ title: "Emma" });
    expect((await get("/books", json("POST", { title: 12 }))).body.details[0]).toMatchObject({
      path: "/title",
      keyword: "type",
    });
  });

  test("a required body that is missing, malformed JSON, __proto__", async () => {
    expect((await get("/books", { method: "POST" })).body.details[0]).toMatchObject({
      in: "body",
      keyword: "required",
    });
    const malformed = await get("/books", { ...json("POST", {}), body: '{"title":' });
    expect([malformed.status, malformed.body.error]).toEqual([400, "Malformed JSON"]);
    expect((await get("/books", { ...json("POST", {}), body: '{"title":"ab","__proto__":{}}' })).status).toBe(400);
  });

  test("a media type the action does not take is 415 with those it takes", async () => {
    const { status, body, headers } = await get("/books", {
      method: "POST",
      body: "<a/>",
      headers: { "content-type": "application/xml" },
    });
    expect(status).toBe(415);
    expect(body.details[0].supported).toEqual(["application/json"]);
    expect(headers.get("accept-post")).toBe("application/json");
  });

  test("a body over the limit is 413", async () => {
    expect((await get("/books", json("POST", { title: "x".repeat(3000) }))).status).toBe(413);
  });

  test("forms, files, text and bytes", async () => {
    const form = new FormData();
    form.set("cover", new Blob(["PNG"], { type: "image/png" }), "cover.png");
    form.set("pages", "12");
    form.set("meta", '{"n":1}');
    expect((await get("/uploads", { method: "POST", body: form })).body).toEqual({
      cover: ["cover.png", "image/png", "PNG"],
      pages: 12,
      meta: { n: 1 },
    });
    const encoded = new URLSearchParams([
      ["pages", "3"],
      ["tags", "a"],
      ["tags", "b c"],
    ]);
    expect((await get("/uploads", { method: "POST", body: encoded })).body).toEqual({
      body: { pages: 3, tags: ["a", "b c"] },
    });
    const text = { method: "POST", headers: { "content-type": "text/plain; charset=utf-8" } };
    expect((await get("/uploads", { ...text, body: "größe" })).body).toEqual({ body: "größe" });
    expect((await get("/uploads", { ...text, body: "too long" })).status).toBe(400);
    const bytes = {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: new Uint8Array([0, 255, 1]),
    };
    expect((await get("/uploads", bytes)).body).toEqual({ bytes: 3 });
  });
});

describe("routes", () => {
  test("literal beats template, suffixes and verbs are part of the path", async () => {
    expect((await get("/books/mine")).body).toBe("mine");
    expect((await get("/books/4")).body).toEqual({ id: 4 });
    expect((await get("/books/a%2Fb:cancel", { method: "POST" })).body).toEqual({ id: "a/b" });
    expect((await get("/files/a.b.json")).body).toEqual({ name: "a.b" });
    expect((await get("/echo-too?limit=2")).body.query).toEqual({ limit: 2 });
  });

  test("an unknown path is 404 with the nearest ones", async () => {
    const { status, body } = await get("/bookz");
    expect([status, body.error]).toEqual([404, "Not found"]);
    expect(body.details[0].nearest[0]).toBe("/v1/books");
  });

  test("a wrong method is 405 with Allow, OPTIONS answers the same, HEAD is GET without a body", async () => {
    const wrong = await get("/books/4", { method: "PUT" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    const options = await get("/books/4", { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
    const head = await get("/books/4", { method: "HEAD" });
    expect([head.status, head.body, head.headers.get("content-length")]).toEqual([200, "", "8"]);
  });

  test("CORS lets in the origins it is told of, and no other", async () => {
    const headers = {
      origin: "https://shop.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "x-a",
    };
    const allowed = await get("/books", { method: "OPTIONS", headers });
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get("access-control-allow-origin")).toBe("https://shop.example");
    expect(allowed.headers.get("access-control-allow-methods")).toContain("POST");
    expect(allowed.headers.get("access-control-allow-headers")).toBe("x-a");
    const other = await get("/books/4", { headers: { origin: "https://evil.example" } });
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
    expect(other.headers.get("vary")).toBe("Origin");
  });

  test("every answer has security headers and a request id; a safe id of the client is kept", async () => {
    const { headers } = await get("/nowhere");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect((await get("/books/4", { headers: { "x-request-id": "abc-1" } })).headers.get("x-request-id")).toBe("abc-1");
    expect((await get("/books/4", { headers: { "x-request-id": "a b<" } })).headers.get("x-request-id")).not.toBe(
      "a b<",
    );
  });
});
