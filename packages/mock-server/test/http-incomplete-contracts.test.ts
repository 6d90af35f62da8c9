import { describe, expect, test } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const integer = { type: "integer" };
const gone = { 204: { description: "gone" } };
const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const array = (items: object): object => ({ type: "array", items });

describe("the id of a new record is told", () => {
  test.each([
    ["under another name", { message: text, exportId: text }, ["exportId"]],
    ["inside an object named like the record", { export: object({ id: text, uuid: text }) }, ["export", "id"]],
    ["as its key, beside words", { key: text, status: { enum: ["ok", "error"] } }, ["key"]],
    ["inside data, beside words", { status_code: integer, data: object({ id: text }) }, ["data", "id"]],
  ])("%s", async (_name, answer, place) => {
    const call = await serve({
      "/exports": { post: { requestBody: json(object({ type: text })), responses: ok(object(answer)) } },
      "/exports/{ex_id}": {
        parameters: [inPath("ex_id", text)],
        get: { responses: ok(object({ id: text, type: text, state: text }, { required: ["id"] })) },
      },
    });
    const made = (await call("POST", "/exports", { type: "all" })).body;
    const id = place.reduce((value, name) => value[name], made);
    expect((await call("GET", `/exports/${id}`)).body).toMatchObject({ id, type: "all" });
  });

  test("as a number, where reading shows none and its path takes text", async () => {
    const segment = { name: text, conditions: array(text) };
    const call = await serve({
      "/segments": { post: { requestBody: json(object(segment)), responses: ok(object({ id: integer, ...segment })) } },
      "/segments/{segment_id}": {
        parameters: [inPath("segment_id", text)],
        get: { responses: ok(object(segment)) },
      },
    });
    const { id } = (await call("POST", "/segments", { name: "young" })).body;
    expect(id).toBe(1);
    expect((await call("GET", "/segments/1")).body).toMatchObject({ name: "young" });
  });

  test("in a list whose items have another name for it, and a client may choose it by that name", async () => {
    const call = await serve(
      {
        "/pools": {
          get: { responses: ok(array(object({ name: text }))) },
          post: { requestBody: json(object({ name: text })), responses: ok(object({ name: text })) },
        },
        "/pools/{pool_name}": {
          parameters: [inPath("pool_name", text)],
          get: { responses: ok(object({ pool_name: text, ips: array(text) })) },
        },
      },
      {},
      { seed: 2 },
    );
    const [seeded] = (await call("GET", "/pools")).body;
    expect((await call("GET", `/pools/${seeded.name}`)).body).toMatchObject({ pool_name: seeded.name });
    await call("POST", "/pools", { name: "marketing" });
    expect((await call("GET", "/pools/marketing")).body).toMatchObject({ pool_name: "marketing" });
    expect((await call("GET", "/pools")).body).toContainEqual(expect.objectContaining({ name: "marketing" }));
    expect((await call("POST", "/pools", { name: "marketing" })).status).toBe(409);
  });
});

test("an item path that answers a list says 404 when nothing has that id", async () => {
  const bounce = object({ email: text, reason: text, created: integer });
  const call = await serve(
    {
      "/bounces": { get: { responses: ok(array(bounce)) } },
      "/bounces/{email}": {
        parameters: [inPath("email", text)],
        get: { responses: ok(array(bounce)) },
        delete: { responses: gone },
      },
    },
    {},
    { seed: 2 },
  );
  const [{ email }] = (await call("GET", "/bounces")).body;
  expect((await call("GET", `/bounces/${email}`)).body).toMatchObject([{ email }]);
  expect((await call("DELETE", `/bounces/${email}`)).status).toBe(204);
  expect((await call("GET", `/bounces/${email}`)).status).toBe(404);
});

test("two paths that differ in a parameter's name alone: the one whose parameter takes the value answers", async () => {
  const uuid = { type: "string", format: "uuid" };
  const call = await serve({
    "/files/{fileName}": { parameters: [inPath("fileName", text)], get: { responses: ok({ const: "by name" }) } },
    "/files/{fileId}": { parameters: [inPath("fileId", uuid)], get: { responses: ok({ const: "by id" }) } },
  });
  expect((await call("GET", "/files/cat.png")).body).toBe("by name");
  expect((await call("GET", "/files/5b442f5b-05ef-43e0-b119-9fa26e6270e1")).body).toBe("by id");
});

