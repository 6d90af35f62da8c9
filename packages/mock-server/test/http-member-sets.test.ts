import { expect, test } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

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
