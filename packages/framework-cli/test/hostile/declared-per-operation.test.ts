import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFolder } from "../command-line/framework.js";
import { json, send } from "../runtime/running-app.js";
import { liveDatabases, liveMongo } from "../servers/live-databases.js";
import { importApp, liftOn, type Running } from "../spec/contract/imported-app.js";

const text = { type: "string" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const answer = (schema: object) => ({ description: "Done.", content: { "application/json": { schema } } });
const body = (schema: object) => ({ required: true, content: { "application/json": { schema } } });
const profile = object({ name: text, badge: { ...text, readOnly: true }, level: text });
const Member = object(
  {
    id: { type: "integer", readOnly: true },
    name: text,
    role: text,
    status: text,
    profile,
    tree: { $ref: "#/components/schemas/Node" },
  },
  { required: ["id", "name"] },
);
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const Settings = object({
  theme: text,
  plan: text,
  limits: object({ mail: { type: "integer" }, seats: { type: "integer" } }),
});
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Members", version: "1" },
  paths: {
    "/members": {
      get: { responses: { 200: answer({ type: "array", items: ref("Member") }) } },
      post: { requestBody: body(ref("NewMember")), responses: { 201: answer(ref("Member")) } },
    },
    "/members/bulk": {
      post: {
        requestBody: body({ type: "array", items: ref("Member") }),
        responses: { 201: answer({ type: "array", items: ref("Member") }) },
      },
    },
    "/members/{id}": {
      parameters: [id],
      get: { responses: { 200: answer(ref("Member")) } },
      patch: {
        requestBody: body(object({ name: text, profile: object({ name: text }) })),
        responses: { 200: answer(ref("Member")) },
      },
      put: {
        requestBody: body(
          object({ name: text, status: text, profile: object({ name: text }) }, { required: ["name"] }),
        ),
        responses: { 200: answer(ref("Member")) },
      },
    },
    "/settings": {
      get: { responses: { 200: answer(Settings) } },
      put: {
        requestBody: body(object({ theme: text, limits: object({ mail: { type: "integer" } }) })),
        responses: { 200: answer(Settings) },
      },
      patch: { requestBody: body(Settings), responses: { 200: answer(Settings) } },
    },
    "/notes": {
      get: { responses: { 200: answer({ type: "array", items: ref("Note") }) } },
      post: { requestBody: body(ref("Note")), responses: { 201: answer(ref("Note")) } },
    },
    "/notes/{id}": {
      parameters: [id],
      get: { responses: { 200: answer(ref("Note")) } },
      patch: { requestBody: body(object({ text })), responses: { 200: answer(ref("Note")) } },
    },
  },
  components: {
    schemas: {
      Member,
      NewMember: object(
        { name: text, role: text, profile: object({ name: text, level: text }), tree: ref("Node") },
        { required: ["name"] },
      ),
      Node: object({ label: text, inner: { type: "array", items: ref("Node") } }),
      Note: object({ id: { type: "integer", readOnly: true }, text }, { additionalProperties: true }),
    },
  },
};

const { path: parent, remove } = await emptyFolder();
afterAll(remove);
const databases = [...(await liveDatabases()), await liveMongo()].filter(({ skip }) => skip === undefined);

let folder: string;
beforeAll(async () => {
  await writeFile(join(parent, "api.json"), JSON.stringify(DESCRIPTION));
  folder = await importApp(parent, join(parent, "api.json"));
}, 120_000);

describe.each(databases.map((database) => [database.name, database] as const))("on %s", (_name, { config }) => {
  let server: Running;
  beforeAll(async () => {
    server = await liftOn(folder, config);
  }, 120_000);
  afterAll(() => server?.stop());

  const at = (path: string, method?: string, value?: unknown) =>
    send(`${server.url}${path}`, method === undefined ? undefined : json(method, value));
  const member = async (): Promise<Record<string, unknown>> =>
    (await at("/members", "POST", { name: "Ann", role: "editor", profile: { name: "A", level: "one" } })).body;

  test("what creating declares is set by it, and by no change that does not declare it", async () => {
    const made = await member();
    expect(made).toMatchObject({ name: "Ann", role: "editor", profile: { name: "A", level: "one" } });
    const stolen = { name: "Eve", role: "admin", status: "paid", owner: 1, profile: { name: "E", level: "ten", x: 1 } };
    const after = { ...made, name: "Eve", profile: { name: "E", level: "one" } };
    expect((await at(`/members/${made.id}`, "PATCH", stolen)).body).toEqual(after);
    expect((await at(`/members/${made.id}`)).body).toEqual(after);
  });

  test("replacing sets what it declares and leaves the rest as it was, inside of objects too", async () => {
    const made = await member();
    const sent = { name: "Eve", status: "new", role: "admin", profile: { name: "E", level: "ten" } };
    const after = { ...made, name: "Eve", status: "new", profile: { name: "E", level: "one" } };
    expect((await at(`/members/${made.id}`, "PUT", sent)).body).toEqual(after);
    const { status: _, ...emptied } = after;
    const shorter = { ...emptied, name: "Bob", profile: { level: "one" } };
    expect((await at(`/members/${made.id}`, "PUT", { name: "Bob" })).body).toEqual(shorter);
    expect((await at(`/members/${made.id}`)).body).toEqual(shorter);
  });

  test("a list of new records is held to what its own items declare", async () => {
    const [made] = (await at("/members/bulk", "POST", [{ name: "Ann", status: "paid", owner: 1, profile: { x: 1 } }]))
      .body;
    expect(made).toEqual({ id: expect.any(Number), name: "Ann", status: "paid", profile: {} });
  });

  test("schemas that contain themselves are followed as deep as the value goes", async () => {
    const tree = (more: object) => ({
      label: "a",
      ...more,
      inner: [{ label: "b", ...more, inner: [{ label: "c", ...more }] }],
    });
    const { body: made } = await at("/members", "POST", { name: "Ann", tree: tree({ secret: 1 }) });
    expect(made.tree).toEqual(tree({}));
  });

  test("a document is held to what its operations declare", async () => {
    const whole = { theme: "light", plan: "free", limits: { mail: 1, seats: 2 } };
    expect((await at("/settings", "PATCH", { ...whole, extra: 1 })).body).toEqual(whole);
    const replaced = await at("/settings", "PUT", { theme: "dark", plan: "gold", limits: { mail: 9, seats: 99 } });
    expect(replaced.body).toEqual({ theme: "dark", plan: "free", limits: { mail: 9, seats: 2 } });
    expect((await at("/settings")).body).toEqual(replaced.body);
  });

  test("who lets others in on purpose gets them, and only there", async () => {
    const { body: made } = await at("/notes", "POST", { text: "a", colour: "red", id: 4711 });
    expect(made).toEqual({ id: expect.any(Number), text: "a", colour: "red" });
    expect(made.id).not.toBe(4711);
    expect((await at(`/notes/${made.id}`, "PATCH", { text: "b", colour: "blue" })).body).toEqual({
      ...made,
      text: "b",
    });
  });
});
