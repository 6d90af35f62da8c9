import { describe, expect, it } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const pet = {
  type: "object",
  properties: {
    id: { type: "integer", readOnly: true },
    name: text,
    kind: text,
    labels: { type: "object", additionalProperties: text },
  },
};

async function pets(removal: object) {
  const paths = crud("/pets", pet) as Record<string, Record<string, object>>;
  const deleted = { responses: ok({ type: "object", properties: { message: text } }) };
  const call = await serve({ ...paths, "/pets": { ...paths["/pets"], delete: { ...deleted, ...removal } } });
  for (const [name, kind] of [
    ["Rex", "dog"],
    ["Tom", "cat"],
    ["Ann", "cat"],
  ])
    await call("POST", "/pets", { name, kind, labels: { kind } });
  const left = async () => (await call("GET", "/pets")).body.map((one: { name: string }) => one.name).join(" ");
  return { call, left };
}
const query = (...names: string[]) => ({ parameters: names.map((name) => inQuery(name, text)) });
const ids = json({
  type: "object",
  properties: { ids: { type: "array", items: { type: "integer" } }, delete_all: { type: "boolean" } },
});

describe("DELETE of a collection", () => {
  it.each([
    ["objects with ids", [{ id: 1 }, { id: 3 }], "Tom", null],
    ["ids", [2], "Rex Ann", null],
    ["something else", { force: true }, "Rex Tom Ann", "body"],
    ["an empty list", [], "Rex Tom Ann", "body"],
  ])(
    "deletes the records in a body that the description does not declare, never all: %s",
    async (_, body, rest, ignored) => {
      const { call, left } = await pets({});
      const { status, headers } = await call("DELETE", "/pets", body);
      expect([status, headers.get("mock-ignored"), await left()]).toEqual([200, ignored, rest]);
      await call("DELETE", "/pets");
      expect(await left()).toBe("");
    },
  );

  it("removes those whose ids its body names where no operation lists them, and PUT changes them", async () => {
    const paths = crud("/pets", pet) as Record<string, Record<string, object>>;
    const body = (more: object) =>
      json({
        type: "object",
        required: ["ids"],
        properties: { ids: { type: "array", items: { type: "integer" } }, ...more },
      });
    const none = { 204: { description: "done" } };
    const call = await serve({
      ...paths,
      "/pets": {
        post: paths["/pets"]?.post,
        put: { requestBody: body({ kind: text, name: text }), responses: none },
        delete: { requestBody: body({ force: { type: "boolean" } }), responses: none },
      },
    });
    for (const name of ["a", "b", "c"]) await call("POST", "/pets", { name });
    expect((await call("PUT", "/pets", { ids: [1, 2], kind: "dog" })).status).toBe(204);
    expect((await call("GET", "/pets/2")).body).toMatchObject({ name: "b", kind: "dog" });
    expect((await call("GET", "/pets/3")).body.kind).not.toBe("dog");
    expect((await call("DELETE", "/pets", { ids: [1, 3], force: true })).status).toBe(204);
    const statuses = [1, 2, 3].map(async (id) => (await call("GET", `/pets/${id}`)).status);
    expect(await Promise.all(statuses)).toEqual([404, 200, 404]);
  });

  it("removes the records that the query names, also at a path with one more word", async () => {
    const call = await serve({
      ...crud("/pets", pet),
      "/pets/bulk": {
        delete: {
          parameters: [inQuery("petIds", { type: "array", items: { type: "integer" } })],
          responses: ok({ type: "object", properties: { deletedCount: { type: "integer" } } }),
        },
      },
    });
    for (const name of ["a", "b", "c"]) await call("POST", "/pets", { name });
    expect((await call("DELETE", "/pets/bulk?petIds=1&petIds=3")).body).toEqual({ deletedCount: 2 });
    expect((await call("GET", "/pets")).body).toMatchObject([{ name: "b" }]);
  });

  it.each([
    [query("kind"), "?kind=cat", undefined, "Rex"],
    [query("ids"), "?ids=1,3", undefined, "Tom"],
    [query("labelSelector"), "?labelSelector=kind%3Dcat", undefined, "Rex"],
    [{ requestBody: ids }, "", { ids: [1, 2] }, "Ann"],
    [{ requestBody: ids }, "", { delete_all: true }, ""],
    [{ requestBody: json({ type: "array", items: { type: "integer" } }) }, "", [2], "Rex Ann"],
    [{}, "", undefined, ""],
    [query("labelSelector"), "", undefined, ""],
  ])("removes what is selected: %o %s %o", async (removal, search, body, expected) => {
    const { call, left } = await pets(removal);
    expect((await call("DELETE", `/pets${search}`, body)).status).toBe(200);
    expect(await left()).toBe(expected);
  });

  it.each([
    [query("kind"), "", undefined],
    [query("dryRun"), "?dryRun=All", undefined],
    [{ requestBody: ids }, "", {}],
    [{ requestBody: ids }, "", { delete_all: false }],
  ])("removes nothing where it is unclear: %o %s %o", async (removal, search, body) => {
    const { call, left } = await pets(removal);
    expect((await call("DELETE", `/pets${search}`, body)).status).toBe(200);
    expect(await left()).toBe("Rex Tom Ann");
  });
});

