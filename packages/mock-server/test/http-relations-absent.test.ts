import { expect, test } from "vitest";
import { crud, serve } from "./http-client.js";

const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const id = { type: "integer", readOnly: true };

test("a related record that answers show only on request is not generated for a new record", async () => {
  const list = { type: "object", properties: { id, title: { type: "string" } } };
  const todo = { id, title: { type: "string" }, listId: { type: "integer" } };
  const shown = { type: "object", properties: { ...todo, list, foreignKey: {}, rank: { type: "integer" } } };
  const sent = { type: "object", properties: todo };
  const paths = crud("/todos", shown) as Record<string, { post: object }>;
  const call = await serve({
    ...crud("/lists", list),
    ...paths,
    "/todos": { ...paths["/todos"], post: { ...paths["/todos"]?.post, requestBody: json(sent) } },
    "/todos/{id}": { ...paths["/todos/{id}"], patch: undefined, put: undefined },
  });
  await call("POST", "/lists", { title: "Home" });
  await call("POST", "/todos", { title: "Shop", listId: 1 });
  expect((await call("GET", "/todos/1")).body).toEqual({ id: 1, title: "Shop", listId: 1, rank: expect.any(Number) });
});

test("a POST with the id of a record changes it where it documents 404 and no 409, and nothing else changes one", async () => {
  const silence = {
    type: "object",
    required: ["comment"],
    properties: { id: { type: "string" }, comment: { type: "string" } },
  };
  const ok = { description: "ok", ...json(silence) };
  const absent = { description: "none" };
  const own = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const call = await serve({
    "/silences": {
      get: { responses: { 200: { description: "ok", ...json({ type: "array", items: silence }) } } },
      post: { requestBody: { required: true, ...json(silence) }, responses: { 200: ok, 404: absent } },
    },
    "/silences/{id}": { parameters: own, get: { responses: { 200: ok, 404: absent } } },
  });
  const { body } = await call("POST", "/silences", { comment: "first" });
  const changed = await call("POST", "/silences", { ...(body as object), comment: "second" });
  expect(changed).toMatchObject({ status: 200, body: { ...(body as object), comment: "second" } });
  expect((await call("GET", "/silences")).body).toEqual([changed.body]);
});

test("a PATCH that sets the value of another record for a record creates it, if nothing else does", async () => {
  const text = { type: "string" };
  const value = { type: "object", properties: { user_id: text, attribute_id: text, value: text } };
  const inPath = (name: string) => ({ name, in: "path", required: true, schema: text });
  const call = await serve({
    ...crud("/users", { type: "object", properties: { id: text, name: text } }, text),
    "/users/{user_id}/values": {
      parameters: [inPath("user_id")],
      get: { responses: { 200: { description: "ok", ...json({ type: "array", items: value }) } } },
    },
    "/users/{user_id}/values/{attribute_id}": {
      parameters: [inPath("user_id"), inPath("attribute_id")],
      patch: {
        summary: "Set a user's value",
        requestBody: json({ type: "object", properties: { value: text } }),
        responses: { 200: { description: "ok", ...json(value) }, 404: { description: "absent" } },
      },
    },
  });
  const { id: user_id } = (await call("POST", "/users", { name: "Ada" })).body;
  const path = `/users/${user_id}/values`;
  for (const sent of ["eu", "us"]) await call("PATCH", `${path}/region`, { value: sent });
  expect((await call("GET", path)).body).toEqual([{ user_id, attribute_id: "region", value: "us" }]);
  expect((await call("PATCH", "/users/none/values/region", { value: "eu" })).status).toBe(404);
});
