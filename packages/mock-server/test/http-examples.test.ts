import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { crud, inPath, inQuery, serve } from "./http-client.js";

const ownId = { type: "integer", readOnly: true, example: 42 };
const device = {
  type: "object",
  required: ["id", "kind"],
  properties: {
    id: ownId,
    uuid: { type: "string", format: "uuid", readOnly: true, example: "0d66a1bb-4f72-44a8-9c3a-759774e79994" },
    kind: { type: "string", enum: ["device"], readOnly: true },
    model: { type: "string", readOnly: true, example: "X-200" },
    firmware: { type: "string", readOnly: true, examples: ["v7"] },
    region: { type: "string", readOnly: true, default: "eu" },
    maker: { const: "ACME", readOnly: true },
    parent: { type: ["string", "null"], readOnly: true, default: null },
    label: { type: "string", example: "Lamp" },
  },
};

describe("values that the schema of a record gives", () => {
  const given = { kind: "device", model: "X-200", firmware: "v7", region: "eu", maker: "ACME", parent: null };

  test("are preferred to generated ones in a new record", async () => {
    const call = await serve(crud("/devices", device));
    const first = (await call("POST", "/devices", { label: "a" })).body;
    const second = (await call("POST", "/devices", { label: "b" })).body;
    expect(first).toMatchObject({ ...given, label: "a" });
    expect(second).toMatchObject(given);
    expect(first.id).not.toBe(second.id);
    expect(first.uuid).not.toBe(second.uuid);
  });

  test("are preferred to generated ones in seeds, and no two share an id", async () => {
    const call = await serve(crud("/devices", device), {}, { seed: 3 });
    const all: { id: number; uuid: string }[] = (await call("GET", "/devices")).body;
    for (const one of all) expect(one).toMatchObject({ ...given, label: "Lamp" });
    for (const ids of [all.map(({ id }) => String(id)), all.map(({ uuid }) => uuid)]) expect(new Set(ids).size).toBe(3);
  });

  test("of the resource's whole schema are used for properties without values", async () => {
    const properties = { id: { type: "integer", readOnly: true }, state: { type: "string", readOnly: true } };
    const call = await serve(crud("/jobs", { type: "object", properties, example: { id: 9, state: "queued" } }));
    const { id } = (await call("POST", "/jobs", {})).body;
    expect((await call("POST", "/jobs", {})).body).toMatchObject({ state: "queued" });
    expect((await call("GET", `/jobs/${id}`)).body).toEqual({ id, state: "queued" });
  });
});

test("the example of a flag does not begin a new record as removed or paused, its default does", async () => {
  const flag = { type: "boolean", readOnly: true, example: true };
  const hidden = { ...flag, default: true };
  const properties = { id: { type: "integer" }, removed: flag, paused: flag, verified: flag, hidden };
  const call = await serve(crud("/hooks", { type: "object", properties }));
  const { body } = await call("POST", "/hooks", {});
  expect(body).toMatchObject({ removed: false, paused: false, verified: true, hidden: true });
});

describe("moments without a format", () => {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2027, 0, 2, 3, 4, 5, 678) });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
  const readOnly = true;

  test.each([
    [{ type: "string" }, "2027-01-02T03:04:05.678Z"],
    [{ type: "string", example: "2020-05-06T07:08:09Z" }, "2027-01-02T03:04:05Z"],
    [{ type: "string", example: "2020-05-06T07:08:09.123456+00:00" }, "2027-01-02T03:04:05.678000+00:00"],
    [{ type: "string", example: "2020-05-06 07:08:09" }, "2027-01-02 03:04:05"],
    [{ type: "string", example: "2020-05-06 07:08:09.123456+00" }, "2027-01-02 03:04:05.678000+00"],
    [{ type: "string", example: "2020-05-06" }, "2027-01-02"],
    [{ type: "string", example: "1588748889" }, "1798859045"],
    [{ type: "integer", example: 1588748889 }, 1798859045],
    [{ type: "integer", example: 1588748889123 }, 1798859045678],
    [{ type: "number", example: 1588748889.25 }, 1798859045.678],
    [{ type: "string", format: "date-time", example: "2020-05-06T07:08:09+00:00" }, "2027-01-02T03:04:05+00:00"],
  ])("%j is now in the notation of its example", async (schema, expected) => {
    const note = {
      type: "object",
      properties: { id: ownId, created_at: { ...schema, readOnly }, text: { type: "string" } },
    };
    const call = await serve(crud("/notes", note));
    expect((await call("POST", "/notes", { text: "x" })).body.created_at).toBe(expected);
  });

  test("are not times if the name or the example means something else", async () => {
    const properties = {
      id: ownId,
      created: { type: "boolean", readOnly },
      updated: { type: "string", example: "by Ann", readOnly },
      text: { type: "string" },
    };
    const call = await serve(crud("/notes", { type: "object", properties }));
    expect((await call("POST", "/notes", { text: "x" })).body).toMatchObject({ updated: "by Ann" });
  });
});

