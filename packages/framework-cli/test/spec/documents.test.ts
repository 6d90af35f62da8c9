import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFolder } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { json, lift, send } from "../runtime/running-app.js";
import { liveDatabases, liveMongo } from "../servers/live-databases.js";
import { importApp, liftOn, type Running } from "./contract/imported-app.js";

const text = { type: "string" };
const USER = { type: "object", required: ["id"], properties: { id: { type: "integer" }, name: text, email: text } };
const SETTINGS = {
  type: "object",
  required: ["theme", "version"],
  properties: {
    theme: { enum: ["light", "dark"] },
    version: { type: "integer", readOnly: true, minimum: 3 },
    mail: { type: "object", properties: { daily: { type: "boolean" }, weekly: { type: "boolean" } } },
  },
};
const PROFILE = { type: "object", properties: { motto: { type: "string" } } };
const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const answer = (schema: object) => ({ description: "Done.", content: { "application/json": { schema } } });
const body = (schema: object) => ({ required: true, content: { "application/json": { schema } } });
const wrapped = { type: "object", required: ["profile"], properties: { profile: PROFILE, etag: { type: "string" } } };
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Documents", version: "1" },
  paths: {
    "/users": { post: { requestBody: body(USER), responses: { "201": answer(USER) } } },
    "/users/{id}": { parameters: [id], get: { responses: { "200": answer(USER) } } },
    "/users/me": {
      get: { responses: { "200": answer(USER) } },
      patch: { requestBody: body({ ...USER, required: [] }), responses: { "200": answer(USER) } },
    },
    "/users/{id}/profile": {
      parameters: [id],
      get: { responses: { "200": answer(wrapped), "404": { description: "None." } } },
      put: { requestBody: body(wrapped), responses: { "200": answer(wrapped) } },
      delete: { responses: { "204": { description: "Gone." } } },
    },
    "/notes/{name}": {
      parameters: [{ name: "name", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { "200": answer(PROFILE) } },
      put: { requestBody: body(PROFILE), responses: { "200": answer(PROFILE) } },
      delete: { responses: { "204": { description: "Gone." } } },
    },
    "/settings": {
      get: { responses: { "200": answer(SETTINGS) } },
      put: { requestBody: body(SETTINGS), responses: { "204": { description: "Kept." } } },
      patch: {
        requestBody: { content: { "application/merge-patch+json": { schema: { ...SETTINGS, required: [] } } } },
        responses: { "200": answer(SETTINGS) },
      },
    },
    "/words": {
      get: { responses: { "200": answer({ type: "array", minItems: 1, items: USER }) } },
      put: { requestBody: body({}), responses: { "204": { description: "Kept." } } },
    },
    "/logo": {
      get: { responses: { "200": { description: "It.", content: { "image/png": {} } } } },
      put: { responses: { "204": { description: "Kept." } } },
    },
  },
};

const { path: parent, remove } = await emptyFolder();
await writeFile(join(parent, "api.json"), JSON.stringify(DESCRIPTION));
const app = await importApp(parent, join(parent, "api.json"));
afterAll(remove);

test("the import tells what it made of them", async () => {
  const { out } = await inProcess(["new", "other", "--spec", "api.json"], parent);
  expect(out).toContain("/users/{id}/profile is a document of the model UserProfile (table user_profile).");
});

const databases = [...(await liveDatabases()), await liveMongo()].filter(({ skip }) => skip === undefined);