test("an update may replace one alternative by another", async () => {
  const iban = object(
    { type: { const: "iban" }, iban: text },
    { required: ["type", "iban"], additionalProperties: false },
  );
  const us = object(
    { type: { const: "us" }, number: text },
    { required: ["type", "number"], additionalProperties: false },
  );
  const call = await serve(
    crud("/accounts", object({ id: { ...integer, readOnly: true }, bank: { oneOf: [iban, us] } })),
  );
  await call("POST", "/accounts", { bank: { type: "iban", iban: "DE1" } });
  const reply = await call("PATCH", "/accounts/1", { bank: { type: "us", number: "7" } });
  expect(reply.body).toEqual({ id: 1, bank: { type: "us", number: "7" } });
});

test("so may an update of a document", async () => {
  const bank = (name: string) =>
    object({ type: { const: name }, [name]: text }, { required: ["type", name], additionalProperties: false });
  const settings = object({ bank: { oneOf: [bank("iban"), bank("us")] }, theme: text });
  const call = await serve({
    "/settings": { get: { responses: ok(settings) }, patch: { requestBody: json(settings), responses: ok(settings) } },
  });
  await call("PATCH", "/settings", { bank: { type: "iban", iban: "DE1" }, theme: "dark" });
  const reply = await call("PATCH", "/settings", { bank: { type: "us", us: "7" } });
  expect(reply.body).toEqual({ bank: { type: "us", us: "7" }, theme: "dark" });
});

test("a missing readOnly property inside a sent object is not the client's mistake", async () => {
  const schedule = object({ id: { ...integer, readOnly: true }, day: text }, { required: ["id", "day"] });
  const user = object({ id: { ...integer, readOnly: true }, name: text, schedules: array(schedule) });
  const call = await serve(crud("/users", user));
  await call("POST", "/users", { name: "Ann" });
  const reply = await call("PATCH", "/users/1", { schedules: [{ day: "Monday" }] });
  expect(reply.status).toBe(200);
  expect(reply.body.schedules).toMatchObject([{ id: expect.any(Number), day: "Monday" }]);
  const patch = [{ op: "add", path: "/schedules", value: [{ id: 1 }] }];
  const refused = await call("PATCH", "/users/1", patch, { "content-type": "application/json-patch+json" });
  expect(refused.status).toBe(400);
});

test("a PUT without a body leaves the record as it is", async () => {
  const company = object(
    { id: { ...text, readOnly: true }, company_id: text, name: text },
    { required: ["id", "company_id"] },
  );
  const paths = crud("/companies", company, text) as Record<string, Record<string, object>>;
  const item = { ...paths["/companies/{id}"], put: { responses: ok(company) } };
  const call = await serve({ ...paths, "/companies/{id}": item });
  const made = (await call("POST", "/companies", { company_id: "own", name: "Acme" })).body;
  expect((await call("PUT", `/companies/${made.id}`)).body).toEqual(made);
  expect((await call("GET", `/companies/${made.id}`)).body).toEqual(made);
});

test("a parent is not checked if no operation tells its ids", async () => {
  const call = await serve({
    "/boards": { post: { requestBody: json(object({ name: text })), responses: { 200: { description: "made" } } } },
    "/boards/{idBoard}": {
      parameters: [inPath("idBoard", text)],
      put: { requestBody: json(object({ name: text })), responses: { 200: { description: "changed" } } },
    },
    ...crud("/boards/{idBoard}/labels", object({ id: { ...integer, readOnly: true }, name: text })),
  });
  expect((await call("POST", "/boards/of-somebody/labels", { name: "red" })).status).toBe(201);
});

test("a media type of its own entry is answered along that entry, whatever a range beside it says", async () => {
  const content = {
    "*/*": { schema: object({ File: text }, { required: ["File"] }) },
    "application/json": { schema: object({ Author: text }, { required: ["Author"] }) },
  };
  const call = await serve({ "/document": { get: { responses: { 200: { description: "it", content } } } } });
  const reply = await call("GET", "/document");
  expect(reply.type).toContain("application/json");
  expect(reply.body).toMatchObject({ Author: expect.any(String) });
});