test.each([
  ["ip_address", {}, /^\d+\.\d+\.\d+\.\d+$/],
  ["ipv4", {}, /^\d+\.\d+\.\d+\.\d+$/],
  ["ipv6_address", {}, /^2001:db8:/],
  ["mac_address", {}, /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/],
  ["cidr", {}, /^\d+\.\d+\.\d+\.\d+\/\d+$/],
  ["ip_range", {}, /^\d+\.\d+\.\d+\.\d+\/\d+$/],
  ["hostname", {}, /^[a-z-]+\.example\.com$/],
  ["phone_number", {}, /^\+\d+$/],
  ["x", { format: "mac" }, /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/],
  ["x", { format: "cidr" }, /^\d+\.\d+\.\d+\.\d+\/\d+$/],
  ["x", { format: "phone" }, /^\+\d+$/],
  ["x", { format: "ipv6" }, /^2001:db8:/],
])("a text called %s with %j looks like one", async (name, rest, expected) => {
  const host = { type: "object", properties: { id: ownId, [name]: { type: "string", readOnly: true, ...rest } } };
  const call = await serve(crud("/hosts", host), {}, { seed: 1 });
  expect((await call("GET", "/hosts")).body[0][name]).toMatch(expected);
});

describe("answers that are described only by examples", () => {
  const ada = { id: 17, name: "Ada", active: true, tags: ["a"], note: null };
  const bob = { ...ada, id: 18, name: "Bob" };
  const page = { http_code: 200, data: { current_page: 1, data: [ada, bob], total: 2 } };
  const shown = (value: unknown, schema: object) => ({
    200: { description: "ok", content: { "application/json": { ...schema, example: value } } },
  });
  const contacts = (schema: object) => ({
    "/contacts": {
      get: {
        parameters: [inQuery("page", { type: "integer" }), inQuery("per_page", { type: "integer" })],
        responses: shown(page, schema),
      },
      post: { requestBody: { content: { "application/json": {} } }, responses: shown({ data: ada }, schema) },
    },
    "/contacts/{id}": {
      parameters: [inPath("id")],
      get: { responses: shown({ data: ada }, schema) },
      put: { requestBody: { content: { "application/json": {} } }, responses: shown({ data: ada }, schema) },
      delete: { responses: { 204: { description: "gone" } } },
    },
  });

  test.each([
    ["without a schema", {}],
    ["with a schema that allows all objects", { schema: { type: "object" } }],
    ["with one that has no properties", { schema: { type: "object", properties: {}, additionalProperties: true } }],
    ["with one of objects that have none", { schema: { type: "object", properties: { data: { type: "object" } } } }],
  ])("show records in the examples' shape, %s", async (_name, schema) => {
    const call = await serve(contacts(schema), {}, { seed: 3 });
    const { data, ...beside } = (await call("GET", "/contacts?page=2&per_page=2")).body;
    expect(beside).toEqual({ http_code: 200 });
    expect(data).toMatchObject({ total: 3, data: [{ name: expect.any(String), active: true, tags: ["a"] }] });
    const made = (await call("POST", "/contacts", { name: "Zed", age: 5 })).body.data;
    expect(made).toEqual({ id: expect.any(Number), name: "Zed", age: 5, active: true, tags: ["a"], note: null });
    expect((await call("GET", `/contacts/${made.id}`)).body).toEqual({ data: made });
    expect((await call("GET", "/contacts?per_page=9")).body.data.data).toContainEqual(made);
    expect((await call("DELETE", `/contacts/${made.id}`)).status).toBe(204);
    expect((await call("GET", `/contacts/${made.id}`)).status).toBe(404);
  });

  test("keep all sent values, because an example forbids none", async () => {
    const call = await serve(contacts({}));
    const sent = { name: { first: "Z" }, active: "no", tags: 7, note: "n" };
    const made = (await call("POST", "/contacts", sent)).body.data;
    expect(made).toEqual({ id: made.id, ...sent });
    const changed = { ...sent, name: null, tags: {} };
    expect((await call("PUT", `/contacts/${made.id}`, changed)).body.data).toEqual({ id: made.id, ...changed });
  });

  test("add nothing to a document that was written", async () => {
    const content = { "application/json": { schema: { type: "object" }, example: { message: "hello", count: 42 } } };
    const value = {
      parameters: [inPath("key")],
      get: { responses: { 200: { description: "ok", content } } },
      put: { requestBody: { content }, responses: { 204: { description: "kept" } } },
    };
    const call = await serve({ "/values/{key}": value });
    await call("PUT", "/values/a", { x: 1 });
    expect((await call("GET", "/values/a")).body).toEqual({ x: 1 });
    expect((await call("GET", "/values/b")).body).toEqual({ message: "hello", count: 42 });
    const task = { type: "object", properties: { id: ownId, input: { type: "object" } } };
    const input = { parameters: [inPath("id")], get: { responses: { 200: { description: "ok", content } } } };
    const tasks = await serve({ ...crud("/tasks", task), "/tasks/{id}/input": { ...input, put: value.put } });
    const { body } = await tasks("POST", "/tasks", { input: { a: 1 } });
    expect((await tasks("GET", `/tasks/${body.id}/input`)).body).toEqual({ a: 1 });
  });
});
