import { describe, expect, test } from "vitest";
import { crud, json, ok, serve, serveOverHttp } from "./http-client.js";
import { makeFolder } from "./run-command.js";

const pet = {
  type: "object",
  required: ["id", "name"],
  additionalProperties: false,
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string", minLength: 1 },
    tag: { type: "string" },
    tags: { type: "array", items: { type: "string" } },
    counts: { type: "object", additionalProperties: { type: "integer" } },
    madeBy: { type: "string", readOnly: true },
  },
};

const jsonPatch = { "content-type": "application/json-patch+json" };
const mergePatch = { "content-type": "application/merge-patch+json" };

describe.each([
  ["in process", serve],
  ["over HTTP", serveOverHttp],
])("PATCH, %s:", (_name, start) => {
  test("a JSON Patch adds, removes, replaces, moves, copies and tests", async () => {
    const call = await start(crud("/pets", pet));
    await call("POST", "/pets", { name: "Rex", tag: "dog", tags: ["a", "c"] });
    const operations = [
      { op: "test", path: "/name", value: "Rex" },
      { op: "add", path: "/tags/1", value: "b" },
      { op: "add", path: "/tags/-", value: "d" },
      { op: "replace", path: "/name", value: "Max" },
      { op: "copy", from: "/name", path: "/tags/0" },
      { op: "remove", path: "/tags/4" },
      { op: "add", path: "/counts", value: { "a/b": 1 } },
      { op: "move", from: "/counts/a~1b", path: "/counts/c" },
      { op: "remove", path: "/tag" },
    ];
    const reply = await call("PATCH", "/pets/1", operations, jsonPatch);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ id: 1, name: "Max", tags: ["Max", "a", "b", "c"], counts: { c: 1 } });
    expect(reply.body).not.toHaveProperty("tag");
    expect((await call("GET", "/pets/1")).body).toEqual(reply.body);
  });

  test("a JSON Patch adds to a list that the record does not have yet", async () => {
    const call = await start(crud("/pets", pet));
    await call("POST", "/pets", { name: "Rex" });
    const add = (path: string, value: string) => ({ op: "add", path, value });
    const sent = [add("/tags/0", "a"), add("/tags/-", "b")];
    expect(await call("PATCH", "/pets/1", sent, jsonPatch)).toMatchObject({ status: 200, body: { tags: ["a", "b"] } });
    expect((await call("PATCH", "/pets/1", [add("/counts/-", "a")], jsonPatch)).status).toBe(422);
  });

  test("a JSON Patch that cannot be applied tells which operation, and does nothing", async () => {
    const call = await start(crud("/pets", pet));
    const before = (await call("POST", "/pets", { name: "Rex" })).body;
    const fine = { op: "replace", path: "/name", value: "Max" };
    const wrong: [object | null, number, RegExp][] = [
      [{ op: "test", path: "/name", value: "Rex" }, 409, /at "\/name" is not the tested one/],
      [{ op: "replace", path: "/tags/0", value: "x" }, 422, /replace finds nothing at "\/tags\/0"/],
      [{ op: "move", from: "/nothing", path: "/tag" }, 422, /finds nothing at "\/nothing"/],
      [{ op: "destroy", path: "/name" }, 400, /has the op "destroy"; it must be one of add, remove/],
      [{ op: "add", path: "/tag" }, 400, /needs a value to add/],
      [{ op: "add", path: "tag", value: "x" }, 400, /has the path "tag"; it must be a JSON pointer/],
      [{ op: "add", path: "/__proto__/x", value: "x" }, 400, /without __proto__/],
      [{ op: "move", path: "/tag" }, 400, /has the from undefined; it must be a JSON pointer/],
      [null, 400, /has the op undefined/],
    ];
    for (const [operation, status, message] of wrong) {
      const reply = await call("PATCH", "/pets/1", [fine, operation], jsonPatch);
      expect(reply).toMatchObject({
        status,
        body: { details: [{ in: "body", path: "/1", operation: 1, message: expect.stringMatching(message) }] },
      });
    }
    expect((await call("PATCH", "/pets/1", fine, jsonPatch)).status).toBe(400);
    expect((await call("PATCH", "/pets/1", [{ op: "replace", path: "", value: 5 }], jsonPatch)).status).toBe(422);
    expect((await call("GET", "/pets/1")).body).toEqual(before);
    expect({}).not.toHaveProperty("x");
  });

  test("the result must be valid, and properties that only the server writes stay", async () => {
    const call = await start(crud("/pets", pet));
    const { body: before } = await call("POST", "/pets", { name: "Rex" });
    const tooShort = await call("PATCH", "/pets/1", [{ op: "replace", path: "/name", value: "" }], jsonPatch);
    expect(tooShort).toMatchObject({ status: 400, body: { details: [{ path: "/name", keyword: "minLength" }] } });
    expect((await call("PATCH", "/pets/1", [{ op: "add", path: "/other", value: 1 }], jsonPatch)).status).toBe(400);
    expect((await call("PATCH", "/pets/1", { name: null }, mergePatch)).status).toBe(400);
    const whole = [{ op: "replace", path: "", value: { id: 9, name: "Max", madeBy: "me" } }];
    const expected = { ...before, name: "Max" };
    expect(await call("PATCH", "/pets/1", whole, jsonPatch)).toMatchObject({ status: 200, body: expected });
    expect((await call("PATCH", "/pets/1", { id: 9, madeBy: "me" }, mergePatch)).body).toEqual(expected);
  });

  test("a documented merge patch removes properties that are null, whatever its schema says", async () => {
    const content = { "application/merge-patch+json": { schema: { ...pet, required: [] } } };
    const { "/pets/{id}": item, ...rest } = crud("/pets", pet) as Record<string, object>;
    const call = await start({
      ...rest,
      "/pets/{id}": { ...item, patch: { requestBody: { content }, responses: ok(pet) } },
    });
    await call("POST", "/pets", { name: "Rex", tag: "dog", counts: { a: 1, b: 2 } });
    const reply = await call("PATCH", "/pets/1", { tag: null, counts: { a: null } }, mergePatch);
    expect(reply.status).toBe(200);
    expect(reply.body).not.toHaveProperty("tag");
    expect(reply.body.counts).toEqual({ b: 2 });
    expect((await call("PATCH", "/pets/1", { tag: 5 }, mergePatch)).status).toBe(400);
  });
});

