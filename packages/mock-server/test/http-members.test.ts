import { describe, expect, it } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const user = { type: "object", properties: { id: text, name: text, email: text } };
const group = { type: "object", properties: { id: text, title: text, size: { type: "integer" } } };
const none = { 204: { description: "done" } };
const components = { schemas: { User: user, Group: group } };
const User = { $ref: "#/components/schemas/User" };
const Group = { $ref: "#/components/schemas/Group" };
const list = (items: object) => ok({ type: "object", properties: { data: { type: "array", items } } });
const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id).join(" ");

/** `/users`, `/groups` and what `paths` adds, with the users a and b and the groups g and h. */
async function groups(paths: object, options: object = {}) {
  const call = await serve(
    { ...crud("/users", User, text), ...crud("/groups", Group, text), ...paths },
    { components },
    options,
  );
  for (const id of ["a", "b"]) await call("POST", "/users", { id, name: `User ${id}` });
  for (const id of ["g", "h"]) await call("POST", "/groups", { id, title: `Group ${id}` });
  return call;
}

const byPath = {
  "/groups/{groupId}/members": { parameters: [inPath("groupId")], get: { responses: list(User) } },
  "/groups/{groupId}/members/{id}": {
    parameters: [inPath("groupId"), inPath("id")],
    put: { responses: none },
    delete: { responses: none },
  },
  "/users/{userId}/groups": {
    parameters: [inPath("userId")],
    get: { responses: { ...list(Group), 404: { description: "absent" } } },
  },
};

/** Members that only a search lists. */
const bySearch = {
  "/groups/{groupId}/users/search": {
    parameters: [inPath("groupId")],
    post: { requestBody: json({ type: "object", properties: { filter: { type: "object" } } }), responses: list(User) },
  },
  "/groups/{groupId}/users/{id}": byPath["/groups/{groupId}/members/{id}"],
  "/users/{userId}/groups/search": {
    parameters: [inPath("userId")],
    post: { requestBody: json({ type: "object", properties: { filter: { type: "object" } } }), responses: list(Group) },
  },
};

const manyIds = { type: "array", items: text };
const byBody = (body: object, answer: object) => ({
  "/groups/{groupId}/users": {
    parameters: [inPath("groupId")],
    get: { responses: list(User) },
    post: { requestBody: json(body), responses: answer },
  },
  "/groups/{groupId}/users/{id}": { parameters: [inPath("groupId"), inPath("id")], delete: { responses: none } },
});
const holding = (name: string, schema: object) => ({
  type: "object",
  required: [name],
  properties: { [name]: schema },
});

const reference = (type: string) => ({
  type: "object",
  required: ["type", "id"],
  properties: { type: { const: type }, id: text },
});
const references = json({
  type: "object",
  required: ["data"],
  properties: { data: { type: "array", items: reference("user") } },
});
const byReference = {
  "/groups/{id}/relationships/users": {
    parameters: [inPath("id")],
    get: { responses: list(reference("user")) },
    post: { requestBody: references, responses: none },
    patch: { requestBody: references, responses: none },
    delete: { requestBody: references, responses: none },
  },
  "/groups/{id}/users": { parameters: [inPath("id")], get: { responses: list(User) } },
  "/users/{id}/groups": { parameters: [inPath("id")], get: { responses: list(Group) } },
};

