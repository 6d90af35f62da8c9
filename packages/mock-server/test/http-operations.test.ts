import { once } from "node:events";
import { request } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMockServer } from "../src/index.js";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const settings = {
  type: "object",
  required: ["theme", "version"],
  properties: {
    theme: { type: "string", enum: ["dark", "light"] },
    size: { type: "integer" },
    version: { type: "integer", readOnly: true },
  },
};

describe("a singleton", () => {
  const at = (path: string, parameters: object[] = []): object => ({
    [path]: {
      parameters,
      get: { responses: ok(settings) },
      put: { requestBody: json(settings), responses: ok(settings) },
      patch: { requestBody: json({ ...settings, required: [] }), responses: ok(settings) },
    },
  });

  test("with any property names has only the properties that were written", async () => {
    const labels = { type: "object", additionalProperties: { type: "string" } };
    const path = { get: { responses: ok(labels) }, patch: { requestBody: json(labels), responses: ok(labels) } };
    const call = await serve({ "/labels": path });
    expect((await call("PATCH", "/labels", { a: "1" })).body).toEqual({ a: "1" });
    expect((await call("PATCH", "/labels", { b: "2" })).body).toEqual({ a: "1", b: "2" });
  });

  test("is the text of the form that was written, where it is read as a text", async () => {
    const form = {
      type: "object",
      required: ["value"],
      properties: { value: { type: "string" }, note: { type: "string" } },
    };
    const text = { "text/plain": { schema: { type: "string", example: "Some value" } } };
    const call = await serve({
      "/spaces/{space}/values/{key}": {
        parameters: [inPath("space"), inPath("key")],
        get: { responses: { 200: { description: "ok", content: text } } },
        put: {
          requestBody: json(form),
          responses: ok({ type: "object", properties: { success: { type: "boolean" } } }),
        },
      },
    });
    const put = await call("PUT", "/spaces/a/values/k", { value: "v1", note: "n" });
    expect([put.status, put.body]).toEqual([200, { success: true }]);
    expect((await call("GET", "/spaces/a/values/k")).body).toBe("v1");
  });

  test("is a separate one for each value of the query parameter that names it, also in the body of a write", async () => {
    const list = { type: "array", items: { type: "string" } };
    const item = {
      type: "object",
      required: ["key", "folder", "value"],
      properties: { key: { type: "string" }, folder: list, value: { type: "string" } },
    };
    const named = { ...item, required: ["key"], properties: { key: { type: "string" }, folder: list } };
    const silent = { 204: { description: "done" } };
    const call = await serve({
      "/items": {
        get: {
          parameters: [{ ...inQuery("key", { type: "string" }), required: true }, inQuery("folder", list)],
          responses: ok(item),
        },
        put: { requestBody: json(item), responses: silent },
        delete: { requestBody: json(named), responses: silent },
      },
    });
    await call("PUT", "/items", { key: "a", folder: ["x", "y"], value: "1" });
    await call("PUT", "/items", { key: "b", folder: ["x", "y"], value: "2" });
    const read = async (key: string): Promise<unknown> =>
      (await call("GET", `/items?key=${key}&folder=x&folder=y`)).body;
    expect(await read("a")).toEqual({ key: "a", folder: ["x", "y"], value: "1" });
    expect(await read("b")).toMatchObject({ value: "2" });
    expect(await read("c")).toMatchObject({ key: "c" });
    await call("DELETE", "/items", { key: "a", folder: ["x", "y"] });
    expect((await call("GET", "/items?key=a&folder=x&folder=y")).status).toBe(404);
    expect(await read("b")).toMatchObject({ value: "2" });
  });

  test("is the same one for all values of a parameter that most paths take, such as a version of the API", async () => {
    const version = { ...inQuery("api-version", { type: "string" }), required: true };
    const settings = { type: "object", properties: { title: { type: "string" } } };
    const other = { parameters: [version], get: { responses: ok({ type: "object" }) } };
    const call = await serve({
      "/settings": {
        parameters: [version],
        get: { responses: ok(settings) },
        put: { requestBody: json(settings), responses: { 204: { description: "done" } } },
      },
      "/health": other,
      "/about": other,
    });
    await call("PUT", "/settings?api-version=2025-01-01", { title: "Shop" });
    expect((await call("GET", "/settings?api-version=2026-01-01")).body).toEqual({ title: "Shop" });
  });

  test("has the value of the path that ends in a parameter called as its property", async () => {
    const realm = { type: "object", properties: { realm: { type: "string" }, title: { type: "string" } } };
    const call = await serve({
      "/{realm}": {
        parameters: [inPath("realm")],
        get: { responses: ok({ ...realm, required: ["realm"] }) },
        put: { requestBody: json(realm), responses: { 204: { description: "done" } } },
      },
    });
    expect((await call("GET", "/shop")).body.realm).toBe("shop");
    await call("PUT", "/shop", { title: "Shop" });
    expect((await call("GET", "/shop")).body).toEqual({ realm: "shop", title: "Shop" });
  });

  test("exists before the first write, and is then what was written", async () => {
    const call = await serve(at("/settings"));
    const first = (await call("GET", "/settings")).body;
    expect((await call("GET", "/settings")).body).toEqual(first);
    const put = (await call("PUT", "/settings", { theme: "dark" })).body;
    expect(put).toEqual({ theme: "dark", version: first.version + 1 });
    const patched = { ...put, size: 3, version: first.version + 2 };
    expect((await call("PATCH", "/settings", { size: 3 })).body).toEqual(patched);
    expect((await call("GET", "/settings")).body).toEqual(patched);
    expect((await call("PUT", "/settings", { theme: "blue" })).status).toBe(400);
  });

  test("has the time of its last change", async () => {
    const moment = { type: "string", format: "date-time", readOnly: true };
    const dated = { type: "object", properties: { theme: { type: "string" }, updatedAt: moment, createdAt: moment } };
    const operation = { requestBody: json(dated), responses: ok(dated) };
    const call = await serve({ "/settings": { get: { responses: ok(dated) }, put: operation, patch: operation } });
    const start = new Date().toISOString();
    const put = (await call("PUT", "/settings", { theme: "dark" })).body;
    expect(put.updatedAt >= start).toBe(true);
    await new Promise((done) => setTimeout(done, 5));
    const patched = (await call("PATCH", "/settings", { theme: "light" })).body;
    expect(patched.updatedAt > put.updatedAt).toBe(true);
    expect(patched.createdAt).toBe(put.createdAt);
    expect((await call("GET", "/settings")).body).toEqual(patched);
  });

  test("is one for each path", async () => {
    const call = await serve(at("/users/{id}/settings", [inPath("id")]));
    await call("PUT", "/users/a/settings", { theme: "dark" });
    await call("PUT", "/users/b/settings", { theme: "light" });
    expect((await call("GET", "/users/a/settings")).body.theme).toBe("dark");
    expect((await call("GET", "/users/b/settings")).body.theme).toBe("light");
  });

  test("has the ids of its path", async () => {
    const id = { type: "string" };
    const page = { type: "object", required: ["id", "pageId", "text"], properties: { id, pageId: id, text: id } };
    const get = { responses: ok(page) };
    const put = { requestBody: json(page), responses: ok(page) };
    const call = await serve({
      "/pages/{pageId}/draft/{id}": { parameters: [inPath("pageId"), inPath("id")], get, put },
    });
    expect((await call("GET", "/pages/p7/draft/1")).body.pageId).toBe("p7");
    const sent = { id: "own", pageId: "other", text: "hello" };
    expect((await call("PUT", "/pages/p8/draft/1", sent)).body).toEqual({ ...sent, pageId: "p8" });
    expect((await call("GET", "/pages/p8/draft/1")).body).toEqual({ ...sent, pageId: "p8" });
  });

  test("that is a list takes its only item by the name of one", async () => {
    const text = { type: "string" };
    const done = { type: "object", properties: { message: text } };
    const call = await serve({
      "/members/{id}/scopes": {
        parameters: [inPath("id")],
        get: { responses: ok({ type: "object", properties: { scopes: { type: "array", items: text } } }) },
        put: { requestBody: json({ type: "object", properties: { scope: text } }), responses: ok(done) },
      },
    });
    expect((await call("PUT", "/members/1/scopes", { scope: "admin" })).headers.get("mock-ignored")).toBeNull();
    expect((await call("GET", "/members/1/scopes")).body).toEqual({ scopes: ["admin"] });
  });

  test("that was deleted is gone until it is written again", async () => {
    const paths = {
      "/logo": {
        get: { responses: { ...ok(settings), 404: { description: "none" } } },
        put: { requestBody: json(settings), responses: ok(settings) },
        delete: { responses: { 204: { description: "gone" } } },
      },
    };
    const call = await serve(paths);
    expect((await call("DELETE", "/logo")).status).toBe(204);
    expect((await call("GET", "/logo")).status).toBe(404);
    await call("PUT", "/logo", { theme: "dark" });
    expect((await call("GET", "/logo")).body.theme).toBe("dark");
  });

  test("that was deleted is gone, without a documented 404 as well, where its path ends in its id", async () => {
    const item = {
      get: { responses: ok(settings) },
      patch: { requestBody: json(settings), responses: ok(settings) },
      delete: { responses: { 204: { description: "gone" } } },
    };
    const call = await serve({
      "/users/by/{label}/{id}": { parameters: [inPath("label"), inPath("id")], ...item },
      "/settings": item,
    });
    for (const path of ["/users/by/email/ann", "/settings"]) {
      expect((await call("GET", path)).status).toBe(200);
      expect((await call("DELETE", path)).status).toBe(204);
    }
    expect((await call("GET", "/users/by/email/ann")).status).toBe(404);
    expect((await call("GET", "/settings")).status).toBe(200);
  });
});