describe.each(["memory", "JSON files"])("many PATCHes at once, with %s:", (store) => {
  test("no change of a record or of a document is lost", async () => {
    const document = { type: "object", properties: { counts: pet.properties.counts, tags: pet.properties.tags } };
    const paths = {
      ...crud("/pets", pet),
      "/settings": {
        get: { responses: ok(document) },
        put: { requestBody: json(document), responses: ok(document) },
        patch: { requestBody: json(document), responses: ok(document) },
      },
    };
    const kept = store === "memory" ? {} : { memory: false, dataDir: await makeFolder() };
    const call = await serve(paths, {}, kept);
    await call("POST", "/pets", { name: "Rex", counts: {}, tags: [] });
    await call("PUT", "/settings", { counts: {}, tags: [] });
    const numbers = Array.from({ length: 40 }, (_, index) => index);
    const replies = await Promise.all(
      ["/pets/1", "/settings"].flatMap((path) =>
        numbers.map((n) =>
          n % 2 === 0
            ? call("PATCH", path, { counts: { [`n${n}`]: n } })
            : call("PATCH", path, [{ op: "add", path: "/tags/-", value: `n${n}` }], jsonPatch),
        ),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    for (const path of ["/pets/1", "/settings"]) {
      const { counts, tags } = (await call("GET", path)).body;
      expect(Object.keys(counts)).toHaveLength(20);
      expect(new Set(tags).size).toBe(20);
    }
    await call.close();
  });
});

test("a document that a PATCH would break stays as it is", async () => {
  const document = {
    type: "object",
    properties: { theme: { type: "string", enum: ["dark", "light"] }, size: { type: "integer" } },
    dependentRequired: { size: ["theme"] },
  };
  const loose = { type: "object", properties: document.properties };
  const call = await serve({
    "/settings": {
      get: { responses: ok(document) },
      put: { requestBody: json(document), responses: ok(document) },
      patch: { requestBody: json(loose), responses: ok(document) },
    },
  });
  await call("PUT", "/settings", { theme: "dark", size: 1 });
  expect(await call("PATCH", "/settings", [{ op: "remove", path: "/theme" }], jsonPatch)).toMatchObject({
    status: 400,
    body: { error: "Validation failed" },
  });
  const shown = await call("GET", "/settings");
  expect(shown.body).toMatchObject({ theme: "dark", size: 1 });
  const failing = [{ op: "test", path: "/size", value: 2 }];
  expect((await call("PATCH", "/settings", failing, jsonPatch)).status).toBe(409);
  expect((await call("PATCH", "/settings", { size: 2 })).body).toMatchObject({ theme: "dark", size: 2 });
});

test("a plain body cannot change what only the server writes, declared in it or not", async () => {
  const paths = crud("/pets", pet) as Record<string, Record<string, object>>;
  const fields = { type: "object", properties: { name: { type: "string" } } };
  const item = { ...paths["/pets/{id}"], patch: { requestBody: json(fields), responses: ok(pet) } };
  const call = await serve({ ...paths, "/pets/{id}": item });
  const made = (await call("POST", "/pets", { name: "Rex" })).body;
  const changed = await call("PATCH", "/pets/1", { name: "Max", madeBy: "a client" });
  expect(changed).toMatchObject({ status: 200, body: { ...made, name: "Max" } });
  expect((await call("GET", "/pets/1")).body).toEqual(changed.body);
});

describe("a JSON Patch reaches what a record holds, and nothing else:", () => {
  const loose = { type: "object", properties: { id: pet.properties.id, name: { type: "string" } } };
  const start = async () => {
    const call = await serve(crud("/pets", loose));
    const { body: before } = await call("POST", "/pets", { name: "Rex", tags: ["a", "b"], deep: {} });
    return { before, patch: (...ops: object[]) => call("PATCH", "/pets/1", ops, jsonPatch), call };
  };

  test.each([
    { op: "add", path: "/toString/x", value: 1 },
    { op: "add", path: "/hasOwnProperty/call", value: 1 },
    { op: "add", path: "/constructor/prototype/x", value: 1 },
    { op: "add", path: "/tags/push/call", value: 1 },
    { op: "copy", from: "/toString", path: "/other" },
    { op: "copy", from: "/tags/length", path: "/other" },
    { op: "remove", path: "/hasOwnProperty" },
    { op: "replace", path: "/tags/length", value: 4_294_967_295 },
    { op: "add", path: "/tags/length", value: 1_000_000_000 },
    { op: "add", path: "/tags/1000000000", value: 1 },
    { op: "add", path: "/tags/-1", value: 1 },
    { op: "add", path: "/tags/01", value: 1 },
    { op: "add", path: "/tags/1e0", value: 1 },
    { op: "remove", path: "/tags/-" },
    { op: "replace", path: "/tags/word", value: 1 },
    { op: "test", path: "/tags/2", value: null },
  ])("$op $path is rejected", async (operation) => {
    const { before, patch, call } = await start();
    expect((await patch(operation)).status).toBe(422);
    expect((await call("GET", "/pets/1")).body).toEqual(before);
    expect(Object.hasOwn.call(Object, { x: 1 }, "x")).toBe(true);
    expect(Object.keys(Object.prototype.toString)).toEqual([]);
  });

  test("names that objects inherit are names like others once a record holds them", async () => {
    const { patch } = await start();
    const made = await patch(
      { op: "add", path: "/constructor", value: { prototype: {} } },
      { op: "add", path: "/constructor/prototype/x", value: 1 },
      { op: "copy", from: "/constructor/prototype", path: "/toString" },
    );
    expect(made).toMatchObject({ status: 200, body: { constructor: { prototype: { x: 1 } }, toString: { x: 1 } } });
  });

  test("its result has the same maximum depth as a body", async () => {
    const { before, patch, call } = await start();
    const steps = Array.from({ length: 9 }, (_, power) => ({
      op: "copy",
      from: "/deep",
      path: `/deep${"/a".repeat(100 * 2 ** power)}`,
    }));
    const value = JSON.parse(`${'{"a":'.repeat(99)}{}${"}".repeat(99)}`);
    const deep = await patch({ op: "replace", path: "/deep", value }, ...steps);
    expect(deep).toMatchObject({
      status: 400,
      body: { details: [{ message: expect.stringContaining("500 levels") }] },
    });
    const moved = Array.from({ length: 6 }, (_, step) => [
      { op: "add", path: `/d${step}`, value },
      { op: "move", from: step === 0 ? "/deep" : `/d${step - 1}`, path: `/d${step}${"/a".repeat(100)}` },
    ]).flat();
    expect((await patch(...moved)).status).toBe(400);
    expect((await patch({ op: "move", from: "/deep", path: "/deep/a" })).status).toBe(400);
    expect((await call("GET", "/pets/1")).body).toEqual(before);
  });
});

describe("a record that is one of several variants", () => {
  const kind = (value: string) => ({ type: "string", enum: [value] });
  const target = { type: "string" };
  const readOnlyId = { type: "integer", readOnly: true };
  const link = { type: "object", properties: { id: readOnlyId, kind: kind("link"), target } };
  const alias = {
    type: "object",
    properties: { id: readOnlyId, kind: kind("alias"), target: { ...target, readOnly: true }, label: target },
  };
  const tagged = { oneOf: [link, alias].map((variant) => ({ ...variant, required: ["kind"] })) };
  const open = { anyOf: [link, alias] };

  test.each([
    ["the record's own schema", tagged, open],
    ["an object", tagged, { type: "object", properties: { target, label: target } }],
    ["any of the variants, told apart by a value alone", open, open],
  ])("is changed as its own variant allows, where the body is %s", async (_, record, body) => {
    const paths = crud("/entries", record) as Record<string, Record<string, { requestBody: object }>>;
    const patch = paths["/entries/{id}"]?.patch;
    if (patch) patch.requestBody = json(body);
    const call = await serve(paths, {}, { seed: 0 });
    const { id: writable } = (await call("POST", "/entries", { kind: "link", target: "a" })).body;
    const { id: fixed } = (await call("POST", "/entries", { kind: "alias", label: "old" })).body;
    const before = (await call("GET", `/entries/${fixed}`)).body;
    const changed = { id: writable, kind: "link", target: "b" };
    expect((await call("PATCH", `/entries/${writable}`, { target: "b" })).body).toEqual(changed);
    expect((await call("GET", `/entries/${writable}`)).body).toEqual(changed);
    expect((await call("PATCH", `/entries/${fixed}`, { target: "b", label: "new" })).body).toEqual({
      ...before,
      label: "new",
    });
  });
});

test.each([
  ["a step", { price: 12.555 }, `"path":"/price","message":"must be a multiple of 0.01"`],
  ["a length", { name: "x".repeat(9) }, `"path":"/name","message":"must be at most 8 characters long`],
  ["a maximum", { stock: 11 }, `"path":"/stock","message":"must be at most 10"`],
])("an update and a create keep %s of the record's schema that the request's leaves out", async (_name, sent, says) => {
  const properties = {
    name: { type: "string", maxLength: 8 },
    price: { type: "number", multipleOf: 0.01 },
    stock: { type: "integer", maximum: 10 },
  };
  const plant = { type: "object", required: ["id"], properties: { id: { type: "integer" }, ...properties } };
  const change = {
    type: "object",
    properties: { name: { type: "string" }, price: { type: "number" }, stock: { type: "integer" } },
  };
  const made = { 201: { description: "the plant", ...json(plant) } };
  const call = await serve({
    "/plants": {
      get: { responses: ok({ type: "array", items: plant }) },
      post: { requestBody: json(change), responses: made },
    },
    "/plants/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: ok(plant) },
      patch: { requestBody: json(change), responses: ok(plant) },
    },
  });
  await call("POST", "/plants", { name: "Fennel", price: 12.5, stock: 3 });
  for (const [method, path] of [
    ["PATCH", "/plants/1"],
    ["POST", "/plants"],
  ] as const) {
    const refused = await call(method, path, sent);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining(says)]);
  }
  expect((await call("GET", "/plants/1")).body).toMatchObject({ name: "Fennel", price: 12.5, stock: 3 });
});