describe("members that a path names", () => {
  it("are the records of that id, and are listed from both sides", async () => {
    const call = await groups(byPath);
    expect((await call("PUT", "/groups/g/members/a")).status).toBe(204);
    expect((await call("GET", "/groups/g/members")).body.data).toEqual([
      expect.objectContaining({ id: "a", name: "User a" }),
    ]);
    expect((await call("GET", "/users/a/groups")).body.data).toEqual([
      expect.objectContaining({ id: "g", title: "Group g" }),
    ]);
    expect([ids((await call("GET", "/users/b/groups")).body), (await call("GET", "/users/c/groups")).status]).toEqual([
      "",
      404,
    ]);
  });

  it("are listed from both sides where reading one shows more of it, and where links with other words are nearer", async () => {
    const Whole = { allOf: [User, { type: "object", properties: { logins: { type: "array", items: text } } }] };
    const users = crud("/users", User, text) as Record<string, Record<string, object>>;
    const targets = "/users/{userId}/roles/{roleId}/targets/groups";
    const parents = [inPath("userId"), inPath("roleId")];
    const call = await groups({
      ...byPath,
      "/users/{id}": { ...users["/users/{id}"], get: { responses: ok(Whole) } },
      [targets]: { parameters: parents, get: { responses: list(Group) } },
      [`${targets}/{groupId}`]: { parameters: [...parents, inPath("groupId")], put: { responses: none } },
    });
    await call("PUT", "/groups/g/members/a");
    expect(ids((await call("GET", "/groups/g/members")).body)).toBe("a");
    expect(ids((await call("GET", "/users/a/groups")).body)).toBe("g");
    expect(ids((await call("GET", "/users/b/groups")).body)).toBe("");
  });

  it("are in the answer of a search below the group, if nothing else lists them", async () => {
    const call = await groups(bySearch);
    await call("PUT", "/groups/g/users/b");
    expect(ids((await call("POST", "/groups/g/users/search", {})).body)).toBe("b");
    expect(ids((await call("POST", "/users/b/groups/search", {})).body)).toBe("g");
    expect(ids((await call("POST", "/users/a/groups/search", {})).body)).toBe("");
    expect(ids((await call("POST", "/groups/h/users/search", {})).body)).toBe("");
    await call("DELETE", "/groups/g/users/b");
    expect(ids((await call("POST", "/groups/g/users/search", {})).body)).toBe("");
    expect((await call("PUT", "/groups/absent/users/b")).status).toBe(404);
  });

  it("may be shown by nothing but their ids", async () => {
    const short = { type: "object", properties: { id: text } };
    const { "/users/{userId}/groups": others } = byPath;
    const call = await groups({
      "/groups/{groupId}/users": { parameters: [inPath("groupId")], get: { responses: list(short) } },
      "/groups/{groupId}/users/{id}": byPath["/groups/{groupId}/members/{id}"],
      "/users/{userId}/groups": others,
    });
    await call("PUT", "/groups/g/users/a");
    expect((await call("GET", "/groups/g/users")).body.data).toMatchObject([{ id: "a" }]);
    expect(ids((await call("GET", "/users/a/groups")).body)).toBe("g");
  });

  it("that are removed are still there as records", async () => {
    const call = await groups(byPath);
    await call("PUT", "/groups/g/members/a");
    await call("DELETE", "/groups/g/members/a");
    expect(ids((await call("GET", "/groups/g/members")).body)).toBe("");
    expect(ids((await call("GET", "/users/a/groups")).body)).toBe("");
    expect((await call("GET", "/users/a")).status).toBe(200);
  });

  it("are existing records in generated data", async () => {
    const call = await groups(byPath, { seed: 3 });
    const known = (await call("GET", "/users")).body.map(({ id }: { id: string }) => id);
    const { body } = await call("GET", `/groups/${(await call("GET", "/groups")).body[0].id}/members`);
    expect(body.data.length).toBeGreaterThan(0);
    for (const { id } of body.data) expect(known).toContain(id);
  });
});

describe("members that a body names", () => {
  it.each([
    [holding("user_id", text), { user_id: "a" }, "a"],
    [holding("userIds", manyIds), { userIds: ["a", "b"] }, "a b"],
    [holding("users", manyIds), { users: ["b"] }, "b"],
    [manyIds, ["a", "b"], "a b"],
    [{ type: "array", items: holding("id", text) }, [{ id: "b" }, { id: "a" }], "b a"],
  ])("%j", async (schema, body, expected) => {
    const call = await groups(byBody(schema, none));
    expect((await call("POST", "/groups/g/users", body)).status).toBe(204);
    const listed = (await call("GET", "/groups/g/users")).body;
    expect(ids(listed)).toBe(expected);
    for (const { id, name } of listed.data) expect(name).toBe(`User ${id}`);
    expect((await call("DELETE", `/groups/g/users/${expected[0]}`)).status).toBe(204);
    expect(ids((await call("GET", "/groups/g/users")).body)).toBe(expected.slice(2));
    expect((await call("GET", "/users")).body.length).toBe(2);
  });

  it("are answered where the answer lists them, and so is their group", async () => {
    const users = await groups(byBody(holding("userIds", manyIds), ok({ type: "array", items: User })));
    const added = await users("POST", "/groups/g/users", { userIds: ["b", "a"] });
    expect(added.body.map(({ name }: { name: string }) => name)).toEqual(["User b", "User a"]);
    const group = await groups(byBody(holding("userIds", manyIds), ok(Group)));
    expect((await group("POST", "/groups/g/users", { userIds: ["b"] })).body).toMatchObject({
      id: "g",
      title: "Group g",
    });
  });

  it("are no members where the body makes a record", async () => {
    const call = await groups(byBody(User, none));
    await call("POST", "/groups/g/users", { id: "a", name: "Another" });
    expect((await call("GET", "/groups/g/users")).body.data).toMatchObject([{ id: "a", name: "Another" }]);
  });
});

