import { describe, expect, it } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const list = (items: object) => ({ type: "array", items });
const task = { $ref: "#/components/schemas/Task" };
const components = {
  schemas: { Task: object({ id: text, title: text, parent: object({ id: text }) }, { required: ["id"] }) },
};
const parameters = [inPath("id")];
const takes = (properties: object): object => ({
  parameters,
  post: { requestBody: json(object(properties)), responses: ok(object({})) },
});
const shown = { parameters, get: { responses: { ...ok(list(task)), 404: { description: "none" } } } };

/** Two sections and three tasks. */
async function board(paths: object) {
  const section = object({ id: text, name: text });
  const call = await serve(
    { ...crud("/sections", section, text), ...crud("/tasks", task, text), ...paths },
    { components },
  );
  for (const id of ["s1", "s2"]) await call("POST", "/sections", { id, name: id });
  for (const id of ["a", "b", "c"]) await call("POST", "/tasks", { id, title: id });
  const idsAt = async (path: string) => (await call("GET", path)).body.map(({ id }: { id: string }) => id).sort();
  return { call, idsAt };
}

describe("a list of what actions add", () => {
  it.each([
    ["addTask", "removeTask", { task: text }, { task: "a" }, { task: "c" }],
    ["add-tasks", "remove-tasks", { task_ids: list(text) }, { task_ids: ["a"] }, { task_ids: ["c", "a"] }],
    ["attach_task", "detach_task", { data: object({ task: text }) }, { data: { task: "a" } }, { data: { task: "c" } }],
  ])("shows the records whose ids were added, until they are removed: %s", async (add, remove, body, first, second) => {
    const { call, idsAt } = await board({
      [`/sections/{id}/${add}`]: takes(body),
      [`/sections/{id}/${remove}`]: takes(body),
      "/sections/{id}/tasks": shown,
    });
    expect(await idsAt("/sections/s1/tasks")).toEqual([]);
    for (const sent of [first, second, first]) {
      const { status, headers } = await call("POST", `/sections/s1/${add}`, sent);
      expect([status, headers.get("mock-ignored")]).toEqual([200, null]);
    }
    expect(await idsAt("/sections/s1/tasks")).toEqual(["a", "c"]);
    expect(await idsAt("/sections/s2/tasks")).toEqual([]);
    expect((await call("POST", `/sections/s1/${remove}`, first)).status).toBe(200);
    expect(await idsAt("/sections/s1/tasks")).toEqual(["c"]);
    expect((await call("DELETE", "/tasks/c")).status).toBe(204);
    expect(await idsAt("/sections/s1/tasks")).toEqual([]);
    expect((await call("GET", "/sections/none/tasks")).status).toBe(404);
    expect((await call("POST", `/sections/none/${add}`, first)).status).toBe(404);
  });

  it("shows the records that POST at its path adds, and not those that DELETE removes", async () => {
    const requestBody = json(object({ tasks: list(text) }));
    const change = { requestBody, responses: { 204: { description: "done" } } };
    const { call, idsAt } = await board({ "/sections/{id}/tasks": { ...shown, post: change, delete: change } });
    expect((await call("POST", "/sections/s1/tasks", { tasks: ["a", "b"] })).status).toBe(204);
    expect(await idsAt("/sections/s1/tasks")).toEqual(["a", "b"]);
    expect((await call("DELETE", "/sections/s1/tasks", { tasks: ["a"] })).status).toBe(204);
    expect(await idsAt("/sections/s1/tasks")).toEqual(["b"]);
    expect(await idsAt("/sections/s2/tasks")).toEqual([]);
  });

  it("is not another list of the same records below the same record", async () => {
    const body = { dependencies: list(text) };
    const { call, idsAt } = await board({
      "/tasks/{id}/subtasks": {
        ...shown,
        post: { requestBody: json(task), responses: { 201: { description: "", ...json(task) } } },
      },
      "/tasks/{id}/dependencies": shown,
      "/tasks/{id}/addDependencies": takes(body),
    });
    await call("POST", "/tasks/a/subtasks", { id: "d", title: "d" });
    await call("POST", "/tasks/a/addDependencies", { dependencies: ["b", "c"] });
    expect(await idsAt("/tasks/a/subtasks")).toEqual(["d"]);
    expect(await idsAt("/tasks/a/dependencies")).toEqual(["b", "c"]);
  });

  it("has the ids in the list of the record, if it has one", async () => {
    const named = crud("/boards", object({ id: text, tasks: list(text) }), text);
    const { call, idsAt } = await board({
      ...named,
      "/boards/{id}/addTask": takes({ task: text }),
      "/boards/{id}/tasks": shown,
    });
    await call("POST", "/boards", { id: "x", tasks: ["b"] });
    await call("POST", "/boards/x/addTask", { task: "a" });
    expect((await call("GET", "/boards/x")).body.tasks).toEqual(["b", "a"]);
    expect(await idsAt("/boards/x/tasks")).toEqual(["a", "b"]);
  });
});

it.each(["", "/"])("a list that shows a part of its records has those that POST adds, at tasks%s", async (end) => {
  const part = object({ id: text, title: text });
  const change = { requestBody: json(object({ tasks: list(text) })), responses: { 204: { description: "done" } } };
  const { call } = await board({
    [`/sections/{id}/tasks${end}`]: { parameters, get: { responses: ok(list(part)) }, post: change, delete: change },
  });
  const listed = async () => (await call("GET", `/sections/s1/tasks${end}`)).body;
  expect(await listed()).toEqual([]);
  await call("POST", `/sections/s1/tasks${end}`, { tasks: ["a"] });
  expect(await listed()).toEqual([{ id: "a", title: "a" }]);
  expect((await call("DELETE", `/sections/s1/tasks${end}`, { tasks: ["a"] })).status).toBe(204);
  expect(await listed()).toEqual([]);
});

