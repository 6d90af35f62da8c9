import { expect, test } from "vitest";
import { createMockServer } from "../src/index.js";
import { crud, inPath, inQuery, ok, serve } from "./http-client.js";

const SCHEMA = { type: "object", properties: { name: { type: "string" } } };

test.each(["constructor", "__proto__", "toString"])(
  "a field called %s is a field like others, in forms of both kinds",
  async (name) => {
    const content = {
      "multipart/form-data": { schema: SCHEMA, encoding: { name: { contentType: "text/plain" } } },
      "application/x-www-form-urlencoded": { schema: SCHEMA, encoding: { name: { explode: false } } },
    };
    const call = await serve({ "/forms": { post: { requestBody: { content }, responses: ok(SCHEMA) } } });
    const form = new FormData();
    form.set(name, "x");
    expect((await call("POST", "/forms", form)).status).toBe(200);
    expect((await call("POST", "/forms", new URLSearchParams({ [name]: "x" }))).status).toBe(200);
  },
);

test.each([
  ["[", "]"],
  ['{"a":', "}"],
])("a body nested deeper than 500 levels of %s is rejected, in JSON and in a field of a form", async (open, close) => {
  const content = { "application/json": { schema: {} }, "multipart/form-data": { schema: {} } };
  const call = await serve({ "/any": { post: { requestBody: { content }, responses: ok({}) } } });
  const nested = (depth: number): string => `${open.repeat(depth)}1${close.repeat(depth)}`;
  const send = (depth: number) => call("POST", "/any", nested(depth), { "content-type": "application/json" });
  expect((await send(500)).status).toBe(200);
  expect(await send(501)).toMatchObject({ status: 400, body: { error: "Nested too deeply" } });
  expect((await send(100_000)).status).toBe(400);
  const form = new FormData();
  form.set("a", new Blob([nested(100_000)], { type: "application/json" }));
  expect((await call("POST", "/any", form)).status).toBe(200);
});

test("a number of 200,000 digits in a form is rejected", async () => {
  const schema = { type: "object", properties: { count: { type: "integer" } } };
  const content = { "application/x-www-form-urlencoded": { schema } };
  const call = await serve({ "/any": { post: { requestBody: { content }, responses: ok({}) } } });
  const form = new URLSearchParams({ count: `${"1".repeat(200_000)}x` });
  expect(await call("POST", "/any", form)).toMatchObject({ status: 400, body: { details: [{ path: "/count" }] } });
});

test("an id that is too long for a header gets no Location", async () => {
  const schema = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
  const call = await serve(crud("/tags", schema, { type: "string" }));
  const { status, headers } = await call("POST", "/tags", { id: "x".repeat(5_000) });
  expect([status, headers.get("location")]).toEqual([201, null]);
  expect((await call("POST", "/tags", { id: "short" })).headers.get("location")).toBe("/tags/short");
});

test("brackets and braces in texts do not count as levels", async () => {
  const content = { "application/json": { schema: {} } };
  const call = await serve({ "/any": { post: { requestBody: { content }, responses: ok({}) } } });
  const sent = { text: '[{"\\'.repeat(2_000), end: "\\" };
  expect((await call("POST", "/any", sent)).status).toBe(200);
});

test("an enumeration of 300,000 values is served", async () => {
  const schema = { enum: Array.from({ length: 300_000 }, (_, index) => `v${index}`) };
  const call = await serve({
    "/any": { post: { requestBody: { content: { "application/json": { schema } } }, responses: ok(schema) } },
  });
  expect(await call("POST", "/any", '"v299999"', { "content-type": "application/json" })).toMatchObject({
    status: 200,
  });
}, 20_000);

test("by default, a server listens only on this machine", async () => {
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {} };
  const mock = await createMockServer({ description, port: 0 });
  const { url } = await mock.listen();
  expect(new URL(url).hostname).toBe("127.0.0.1");
  await mock.close();
});

test("an id that no address can hold, half a surrogate pair, is kept and listed", async () => {
  const record = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
  const call = await serve(crud("/codes", record, { type: "string" }));
  const made = await call("POST", "/codes", { id: "a\ud800" });
  expect([made.status, made.headers.get("location")]).toEqual([201, null]);
  expect((await call("GET", "/codes")).body).toEqual([{ id: "a\ud800" }]);
});

test("headers that never come to an end of what they began, and a server's address of slashes, take no time", async () => {
  const digest = { components: { securitySchemes: { d: { type: "http", scheme: "digest" } } }, security: [{ d: [] }] };
  const servers = [{ url: `http://localhost${"/".repeat(1_000_000)}x` }];
  const call = await serve(crud("/pets", SCHEMA), { ...digest, servers }, { auth: "shape" });
  const half = 500_000;
  expect((await call("GET", "/pets", undefined, { authorization: `Digest ${"a".repeat(half)}` })).status).toBe(401);
  const authorization = 'Digest username="u", realm="r", nonce="n", uri="/", response="0"';
  expect((await call("GET", "/pets", undefined, { authorization, accept: `"${'\\"'.repeat(half)}` })).status).toBe(406);
  const accept = `text/plain;a="b,c\\",d", application/json;q="0.5"`;
  expect((await call("GET", "/pets", undefined, { authorization, accept })).status).toBe(200);
});

test.each(["constructor", "toString", "hasOwnProperty", "__proto__"])(
  "parameters called %s are like others",
  async (name) => {
    const text = { type: "string" };
    const record = { type: "object", properties: { id: { type: "integer" }, constructor: text, toString: text } };
    const paths = crud("/cars", record) as Record<string, { get: object }>;
    const asked = [inQuery(name, text), ...["header", "cookie"].map((place) => ({ name, in: place, schema: text }))];
    const call = await serve({
      ...paths,
      "/cars": { ...paths["/cars"], get: { ...paths["/cars"]?.get, parameters: asked } },
      [`/owners/{${name}}`]: { parameters: [inPath(name)], get: { responses: ok({}) } },
    });
    for (const team of ["Ferrari", "Lotus"]) await call("POST", "/cars", { constructor: team, toString: "a" });
    const all = await call("GET", "/cars");
    expect([all.status, all.body.length, all.headers.get("mock-ignored")]).toEqual([200, 2, null]);
    expect((await call("GET", "/cars?constructor=Lotus")).body).toHaveLength(name === "constructor" ? 1 : 2);
    expect((await call("GET", "/cars/2")).body.constructor).toBe("Lotus");
    expect((await call("GET", "/owners/x")).status).toBe(200);
  },
);
