import { once } from "node:events";
import { request } from "node:http";
import { loadDescription } from "@onespec/spec-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMockServer } from "../src/index.js";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const says = (word: string, parameters: readonly object[] = []): object => ({
  parameters,
  responses: { 200: { description: "ok", content: { "application/json": { schema: { const: word } } } } },
});
const limit = { name: "limit", in: "query", schema: { type: "integer" } };

describe("paths that hold more than a path:", () => {
  const paths = {
    "/requests": { get: says("plain") },
    "/requests?view=collection": { get: says("collection", [limit]) },
    "/requests?view=collection&deep": { get: says("deep") },
    "/items/{id}#share": {
      put: says("share", [{ name: "id", in: "path", required: true, schema: { type: "string" } }]),
    },
    "/#X-Target=Service.List": { post: says("list") },
    "/#X-Target=Service.Read": { post: says("read") },
    "/queue#Action=Send": { post: says("send") },
    "/queue#Action=Receive": { post: says("receive") },
  };

  test.each([
    ["GET", "/requests", {}, "plain"],
    ["GET", "/requests?view=other", {}, "plain"],
    ["GET", "/requests?view=collection", {}, "collection"],
    ["GET", "/requests?limit=3&view=collection", {}, "collection"],
    ["GET", "/requests?deep&view=collection", {}, "deep"],
    ["PUT", "/items/1", {}, "share"],
    ["POST", "/", { "x-target": "Service.Read" }, "read"],
    ["POST", "/", { "x-target": "Service.List" }, "list"],
    ["POST", "/queue?Action=Receive", {}, "receive"],
  ])("%s %s %j", async (method, path, headers, word) => {
    const call = await serve(paths);
    const reply = await call(method, path, undefined, headers);
    expect([reply.status, reply.body]).toEqual([200, word]);
  });

  test("a form distinguishes them, too", async () => {
    const call = await serve(paths);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await call("POST", "/queue", "Version=1&Action=Receive", form)).body).toBe("receive");
    expect((await call("POST", "/queue", "Action=Send", form)).body).toBe("send");
  });

  test.each([
    ["PUT", "/items/7#share"],
    ["GET", "/requests#top?view=collection"],
  ])("a fragment in a request has no effect: %s %s", async (method, path) => {
    const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths };
    const mock = await createMockServer(await loadDescription(description), { memory: true, port: 0 });
    onTestFinished(() => mock.close());
    const { hostname, port } = new URL((await mock.listen()).url);
    const [answer] = await once(request({ hostname, port, path, method }).end(), "response");
    expect(answer.resume().statusCode).toBe(200);
  });

  test("parameters in the query of a path are those of a query", async () => {
    const parameters = ["page", "size"].map((name) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "integer", maximum: 50 },
    }));
    const list = { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } };
    const responses = { 200: { description: "ok", content: { "application/json": { schema: list } } } };
    const call = await serve({ "/rides?page={page}&page_size={size}": { get: { parameters, responses } } });
    expect((await call("GET", "/rides?page=1&page_size=10")).status).toBe(200);
    expect((await call("GET", "/rides?page=1&page_size=51")).body.details).toMatchObject([
      { in: "query", path: "/page_size" },
    ]);
    expect((await call("GET", "/rides?page=1")).body.details).toMatchObject([{ in: "query", path: "/page_size" }]);
  });

  test("the parameters of the one that is meant are checked", async () => {
    const call = await serve(paths);
    expect((await call("GET", "/requests?view=collection&limit=many")).status).toBe(400);
    expect((await call("GET", "/requests?limit=many")).status).toBe(200);
  });
});

describe("DELETE with the id of another thing in its query:", () => {
  const removal = {
    summary: "Remove tag from item",
    parameters: [{ ...inQuery("tag_id", { type: "string" }), required: true }],
    responses: { 204: { description: "gone" } },
  };
  const item = { type: "object", properties: { id: { type: "integer" }, title: { type: "string" } } };

  test("the record stays, and goes without that id", async () => {
    const call = await serve({
      ...crud("/items", item),
      "/items/{tagged_id}": { parameters: [inPath("tagged_id", { type: "integer" })], delete: removal },
    });
    await call("POST", "/items", { title: "a" });
    const removed = await call("DELETE", "/items/1?tag_id=t");
    expect([removed.status, removed.headers.get("mock-ignored")]).toEqual([204, "tag_id"]);
    expect((await call("GET", "/items/1")).status).toBe(200);
    expect((await call("DELETE", "/items/9?tag_id=t")).status).toBe(404);
    expect((await call("DELETE", "/items/1")).status).toBe(204);
    expect((await call("GET", "/items/1")).status).toBe(404);
  });

  test("the record stays where nothing else is removed at that path", async () => {
    const call = await serve({
      "/items": {
        post: { requestBody: json(item), responses: ok(item) },
        get: { responses: ok({ type: "array", items: item }) },
      },
      "/items/{id}": { parameters: [inPath("id", { type: "integer" })], get: { responses: ok(item) }, delete: removal },
    });
    await call("POST", "/items", { title: "a" });
    expect((await call("DELETE", "/items/1?tag_id=t")).status).toBe(204);
    expect((await call("GET", "/items/1")).status).toBe(200);
  });

  test("the record is deleted if the summary names it", async () => {
    const call = await serve({
      ...crud("/items", item),
      "/notes": {
        post: { requestBody: json(item), responses: ok(item) },
        get: { responses: ok({ type: "array", items: item }) },
      },
      "/notes/{id}": {
        parameters: [inPath("id", { type: "integer" })],
        get: { responses: ok(item) },
        delete: { ...removal, summary: "Delete a note" },
      },
    });
    await call("POST", "/notes", { title: "a" });
    await call("DELETE", "/notes/1?tag_id=t");
    expect((await call("GET", "/notes/1")).status).toBe(404);
  });
});