describe("an action", () => {
  const order = {
    type: "object",
    required: ["id", "item"],
    properties: { id: { type: "integer", readOnly: true }, item: { type: "string" } },
  };
  const one = { $ref: "#/components/schemas/Order" };
  const paths = {
    ...crud("/orders", one),
    "/orders/{id}/cancel": { post: { parameters: [inPath("id")], responses: ok(one) } },
    "/orders/{id}/notify": {
      post: {
        parameters: [inPath("id")],
        requestBody: json({ type: "object", properties: { text: { type: "string" } } }),
        responses: {
          202: {
            description: "sent",
            ...json({
              type: "object",
              required: ["text", "sent"],
              properties: { text: { type: "string" }, sent: { const: true } },
            }),
          },
        },
      },
    },
  };

  test("answers with the record if that is documented, and leaves it unchanged", async () => {
    const call = await serve(paths, { components: { schemas: { Order: order } } });
    await call("POST", "/orders", { item: "tea" });
    expect(await call("POST", "/orders/1/cancel")).toMatchObject({ status: 200, body: { id: 1, item: "tea" } });
  });

  test("otherwise answers with its documented schema, with the sent values in it", async () => {
    const call = await serve(paths, { components: { schemas: { Order: order } } });
    await call("POST", "/orders", { item: "tea" });
    expect(await call("POST", "/orders/1/notify", { text: "hi" })).toMatchObject({
      status: 202,
      body: { text: "hi", sent: true },
    });
  });

  test("needs its record", async () => {
    const call = await serve(paths, { components: { schemas: { Order: order } } });
    expect(await call("POST", "/orders/9/cancel")).toMatchObject({
      status: 404,
      body: { details: [{ message: 'orders has no record "9"' }] },
    });
  });
});