describe.each(databases.map((database) => [database.name, database] as const))("on %s", (_name, { config }) => {
  let server: Running;
  beforeAll(async () => {
    server = await liftOn(app, config);
  }, 120_000);
  afterAll(() => server?.stop());

  const at = (path: string, init?: RequestInit) => send(`${server.url}${path}`, init);

  test("a document is replaced by what its answer can show, and by nothing else", async () => {
    const words = [{ id: 7, name: "seven" }];
    expect((await at("/words", json("PUT", words))).status).toBe(204);
    expect((await at("/words")).body).toEqual(words);
    await at("/words", json("PUT", "seven"));
    expect((await at("/words")).body).toMatchObject([{ id: expect.any(Number) }]);
  });

  test("one document at a path is there from the start, valid, and the same at each reading", async () => {
    const first = await at("/settings");
    expect(first.status).toBe(200);
    expect(first.body.version).toBeGreaterThanOrEqual(3);
    expect(["light", "dark"]).toContain(first.body.theme);
    expect((await at("/settings")).body).toEqual(first.body);
  });

  test("what is written is what is read; what only the server sets stays; a part is merged", async () => {
    const { version } = (await at("/settings")).body;
    const mail = { daily: true, weekly: false };
    expect((await at("/settings", json("PUT", { theme: "dark", version: 99, mail }))).status).toBe(204);
    expect((await at("/settings")).body).toEqual({ theme: "dark", version, mail });
    const patched = await at("/settings", {
      ...json("PATCH", { mail: { weekly: true } }, { "content-type": "application/merge-patch+json" }),
    });
    expect(patched.body).toEqual({ theme: "dark", version, mail: { daily: true, weekly: true } });
    expect((await at("/settings", json("PUT", { theme: "pink" }))).status).toBe(400);
  });

  test("the first record stands for the client, and a document of its own while there is none", async () => {
    const own = await at("/users/me", json("PATCH", { name: "Own" }));
    expect(own.body).toMatchObject({ name: "Own" });
    expect((await at("/users/me")).body).toEqual(own.body);
    const made = await at("/users", json("POST", { id: 1, name: "Ann" }));
    expect((await at("/users/me")).body).toEqual(made.body);
    expect((await at("/users/me", json("PATCH", { name: "Eve" }))).body.name).toBe("Eve");
    expect((await at(`/users/${made.body.id}`)).body.name).toBe("Eve");
  });

  test("each record has its own, in its envelope, and none without the record; a removed one is 404 where that is documented", async () => {
    expect((await at("/users/9/profile")).status).toBe(404);
    const made = await at("/users", json("POST", { id: 41, name: "Ann" }));
    const other = await at("/users", json("POST", { id: 42, name: "Bob" }));
    const [ann, bob] = [made.body.id, other.body.id];
    expect((await at(`/users/${ann}/profile`, json("PUT", { profile: { motto: "On" } }))).body).toEqual({
      profile: { motto: "On" },
    });
    expect((await at(`/users/${ann}/profile`)).body).toEqual({ profile: { motto: "On" } });
    expect((await at(`/users/${bob}/profile`)).body.profile).not.toEqual({ motto: "On" });
    expect((await at(`/users/${ann}/profile`, { method: "DELETE" })).status).toBe(204);
    expect((await at(`/users/${ann}/profile`)).status).toBe(404);
    await at(`/users/${ann}/profile`, json("PUT", { profile: { motto: "Again" } }));
    expect((await at(`/users/${ann}/profile`)).body.profile).toEqual({ motto: "Again" });
  });

  test("a removed document whose path ends in its name is 404, also where that is not documented", async () => {
    expect((await at("/notes/a", json("PUT", { motto: "On" }))).body).toEqual({ motto: "On" });
    expect((await at("/notes/a", { method: "DELETE" })).status).toBe(204);
    expect((await at("/notes/a")).status).toBe(404);
    expect((await at("/notes/b")).status).toBe(200);
  });

  test("a picture is not what a model holds: its operations are left to be written, and answer as described", async () => {
    const { status, headers } = await at("/logo");
    expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
  });
});

test("in production a document holds what the service gives, and nothing that is made up", async () => {
  const folder = join(parent, "production");
  await cp(app, folder, { recursive: true });
  const database = { dialect: "sqlite", storage: "data/production.sqlite" };
  const env = { NODE_ENV: "production", TEST_DATABASE: JSON.stringify(database) };
  const run = await inProcess(["migrations:run"], folder, env);
  expect(run.code, run.err).toBe(0);
  const settings = async (use: (url: string, printed: (text: string) => Promise<void>) => Promise<void>) => {
    const lifted = await lift(folder, ["--host", "127.0.0.1"], env);
    try {
      await use(`${lifted.url}/settings`, lifted.printed);
    } finally {
      await lifted.end("SIGKILL");
    }
  };
  await settings(async (url, printed) => {
    expect((await send(url)).status).toBe(501);
    await printed("Settings.theme is required: the answers of the API require it, and no code sets it.");
    await printed("in api/services/settings.js.");
    expect((await send(url, json("PUT", { theme: "dark" }))).status).toBe(501);
    expect((await send(url.replace("settings", "users/me"))).status).toBe(501);
  });
  const file = join(folder, "api/services/settings.js");
  const source = await readFile(file, "utf8");
  await writeFile(file, source.replace(/model: /, 'first: { theme: "light", version: 3 },\n    model: '));
  await settings(async (url) => {
    expect((await send(url)).body).toEqual({ theme: "light", version: 3 });
    expect((await send(url, json("PUT", { theme: "dark" }))).status).toBe(204);
    expect((await send(url)).body).toEqual({ theme: "dark", version: 3 });
  });
}, 60_000);
