import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importedApp, runProgram } from "../command-line/imported-app.js";

const text = { type: "string" };
const id = { ...text, readOnly: true };
const object = (properties: object) => ({ type: "object", properties });
const form = (properties: object, ...required: string[]) => ({
  required: true,
  content: { "application/x-www-form-urlencoded": { schema: { ...object(properties), required } } },
});
const json = (properties: object) => ({
  required: true,
  content: { "application/json": { schema: object(properties) } },
});
const ok = (schema: object) => ({ "200": { description: "Done", content: { "application/json": { schema } } } });
const at = (name: string) => ({ name, in: "path", required: true, schema: text });

const LABELS = { type: "array", items: text };
const ROOM = object({
  sid: id,
  friendly_name: text,
  topic: { ...text, enum: ["leaves", "beans"] },
  labels: LABELS,
  date_created: { ...id, format: "date-time" },
});
const CONTACT = object({ id, name: text, email: text });
const TASK = object({
  id,
  name: text,
  room: object({ sid: text, topic: text }),
  contacts: { type: "array", items: object({ id: text }) },
});
const ENTRY = (type: string, content: object) => ({
  allOf: [{ ...object({ type: { ...text, enum: [type] }, content }), required: ["type", "content"] }, object({ id })],
});
const ENTRIES = { oneOf: [ENTRY("A", text), ENTRY("CAA", { ...text, readOnly: true })] };
const TASK_SENT = { name: text, room: text, contacts: { type: "array", items: text } };
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Rooms", version: "1" },
  paths: {
    "/rooms": {
      get: { responses: ok({ type: "array", items: ROOM }) },
      post: {
        requestBody: form({ FriendlyName: { ...text, maxLength: 64 }, Topic: text, Label: LABELS }, "FriendlyName"),
        responses: ok(ROOM),
      },
    },
    "/rooms/{Sid}": {
      parameters: [at("Sid")],
      get: { responses: ok(ROOM) },
      post: { requestBody: form({ friendlyName: text }), responses: ok(ROOM) },
    },
    "/tasks": {
      get: {
        parameters: [{ name: "room", in: "query", schema: text }],
        responses: ok({ type: "array", items: TASK }),
      },
      post: { requestBody: json(TASK_SENT), responses: ok(TASK) },
    },
    "/entries": {
      post: { requestBody: { content: { "application/json": { schema: ENTRIES } } }, responses: ok(ENTRIES) },
    },
    "/entries/{id}": { parameters: [at("id")], get: { responses: ok(ENTRIES) } },
    "/contacts/{id}/tasks": { parameters: [at("id")], get: { responses: ok({ type: "array", items: TASK }) } },
    "/tasks/{id}": {
      parameters: [at("id")],
      get: { responses: ok(TASK) },
      patch: { requestBody: json(TASK_SENT), responses: ok(TASK) },
    },
    "/contacts": { post: { requestBody: json({ name: text, email: text }), responses: ok(CONTACT) } },
    "/contacts/count": {
      get: {
        parameters: [{ name: "email", in: "query", schema: { ...text, default: "nobody@example.com" } }],
        responses: ok(object({ count: { type: "integer" } })),
      },
    },
    "/contacts/search": {
      post: {
        requestBody: json({ email: text, limit: { type: "integer" } }),
        responses: ok(object({ contacts: { type: "array", items: CONTACT }, total: { type: "integer" } })),
      },
    },
    "/contacts/query": {
      post: {
        requestBody: json({ email: text, unheard: text }),
        responses: ok({ type: "array", items: CONTACT }),
      },
    },
    "/contacts/{id}": {
      parameters: [{ ...at("id"), description: "The ID or email of the contact." }],
      get: { responses: ok(CONTACT) },
      put: {
        description: "Only the fields that are sent change.",
        requestBody: json({ name: text, email: text }),
        responses: ok(CONTACT),
      },
      delete: { responses: ok(object({ id: text, deleted: { type: "boolean" }, ok: { type: "boolean" } })) },
    },
  },
};

