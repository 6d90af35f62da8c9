import { describe, expect, test } from "vitest";
import { crud, inPath, inQuery, json, ok, serve, serveOverHttp } from "./http-client.js";
import { makeFolder } from "./run-command.js";

const pet = {
  type: "object",
  required: ["id", "name"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string", minLength: 1 },
    updatedAt: { type: "string", format: "date-time" },
  },
};

const UPDATED = "2024-05-06T07:08:09Z";

describe.each([
  ["in process", serve],
  ["over HTTP", serveOverHttp],
])("conditional requests, %s:", (_name, start) => {
  test("a record has the same strong tag wherever it is answered, until it changes", async () => {
    const call = await start(crud("/pets", pet));
    const made = await call("POST", "/pets", { name: "Rex" });
    const tag = made.headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    expect((await call("GET", "/pets/1")).headers.get("etag")).toBe(tag);
    expect((await call("HEAD", "/pets/1")).headers.get("etag")).toBe(tag);
    const changed = (await call("PATCH", "/pets/1", { name: "Max" })).headers.get("etag");
    expect(changed).not.toBe(tag);
    expect((await call("PUT", "/pets/1", { name: "Rex" })).headers.get("etag")).toBe(tag);
    expect((await call("DELETE", "/pets/1")).headers.get("etag")).toBeNull();
  });

  test("a version that the client already has is 304, without a body", async () => {
    const call = await start(crud("/pets", pet));
    const tag = (await call("POST", "/pets", { name: "Rex" })).headers.get("etag") ?? "";
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const reply = await call("GET", "/pets/1", undefined, { "if-none-match": known });
      expect(reply).toMatchObject({ status: 304, body: undefined, type: null });
      expect(reply.headers.get("etag")).toBe(tag);
    }
    expect((await call("HEAD", "/pets/1", undefined, { "if-none-match": tag })).status).toBe(304);
    expect((await call("GET", "/pets/1", undefined, { "if-none-match": '"other"' })).status).toBe(200);
    expect((await call("GET", "/pets/9", undefined, { "if-none-match": "*" })).status).toBe(404);
  });

  test("lists are compared as well", async () => {
    const call = await start(crud("/pets", pet));
    const ask = (tag: string): ReturnType<typeof call> => call("GET", "/pets", undefined, { "if-none-match": tag });
    const tag = (await ask('"x"')).headers.get("etag") ?? "";
    expect((await ask(tag)).status).toBe(304);
    await call("POST", "/pets", { name: "Rex" });
    expect((await ask(tag)).status).toBe(200);
  });

  test("a write on a record that has changed meanwhile is 412 and changes nothing", async () => {
    const call = await start(crud("/pets", pet));
    const old = (await call("POST", "/pets", { name: "Rex" })).headers.get("etag") ?? "";
    const tag = (await call("PATCH", "/pets/1", { name: "Max" }, { "if-match": old })).headers.get("etag") ?? "";
    const writes: [string, unknown][] = [
      ["PATCH", { name: "Tom" }],
      ["PUT", { name: "Tom" }],
      ["DELETE", undefined],
    ];
    for (const [method, body] of writes) {
      for (const condition of [
        { "if-match": old },
        { "if-match": `W/${tag}` },
        { "if-none-match": "*" },
        { "if-none-match": tag },
      ]) {
        const reply = await call(method, "/pets/1", body, condition as Record<string, string>);
        expect(reply).toMatchObject({
          status: 412,
          body: { error: "Precondition failed", details: [{ current: tag }] },
        });
      }
    }
    expect((await call("GET", "/pets/1")).body).toEqual({ id: 1, name: "Max" });
    expect((await call("GET", "/pets/1", undefined, { "if-match": old })).status).toBe(412);
    expect((await call("DELETE", "/pets/1", undefined, { "if-match": `"other", ${tag}` })).status).toBe(204);
    expect((await call("PATCH", "/pets/1", { name: "Tom" }, { "if-match": "*" })).status).toBe(404);
  });

  test("one of many writers that read the same record wins", async () => {
    const call = await start(crud("/pets", pet));
    const tag = (await call("POST", "/pets", { name: "Rex" })).headers.get("etag") ?? "";
    const writes = Array.from({ length: 20 }, (_, index) =>
      index % 4 === 0
        ? call("DELETE", "/pets/1", undefined, { "if-match": tag })
        : call("PATCH", "/pets/1", { name: `n${index}` }, { "if-match": tag }),
    );
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    expect(statuses.filter((status) => status >= 300 && status !== 412 && status !== 404)).toEqual([]);
  });

  test("PUT makes a record only where none is, with If-None-Match: *", async () => {
    const paths = {
      "/files": { get: { responses: ok({ type: "array", items: { $ref: "#/components/schemas/File" } }) } },
      "/files/{name}": {
        parameters: [inPath("name")],
        get: { responses: ok({ $ref: "#/components/schemas/File" }) },
        put: {
          requestBody: json({ $ref: "#/components/schemas/File" }),
          responses: {
            ...ok({ $ref: "#/components/schemas/File" }),
            201: { description: "made", ...json({ $ref: "#/components/schemas/File" }) },
          },
        },
      },
    };
    const File = { type: "object", properties: { name: { type: "string" }, text: { type: "string" } } };
    const call = await start(paths, { components: { schemas: { File } } });
    const once = { "if-none-match": "*" };
    expect((await call("PUT", "/files/a", { text: "1" }, { "if-match": "*" })).status).toBe(412);
    expect((await call("PUT", "/files/a", { text: "1" }, once)).status).toBe(201);
    expect((await call("PUT", "/files/a", { text: "2" }, once)).status).toBe(412);
    expect((await call("GET", "/files/a")).body).toEqual({ name: "a", text: "1" });
  });

  test("a new record is compared with the one that has its id, and a list with what it shows", async () => {
    const named = { ...pet, properties: { ...pet.properties, id: { type: "integer" } } };
    const call = await start(crud("/pets", named));
    const once = { "if-none-match": "*" };
    expect((await call("POST", "/pets", { id: 5, name: "Rex" }, once)).status).toBe(201);
    expect((await call("POST", "/pets", { id: 5, name: "Rex" }, once)).status).toBe(412);
    const list = await call("GET", "/pets", undefined, { "if-none-match": '"x"' });
    const seen = { "if-match": list.headers.get("etag") ?? "" };
    expect((await call("POST", "/pets", { id: 6, name: "Tom" }, seen)).status).toBe(201);
    expect((await call("POST", "/pets", { id: 7, name: "Ann" }, seen)).status).toBe(412);
  });

  test("a write of a single document is checked against what GET shows", async () => {
    const settings = { type: "object", properties: { theme: { type: "string", enum: ["dark", "light"] } } };
    const call = await start({
      "/settings": {
        get: { responses: ok(settings, { headers: { ETag: { schema: { type: "string" } } } }) },
        put: { requestBody: json(settings), responses: ok(settings) },
      },
    });
    const before = await call("GET", "/settings");
    const tag = before.headers.get("etag") ?? "";
    expect(tag).not.toBe("");
    const other = before.body.theme === "dark" ? "light" : "dark";
    expect((await call("PUT", "/settings", { theme: other }, { "if-match": tag })).status).toBe(200);
    expect((await call("PUT", "/settings", before.body, { "if-match": tag })).status).toBe(412);
    expect((await call("GET", "/settings")).body).toEqual({ theme: other });
  });

  test("documented headers are kept: ETag of lists and other answers, Last-Modified from the record", async () => {
    const headers = { ETag: { schema: { type: "string" } }, "Last-Modified": { schema: { type: "string" } } };
    const { "/pets": list, "/pets/{id}": item } = crud("/pets", pet) as Record<string, object>;
    const call = await start({
      "/pets": { ...list, get: { responses: ok({ type: "array", items: pet }, { headers }) } },
      "/pets/{id}": { ...item, get: { responses: ok(pet, { headers }) } },
      "/report": { get: { responses: ok({ type: "object", properties: { a: { type: "integer" } } }, { headers }) } },
    });
    await call("POST", "/pets", { name: "Rex", updatedAt: UPDATED });
    for (const path of ["/pets", "/report"]) {
      const { headers: sent } = await call("GET", path, undefined, { origin: "http://page.test" });
      expect(sent.get("etag")).toMatch(/^"[\w-]{22}"$/);
      expect(sent.get("access-control-expose-headers")).toContain("etag");
      expect(sent.get("last-modified")).toBeNull();
      const known = { "if-none-match": sent.get("etag") ?? "" };
      expect((await call("GET", path, undefined, known)).status).toBe(304);
    }
    const modified = new Date(UPDATED).toUTCString();
    expect((await call("GET", "/pets/1")).headers.get("last-modified")).toBe(modified);
    expect((await call("GET", "/pets/1", undefined, { "if-modified-since": modified })).status).toBe(304);
    const earlier = new Date(Date.parse(UPDATED) - 1000).toUTCString();
    expect((await call("GET", "/pets/1", undefined, { "if-modified-since": earlier })).status).toBe(200);
  });

  test("an ETag header that is documented as something else has no entity tag", async () => {
    const headers = { ETag: { schema: { type: "string", pattern: "^v\\d+$" } } };
    const { "/pets/{id}": item, ...rest } = crud("/pets", pet) as Record<string, object>;
    const call = await start({ ...rest, "/pets/{id}": { ...item, get: { responses: ok(pet, { headers }) } } });
    await call("POST", "/pets", { name: "Rex" });
    expect((await call("GET", "/pets/1")).headers.get("etag")).toBeNull();
  });

  test("two media types of a record have two tags, either of which guards a change", async () => {
    const content = { "application/json": { schema: pet }, "application/xml": { schema: pet } };
    const { "/pets/{id}": item, ...rest } = crud("/pets", pet) as Record<string, object>;
    const get = { responses: { 200: { description: "ok", content } } };
    const call = await start({ ...rest, "/pets/{id}": { ...item, get } });
    await call("POST", "/pets", { name: "Rex" });
    const asXml = { accept: "application/xml" };
    const xml = (await call("GET", "/pets/1", undefined, asXml)).headers.get("etag") ?? "";
    expect((await call("GET", "/pets/1", undefined, { "if-none-match": xml })).status).toBe(200);
    expect((await call("GET", "/pets/1", undefined, { ...asXml, "if-none-match": xml })).status).toBe(304);
    expect((await call("PATCH", "/pets/1", { name: "Tom" }, { "if-match": xml })).status).toBe(200);
    expect((await call("PATCH", "/pets/1", { name: "Ann" }, { "if-match": xml })).status).toBe(412);
  });
});