describe("members by type and id (JSON:API)", () => {
  it("are added, listed from both sides, and removed", async () => {
    const call = await groups(byReference);
    const of = (...ids: string[]) => ({ data: ids.map((id) => ({ type: "user", id })) });
    expect((await call("POST", "/groups/g/relationships/users", of("a", "b"))).status).toBe(204);
    await call("POST", "/groups/h/relationships/users", of("a"));
    expect((await call("GET", "/groups/g/relationships/users")).body).toEqual(of("a", "b"));
    expect((await call("GET", "/groups/g/users")).body.data[1]).toMatchObject({ id: "b", name: "User b" });
    expect(ids((await call("GET", "/users/a/groups")).body)).toBe("g h");
    await call("DELETE", "/groups/g/relationships/users", of("a"));
    expect(ids((await call("GET", "/groups/g/users")).body)).toBe("b");
    expect(ids((await call("GET", "/users/a/groups")).body)).toBe("h");
  });

  it("are replaced as a whole", async () => {
    const call = await groups(byReference);
    const of = (id: string) => ({ data: [{ type: "user", id }] });
    await call("POST", "/groups/g/relationships/users", of("a"));
    await call("POST", "/groups/h/relationships/users", of("a"));
    expect((await call("PATCH", "/groups/g/relationships/users", of("b"))).status).toBe(204);
    expect((await call("GET", "/groups/g/relationships/users")).body).toEqual(of("b"));
    expect(ids((await call("GET", "/groups/g/users")).body)).toBe("b");
    expect(ids((await call("GET", "/groups/h/users")).body)).toBe("a");
  });

  it("may be added twice", async () => {
    const call = await groups(byReference);
    const one = { data: [{ type: "user", id: "a" }] };
    await call("POST", "/groups/g/relationships/users", one);
    expect((await call("POST", "/groups/g/relationships/users", one)).status).toBe(204);
    expect(ids((await call("GET", "/groups/g/users")).body)).toBe("a");
  });
});

describe("records that another record names by their ids", () => {
  const task = {
    type: "object",
    properties: {
      id: text,
      title: text,
      users: { type: "array", items: { type: "object", properties: { id: text } } },
      relationships: {
        type: "object",
        properties: {
          groups: { type: "object", properties: { data: { type: "array", items: reference("group") } } },
        },
      },
    },
  };

  it("are listed below it", async () => {
    const call = await groups({
      ...crud("/tasks", task, text),
      "/tasks/{taskId}/users": { parameters: [inPath("taskId")], get: { responses: list(User) } },
      "/tasks/{taskId}/groups": { parameters: [inPath("taskId")], get: { responses: list(Group) } },
    });
    const relationships = { groups: { data: [{ type: "group", id: "h" }] } };
    await call("POST", "/tasks", { id: "t", users: [{ id: "b" }], relationships });
    await call("POST", "/tasks", { id: "u", title: "Names nobody" });
    expect((await call("GET", "/tasks/t/users")).body.data).toMatchObject([{ id: "b", name: "User b" }]);
    expect((await call("GET", "/tasks/t/groups")).body.data).toMatchObject([{ id: "h", title: "Group h" }]);
    expect(ids((await call("GET", "/tasks/u/users")).body)).toBe("");
    await call("PATCH", "/tasks/t", { users: [{ id: "a" }, { id: "b" }] });
    expect(ids((await call("GET", "/tasks/t/users")).body)).toBe("a b");
  });
});

