import { answer, api, crud, json, ref } from "../description.js";
import type { Group } from "../row.js";

const named = {
  type: "object",
  required: ["name"],
  properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
};
const schemas = {
  Team: named,
  Note: { ...named, properties: { ...named.properties, text: { type: "string" } } },
  User: { ...named, properties: { ...named.properties, email: { type: "string" } } },
};
const write = { requestBody: { required: true, ...json(ref("User")) }, responses: { 200: answer(ref("User")) } };

/** A list of records that are made at its path. */
const below = (path: string, schema: string): Readonly<Record<string, unknown>> => {
  const { [path]: collection } = crud(path, ref(schema));
  return { [path]: collection };
};

const add = (name: string, path: string, body: object, says: string): Group["rows"][number] => ({
  name,
  method: "POST",
  path,
  body,
  status: 201,
  says: [says],
});

/** Users that are made below a team, and the user who stands for the client. */
export const members: Group = {
  name: "members",
  description: api(
    {
      ...crud("/teams", ref("Team")),
      ...crud("/users", ref("User")),
      ...below("/teams/{teamId}/users", "User"),
      ...below("/teams/{teamId}/notes", "Note"),
      "/notes/{noteId}": crud("/notes", ref("Note"))["/notes/{noteId}"],
      "/me": { get: { responses: { 200: answer({ type: "object", properties: { user: ref("User") } }) } } },
      "/whoami": { get: { responses: write.responses } },
      "/users/me": { get: { responses: write.responses }, patch: write, put: write },
    },
    schemas,
  ),
  rows: [
    add("a team", "/teams", { name: "Red" }, "Red"),
    add("another team", "/teams", { name: "Blue" }, "Blue"),
    add("a user below a team", "/teams/1/users", { name: "Ann", email: "ann@example.com" }, '"id":1'),
    add("a user below the other team", "/teams/2/users", { name: "Ben" }, '"id":2'),
    add("a user below no team", "/users", { name: "Eve" }, '"id":3'),
    { name: "a user below an absent team", method: "POST", path: "/teams/9/users", body: { name: "Kim" }, status: 404 },
    {
      name: "the user at its own path",
      path: "/users/1",
      status: 200,
      answer: { id: 1, name: "Ann", email: "ann@example.com" },
    },
    {
      name: "the users of a team",
      path: "/teams/1/users",
      status: 200,
      answer: [{ id: 1, name: "Ann", email: "ann@example.com" }],
    },
    { name: "the users of the other team", path: "/teams/2/users", status: 200, answer: [{ id: 2, name: "Ben" }] },
    { name: "the users of an absent team", path: "/teams/9/users", status: 404 },
    { name: "all users", path: "/users", status: 200, says: ["Ann", "Ben", "Eve"] },
    {
      name: "the first user",
      path: "/users/me",
      status: 200,
      answer: { id: 1, name: "Ann", email: "ann@example.com" },
    },
    {
      name: "a change of the first user",
      method: "PATCH",
      path: "/users/me",
      body: { name: "Amy", id: 7 },
      status: 200,
      answer: { id: 1, name: "Amy", email: "ann@example.com" },
    },
    { name: "the changed user at another path", path: "/whoami", status: 200, says: ["Amy"] },
    { name: "the changed user in an envelope", path: "/me", status: 200, says: ["user", "Amy"] },
    { name: "the changed user below its team", path: "/teams/1/users", status: 200, says: ["Amy"] },
    {
      name: "a wrong change of the first user",
      method: "PATCH",
      path: "/users/me",
      body: { name: 1 },
      status: 400,
      says: ["/name"],
    },
    {
      name: "a new value of the first user",
      method: "PUT",
      path: "/users/me",
      body: { name: "Ada" },
      status: 200,
      answer: { id: 1, name: "Ada" },
    },
    {
      name: "the replaced user below its team",
      path: "/teams/1/users",
      status: 200,
      answer: [{ id: 1, name: "Ada" }],
    },
    { name: "the replaced user", path: "/users/1", status: 200, answer: { id: 1, name: "Ada" } },
    { name: "a removed user", method: "DELETE", path: "/users/1", status: 204 },
    { name: "the team without its user", path: "/teams/1/users", status: 200, answer: [] },
    { name: "the next user", path: "/users/me", status: 200, answer: { id: 2, name: "Ben" } },
    { name: "a removed team", method: "DELETE", path: "/teams/2", status: 204 },
    { name: "a user of the removed team", path: "/users/2", status: 200, answer: { id: 2, name: "Ben" } },
    add("a note, which no other path makes", "/teams/1/notes", { name: "A", text: "a" }, '"id":1'),
    {
      name: "a change of the note",
      method: "PATCH",
      path: "/notes/1",
      body: { name: "B", text: "b" },
      status: 200,
      says: ["B"],
    },
    { name: "a new value of the note", method: "PUT", path: "/notes/1", body: { name: "C" }, status: 200 },
    { name: "the notes of the team", path: "/teams/1/notes", status: 200, answer: [{ id: 1, name: "C" }] },
    {
      name: "an absent note is not made at its path",
      method: "PUT",
      path: "/notes/9",
      body: { name: "D" },
      status: 404,
    },
  ],
};
