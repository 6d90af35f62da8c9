import { deepEqual, equal, notEqual, ok, rejects } from "node:assert/strict";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import * as sdk from "@directus/sdk";
import { mockOf } from "../mock.mjs";

// The vendor publishes the description as a package.
const specs = dirname(createRequire(import.meta.url).resolve("@directus/specs/package.json"));
const url = await mockOf(join(specs, "dist/openapi.json"));
const client = sdk.createDirectus(url).with(sdk.staticToken("token")).with(sdk.rest());
const send = (command) => client.request(command);
const isAbsent = (promise) => rejects(promise, ({ response }) => response.status === 404);
let role;
let user;
let folder;
let flow;

test("a new role holds the sent fields", async () => {
  role = await send(sdk.createRole({ name: "Editors", icon: "people" }));
  deepEqual([role.name, role.icon], ["Editors", "people"]);
});
test("an update of a role keeps the other fields", async () => {
  const { name, icon } = await send(sdk.updateRole(role.id, { name: "Authors" }));
  deepEqual([name, icon], ["Authors", "people"]);
});
test("a role is read", async () => equal((await send(sdk.readRole(role.id))).name, "Authors"));
test("a new user names its role", async () => {
  user = await send(sdk.createUser({ first_name: "Ann", email: "ann@example.com", role: role.id }));
  deepEqual([user.first_name, user.email, user.role], ["Ann", "ann@example.com", role.id]);
});
test("a read of a user takes fields", async () =>
  deepEqual(await send(sdk.readUser(user.id, { fields: ["id", "first_name"] })), { id: user.id, first_name: "Ann" }));
test("users are found by a filter", async () => {
  const find = async (filter) => (await send(sdk.readUsers({ filter }))).map(({ id }) => id);
  deepEqual(await find({ email: { _eq: "ann@example.com" } }), [user.id]);
  deepEqual(await find({ _and: [{ email: { _in: ["ann@example.com"] } }, { first_name: { _eq: "Bob" } }] }), []);
});
test("users page by page", async () => {
  const pages = [0, 4, 8].map((offset) => send(sdk.readUsers({ limit: 4, offset })));
  const ids = (await Promise.all(pages)).flat().map(({ id }) => id);
  deepEqual([ids.length, new Set(ids).size], [11, 11]);
});
test("users are sorted", async () => {
  const names = (await send(sdk.readUsers({ sort: ["-email"] }))).map(({ email }) => email);
  deepEqual(names, [...names].sort().reverse());
});
test("users are searched", async () =>
  deepEqual(
    (await send(sdk.readUsers({ search: "ann@example.com" }))).map(({ id }) => id),
    [user.id],
  ));
test("an update of a user keeps the other fields", async () => {
  const { title, first_name } = await send(sdk.updateUser(user.id, { title: "CEO" }));
  deepEqual([title, first_name], ["CEO", "Ann"]);
});
test("several users are created", async () => {
  const made = await send(sdk.createUsers([{ email: "b@example.com" }, { email: "c@example.com" }]));
  deepEqual(
    made.map(({ email }) => email),
    ["b@example.com", "c@example.com"],
  );
});
test("the user of the token is updated", async () => {
  await send(sdk.updateMe({ first_name: "Me" }));
  equal((await send(sdk.readMe())).first_name, "Me");
});
test("a user is invited", () => send(sdk.inviteUser("z@example.com", role.id)));
test("folders are listed", async () => {
  folder = await send(sdk.createFolder({ name: "Tea" }));
  ok((await send(sdk.readFolders())).some(({ id }) => id === folder.id));
});
test("a folder is deleted, and no other", async () => {
  const before = (await send(sdk.readFolders())).length;
  await send(sdk.deleteFolder(folder.id));
  await isAbsent(send(sdk.readFolder(folder.id)));
  equal((await send(sdk.readFolders())).length, before - 1);
});
test("several folders are deleted, and no others", async () => {
  const made = await Promise.all(["a", "b", "c"].map((name) => send(sdk.createFolder({ name }))));
  const [first, second, third] = made.map(({ id }) => id);
  const before = (await send(sdk.readFolders())).length;
  await send(sdk.deleteFolders([first, second]));
  await isAbsent(send(sdk.readFolder(first)));
  equal((await send(sdk.readFolder(third))).name, "c");
  equal((await send(sdk.readFolders())).length, before - 2);
});
test("a flow has operations", async () => {
  flow = await send(sdk.createFlow({ name: "Mail", status: "active", trigger: "manual" }));
  const operation = { name: "Log", key: "log", type: "log", position_x: 1, position_y: 2, flow: flow.id };
  const { id, type } = await send(sdk.createOperation(operation));
  equal(type, "log");
  await send(sdk.deleteOperation(id));
  await isAbsent(send(sdk.readOperation(id)));
});
test("a collection is read by its name", async () => {
  await send(sdk.createCollection({ collection: "articles", meta: { icon: "box" }, schema: {}, fields: [] }));
  equal((await send(sdk.readCollection("articles"))).collection, "articles");
});
test("settings are updated", async () => {
  await send(sdk.updateSettings({ project_name: "Shop" }));
  equal((await send(sdk.readSettings())).project_name, "Shop");
});
test("a wrong value is rejected", () =>
  rejects(send(sdk.createRole({ name: 5 })), ({ response }) => response.status === 400));
test("an absent role has an error with a message", () =>
  rejects(
    send(sdk.readRole("11111111-2222-4333-8444-555555555555")),
    ({ response, errors }) => response.status === 404 && errors[0].message.length > 0,
  ));
test("a user is deleted", async () => {
  await send(sdk.deleteUser(user.id));
  await isAbsent(send(sdk.readUser(user.id)));
  notEqual((await send(sdk.readUsers())).length, 0);
});
