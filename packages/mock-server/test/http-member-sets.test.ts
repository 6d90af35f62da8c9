import { expect, test } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const texts = { type: "array", items: text };
const done = { 200: { description: "done" }, 404: { description: "absent" } };
const object = (properties: object) => ({ type: "object", properties });
const list = (name: string, items: object) => ok(object({ [name]: { type: "array", items } }));
const parameters = [inPath("id")];

test("ids that are added to a list below a record are in it until they are removed", async () => {
  const results = list("results", { ...object({ recordId: text, since: text }), required: ["recordId"] });
  const told = ok(object({ idsAdded: texts, idsRemoved: texts, idsMissing: texts }));
  const changing = (body: object) => ({ parameters, put: { requestBody: json(body), responses: told } });
  const call = await serve({
    ...crud("/lists", object({ id: text, name: text })),
    "/lists/{id}/memberships": {
      parameters,
      get: { responses: { ...results, 404: { description: "absent" } } },
      delete: { responses: { 204: { description: "done" } } },
    },
    "/lists/{id}/memberships/add": changing(texts),
    "/lists/{id}/memberships/remove": changing(texts),
    "/lists/{id}/memberships/add-and-remove": changing(object({ idsToAdd: texts, idsToRemove: texts })),
  });
  const path = `/lists/${(await call("POST", "/lists", { name: "Leads" })).body.id}/memberships`;
  const ids = async () => (await call("GET", path)).body.results.map((one: { recordId: string }) => one.recordId);
  expect(await ids()).toEqual([]);
  expect((await call("PUT", `${path}/add`, ["a", "b"])).body).toEqual({
    idsAdded: ["a", "b"],
    idsRemoved: [],
    idsMissing: [],
  });
  expect(await ids()).toEqual(["a", "b"]);
  await call("PUT", `${path}/remove`, ["a"]);
  expect(await ids()).toEqual(["b"]);
  await call("PUT", `${path}/add-and-remove`, { idsToAdd: ["c"], idsToRemove: ["b"] });
  expect(await ids()).toEqual(["c"]);
  await call("DELETE", path);
  expect(await ids()).toEqual([]);
  expect((await call("GET", "/lists/none/memberships")).status).toBe(404);
});

test("ids that a body holds in one property are added and removed, counted and listed", async () => {
  const member = { ...object({ id: text, team_id: text, user_id: text }), required: ["id", "team_id", "user_id"] };
  const members = object({ data: { type: "array", items: member }, total_count: { type: "integer" } });
  const changing = (body: object, answer: object) => ({
    parameters,
    post: {
      requestBody: json({ ...body, required: Object.keys((body as { properties: object }).properties) }),
      responses: ok(answer),
    },
  });
  const count = (name: string) => object({ [name]: { type: "integer" } });
  const key = { ...object({ id: text, team_id: text, key_hash: text }), required: ["team_id", "key_hash"] };
  const keys = object({ data: { type: "array", items: key } });
  const call = await serve({
    ...crud("/teams", object({ id: { ...text, readOnly: true }, name: text })),
    "/teams/{id}/members": { parameters, get: { responses: ok(members) } },
    "/teams/{id}/members/add": changing(
      object({ user_ids: texts }),
      object({ added_count: { type: "integer" }, data: { type: "array", items: member } }),
    ),
    "/teams/{id}/members/remove": changing(object({ user_ids: texts }), count("removed_count")),
    "/teams/{id}/keys": {
      ...changing(object({ key_hashes: texts }), count("assigned_count")),
      get: { responses: ok(keys) },
    },
    "/teams/{id}/keys/remove": changing(object({ key_hashes: texts }), count("unassigned_count")),
  });
  const { id } = (await call("POST", "/teams", { name: "a" })).body;
  const added = (await call("POST", `/teams/${id}/members/add`, { user_ids: ["u", "v"] })).body;
  expect(added).toMatchObject({ added_count: 2, data: [{ team_id: id, user_id: "u" }, { user_id: "v" }] });
  expect((await call("GET", `/teams/${id}/members`)).body).toEqual({ data: added.data, total_count: 2 });
  expect((await call("POST", `/teams/${id}/members/remove`, { user_ids: ["u", "w"] })).body).toEqual({
    removed_count: 1,
  });
  expect((await call("GET", `/teams/${id}/members`)).body).toMatchObject({ data: [{ user_id: "v" }], total_count: 1 });
  expect((await call("POST", `/teams/${id}/keys`, { key_hashes: ["k"] })).body).toEqual({ assigned_count: 1 });
  expect((await call("GET", `/teams/${id}/keys`)).body.data).toMatchObject([{ team_id: id, key_hash: "k" }]);
  expect((await call("POST", `/teams/${id}/keys/remove`, { key_hashes: ["k"] })).body).toEqual({ unassigned_count: 1 });
  expect((await call("GET", `/teams/${id}/keys`)).body.data).toEqual([]);
});

