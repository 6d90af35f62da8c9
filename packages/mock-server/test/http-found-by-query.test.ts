import { expect, test } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const list = (items: object) => ({ type: "array", items });
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const User = object({ id: text, email: text, name: text, kind: text });
const user = { $ref: "#/components/schemas/User" };
const wrapped = object({ user });
const answer = object({ users: list(user), total: { type: "integer" }, nextResults: text, expandable: list(text) });

async function users() {
  const paths = crud("/users", user, text) as Record<string, Record<string, object>>;
  const call = await serve(
    {
      ...paths,
      "/users": {
        get: { parameters: [inQuery("email", text)], responses: { ...ok(wrapped), 404: { description: "none" } } },
        post: { requestBody: json(wrapped), responses: { 201: { description: "made", ...json(wrapped) } } },
      },
      "/users/{id}": {
        ...paths["/users/{id}"],
        get: { responses: { ...ok(wrapped), 404: { description: "none" } } },
      },
      "/users/search": {
        get: { parameters: [inQuery("ids", list(text))], responses: ok(answer) },
        post: { requestBody: json(object({ email: text })), responses: ok(answer) },
      },
      "/users/lookup_by_email": {
        post: {
          requestBody: json(object({ email: text }, { required: ["email"] })),
          responses: { ...ok(wrapped), 404: { description: "none" } },
        },
      },
      "/users/bulk": {
        post: {
          requestBody: json(object({ users: list(user) }, { required: ["users"] })),
          responses: ok(
            object({
              updated: list(object({ id: text })),
              created: list(object({ id: text })),
              failed: list(object({ message: text })),
              meta: object({ successful: { type: "integer" }, failed: { type: "integer" } }),
            }),
          ),
        },
      },
    },
    { components: { schemas: { User } } },
  );
  for (const id of ["a", "b"]) await call("POST", "/users", { user: { id, email: `${id}@example.com`, name: id } });
  return call;
}

test("a collection that answers one record finds it by the query", async () => {
  const call = await users();
  expect((await call("GET", "/users?email=b@example.com")).body.user).toMatchObject({ id: "b", name: "b" });
  expect((await call("GET", "/users?email=c@example.com")).status).toBe(404);
});

test("an action that looks up one record finds it by its body", async () => {
  const call = await users();
  expect((await call("POST", "/users/lookup_by_email", { email: "b@example.com" })).body.user).toMatchObject({
    id: "b",
  });
  expect((await call("POST", "/users/lookup_by_email", { email: "c@example.com" })).status).toBe(404);
});

test("a search lists records, whatever else is beside the list", async () => {
  const call = await users();
  const ids = (body: { users: { id: string }[] }) => body.users.map(({ id }) => id);
  expect(ids((await call("GET", "/users/search?ids=b")).body)).toEqual(["b"]);
  expect(ids((await call("POST", "/users/search", { email: "a@example.com" })).body)).toEqual(["a"]);
});

test("the answer to a bulk create says what was created, and that nothing failed", async () => {
  const call = await users();
  const { body } = await call("POST", "/users/bulk", { users: [{ id: "x" }, { id: "y" }] });
  expect(body).toMatchObject({ created: [{ id: "x" }, { id: "y" }], updated: [], failed: [] });
  expect([undefined, { successful: 2, failed: 0 }]).toContainEqual(body.meta);
  expect((await call("GET", "/users/y")).body.user.id).toBe("y");
});

test("a collection that has pages and answers one record never lacks it", async () => {
  const call = await serve({
    "/tags": {
      get: { parameters: [inQuery("name", text), inQuery("page", { type: "integer" })], responses: ok(User) },
      post: { requestBody: json(User), responses: { 201: { description: "made", ...json(User) } } },
    },
    "/tags/{id}": crud("/tags", User, text)["/tags/{id}" as never],
  });
  expect(await call("GET", "/tags?name=none&page=2")).toMatchObject({ status: 200, body: { id: expect.anything() } });
});

test("a search whose results have only an id and the searched property lists the matching records", async () => {
  const hit = object({ id: text, name: text });
  const call = await serve({
    ...crud("/users", User, text),
    "/users/search": { get: { parameters: [inQuery("name", text)], responses: ok(list(hit)) } },
  });
  await call("POST", "/users", { id: "a", name: "ann" });
  await call("POST", "/users", { id: "b", name: "bob" });
  expect((await call("GET", "/users/search?name=bob")).body).toMatchObject([{ id: "b", name: "bob" }]);
});