test("a JSON Patch beside a comment in plain JSON is applied", async () => {
  const text = { type: "string" };
  const plant = { type: "object", properties: { id: { type: "integer" }, name: text, note: text } };
  const operation = {
    type: "object",
    required: ["op", "path"],
    properties: { op: { type: "string" }, path: { type: "string" }, value: {} },
  };
  const change = {
    type: "object",
    properties: { patch: { type: "array", items: operation }, comment: { type: "string" } },
  };
  const call = await serve({
    "/plants": { post: { requestBody: json(plant), responses: { 201: { description: "the plant", ...json(plant) } } } },
    "/plants/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: ok(plant) },
      patch: { requestBody: json(change), responses: ok(plant) },
    },
  });
  await call("POST", "/plants", { name: "Fennel" });
  const patch = [
    { op: "replace", path: "/name", value: "Dill" },
    { op: "replace", path: "/note", value: "declared, and not there yet" },
  ];
  const changed = { id: 1, name: "Dill", note: "declared, and not there yet" };
  expect((await call("PATCH", "/plants/1", { patch, comment: "it smells" })).body).toEqual(changed);
  expect((await call("GET", "/plants/1")).body).toEqual(changed);
  const unknown = { patch: [{ op: "replace", path: "/colour", value: "green" }] };
  expect((await call("PATCH", "/plants/1", unknown)).status).toBe(422);
});