test("records that a change adds to a list are shown in it, and made where only their name is sent", async () => {
  const tag = { ...object({ id: { ...text, readOnly: true }, type: text, label: text }), required: ["id"] };
  const item = object({ type: { enum: ["tag", "tag_reference"] }, id: text, label: text });
  const change = object({ add: { type: "array", items: item }, remove: { type: "array", items: item } });
  const owner = [{ ...inPath("kind"), schema: { enum: ["users", "teams"] } }, ...parameters];
  const call = await serve({
    ...crud("/tags", tag),
    "/{kind}/{id}/tags": { parameters: owner, get: { responses: list("tags", tag) } },
    "/{kind}/{id}/change_tags": { parameters: owner, post: { requestBody: json(change), responses: done } },
  });
  const { id } = (await call("POST", "/tags", { label: "blue" })).body;
  const add = [
    { type: "tag_reference", id },
    { type: "tag", label: "new" },
  ];
  expect((await call("POST", "/users/1/change_tags", { add })).status).toBe(200);
  const { tags } = (await call("GET", "/users/1/tags")).body;
  expect(tags).toMatchObject([{ id, label: "blue" }, { label: "new" }]);
  expect((await call("GET", `/tags/${tags[1].id}`)).body).toEqual(tags[1]);
  await call("POST", "/users/1/change_tags", { remove: [{ type: "tag_reference", id }] });
  expect((await call("GET", "/users/1/tags")).body.tags).toEqual([tags[1]]);
  expect((await call("GET", "/teams/1/tags")).body.tags).toEqual([]);
});

test("items that PUT, POST and DELETE name by two parameters are in the list above them", async () => {
  const user = object({ id: { type: "integer" }, login: text });
  const note = { $ref: "#/components/schemas/Note" };
  const toggle = {
    parameters: [inPath("owner"), inPath("note")],
    put: { responses: done },
    post: { responses: done },
    delete: { responses: done },
  };
  const call = await serve(
    {
      "/user/notes": {
        get: { responses: ok({ type: "array", items: note }) },
        post: { requestBody: json(note), responses: { 201: { description: "made", ...json(note) } } },
      },
      "/user/starred": { get: { responses: ok({ type: "array", items: note }) } },
      "/user/starred/{owner}/{note}": { ...toggle, get: { responses: done } },
    },
    { components: { schemas: { Note: object({ name: text, text, owner: user }) } } },
  );
  await call("POST", "/user/notes", { name: "tea", text: "black", owner: { id: 1, login: "ann" } });
  expect((await call("GET", "/user/starred")).body).toEqual([]);
  expect((await call("GET", "/user/starred/ann/tea")).status).toBe(404);
  await call("PUT", "/user/starred/ann/tea");
  await call("POST", "/user/starred/bob/milk");
  expect((await call("GET", "/user/starred/ann/tea")).status).toBe(200);
  expect((await call("GET", "/user/starred")).body).toMatchObject([
    { name: "tea", text: "black", owner: { id: 1, login: "ann" } },
    { name: "milk", owner: { login: "bob" } },
  ]);
  expect((await call("DELETE", "/user/starred/ann/tea")).headers.get("mock-ignored")).toBe(null);
  expect((await call("GET", "/user/starred")).body).toMatchObject([{ name: "milk" }]);
  expect((await call("DELETE", "/user/starred/ann/tea")).headers.get("mock-ignored")).toBe("owner, note");
});