test("a record keeps its tag when the server starts again", async () => {
  const dataDir = await makeFolder();
  const options = { memory: false, dataDir };
  const first = await serve(crud("/pets", pet), {}, options);
  const tag = (await first("POST", "/pets", { name: "Rex", updatedAt: UPDATED })).headers.get("etag");
  await first.close();
  const second = await serve(crud("/pets", pet), {}, options);
  expect((await second("GET", "/pets/1")).headers.get("etag")).toBe(tag);
  await second.close();
});

test("a write that must name the version of the record is 409 with another one, where that is documented", async () => {
  const text = { type: "string" };
  const version = { type: "integer" };
  const shelf = {
    type: "object",
    properties: { id: { ...text, readOnly: true }, version: { ...version, readOnly: true }, name: text },
  };
  const conflict = { 409: { description: "Another version" } };
  const body = { type: "object", required: ["version"], properties: { version, name: text } };
  const paths = crud("/shelves", shelf, text) as Record<string, Record<string, object>>;
  const call = await serve({
    ...paths,
    "/shelves/{id}": {
      parameters: [inPath("id")],
      get: { responses: ok(shelf) },
      patch: { requestBody: json(body), responses: { ...ok(shelf), ...conflict } },
      delete: {
        parameters: [{ ...inQuery("version", version), required: true }],
        responses: { 204: { description: "gone" }, ...conflict },
      },
    },
  });
  const { id } = (await call("POST", "/shelves", { name: "a" })).body;
  const changed = await call("PATCH", `/shelves/${id}`, { version: 1, name: "b" });
  expect(changed.body).toEqual({ id, version: 2, name: "b" });
  const stale = await call("PATCH", `/shelves/${id}`, { version: 1, name: "c" });
  expect([stale.status, stale.body.details[0].path]).toEqual([409, "/version"]);
  expect((await call("DELETE", `/shelves/${id}?version=1`)).status).toBe(409);
  expect((await call("GET", `/shelves/${id}`)).body).toEqual(changed.body);
  expect((await call("DELETE", `/shelves/${id}?version=2`)).status).toBe(204);
});

test("a version that clients send with a new record is not checked", async () => {
  const hook = {
    type: "object",
    required: ["url", "version"],
    properties: {
      id: { type: "string", readOnly: true },
      url: { type: "string" },
      version: { type: "integer", minimum: 1 },
    },
  };
  const call = await serve({
    "/hooks": { post: { requestBody: json(hook), responses: { 201: { description: "made", ...json(hook) } } } },
    "/hooks/{id}": {
      parameters: [inPath("id")],
      get: { responses: ok(hook) },
      put: { requestBody: json(hook), responses: { ...ok(hook), 409: { description: "Conflict" } } },
    },
  });
  const { id } = (await call("POST", "/hooks", { url: "/a", version: 61 })).body;
  const changed = await call("PUT", `/hooks/${id}`, { url: "/b", version: 93 });
  expect(changed.body).toEqual({ id, url: "/b", version: 93 });
});