it("POST behind a common start of collections removes the records whose ids its body calls by their noun", async () => {
  const manyOf = (name: string) =>
    json({ type: "object", properties: { [name]: { type: "array", items: { type: "integer" } } } });
  const gone = { type: "array", items: { type: "integer" } };
  const done = ok({ type: "object", properties: { message: text, deleted_object_ids: gone } });
  const call = await serve({
    ...crud("/catalog/object", pet),
    ...crud("/catalog/images", pet),
    "/catalog/batch-delete": { post: { requestBody: manyOf("object_ids"), responses: done } },
  });
  for (const path of ["object", "object", "images"]) await call("POST", `/catalog/${path}`, { name: "a" });
  const removed = await call("POST", "/catalog/batch-delete", { object_ids: [1, 99] });
  expect([removed.status, removed.body.deleted_object_ids, removed.headers.get("mock-ignored")]).toEqual([
    200,
    [1],
    null,
  ]);
  const left = async (path: string) => (await call("GET", `/catalog/${path}`)).body.map(({ id }: { id: number }) => id);
  expect([await left("object"), await left("images")]).toEqual([[2], [1]]);
});

it("DELETE at a collection that nothing lists reports what it ignores, and how many records it deleted", async () => {
  const paths = crud("/documents", pet) as Record<string, Record<string, object>>;
  const { post } = paths["/documents"] ?? {};
  const counted = ok({ type: "object", properties: { num_deleted: { type: "integer" } } });
  const parameters = [inQuery("filter_by", text), inQuery("kind", text)];
  const call = await serve({ ...paths, "/documents": { post, delete: { parameters, responses: counted } } });
  for (const kind of ["cat", "dog"]) await call("POST", "/documents", { name: kind, kind });
  const unclear = await call("DELETE", "/documents?filter_by=kind:=cat");
  expect([unclear.body, unclear.headers.get("mock-ignored")]).toEqual([{ num_deleted: 0 }, "filter_by"]);
  expect((await call("DELETE", "/documents?kind=cat")).body).toEqual({ num_deleted: 1 });
  expect((await call("GET", "/documents/1")).status).toBe(404);
  expect((await call("GET", "/documents/2")).body).toMatchObject({ kind: "dog" });
});

it("DELETE of an item path removes the record from the one of several collections below parents that has it", async () => {
  const key = { type: "object", properties: { id: { type: "string", readOnly: true }, name: text } };
  const owned = (owner: string) => {
    const paths = crud(`/${owner}/{owner_id}/keys`, key, text) as Record<string, object>;
    return { ...crud(`/${owner}`, pet), [`/${owner}/{owner_id}/keys`]: paths[`/${owner}/{owner_id}/keys`] };
  };
  const removal = { parameters: [inPath("id")], delete: { responses: { 204: { description: "" } } } };
  const call = await serve({ ...owned("users"), ...owned("teams"), "/keys/{id}": removal });
  const owner = (await call("POST", "/teams", { name: "a" })).body.id;
  const { id } = (await call("POST", `/teams/${owner}/keys`, { name: "k" })).body;
  const listed = async () => (await call("GET", `/teams/${owner}/keys`)).body.map((one: { id: string }) => one.id);
  expect(await listed()).toContain(id);
  expect((await call("DELETE", `/keys/${id}`)).status).toBe(204);
  expect(await listed()).not.toContain(id);
  expect((await call("DELETE", `/keys/${id}`)).status).toBe(404);
});

it("POST of a word that empties a collection deletes all of its records, or those of one parent", async () => {
  const rule = { type: "object", properties: { id: { type: "integer", readOnly: true }, name: text } };
  const rules = "/indexes/{index_id}/rules";
  const call = await serve({
    ...crud("/indexes", pet),
    ...crud(rules, rule, { type: "integer" }, { type: "integer" }),
    [`${rules}/clear`]: {
      parameters: [inPath("index_id", { type: "integer" })],
      post: { summary: "Delete all rules", responses: { 204: { description: "gone" } } },
    },
  });
  for (const index of [1, 2]) {
    await call("POST", "/indexes", { name: "a" });
    for (const name of ["one", "two"]) await call("POST", `/indexes/${index}/rules`, { name });
  }
  const left = async (index: number) => (await call("GET", `/indexes/${index}/rules`)).body.length;
  expect((await call("POST", "/indexes/1/rules/clear")).status).toBe(204);
  expect([await left(1), await left(2)]).toEqual([0, 2]);
  expect((await call("POST", "/indexes/9/rules/clear")).status).toBe(404);
});

it("a deletion that answers like the list shows the remaining records", async () => {
  const client = { type: "object", properties: { id: text, role: text }, required: ["id"] };
  const clients = {
    type: "object",
    properties: { items: { type: "array", items: client }, total: { type: "integer" } },
  };
  const schemas = { Clients: clients };
  const answer = { responses: ok({ $ref: "#/components/schemas/Clients" }) };
  const call = await serve(
    {
      "/clients": { get: answer, post: { requestBody: json(client), ...answer } },
      "/clients/{id}": { parameters: [inPath("id")], delete: answer, put: { requestBody: json(client), ...answer } },
    },
    { components: { schemas } },
  );
  for (const id of ["web", "app"]) await call("POST", "/clients", { id, role: "reader" });
  const left = { items: [{ id: "app", role: "reader" }], total: 1 };
  expect((await call("DELETE", "/clients/web")).body).toEqual(left);
  expect((await call("GET", "/clients")).body).toEqual(left);
});

it.each(["post", "put"])("%s /pets/bulk-delete with a list of ids removes those", async (method) => {
  const taken = json({ type: "array", items: { type: "integer" } });
  const told = { type: "array", items: { type: "object", properties: { id: { type: "integer" }, status: text } } };
  const call = await serve({
    ...(crud("/pets", pet) as object),
    "/pets/bulk-delete": { [method]: { requestBody: taken, responses: ok(told) } },
  });
  for (const name of ["a", "b", "c"]) await call("POST", "/pets", { name });
  await call(method.toUpperCase(), "/pets/bulk-delete", [1, 3]);
  expect((await call("GET", "/pets")).body).toMatchObject([{ id: 2 }]);
});