test("the operations of a SCIM PATCH change the record, and those on what it does not have are named", async () => {
  const text = { type: "string" };
  const member = { type: "object", properties: { value: text, display: text } };
  const group = {
    type: "object",
    properties: {
      id: text,
      displayName: text,
      meta: { type: "object", properties: { note: text } },
      members: { type: "array", items: member },
    },
  };
  const operation = { type: "object", required: ["op"], properties: { op: text, path: text, value: {} } };
  const body = { type: "object", properties: { Operations: { type: "array", items: operation } } };
  const paths = crud("/Groups", group, text) as Record<string, object>;
  const patch = { requestBody: json(body), responses: { 204: { description: "done" } } };
  const call = await serve({ ...paths, "/Groups/{id}": { ...paths["/Groups/{id}"], patch } });
  const { id } = (await call("POST", "/Groups", { displayName: "cups", members: [{ value: "1" }] })).body;
  const send = async (...Operations: object[]) => {
    const reply = await call("PATCH", `/Groups/${id}`, { Operations });
    expect(reply.status).toBe(204);
    return reply.headers.get("mock-ignored");
  };
  const changes = [
    { op: "replace", value: { id: "7", displayName: "mugs" } },
    { op: "Add", path: "members", value: [{ value: "1" }, { value: "2" }, { value: "3" }] },
    { op: "remove", path: 'members[value eq "1"]' },
    { op: "replace", path: 'urn:ietf:params:scim:schemas:core:2.0:Group:members[value eq "2"].display', value: "Ada" },
    { op: "replace", path: "meta.note", value: "tea" },
  ];
  expect(await send(...changes)).toBeNull();
  const changed = {
    id,
    displayName: "mugs",
    meta: { note: "tea" },
    members: [{ value: "2", display: "Ada" }, { value: "3" }],
  };
  expect((await call("GET", `/Groups/${id}`)).body).toEqual(changed);
  expect(await send({ op: "replace", path: "colour", value: "red" })).toBe("Operations");
  expect(await send({ op: "replace", path: 'members[value sw "2"]', value: {} })).toBe("Operations");
  // As many as a JSON Patch may have.
  const many = Array.from({ length: 1_001 }, () => ({ op: "add", path: "members", value: { value: "4" } }));
  expect(await call("PATCH", `/Groups/${id}`, { Operations: many })).toMatchObject({
    status: 400,
    body: { details: [{ path: "/Operations", message: expect.stringContaining("more than 1000 operations") }] },
  });
  expect((await call("GET", `/Groups/${id}`)).body).toEqual(changed);
});