describe("a description without schemas of answers", () => {
  const said = { 200: { description: "OK" }, 404: { description: "absent" } };
  const parameters = [inPath("taskId", integer)];
  const paths = {
    "/tasks": {
      get: { responses: said },
      post: {
        requestBody: json(object({ title: text }, { required: ["title"] })),
        responses: { 201: { description: "made" } },
      },
    },
    "/tasks/{taskId}": {
      parameters,
      get: { responses: said },
      put: { requestBody: json(object({ title: text, done: { type: "boolean" } })), responses: said },
      delete: { responses: gone },
    },
  };

  test("is answered with the records and their ids", async () => {
    const call = await serve(paths);
    expect((await call("GET", "/tasks")).body).toEqual([]);
    const made = (await call("POST", "/tasks", { title: "Milk" })).body;
    expect(made).toEqual({ id: 1, title: "Milk" });
    expect((await call("GET", "/tasks")).body).toEqual([made]);
    expect((await call("GET", "/tasks/1")).body).toEqual(made);
    expect((await call("DELETE", "/tasks/1")).status).toBe(204);
    expect((await call("GET", "/tasks/1")).status).toBe(404);
  });

  test("a PUT that may leave out what every new record has changes the rest alone", async () => {
    const call = await serve(paths);
    await call("POST", "/tasks", { title: "Milk" });
    expect((await call("PUT", "/tasks/1", { done: true })).body).toEqual({ id: 1, title: "Milk", done: true });
  });

  test("is filled with seeds like any other", async () => {
    const call = await serve(paths, {}, { seed: 2 });
    const [first] = (await call("GET", "/tasks")).body;
    expect(first).toMatchObject({ id: 1, title: expect.any(String) });
    expect((await call("GET", "/tasks/1")).body).toEqual(first);
  });
});

test("a property that is writeOnly in a request is answered if the answer declares it", async () => {
  const written = object({ name: { ...text, writeOnly: true }, secret: { ...text, writeOnly: true } });
  const call = await serve({
    "/priorities": { post: { requestBody: json(written), responses: ok(object({ id: text })) } },
    "/priorities/{id}": {
      parameters: [inPath("id", text)],
      get: { responses: ok(object({ id: text, name: text })) },
    },
  });
  const { id } = (await call("POST", "/priorities", { name: "high", secret: "s" })).body;
  expect((await call("GET", `/priorities/${id}`)).body).toEqual({ id, name: "high" });
});

test("the id may stand in an object that is named like the record", async () => {
  const written = object({ member: object({ slug: text, title: text }), identity: object({ name: text }) });
  const call = await serve({
    "/members": { post: { requestBody: json(written), responses: ok({ type: "object" }) } },
    "/members/{member_slug}": {
      parameters: [inPath("member_slug", text)],
      get: { responses: ok({ type: "object" }) },
    },
  });
  await call("POST", "/members", { member: { slug: "ann", title: "Ann" }, identity: { name: "x" } });
  expect((await call("GET", "/members/ann")).status).toBe(200);
  expect((await call("GET", "/members/x")).status).toBe(404);
});

describe("a create that answers a list of what it made", () => {
  const shared = { id: text, domain: text, note: text, state: text };
  const origin = object({ ...shared, checks: integer });
  const components = { schemas: { Made: object(shared) } };
  test.each([
    ["as an array", array(origin), (body: object) => body],
    ["in an envelope", object({ data: array(origin) }), (body: { data: object }) => body.data],
    [
      "by a schema of its own with most of the record",
      { ...object({ data: array({ $ref: "#/components/schemas/Made" }) }), example: { data: [{ id: "a-1" }] } },
      (body: { data: object }) => body.data,
    ],
  ])("%s answers the new record, under its id", async (_name, answer, records) => {
    const call = await serve(
      {
        "/origins": { post: { requestBody: json(object({ domain: text })), responses: ok(answer) } },
        "/origins/{originId}": { parameters: [inPath("originId", text)], get: { responses: ok(origin) } },
      },
      { components },
    );
    const made = records((await call("POST", "/origins", { domain: "a.example" })).body);
    expect(made).toMatchObject([{ id: expect.any(String), domain: "a.example" }]);
    const [{ id }] = made as [{ id: string }];
    expect((await call("GET", `/origins/${id}`)).body).toMatchObject({ id, domain: "a.example" });
  });
});

test("an id is valid for every operation of its path, if one takes a number and another a text", async () => {
  const service = object({ id: text, name: text });
  const call = await serve({
    "/services": { post: { requestBody: json(object({ name: text })), responses: ok(service) } },
    "/services/{id}": {
      delete: { parameters: [inPath("id", text)], responses: gone },
      get: { parameters: [inPath("id", integer)], responses: ok(service) },
    },
  });
  const { id } = (await call("POST", "/services", { name: "cut" })).body;
  expect((await call("GET", `/services/${id}`)).body).toEqual({ id, name: "cut" });
  expect((await call("DELETE", `/services/${id}`)).status).toBe(204);
  expect((await call("GET", `/services/${id}`)).status).toBe(404);
});