describe("another operation", () => {
  test("shows the whole object that a text of the same name asks for", async () => {
    const config = { type: "object", required: ["name"], properties: { name: { type: "string", example: "dev" } } };
    const sent = { type: "object", properties: { config: { type: "string" } } };
    const call = await serve({
      "/lock": { post: { requestBody: json(sent), responses: ok({ type: "object", properties: { config } }) } },
    });
    expect((await call("POST", "/lock", { config: "x" })).body).toEqual({ config: { name: "dev" } });
  });

  test("answers the same to the same path and query, and something else to another", async () => {
    const weather = {
      type: "object",
      required: ["sky", "at"],
      properties: { sky: { type: "string" }, at: { type: "string", format: "date-time" } },
    };
    const call = await serve({
      "/weather/{city}": {
        get: { parameters: [inPath("city"), inQuery("day", { type: "integer" })], responses: ok(weather) },
      },
    });
    const rome = (await call("GET", "/weather/rome?day=1")).body;
    expect((await call("GET", "/weather/rome?day=1&undeclared=x")).body).toEqual(rome);
    expect((await call("GET", "/weather/oslo?day=1")).body).not.toEqual(rome);
    expect((await call("GET", "/weather/rome?day=2")).body).not.toEqual(rome);
  });

  test("has the id of the record that its path names", async () => {
    const summary = { type: "object", required: ["JobID"], properties: { JobID: { type: "string" } } };
    const get = { responses: ok(summary) };
    const call = await serve({ "/job/{jobName}/summary": { parameters: [inPath("jobName")], get } });
    expect((await call("GET", "/job/web/summary")).body).toEqual({ JobID: "web" });
  });

  test("prefers the description's example", async () => {
    const call = await serve({
      "/a": { get: { responses: ok({ type: "object" }, {}) } },
      "/b": {
        get: { responses: { 200: { description: "ok", ...json({ type: "object" }, { example: { hello: "you" } }) } } },
      },
    });
    expect((await call("GET", "/b")).body).toEqual({ hello: "you" });
  });

  test("answers with the sent values in the only object that has them", async () => {
    const account = { type: "object", properties: { name: { type: "string" }, currency: { type: "string" } } };
    const person = { type: "object", properties: { name: { type: "string" } } };
    const call = await serve({
      "/push/accounts": {
        post: {
          requestBody: json(account),
          responses: ok({
            type: "object",
            required: ["data", "by", "status"],
            properties: { data: account, by: person, status: { type: "string", const: "Pending" } },
          }),
        },
      },
    });
    const { body } = await call("POST", "/push/accounts", { name: "cash", currency: "EUR" });
    expect(body).toMatchObject({ data: { name: "cash", currency: "EUR" }, status: "Pending" });
    expect(body.by.name).not.toBe("cash");
  });

  test("answers a list of what was sent item by item, none with an error", async () => {
    const text = { type: "string" };
    const sent = { type: "array", items: { type: "object", properties: { to: text, subject: text } } };
    const code = { type: "integer" };
    const item = {
      type: "object",
      required: ["to", "id", "error_code"],
      properties: { to: text, id: text, error_code: code },
    };
    const call = await serve({
      "/email/batch": { post: { requestBody: json(sent), responses: ok({ type: "array", items: item }) } },
    });
    const mails = ["a@example.com", "b@example.com", "c@example.com"].map((to) => ({ to, subject: "s" }));
    const { body } = await call("POST", "/email/batch", mails);
    expect(body).toEqual(mails.map(({ to }) => ({ to, id: expect.any(String), error_code: 0 })));
    expect(new Set(body.map(({ id }: { id: string }) => id)).size).toBe(3);
  });

  test("below an absent record is 404 where that is documented, else taken on trust", async () => {
    const pet = { type: "object", properties: { id: { type: "integer", readOnly: true } } };
    const photo = (extra: object) => ({
      parameters: [inPath("id")],
      get: { responses: { 200: { description: "ok", content: { "image/png": {} } }, ...extra } },
    });
    const call = await serve({
      ...crud("/pets", pet),
      "/pets/{id}/photo": photo({ 404: { description: "none" } }),
      "/pets/{id}/chart": photo({}),
    });
    expect((await call("GET", "/pets/1/photo")).status).toBe(404);
    expect((await call("GET", "/pets/1/chart")).status).toBe(200);
    await call("POST", "/pets", {});
    expect((await call("GET", "/pets/1/photo")).status).toBe(200);
  });

  test.each([
    ["only a default", { default: { description: "?", ...json({ const: 1 }) } }, 200, 1],
    ["a range", { "2XX": { description: "?", ...json({ const: 1 }) } }, 200, 1],
    ["one error", { 501: { description: "?", ...json({ const: 1 }) } }, 501, 1],
    ["no content", { 204: { description: "?" } }, 204, undefined],
    ["the lowest success", { 206: { description: "?" }, 202: { description: "?", ...json({ const: 1 }) } }, 202, 1],
    ["no response at all", {}, 200, undefined],
  ])("documents %s", async (_, responses, status, body) => {
    const call = await serve({ "/a/b": { get: { responses } } });
    expect(await call("GET", "/a/b")).toMatchObject({ status, body });
  });

  test.each([
    ["POST", "/pets", 201],
    ["PUT", "/pets/1", 204],
    ["POST", "/pets/1/groom", 204],
    ["GET", "/pets/1/groom", 200],
    ["DELETE", "/pets/1", 204],
    ["POST", "/pets/1/toys", 204],
  ])("with 2XX and no body answers the usual status: %s %s", async (method, path, status) => {
    const responses = { "2XX": { description: "done" } };
    const requestBody = json({ type: "object", properties: { name: { type: "string" } } });
    const pets = crud("/pets", { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } });
    const { "/pets": all = {}, "/pets/{id}": one = {} } = pets as Record<string, Record<string, object>>;
    const call = await serve({
      "/pets": { ...all, post: { requestBody, responses } },
      "/pets/{id}": { ...one, put: { ...one.put, requestBody, responses }, delete: { responses } },
      "/pets/{id}/toys": {
        parameters: [inPath("id")],
        get: { responses: ok({ type: "array", items: { type: "object", properties: { name: { type: "string" } } } }) },
        post: { requestBody: json({ type: "array", items: { type: "object" } }), responses },
      },
      "/pets/{id}/groom": { parameters: [inPath("id")], post: { responses }, get: { responses } },
    });
    await call("POST", "/pets", { name: "a" });
    const body = path.endsWith("toys") ? [{ name: "b" }] : { name: "b" };
    const sent = method === "GET" || method === "DELETE" ? undefined : body;
    expect((await call(method, path, sent)).status).toBe(status);
  });

  test("that redirects has a Location", async () => {
    const call = await serve({
      "/a/b": {
        get: {
          responses: {
            302: { description: "there", headers: { Location: { schema: { type: "string", format: "uri" } } } },
          },
        },
      },
    });
    const reply = await call("GET", "/a/b");
    expect(reply.status).toBe(302);
    expect(reply.headers.get("location")).toMatch(/^https?:/);
  });

  test("may have HEAD alone, and headers that it must send", async () => {
    const headers = { "X-Left": { required: true, schema: { type: "integer", minimum: 5, maximum: 5 } } };
    const call = await serve({ "/a/b": { head: { responses: { 200: { description: "ok", headers } } } } });
    const reply = await call("HEAD", "/a/b");
    expect(reply.status).toBe(200);
    expect(reply.headers.get("x-left")).toBe("5");
    expect((await call("GET", "/a/b")).status).toBe(405);
  });

  test("sends documented headers that have an example or a default, with errors too, unless a GET answers with data", async () => {
    const headers = (name: string, example: string) => ({
      headers: { [name]: { schema: { type: "string", example } } },
    });
    const responses = {
      200: { description: "ok", ...headers("Set-Cookie", "session=a1; HttpOnly") },
      429: { description: "later", headers: { "Retry-After": { schema: { type: "integer", default: 30 } } } },
    };
    const found = { description: "ok", ...json({ type: "object" }), ...headers("Link", '</find?page=2>; rel="next"') };
    const call = await serve({ "/login": { post: { responses } }, "/find": { get: { responses: { 200: found } } } });
    expect((await call("POST", "/login")).headers.get("set-cookie")).toBe("session=a1; HttpOnly");
    const later = await call("POST", "/login", undefined, { prefer: "code=429" });
    expect(later.headers.get("retry-after")).toBe("30");
    expect((await call("GET", "/find")).headers.get("link")).toBeNull();
  });
});

