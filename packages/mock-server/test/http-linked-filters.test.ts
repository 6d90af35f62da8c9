import { expect, it } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const texts = { type: "array", items: text };
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const User = { $ref: "#/components/schemas/User" };
const Group = { $ref: "#/components/schemas/Group" };
const components = {
  schemas: {
    User: object({ id: text, name: text, email: text }),
    Group: object({ id: text, title: text, notes: text }),
  },
};
const done = { responses: { 204: { description: "done" } } };
const sends = (properties: object) => ({ requestBody: json(object(properties)), ...done });
const both = [inPath("group_id"), inPath("user_id")];

/** The users u and v and the groups g and h, whose lists take a parameter each. */
async function people(paths: object, ofUsers: object, ofGroups = inQuery("user_id", text)) {
  const described: Record<string, { get: { parameters?: object[] } }> = {
    ...crud("/users", User, text),
    ...crud("/groups", Group, text),
  };
  const users = described["/users"]?.get;
  const groups = described["/groups"]?.get;
  if (users) users.parameters = [ofUsers, inQuery("name", text)];
  if (groups) groups.parameters = [ofGroups];
  const call = await serve({ ...described, ...paths }, { components });
  for (const id of ["g", "h"]) await call("POST", "/groups", { id, title: id });
  for (const id of ["u", "v"]) await call("POST", "/users", { id, name: id });
  const idsAt = async (path: string) => {
    const { body, headers } = await call("GET", path);
    return [body.map(({ id }: { id: string }) => id).join(), headers.get("mock-ignored")];
  };
  return { call, idsAt };
}

const shownMembership = object({ group_id: text, user_id: text, role: text });
type Sent = [method: string, path: string, body?: object];

it.each<[string, object, object, Sent, Sent]>([
  [
    "paths of members, group_id",
    inQuery("group_id", text),
    { "/groups/{group_id}/members/{user_id}": { parameters: both, put: done, delete: done } },
    ["PUT", "/groups/g/members/u"],
    ["DELETE", "/groups/g/members/u"],
  ],
  [
    "a list of ids that is sent, groupId",
    inQuery("groupId", text),
    {
      "/groups/{groupId}/users": {
        parameters: [inPath("groupId")],
        get: { responses: ok({ type: "array", items: User }) },
        post: sends({ userIds: texts }),
      },
      "/groups/{groupId}/users/{id}": { parameters: [inPath("groupId"), inPath("id")], delete: done },
    },
    ["POST", "/groups/g/users", { userIds: ["u"] }],
    ["DELETE", "/groups/g/users/u"],
  ],
  [
    "verbs behind a colon, in_group",
    inQuery("in_group", text),
    {
      "/groups/{group_id}:addUsers": { parameters: [inPath("group_id")], post: sends({ userIds: texts }) },
      "/groups/{group_id}:removeUsers": { parameters: [inPath("group_id")], post: sends({ userIds: texts }) },
    },
    ["POST", "/groups/g:addUsers", { userIds: ["u"] }],
    ["POST", "/groups/g:removeUsers", { userIds: ["u"] }],
  ],
  [
    "records that name both, filter[group]",
    inQuery("filter[group]", text),
    crud("/memberships", object({ id: text, group_id: text, user_id: text }), text),
    ["POST", "/memberships", { id: "m", group_id: "g", user_id: "u" }],
    ["DELETE", "/memberships/m"],
  ],
  [
    "members that name a user, group_ids",
    inQuery("group_ids", texts),
    {
      "/groups/{group_id}/members": {
        parameters: [inPath("group_id")],
        get: { responses: ok({ type: "array", items: shownMembership }) },
        post: {
          requestBody: json(object({ user_id: text, role: text }, { required: ["user_id"] })),
          responses: { 201: { description: "made", ...json(shownMembership) } },
        },
      },
      "/groups/{group_id}/members/{user_id}": {
        parameters: both,
        get: { responses: ok(shownMembership) },
        delete: done,
      },
    },
    ["POST", "/groups/g/members", { user_id: "u", role: "admin" }],
    ["DELETE", "/groups/g/members/u"],
  ],
])("a filter by a linked record lists those that are linked to it: %s", async (_, parameter, paths, add, remove) => {
  const { call, idsAt } = await people(paths, parameter);
  const { name } = parameter as { name: string };
  expect([await idsAt(`/users?${name}=g`), await idsAt("/groups?user_id=u")]).toEqual([
    ["", null],
    ["", null],
  ]);
  expect((await call(...add)).status).toBeLessThan(300);
  expect([await idsAt(`/users?${name}=g`), await idsAt("/groups?user_id=u")]).toEqual([
    ["u", null],
    ["g", null],
  ]);
  expect([await idsAt(`/users?${name}=h`), await idsAt("/groups?user_id=v")]).toEqual([
    ["", null],
    ["", null],
  ]);
  expect([await idsAt(`/users?${name}=g&name=v`), await idsAt("/users?name=v")]).toEqual([
    ["", null],
    ["v", null],
  ]);
  expect((await call(...remove)).status).toBe(204);
  expect([await idsAt(`/users?${name}=g`), await idsAt("/groups?user_id=u")]).toEqual([
    ["", null],
    ["", null],
  ]);
});

it.each(["not_in_group", "group_type", "without_group"])(
  "%s does not filter by links, and the answer says so",
  async (name) => {
    const { call, idsAt } = await people(
      { "/groups/{group_id}/members/{user_id}": { parameters: both, put: done, delete: done } },
      inQuery(name, text),
    );
    await call("PUT", "/groups/g/members/u");
    expect(await idsAt(`/users?${name}=g`)).toEqual(["u,v", name]);
  },
);