describe("a collection that answers only ids", () => {
  const tag = { ...inPath("tag", text) };
  const made = {
    requestBody: json(object({ name: text }, { required: ["name"] })),
    responses: { 201: { description: "made" } },
  };
  test.each([
    ["as an array", array(text), (body: unknown) => body],
    ["in an envelope", object({ tags: array(text), total: integer }), (body: { tags: string[] }) => body.tags],
    [
      "in an envelope within an envelope",
      object({ data: object({ tags: array(text) }), message: text }),
      (body: { data: { tags: string[] } }) => body.data.tags,
    ],
  ])("%s tells those of the records", async (_name, answer, ids) => {
    const call = await serve({
      "/tags": { get: { responses: ok(answer) }, post: made },
      "/tags/{tag}": { parameters: [tag], get: { responses: ok(object({ name: text })) }, delete: { responses: gone } },
    });
    await call("POST", "/tags", { name: "red" });
    await call("POST", "/tags", { name: "blue" });
    expect(ids((await call("GET", "/tags")).body)).toEqual(["red", "blue"]);
    expect((await call("DELETE", "/tags/red")).status).toBe(204);
    expect(ids((await call("GET", "/tags")).body)).toEqual(["blue"]);
  });
});

describe("a PATCH whose media type and schema differ", () => {
  const note = object({ id: { ...integer, readOnly: true }, title: text, tags: array(text) });
  const patched = (type: string, schema: object): object => ({
    ...crud("/notes", note),
    "/notes/{id}": {
      parameters: [inPath("id", integer)],
      get: { responses: ok(note) },
      patch: { requestBody: { content: { [type]: { schema } } }, responses: ok(note) },
    },
  });
  const steps = [{ op: "replace", path: "/title", value: "new" }];
  const step = object({ op: text, path: text, value: text }, { required: ["op", "path"] });
  const jsonPatch = { "content-type": "application/json-patch+json" };

  test("JSON Patch that is described as the record takes the fields that change", async () => {
    const call = await serve(patched("application/json-patch+json", note));
    await call("POST", "/notes", { title: "old", tags: ["a"] });
    const reply = await call("PATCH", "/notes/1", { title: "new" }, jsonPatch);
    expect(reply).toMatchObject({ status: 200, body: { id: 1, title: "new", tags: ["a"] } });
  });

  test("JSON Patch that is described as a document around its operations takes those", async () => {
    const call = await serve(patched("application/json-patch+json", object({ operations: array(step) })));
    await call("POST", "/notes", { title: "old", tags: ["a"] });
    const reply = await call("PATCH", "/notes/1", { operations: steps }, jsonPatch);
    expect(reply).toMatchObject({ status: 200, body: { id: 1, title: "new", tags: ["a"] } });
  });

  test("operations that are described as plain JSON are carried out, those that lead nowhere change nothing", async () => {
    const call = await serve(patched("application/json", array(step)));
    await call("POST", "/notes", { title: "old", tags: ["a"] });
    const reply = await call("PATCH", "/notes/1", steps);
    expect(reply).toMatchObject({ status: 200, body: { id: 1, title: "new", tags: ["a"] } });
    expect((await call("PATCH", "/notes/1", [{ op: "replace", path: "somewhere" }])).body).toEqual(reply.body);
  });
});

test("an optional text is left out if its pattern is written between slashes, because nothing matches that literally", async () => {
  const user = object({ name: { type: "string", pattern: "/^[a-z]+$/" }, age: integer }, { required: ["age"] });
  const call = await serve({ "/me": { get: { responses: ok(user) } } });
  expect((await call("GET", "/me")).body).toEqual({ age: expect.any(Number) });
});

test("an operation that documents only errors and a default answers by the default", async () => {
  const problem = {
    ...(ok(object({ message: text }, { required: ["message"] })) as Record<number, object>)[200],
    description: "problem",
  };
  const call = await serve({
    "/carts/mine": { put: { responses: { 401: problem, 500: problem, default: problem } } },
    "/carts/gone": { put: { responses: { 500: problem, 410: problem } } },
  });
  expect(await call("PUT", "/carts/mine")).toMatchObject({ status: 200, body: { message: expect.any(String) } });
  expect((await call("PUT", "/carts/gone")).status).toBe(410);
});