it("a user that a PUT adds with a permission is linked, whatever the path calls it", async () => {
  const person = { type: "object", properties: { id: { type: "integer" }, login: text, full_name: text } };
  const Person = { $ref: "#/components/schemas/Person" };
  const named = (name: string) => ({ ...inPath(name), description: "username of the user" });
  const call = await serve(
    {
      "/people": { post: { requestBody: json(Person), responses: { 201: { description: "made", ...json(Person) } } } },
      "/people/{username}": { parameters: [named("username")], get: { responses: ok(Person) } },
      "/repos/{owner}/{repo}/collaborators": {
        parameters: [inPath("owner"), inPath("repo")],
        get: { responses: ok({ type: "array", items: Person }) },
      },
      "/repos/{owner}/{repo}/collaborators/{collaborator}": {
        parameters: [inPath("owner"), inPath("repo"), named("collaborator")],
        put: { requestBody: json({ type: "object", properties: { permission: text } }), responses: none },
        delete: { responses: none },
      },
    },
    { components: { schemas: { Person: person } } },
  );
  await call("POST", "/people", { login: "ada", full_name: "Ada" });
  const path = "/repos/o/r/collaborators";
  await call("PUT", `${path}/ada`, { permission: "write" });
  expect((await call("GET", path)).body).toEqual([expect.objectContaining({ login: "ada", full_name: "Ada" })]);
  await call("DELETE", `${path}/ada`);
  expect((await call("GET", path)).body).toEqual([]);
});

it("a path that ends in the name of a boolean lists those that have it", async () => {
  const service = { type: "object", properties: { id: text, name: text, active: { type: "boolean" } } };
  const call = await serve(
    {
      ...crud("/services", { $ref: "#/components/schemas/Service" }, text),
      "/services/active": {
        get: { responses: ok({ type: "array", items: { $ref: "#/components/schemas/Service" } }) },
      },
    },
    { components: { schemas: { Service: service } } },
  );
  await call("POST", "/services", { id: "a", name: "A", active: true });
  await call("POST", "/services", { id: "b", name: "B", active: false });
  expect((await call("GET", "/services/active")).body.map(({ id }: { id: string }) => id)).toEqual(["a"]);
});

it("the members of a group are the users that have it among their groups, in one realm", async () => {
  const realm = inPath("realm");
  const call = await serve(
    {
      ...crud("/{realm}/users", User, text),
      ...crud("/{realm}/groups", Group, text),
      "/{realm}/users/{id}/groups": { parameters: [realm, inPath("id")], get: { responses: list(Group) } },
      "/{realm}/users/{id}/groups/{groupId}": {
        parameters: [realm, inPath("id"), inPath("groupId")],
        put: { responses: none },
        delete: { responses: none },
      },
      "/{realm}/groups/{id}/members": { parameters: [realm, inPath("id")], get: { responses: list(User) } },
    },
    { components },
  );
  for (const place of ["north", "south"]) {
    for (const id of ["a", "b"]) await call("POST", `/${place}/users`, { id });
    await call("POST", `/${place}/groups`, { id: "g" });
  }
  await call("PUT", "/north/users/a/groups/g");
  await call("PUT", "/south/users/b/groups/g");
  expect(ids((await call("GET", "/north/groups/g/members")).body)).toBe("a");
  await call("DELETE", "/north/users/a/groups/g");
  expect(ids((await call("GET", "/north/groups/g/members")).body)).toBe("");
});