test("what requests call otherwise is the field of that name, a PUT of changes keeps the rest, a removal is told", async () => {
  const app = await importedApp(DESCRIPTION);
  expect(await readFile(join(app, "api/models/Room.js"), "utf8")).not.toMatch(/FriendlyName|Topic/);
  expect(await readFile(join(app, "api/services/rooms.js"), "utf8")).toContain('FriendlyName: "friendly_name"');
  expect(await readFile(join(app, "api/controllers/contacts/query.js"), "utf8")).toContain("Not written yet");
  await runProgram(
    app,
    `import assert from "node:assert/strict";
import { createApp } from "@onespec/framework-cli";
const app = await createApp(process.cwd(), { environment: "test" });
const send = async (method, path, type, body) => {
  const answer = await app.fetch(path, { method, headers: { "content-type": type, host: "rooms.test" }, body });
  assert.equal(answer.status, 200, method + " " + path);
  return answer.json();
};
const form = (path, sent) => send("POST", path, "application/x-www-form-urlencoded", new URLSearchParams(sent).toString());
const room = await form("/rooms", [["FriendlyName", "Tea"], ["Topic", "leaves"], ["Label", "a"], ["Label", "b"]]);
assert.deepEqual([room.friendly_name, room.topic, room.labels], ["Tea", "leaves", ["a", "b"]]);
const own = await app.services.rooms.create({}, {}, { friendly_name: "Own" });
assert.equal(own.friendly_name, "Own");
const other = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded", host: "rooms.test" } };
const refused = await app.fetch("/rooms", { ...other, body: "FriendlyName=a&Topic=nothing" });
assert.deepEqual([refused.status, (await refused.json()).details[0].path], [400, "/Topic"]);
const renamed = await form("/rooms/" + room.sid, { friendlyName: "Coffee" });
assert.deepEqual(renamed, { ...room, friendly_name: "Coffee" });
const json = (method, path, sent) => send(method, path, "application/json", sent && JSON.stringify(sent));
const contact = await json("POST", "/contacts", { name: "Ann", email: "ann@example.com" });
await json("POST", "/contacts", { name: "Bo", email: "bo@example.com" });
assert.deepEqual(await json("GET", "/contacts/ann@example.com"), contact);
assert.deepEqual(await json("GET", "/contacts/count"), { count: 2 });
assert.deepEqual(await json("GET", "/contacts/count?email=bo@example.com"), { count: 1 });
const found = await json("POST", "/contacts/search", { email: "ann@example.com", limit: 5 });
assert.deepEqual(found, { contacts: [contact], total: 1 });
assert.deepEqual(await json("PUT", "/contacts/" + contact.id, { name: "Bea" }), { ...contact, name: "Bea" });
assert.deepEqual(await json("DELETE", "/contacts/" + contact.id), { id: contact.id, deleted: true, ok: true });
const entry = await json("POST", "/entries", { type: "A", content: "127.0.0.1" });
assert.deepEqual(entry, { id: entry.id, type: "A", content: "127.0.0.1" });
assert.deepEqual(await json("GET", "/entries/" + entry.id), entry);
const task = await json("POST", "/tasks", { name: "Brew", room: room.sid, contacts: [contact.id] });
assert.deepEqual([task.room, task.contacts], [{ sid: room.sid }, [{ id: contact.id }]]);
assert.deepEqual(await json("GET", "/tasks?room=" + room.sid), [task]);
assert.deepEqual(await json("GET", "/tasks?room=other"), []);
assert.deepEqual(await json("GET", "/contacts/" + contact.id + "/tasks"), [task]);
assert.deepEqual(await json("GET", "/contacts/other/tasks"), []);
assert.deepEqual((await json("PATCH", "/tasks/" + task.id, { room: "other" })).room, { sid: "other" });
await app.close();
console.log("all right");
`,
  );
});
