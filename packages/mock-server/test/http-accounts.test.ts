import { expect, test } from "vitest";
import { inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const account = { type: "object", properties: { accountId: text, name: text } };
const group = { type: "object", properties: { groupId: text, groupName: text } };
const groups = { type: "object", properties: { groups: { type: "array", items: group } } };
const made = (schema: object) => ({ 201: { description: "made", ...json(schema) } });
const below = (name: string, item: object) => ({
  [`/accounts/{accountId}/${name}`]: {
    parameters: [inPath("accountId")],
    get: { responses: ok({ type: "array", items: item }) },
    post: { requestBody: json(item), responses: made(item) },
  },
});
const paths = {
  "/accounts": { post: { requestBody: json(account), responses: made(account) } },
  "/accounts/{accountId}": {
    parameters: [inPath("accountId")],
    get: { responses: ok(account) },
    delete: { responses: { 204: { description: "gone" } } },
  },
  "/accounts/{accountId}/groups": {
    parameters: [inPath("accountId")],
    get: { responses: ok(groups) },
    post: { requestBody: json(groups), responses: made(groups) },
    put: { summary: "Updates groups", requestBody: json(groups), responses: ok(groups) },
    delete: { requestBody: json(groups), responses: ok(groups) },
  },
  ...below("notes", { type: "object", properties: { id: text, body: text } }),
  ...below("tags", { type: "object", properties: { id: text, label: text } }),
};

test("an account that no operation lists exists under any id in a path, with seeds, until it is deleted", async () => {
  const call = await serve(paths, {}, { seed: 2 });
  expect(await call("GET", "/accounts/a-77")).toMatchObject({
    status: 200,
    body: { accountId: "a-77", name: expect.any(String) },
  });
  expect((await call("GET", "/accounts/a-77/notes")).body).toHaveLength(2);
  const { id } = (await call("POST", "/accounts/a-77/notes", { body: "Tea" })).body;
  expect((await call("GET", "/accounts/a-77/notes")).body).toContainEqual({ id, body: "Tea" });
  expect((await call("GET", "/accounts/b-88/notes")).body).not.toContainEqual({ id, body: "Tea" });
  expect((await call("DELETE", "/accounts/a-77")).status).toBe(204);
  expect((await call("GET", "/accounts/a-77")).status).toBe(404);
  expect((await call("GET", "/accounts/a-77/notes")).status).toBe(404);
});

test("records without a path are identified by groupId in lists that create, change and delete them", async () => {
  const call = await serve(paths);
  const path = "/accounts/a-1/groups";
  const names = async () => (await call("GET", path)).body.groups.map((one: { groupName: string }) => one.groupName);
  const first = (await call("POST", path, { groups: [{ groupName: "Tea" }, { groupName: "Milk" }] })).body.groups;
  expect(first).toMatchObject([{ groupId: expect.any(String) }, { groupId: expect.any(String) }]);
  await call("PUT", path, { groups: [{ groupId: first[0].groupId, groupName: "Coffee" }] });
  expect(await names()).toEqual(["Coffee", "Milk"]);
  await call("DELETE", path, { groups: [{ groupId: first[0].groupId }] });
  expect(await names()).toEqual(["Milk"]);
});

test("a write creates the index that its description says is created, and the record whose id it answers", async () => {
  const index = { type: "object", properties: { name: text, entries: { type: "integer" } } };
  const open = { type: "object" };
  const answer = {
    type: "object",
    required: ["objectID"],
    properties: { objectID: text, taskID: { type: "integer" } },
  };
  const post = (description: string) => ({
    summary: "Add a record",
    description,
    requestBody: json(open),
    responses: made(answer),
  });
  const at = (noun: string, description: string) => ({
    [`/${noun}`]: { get: { responses: ok({ type: "array", items: index }) } },
    [`/${noun}/{name}`]: {
      parameters: [inPath("name")],
      post: post(description),
      delete: { responses: ok({}) },
    },
    [`/${noun}/{name}/{objectID}`]: {
      parameters: [inPath("name"), inPath("objectID")],
      get: { responses: ok(open) },
      put: { requestBody: json(open), responses: ok(answer) },
      delete: { responses: ok({}) },
    },
  });
  const said = "If the index doesn't exist yet, a new index is created.";
  const call = await serve({ ...at("indexes", said), ...at("shelves", "Adds a record.") }, {}, { seed: 2 });
  const { body } = await call("POST", "/indexes/films", { title: "Alien" });
  expect((await call("GET", `/indexes/films/${body.objectID}`)).body).toMatchObject({ title: "Alien" });
  expect((await call("POST", "/indexes/films", { objectID: "m2", title: "Brazil" })).body.objectID).toBe("m2");
  expect((await call("GET", "/indexes/films/m2")).body).toMatchObject({ title: "Brazil" });
  expect((await call("GET", "/indexes")).body).toContainEqual(expect.objectContaining({ name: "films" }));
  expect((await call("POST", "/shelves/films", { title: "Alien" })).status).toBe(404);
});