it("a member with a role has what its record has, and the role that is sent", async () => {
  const user = { type: "object", properties: { id: text, name: text, email: text } };
  const member = { type: "object", properties: { ...user.properties, role: { enum: ["owner", "member"] } } };
  const sent = { type: "object", required: ["id"], properties: { id: text, name: text, role: text } };
  const users = crud("/users", user, text) as Record<string, Record<string, object>>;
  const below = [inPath("team_id")];
  const call = await serve({
    "/users": users["/users"],
    "/users/{user_id}": { ...users["/users/{id}"], parameters: [inPath("user_id")] },
    ...crud("/teams", { type: "object", properties: { id: text, name: text } }, text),
    "/teams/{team_id}/members": {
      parameters: below,
      get: { responses: ok({ type: "array", items: member }) },
      post: { requestBody: json(sent), responses: { 201: { description: "made", ...json(member) } } },
    },
    "/teams/{team_id}/members/{user_id}": {
      parameters: [...below, inPath("user_id")],
      delete: { responses: { 204: { description: "gone" } } },
    },
  });
  const ann = (await call("POST", "/users", { name: "ann", email: "ann@example.com" })).body;
  const team = (await call("POST", "/teams", { name: "t" })).body.id;
  const made = (await call("POST", `/teams/${team}/members`, { id: ann.id, role: "owner" })).body;
  expect(made).toEqual({ ...ann, role: "owner" });
  expect((await call("GET", `/teams/${team}/members`)).body).toEqual([made]);
  await call("DELETE", `/teams/${team}/members/${ann.id}`);
  expect((await call("GET", `/users/${ann.id}`)).body).toEqual(ann);
});

it("adding a record that is already a member changes nothing", async () => {
  const call = await serve(
    {
      ...crud("/users", User, text),
      ...crud("/groups", Group, text),
      "/groups/{groupId}/users": { parameters: [inPath("groupId")], get: { responses: list(User) } },
      "/groups/{groupId}/users/{userId}": {
        parameters: [inPath("groupId"), inPath("userId")],
        post: { summary: "Add a user to a group", responses: ok({ type: "object", properties: { id: text } }) },
        delete: { responses: none },
      },
    },
    { components },
  );
  await call("POST", "/users", { id: "a", name: "Ann" });
  await call("POST", "/groups", { id: "g", title: "Readers" });
  for (let times = 0; times < 2; times++) expect((await call("POST", "/groups/g/users/a")).status).toBe(200);
  expect(ids((await call("GET", "/groups/g/users")).body)).toBe("a");
});

it("makes what a body names after the collection where records have that text themselves: the email of emails", async () => {
  const email = { type: "object", properties: { id: text, email: text } };
  const call = await serve({
    ...crud("/users", user, text),
    ...crud("/user/emails", email, text),
    "/users/{userId}/emails": {
      parameters: [inPath("userId")],
      post: { requestBody: json(holding("email", text)), responses: ok(email) },
    },
    "/users/{userId}/emails/{id}": { parameters: [inPath("userId"), inPath("id")], delete: { responses: none } },
  });
  await call("POST", "/users", { id: "a", name: "Ann" });
  const { body } = await call("POST", "/users/a/emails", { email: "ann@example.com" });
  expect(body).toEqual({ id: expect.not.stringContaining("@"), email: "ann@example.com" });
});

it("attach and detach behind the list of a record put members in and take them out", async () => {
  const act = { parameters: [inPath("groupId"), inPath("userId")], patch: { responses: ok(Group) } };
  const call = await groups({
    "/groups/{groupId}/users": { parameters: [inPath("groupId")], get: { responses: list(User) } },
    "/groups/{groupId}/users/attach/{userId}": act,
    "/groups/{groupId}/users/detach/{userId}": act,
  });
  const members = async () => (await call("GET", "/groups/g/users")).body.data;
  expect(await members()).toEqual([]);
  expect((await call("PATCH", "/groups/g/users/attach/a")).body).toMatchObject({ id: "g" });
  await call("PATCH", "/groups/g/users/attach/b");
  expect(await members()).toMatchObject([
    { id: "a", name: "User a" },
    { id: "b", name: "User b" },
  ]);
  expect((await call("PATCH", "/groups/g/users/detach/a")).status).toBe(200);
  expect(await members()).toMatchObject([{ id: "b" }]);
});