test("a list of texts that a POST takes selects records by the property that its path ends in", async () => {
  const keys = { post: { requestBody: json(list(text)), responses: ok(list(User)) } };
  const call = await serve({ ...crud("/users", User, text), "/users/ids": keys, "/users/emails": keys });
  for (const id of ["a", "b", "c"]) await call("POST", "/users", { id, email: `${id}@example.com` });
  const ids = async (path: string, body: string[]) =>
    (await call("POST", path, body)).body.map((user: { id: string }) => user.id);
  expect(await ids("/users/ids", ["c", "a"])).toEqual(["a", "c"]);
  expect(await ids("/users/emails", ["b@example.com", "z@example.com"])).toEqual(["b"]);
});

test("HEAD with a query tells whether the collection has such a record, if it documents 404", async () => {
  const paths = crud("/users", User, text) as Record<string, Record<string, object>>;
  const responses = { 200: { description: "there" }, 404: { description: "not there" } };
  const head = { parameters: [inQuery("user_name", text, { required: true })], responses };
  const call = await serve({ ...paths, "/users": { ...paths["/users"], head } });
  await call("POST", "/users", { id: "a", name: "ann" });
  expect((await call("HEAD", "/users?user_name=ann")).status).toBe(200);
  expect((await call("HEAD", "/users?user_name=bob")).status).toBe(404);
});

test("records may be listed at the plural, and made, read, changed and removed by a query at the singular", async () => {
  const byId = { parameters: [inQuery("id", text, { required: true })] };
  const created = { 201: { description: "made", ...json(object({ id: text, created: { type: "boolean" } })) } };
  const change = { ...byId, requestBody: json(object({ name: text })), responses: ok(object({ id: text })) };
  const call = await serve({
    "/users": {
      get: { parameters: [inQuery("limit", { type: "integer" })], responses: ok(object({ users: list(User) })) },
    },
    "/user": {
      post: { requestBody: json(object({ name: text, email: text })), responses: created },
      get: { ...byId, responses: { ...ok(User), 404: { description: "none" } } },
      patch: change,
      delete: { ...byId, responses: { 204: { description: "gone" } } },
    },
  });
  const { id } = (await call("POST", "/user", { name: "ann", email: "ann@example.com" })).body;
  await call("POST", "/user", { name: "bob" });
  await call("PATCH", `/user?id=${id}`, { name: "anna" });
  expect((await call("GET", `/user?id=${id}`)).body).toMatchObject({ id, name: "anna", email: "ann@example.com" });
  expect((await call("GET", "/users?limit=1")).body.users).toMatchObject([{ id, name: "anna" }]);
  expect((await call("DELETE", `/user?id=${id}`)).status).toBe(204);
  expect((await call("GET", `/user?id=${id}`)).status).toBe(404);
  expect((await call("GET", "/users")).body.users).toMatchObject([{ name: "bob" }]);
});

test("records that are made at the singular are listed at the plural, and their details found by a query", async () => {
  const item = {
    code: { ...text, description: "Unique code." },
    name: text,
    handle: text,
    isDefault: { type: "boolean" },
  };
  const made = object({ code: text, message: text, organization: object({ code: text, billing_id: text }) });
  const responses = ok(object({ code: text, message: text }));
  const call = await serve({
    "/organization": {
      get: { parameters: [inQuery("code", text)], responses: ok(object({ ...item, logo: text, theme: text })) },
      post: { requestBody: json(object({ name: text, handle: text })), responses: ok(made) },
    },
    "/organization/{org_code}": {
      parameters: [inPath("org_code")],
      patch: { requestBody: json(object({ name: text })), responses },
      delete: { responses },
    },
    "/organizations": { get: { responses: ok(object({ code: text, organizations: list(object(item)) })) } },
  });
  const { code } = (await call("POST", "/organization", { name: "Acme" })).body.organization;
  expect((await call("GET", `/organization?code=${code}`)).body).toMatchObject({ code, name: "Acme" });
  await call("PATCH", `/organization/${code}`, { name: "Acme 2" });
  expect((await call("GET", "/organizations")).body.organizations).toMatchObject([{ code, name: "Acme 2" }]);
  await call("DELETE", `/organization/${code}`);
  expect((await call("GET", `/organization?code=${code}`)).status).toBe(404);
});