test("PUT at the path of a list puts an item into it, and DELETE with its fields takes it out", async () => {
  const share = object({ library_id: text, kind: { enum: ["user", "team"] }, uuid: text, role: text });
  const named = { ...object({ kind: text, uuid: text }), required: ["kind", "uuid"] };
  const sent = { ...object({ kind: text, uuid: text, role: text, note: text }), required: ["kind", "uuid"] };
  const call = await serve({
    ...crud("/libraries", object({ id: text, name: text })),
    "/libraries/{library_id}/share": {
      parameters: [inPath("library_id")],
      get: { responses: list("data", share) },
      put: { requestBody: json(sent), responses: ok(share) },
      delete: { requestBody: json(named), responses: ok(share) },
    },
  });
  const path = `/libraries/${(await call("POST", "/libraries", { name: "Docs" })).body.id}`;
  const ann = { kind: "user", uuid: "a", role: "reader" };
  const reply = await call("PUT", `${path}/share`, { ...ann, note: "hi" });
  expect([reply.body, reply.headers.get("mock-ignored")]).toEqual([{ library_id: path.split("/")[2], ...ann }, "note"]);
  await call("PUT", `${path}/share`, { ...ann, uuid: "b" });
  await call("PUT", `${path}/share`, { ...ann, role: "owner" });
  const uuids = async () =>
    (await call("GET", `${path}/share`)).body.data.map((one: typeof ann) => [one.uuid, one.role]);
  expect(await uuids()).toEqual([
    ["b", "reader"],
    ["a", "owner"],
  ]);
  await call("DELETE", `${path}/share`, { kind: "user", uuid: "b" });
  expect(await uuids()).toEqual([["a", "owner"]]);
});

test("POST with a plain text adds to the list that a document holds", async () => {
  const person = object({ accountId: text, name: text });
  const call = await serve({
    "/issues/{id}/watchers": {
      parameters,
      get: {
        responses: ok(
          object({
            watchCount: { type: "integer" },
            mine: { type: "boolean" },
            watchers: { type: "array", items: person },
          }),
        ),
      },
      post: { requestBody: json(text), responses: { 204: { description: "done" } } },
      delete: { parameters: [inQuery("accountId", text)], responses: { 204: { description: "done" } } },
    },
  });
  const watchers = async () => (await call("GET", "/issues/1/watchers")).body;
  expect(await watchers()).toMatchObject({ watchCount: 0, watchers: [] });
  await call("POST", "/issues/1/watchers", '"ann"', { "content-type": "application/json" });
  expect(await watchers()).toMatchObject({ watchCount: 1, watchers: [{ accountId: "ann" }] });
  await call("DELETE", "/issues/1/watchers?accountId=ann");
  expect(await watchers()).toMatchObject({ watchCount: 0, watchers: [] });
});

test("ids that are applied to a list are in it, whatever the answer is", async () => {
  const contacts = list("contacts", { ...object({ id: text, since: text }), required: ["id"] });
  const changing = (answer: object) => ({
    parameters,
    post: { requestBody: json({ ...object({ contact_ids: texts }), required: ["contact_ids"] }), responses: answer },
  });
  const call = await serve({
    ...crud("/tags", object({ id: text, name: text })),
    "/tags/{id}/contacts": { parameters, get: { responses: contacts } },
    "/tags/{id}/contacts:applyTags": changing(ok(object({ results: { type: "object" } }))),
    "/tags/{id}/contacts:removeTags": changing({ 204: { description: "removed" } }),
  });
  const path = `/tags/${(await call("POST", "/tags", { name: "vip" })).body.id}/contacts`;
  const ids = async () => (await call("GET", path)).body.contacts.map((one: { id: string }) => one.id);
  await call("POST", `${path}:applyTags`, { contact_ids: ["a", "b"] });
  expect(await ids()).toEqual(["a", "b"]);
  await call("POST", `${path}:removeTags`, { contact_ids: ["a"] });
  expect(await ids()).toEqual(["b"]);
});

test("PUT with all ids replaces the records in a list below another record", async () => {
  const user = { ...object({ id: text, name: text, email: text }), required: ["id", "name"] };
  const users = { type: "array", items: user };
  const call = await serve({
    ...crud("/users", user, text),
    ...crud("/roles", object({ id: text, title: text })),
    "/roles/{id}/users": {
      parameters,
      get: { responses: ok(users) },
      put: { requestBody: { description: "User ids", ...json(texts) }, responses: ok(users) },
    },
  });
  for (const id of ["a", "b", "c"]) await call("POST", "/users", { id, name: `User ${id}` });
  const path = `/roles/${(await call("POST", "/roles", { title: "Viewer" })).body.id}/users`;
  const ids = (body: { id: string }[]) => body.map(({ id }) => id);
  expect(ids((await call("PUT", path, ["a", "b"])).body)).toEqual(["a", "b"]);
  expect(ids((await call("PUT", path, ["c", "b"])).body)).toEqual(["c", "b"]);
  expect((await call("GET", path)).body).toMatchObject([
    { id: "b", name: "User b" },
    { id: "c", name: "User c" },
  ]);
});