describe("a description that lets its answers be anything", () => {
  test("is answered with the records and their ids", async () => {
    const anything = { 200: { description: "OK", content: { "application/json": { schema: {} } } } };
    const call = await serve({
      "/items": {
        get: { responses: anything },
        post: { requestBody: json(object({ name: text })), responses: anything },
      },
      "/items/{item_id}": {
        parameters: [inPath("item_id", integer)],
        get: { responses: anything },
        delete: { responses: anything },
      },
    });
    const made = (await call("POST", "/items", { name: "Milk" })).body;
    expect(made).toEqual({ id: 1, name: "Milk" });
    expect((await call("GET", "/items")).body).toEqual([made]);
    expect((await call("GET", "/items/1")).body).toEqual(made);
    await call("DELETE", "/items/1");
    expect((await call("GET", "/items/1")).status).toBe(404);
  });
});

test("tags that are only put, listed as plain text and deleted are gone when they are deleted", async () => {
  const call = await serve(
    {
      "/tags": { get: { responses: ok(array(text)) } },
      "/tags/{tag}": { parameters: [inPath("tag", text)], put: { responses: gone }, delete: { responses: gone } },
    },
    {},
    { seed: 2 },
  );
  const [first, second] = (await call("GET", "/tags")).body;
  expect((await call("DELETE", `/tags/${encodeURIComponent(first)}`)).status).toBe(204);
  expect((await call("GET", "/tags")).body).toEqual([second]);
});

test("times inside an object stay if the update changes other properties", async () => {
  const attributes = object({ name: text, modified: { type: "string", format: "date-time", readOnly: true } });
  const call = await serve(crud("/lists", object({ id: { ...integer, readOnly: true }, note: text, attributes })));
  const { attributes: before } = (await call("POST", "/lists", { note: "a", attributes: { name: "b" } })).body;
  expect((await call("PATCH", "/lists/1", { note: "c" })).body).toMatchObject({ note: "c", attributes: before });
});

test("a list keeps its records where no value satisfies their schema", async () => {
  const impossible = { allOf: [{ type: "string" }, { type: "integer" }] };
  const pet = { type: "object", required: ["id", "odd"], properties: { id: { type: "integer" }, odd: impossible } };
  const call = await serve(crud("/pets", pet), {}, { seed: 2 });
  expect((await call("GET", "/pets")).body).toMatchObject([{ id: 1 }, { id: 2 }]);
});

test("operations that document only errors succeed, unless a read documents only a single one", async () => {
  const error = { description: "Bad Request" };
  const call = await serve({
    "/apps/{id}/live": { parameters: [inPath("id", text)], post: { responses: { 400: error, 404: error } } },
    "/cache/status": { get: { responses: { 400: error, 403: error } } },
    "/status/418": { get: { responses: { 418: error } } },
  });
  expect((await call("POST", "/apps/a/live")).status).toBe(204);
  expect((await call("GET", "/cache/status")).status).toBe(200);
  expect((await call("GET", "/status/418")).status).toBe(418);
});

test("JSON without a described body sets the properties that the record declares; others are reported", async () => {
  const branch = object({ name: text, target: text, made_at: { ...text, readOnly: true } }, { required: ["name"] });
  const call = await serve({
    "/branches": {
      get: { responses: ok(array(branch)) },
      post: { responses: { 201: { description: "made", ...json(branch) } } },
    },
    "/branches/{name}": {
      parameters: [inPath("name", text)],
      get: { responses: ok(branch) },
      put: { responses: ok(branch) },
      delete: { responses: gone },
    },
  });
  const made = await call("POST", "/branches", { name: "dev", target: "abc", made_at: "x", mood: "good" });
  expect(made.body).toMatchObject({ name: "dev", target: "abc" });
  expect(made.headers.get("mock-ignored")).toBe("made_at, mood");
  await call("PUT", "/branches/dev", { target: "def" });
  expect((await call("GET", "/branches/dev")).body).toMatchObject({ name: "dev", target: "def" });
  await call("PUT", "/branches/dev", { target: 7 });
  expect((await call("GET", "/branches/dev")).body).toMatchObject({ name: "dev", target: "def" });
  expect((await call("POST", "/branches")).status).toBe(201);
});

test("a POST answers with the record that it creates, also with 200 and without a described body", async () => {
  const board = object({ id: text, name: text });
  const boards = crud("/boards", board, text) as Record<string, Record<string, object>>;
  const post = { ...boards["/boards"]?.post, responses: { 200: { description: "Success" } } };
  const call = await serve({ ...boards, "/boards": { post } });
  const { status, body } = await call("POST", "/boards", { name: "Plans" });
  expect([status, body]).toEqual([200, { id: expect.any(String), name: "Plans" }]);
  expect((await call("GET", `/boards/${body.id}`)).body).toEqual(body);
});