describe("records that an action links to others", () => {
  const user = { $ref: "#/components/schemas/User" };
  const group = { $ref: "#/components/schemas/Group" };
  const text = { type: "string" };
  const done = { responses: { 204: { description: "done" } } };
  const sends = (properties: object) => ({ requestBody: json(object(properties)), ...done });
  const both = [inPath("group_id"), inPath("user_id")];
  const shown = (parameter: string, items: object) => ({
    parameters: [inPath(parameter)],
    get: { responses: ok(list(items)) },
  });
  const below = (methods: object) => ({ parameters: [inPath("group_id")], ...methods });

  async function people(paths: object) {
    const call = await serve(
      {
        ...crud("/groups", group, text),
        ...crud("/users", user, text),
        "/groups/{group_id}/members": shown("group_id", user),
        "/users/{user_id}/groups": shown("user_id", group),
        ...paths,
      },
      {
        components: {
          schemas: {
            User: object({ id: text, name: text, email: text }),
            Group: object({ id: text, title: text, notes: text }),
          },
        },
      },
    );
    for (const id of ["g", "h"]) await call("POST", "/groups", { id, title: id });
    for (const id of ["u", "v"]) await call("POST", "/users", { id, name: id });
    const idsAt = async (path: string) => (await call("GET", path)).body.map(({ id }: { id: string }) => id);
    return { call, idsAt };
  }

  it.each([
    [
      "a path",
      { "/groups/{group_id}/users/{user_id}": { parameters: both, put: done, delete: done } },
      ["PUT", "/groups/g/users/u"],
      ["DELETE", "/groups/g/users/u"],
    ],
    [
      "the id that a verb takes",
      {
        "/groups/{group_id}/add_user": below({ post: sends({ id: text }) }),
        "/groups/{group_id}/remove_user": below({ post: sends({ id: text }) }),
      },
      ["POST", "/groups/g/add_user", { id: "u" }],
      ["POST", "/groups/g/remove_user", { id: "u" }],
    ],
    [
      "a verb behind the noun",
      {
        "/groups/{group_id}/users/add": below({ post: sends({ ids: list(text) }) }),
        "/groups/{group_id}/users/remove": below({ post: sends({ ids: list(text) }) }),
      },
      ["POST", "/groups/g/users/add", { ids: ["u"] }],
      ["POST", "/groups/g/users/remove", { ids: ["u"] }],
    ],
    [
      "a verb behind a colon",
      {
        "/groups/{group_id}:addUsers": below({ post: sends({ userIds: list(text) }) }),
        "/groups/{group_id}:removeUsers": below({ post: sends({ userIds: list(text) }) }),
      },
      ["POST", "/groups/g:addUsers", { userIds: ["u"] }],
      ["POST", "/groups/g:removeUsers", { userIds: ["u"] }],
    ],
    [
      "a verb before the id in the path",
      {
        "/groups/{group_id}/users/attach/{user_id}": { parameters: both, patch: done },
        "/groups/{group_id}/users/detach/{user_id}": { parameters: both, patch: done },
      },
      ["PATCH", "/groups/g/users/attach/u"],
      ["PATCH", "/groups/g/users/detach/u"],
    ],
  ] as [string, object, [string, string, object?], [string, string, object?]][])(
    "are listed from both sides: %s",
    async (_, paths, add, remove) => {
      const { call, idsAt } = await people(paths);
      expect([await idsAt("/groups/g/members"), await idsAt("/users/u/groups")]).toEqual([[], []]);
      const { status, headers } = await call(...add);
      expect([status, headers.get("mock-ignored")]).toEqual([204, null]);
      expect([await idsAt("/groups/g/members"), await idsAt("/users/u/groups")]).toEqual([["u"], ["g"]]);
      expect([await idsAt("/groups/h/members"), await idsAt("/users/v/groups")]).toEqual([[], []]);
      await call(...remove);
      expect([await idsAt("/groups/g/members"), await idsAt("/users/u/groups")]).toEqual([[], []]);
    },
  );

  it("are the records that link records name", async () => {
    const membership = object({ id: text, group_id: text, user_id: text });
    const { call, idsAt } = await people(crud("/memberships", membership, text));
    await call("POST", "/memberships", { id: "m", group_id: "g", user_id: "u" });
    expect([await idsAt("/groups/g/members"), await idsAt("/users/u/groups")]).toEqual([["u"], ["g"]]);
    expect([await idsAt("/groups/h/members"), await idsAt("/users/v/groups")]).toEqual([[], []]);
    await call("DELETE", "/memberships/m");
    expect(await idsAt("/groups/g/members")).toEqual([]);
  });

  it("are not listed under another word: followers are not those that a user follows", async () => {
    const { call } = await people({
      "/users/{user_id}/following/{followed_id}": {
        parameters: [inPath("user_id"), inPath("followed_id")],
        put: done,
        delete: done,
      },
      "/users/{user_id}/followers": shown("user_id", user),
    });
    const before = (await call("GET", "/users/u/followers")).body;
    await call("PUT", "/users/u/following/v");
    expect((await call("GET", "/users/u/followers")).body).toEqual(before);
  });
});