describe("a body that comes with GET", () => {
  const body = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
  const paths = {
    "/described": { get: { requestBody: { required: true, ...json(body) }, responses: ok({ const: "described" }) } },
    "/other": { get: { responses: ok({ const: "other" }) } },
  };

  test.each([
    ["/described", undefined, 200],
    ["/described", '{"id":1}', 200],
    ["/described", '{"id":"one"}', 400],
    ["/other", '{"id":"one"}', 200],
  ])("is checked where one is described, and never required: %s %s is %i", async (path, sent, status) => {
    const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths };
    const mock = await createMockServer({ description, memory: true, port: 0 });
    onTestFinished(() => mock.close());
    const { hostname, port } = new URL((await mock.listen()).url);
    const headers = sent === undefined ? {} : { "content-type": "application/json", "content-length": sent.length };
    const [answer] = await once(request({ hostname, port, path, headers }).end(sent), "response");
    expect(answer.resume().statusCode).toBe(status);
  });
});

test("a document that is read at a path is edited one word behind it", async () => {
  const at = [inPath("voice")];
  const edit = { ...settings, required: [] };
  const call = await serve({
    "/voices/{voice}/settings": { parameters: at, get: { responses: ok(settings) } },
    "/voices/{voice}/settings/edit": {
      parameters: at,
      post: { requestBody: json(edit), responses: ok({ type: "object", properties: { status: { type: "string" } } }) },
    },
  });
  const before = (await call("GET", "/voices/v/settings")).body;
  const theme = before.theme === "dark" ? "light" : "dark";
  expect((await call("POST", "/voices/v/settings/edit", { theme })).status).toBe(200);
  expect((await call("GET", "/voices/v/settings")).body).toMatchObject({ theme, size: before.size });
});