test("an update adds to lists of the record and removes from them, and gives it a new name", async () => {
  const text = { type: "string" };
  const texts = { type: "array", items: text };
  const rights = { type: "array", items: { type: "object", properties: { right: text } } };
  const role = { type: "object", properties: { id: text, name: text, users: texts, rights } };
  const lists = { add_users: texts, users_to_remove: texts, add_rights: rights, remove_rights: rights };
  const change = json({ type: "object", properties: { new_name: text, ...lists } });
  const all = crud("/roles", role, text) as Record<string, { patch: object }>;
  const item = all["/roles/{id}"];
  const paths = { ...all, "/roles/{id}": { ...item, patch: { ...item?.patch, requestBody: change } } };
  const call = await serve(paths);
  const { body } = await call("POST", "/roles", { name: "Tea", users: ["a", "b"], rights: [{ right: "read" }] });
  const path = `/roles/${body.id}`;
  await call("PATCH", path, { add_users: ["c", "a"], users_to_remove: ["b"], add_rights: [{ right: "write" }] });
  const { body: changed, headers } = await call("PATCH", path, {
    remove_rights: [{ right: "read" }],
    new_name: "Chai",
  });
  expect(headers.get("mock-ignored")).toBeNull();
  expect(changed).toMatchObject({ name: "Chai", users: ["a", "c"], rights: [{ right: "write" }] });
});