it("whom a user follows and blocks are users, once; an empty list that may not be empty is left out", async () => {
  const users = { type: "object", properties: { data: { type: "array", minItems: 1, items: User } } };
  const told = (name: string) => ok({ type: "object", properties: { [name]: { type: "boolean" } } });
  const naming = json({ type: "object", properties: { target_user_id: text }, required: ["target_user_id"] });
  const links = (word: string) => ({
    [`/users/{id}/${word}`]: {
      parameters: [inPath("id")],
      get: { responses: ok(users) },
      post: { requestBody: naming, responses: told(word) },
    },
    [`/users/{source_user_id}/${word}/{target_user_id}`]: {
      parameters: [inPath("source_user_id"), inPath("target_user_id")],
      delete: { responses: told(word) },
    },
  });
  const one = { "/users/{id}": { parameters: [inPath("id")], get: { responses: ok(User) } } };
  const all = { "/users": { get: { responses: ok(users) } } };
  const call = await serve(
    { ...all, ...one, ...links("following"), ...links("blocking") },
    { components },
    { seed: 3 },
  );
  const [ann, ben] = (await call("GET", "/users")).body.data;
  for (const word of ["following", "blocking"]) {
    for (const { id } of (await call("GET", `/users/${ann.id}/${word}`)).body.data ?? [])
      expect((await call("DELETE", `/users/${ann.id}/${word}/${id}`)).body).toEqual({ [word]: false });
    expect((await call("GET", `/users/${ann.id}/${word}`)).body).toEqual({});
    for (let n = 0; n < 2; n++)
      expect((await call("POST", `/users/${ann.id}/${word}`, { target_user_id: ben.id })).body).toEqual({
        [word]: true,
      });
    expect((await call("GET", `/users/${ann.id}/${word}`)).body).toEqual({ data: [ben] });
  }
});

it("a new record has no links where a POST at the path of one adds it", async () => {
  const tag = {
    type: "object",
    properties: { tag: { type: "object", properties: { id: text, name: text } }, since: text },
  };
  const page = { type: "object", properties: { tags: { type: "array", items: tag } } };
  const call = await serve(
    {
      ...crud("/firms", { type: "object", properties: { id: text, name: text } }),
      ...crud("/tags", { type: "object", properties: { id: text, name: text } }),
      "/firms/{id}/tags": { parameters: [inPath("id")], get: { responses: ok(page) } },
      "/firms/{id}/tags/{tag_id}": {
        parameters: [inPath("id"), inPath("tag_id")],
        post: { summary: "Adds a tag to a firm", responses: { 204: { description: "added" } } },
        delete: { responses: { 204: { description: "removed" } } },
      },
    },
    {},
    { seed: 3 },
  );
  const { body: firm } = await call("POST", "/firms", { name: "A" });
  const { body: made } = await call("POST", "/tags", { name: "vip" });
  expect((await call("GET", `/firms/${firm.id}/tags`)).body).toEqual({ tags: [] });
  await call("POST", `/firms/${firm.id}/tags/${made.id}`);
  expect((await call("GET", `/firms/${firm.id}/tags`)).body.tags).toMatchObject([{ tag: { id: made.id } }]);
});

it("a body whose only property is readOnly names the member all the same", async () => {
  const sent = json({ type: "object", properties: { user_id: { ...text, readOnly: true } } });
  const call = await groups({
    "/groups/{group_id}/users": {
      parameters: [inPath("group_id")],
      get: { responses: list(User) },
      post: { requestBody: sent, responses: ok(User) },
    },
    "/groups/{group_id}/users/{id}": { parameters: [inPath("group_id"), inPath("id")], delete: { responses: none } },
  });
  expect((await call("POST", "/groups/g/users", { user_id: "b" })).body).toMatchObject({ id: "b", name: "User b" });
  await call("POST", "/groups/g/users", {});
  expect(ids((await call("GET", "/groups/g/users")).body)).toBe("b");
});

it.each([
  { path: "/groups/g/members", paths: byPath, add: { method: "PUT", at: "/groups/g/members/a", body: undefined } },
  {
    path: "/groups/g/users",
    paths: byBody({ type: "object", properties: { user_ids: manyIds } }, none),
    add: { method: "POST", at: "/groups/g/users", body: { user_ids: ["a", "b"] } },
  },
])(
  "a member of $path is shown as it is after a change, and no longer after its deletion",
  async ({ path, paths, add }) => {
    const call = await groups(paths);
    await call(add.method, add.at, add.body);
    const shown = async () => (await call("GET", path)).body.data;
    expect((await shown())[0]).toMatchObject({ id: "a", name: "User a" });
    await call("PATCH", "/users/a", { name: "Eve" });
    expect((await shown())[0]).toEqual((await call("GET", "/users/a")).body);
    await call("DELETE", "/users/a");
    expect(ids({ data: await shown() })).not.toContain("a");
  },
);