test("an action below a document of a record changes the document, and not the record", async () => {
  const text = { type: "string" };
  const status = { type: "string", enum: ["active", "paused"] };
  const customer = { type: "object", properties: { id: text, status: text } };
  const subscription = { type: "object", required: ["status"], properties: { status, plan: text } };
  const parameters = [inPath("id")];
  const sent = { type: "object", properties: { plan: text } };
  const call = await serve({
    ...crud("/customers", customer, text),
    "/customers/{id}/subscription": {
      parameters,
      get: { responses: ok(subscription) },
      put: { requestBody: json(sent), responses: ok(subscription) },
    },
    "/customers/{id}/subscription/pause": { parameters, post: { responses: ok(subscription) } },
    "/customers/{id}/subscription/resume": {
      parameters,
      post: { requestBody: json({ type: "object", properties: { reason: text } }), responses: ok(subscription) },
    },
  });
  await call("POST", "/customers", { id: "a", status: "active" });
  await call("PUT", "/customers/a/subscription", { plan: "gold" });
  expect((await call("POST", "/customers/a/subscription/pause")).body).toEqual({ status: "paused", plan: "gold" });
  expect((await call("GET", "/customers/a/subscription")).body).toEqual({ status: "paused", plan: "gold" });
  expect((await call("GET", "/customers/a")).body).toEqual({ id: "a", status: "active" });
  const resumed = await call("POST", "/customers/a/subscription/resume", { reason: "paid" });
  expect([resumed.body.status, resumed.headers.get("mock-ignored")]).toEqual(["active", "reason"]);
  expect((await call("POST", "/customers/none/subscription/pause")).status).toBe(404);
});