it("PUT at the path of a member adds it, also beside a POST with ids", async () => {
  const paths = byBody({ type: "object", properties: { user_ids: manyIds } }, none);
  const one = { ...paths["/groups/{groupId}/users/{id}"], put: { responses: none } };
  const call = await groups({ ...paths, "/groups/{groupId}/users/{id}": one });
  expect((await call("PUT", "/groups/g/users/b")).status).toBe(204);
  expect(ids((await call("GET", "/groups/g/users")).body)).toBe("b");
});

describe("records made below another one and read at a path of their own", () => {
  const nested = {
    "/groups/{groupId}/users": {
      parameters: [inPath("groupId")],
      get: { responses: list(User) },
      post: {
        requestBody: json(User),
        responses: { 201: { description: "made", ...json(User) }, 404: { description: "absent" } },
      },
    },
  };

  it("are the same records, and each list below shows those made there", async () => {
    const call = await groups(nested);
    const made = await call("POST", "/groups/g/users", { id: "c", name: "Ann", email: "ann@example.com" });
    expect([made.status, made.body.name]).toEqual([201, "Ann"]);
    expect((await call("GET", "/users/c")).body).toMatchObject({ id: "c", name: "Ann" });
    expect(ids({ data: (await call("GET", "/users")).body })).toContain("c");
    expect(ids((await call("GET", "/groups/g/users")).body)).toBe("c");
    expect(ids((await call("GET", "/groups/h/users")).body)).toBe("");
    await call("PATCH", "/users/c", { name: "Eve" });
    expect((await call("GET", "/groups/g/users")).body.data).toMatchObject([{ name: "Eve" }]);
    await call("DELETE", "/users/c");
    expect(ids((await call("GET", "/groups/g/users")).body)).toBe("");
    expect((await call("POST", "/groups/none/users", { id: "d", name: "Ann" })).status).toBe(404);
  });

  it("are linked in generated data", async () => {
    const call = await groups(nested, { seed: 3 });
    const all = ids({ data: (await call("GET", "/users")).body }).split(" ");
    const listed = ids((await call("GET", "/groups/g/users")).body)
      .split(" ")
      .filter(Boolean);
    for (const id of listed) expect(all).toContain(id);
  });
});

describe("grants", () => {
  const wrapped = (name: string, body: object) => json({ type: "object", properties: { [name]: body } });
  const grant = { type: "object", properties: { privilege: text } };
  const grants = {
    "/users/{userId}/groups": {
      parameters: [inPath("userId")],
      get: { responses: list(Group) },
      put: {
        operationId: "assignGroup",
        description: "Add a group",
        requestBody: wrapped("group", Group),
        responses: none,
      },
    },
    "/users/{userId}/groups/{id}": { parameters: [inPath("userId"), inPath("id")], delete: { responses: none } },
    "/groups/{groupId}/users": { parameters: [inPath("groupId")], get: { responses: list(User) } },
    "/groups/{groupId}/grants": {
      parameters: [inPath("groupId")],
      get: { responses: list(grant) },
      put: {
        operationId: "addGrant",
        description: "Add a grant",
        requestBody: wrapped("grant", grant),
        responses: none,
      },
      post: { operationId: "revokeGrant", requestBody: wrapped("grant", grant), responses: none },
    },
  };

  it("of existing records in the body are listed from both sides", async () => {
    const call = await groups(grants);
    await call("PUT", "/users/a/groups", { group: { id: "g" } });
    expect((await call("GET", "/users/a/groups")).body.data).toMatchObject([{ id: "g", title: "Group g" }]);
    expect(ids((await call("GET", "/groups/g/users")).body)).toBe("a");
    await call("DELETE", "/users/a/groups/g");
    expect(ids((await call("GET", "/groups/g/users")).body)).toBe("");
  });

  it("are added by the PUT of a list, and no POST that revokes one adds it", async () => {
    const call = await groups(grants);
    await call("PUT", "/groups/g/grants", { grant: { privilege: "read" } });
    await call("POST", "/groups/g/grants", { grant: { privilege: "write" } });
    expect((await call("GET", "/groups/g/grants")).body.data).toEqual([{ privilege: "read" }]);
  });
});