test("a write below a document that answers the document changes it", async () => {
  const text = { type: "string" };
  const account = {
    type: "object",
    properties: { id: { ...text, readOnly: true }, name: text, email: text, plan: text },
  };
  const sent = (name: string) => json({ type: "object", required: [name], properties: { [name]: text } });
  const call = await serve({
    "/account": { get: { responses: ok(account) }, post: { requestBody: json(account), responses: ok(account) } },
    "/account/name": { patch: { requestBody: sent("name"), responses: ok(account) } },
    "/account/password": { patch: { requestBody: sent("password"), responses: ok(account) } },
    "/account/copy": { post: { requestBody: sent("name"), responses: ok(account) } },
  });
  await call("POST", "/account", { name: "a", email: "a@b.example", plan: "free" });
  const renamed = { id: expect.any(String), name: "b", email: "a@b.example", plan: "free" };
  expect((await call("PATCH", "/account/name", { name: "b" })).body).toEqual(renamed);
  expect((await call("PATCH", "/account/password", { password: "secret" })).body).toEqual(renamed);
  await call("POST", "/account/copy", { name: "c" });
  expect((await call("GET", "/account")).body).toEqual(renamed);
});

test("an answer of an action is the alternative that reports success", async () => {
  const outcome = (success: boolean, name: string) => ({
    type: "object",
    required: ["success", name],
    properties: { success: { type: "boolean", enum: [success] }, [name]: { type: "string" } },
    additionalProperties: false,
  });
  const alternatives = { anyOf: [outcome(true, "version"), outcome(false, "error")] };
  const requestBody = json({ type: "object", properties: { target: { type: "string" } } });
  const paths = Object.fromEntries(
    ["a", "b", "c", "d"].map((name) => [`/${name}/upgrade`, { post: { requestBody, responses: ok(alternatives) } }]),
  );
  const call = await serve(paths);
  for (const path of Object.keys(paths))
    expect((await call("POST", path, { target: "1.0" })).body).toEqual({ success: true, version: expect.any(String) });
});

test("an answer has a parameter of the path only if its alternative does", async () => {
  const message = (kind: string, more: object) => ({
    type: "object",
    required: ["kind", ...Object.keys(more)],
    properties: { kind: { const: kind }, ...more },
    additionalProperties: false,
  });
  const text = { type: "string" };
  const answers = [{ anyOf: [message("note", { text }), message("call", { room_id: text })] }];
  answers.push({ anyOf: [...(answers[0]?.anyOf ?? [])].reverse() });
  const paths = Object.fromEntries(
    answers.map((schema, at) => [
      `/rooms/{room_id}/send${at}`,
      { post: { parameters: [inPath("room_id", text)], responses: ok(schema) } },
    ]),
  );
  const call = await serve(paths);
  for (const room of ["a", "b", "c", "d"]) {
    for (const path of ["send0", "send1"]) {
      const { kind, ...rest } = (await call("POST", `/rooms/${room}/${path}`)).body;
      expect(rest).toEqual(kind === "note" ? { text: expect.any(String) } : { room_id: room });
    }
  }
});
