import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFolder, framework, linkDependencies } from "../command-line/framework.js";
import { json, send } from "../runtime/running-app.js";
import { type LiveDatabase, liveDatabases, liveMongo } from "../servers/live-databases.js";
import { importApp, liftOn, type Running } from "../spec/contract/imported-app.js";

const text = { type: "string" };
const User = {
  type: "object",
  required: ["id", "email", "role"],
  properties: {
    id: { type: "integer", readOnly: true },
    email: text,
    role: { type: "string", default: "reader" },
    verified: { type: "boolean", readOnly: true },
    credit: { type: "integer", default: 0 },
    createdAt: { type: "string", format: "date-time" },
    profile: { type: "object", properties: { name: text, badge: { ...text, readOnly: true } } },
    lines: {
      type: "array",
      items: { type: "object", properties: { sku: text, price: { type: "integer", readOnly: true } } },
    },
  },
};
/** Says what a client sets, and nothing of what else it may send. */
const NewUser = {
  type: "object",
  required: ["email"],
  properties: { email: text, profile: User.properties.profile, lines: User.properties.lines },
};
const answer = (schema: object) => ({ description: "Done.", content: { "application/json": { schema } } });
const body = (schema: object) => ({ required: true, content: { "application/json": { schema } } });
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Users", version: "1" },
  paths: {
    "/users": {
      get: { responses: { 200: answer({ type: "array", items: User }) } },
      post: { requestBody: body(NewUser), responses: { 201: answer(User) } },
    },
    "/users/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { 200: answer(User) } },
      patch: { requestBody: body({ ...NewUser, required: [] }), responses: { 200: answer(User) } },
      put: { requestBody: body(NewUser), responses: { 200: answer(User) } },
      delete: { responses: { 204: { description: "Gone." } } },
    },
  },
};

/** What nobody but the server may set. */
const STOLEN = {
  id: 4711,
  role: "admin",
  verified: true,
  credit: 1_000_000,
  createdAt: "1999-01-01T00:00:00Z",
  created_at: "1999-01-01T00:00:00Z",
  updatedAt: "1999-01-01T00:00:00Z",
  deletedAt: null,
  rowId: 4711,
  owner: "me",
  profile: { name: "Eve", badge: "gold" },
  lines: [{ sku: "a", price: 0 }],
};

const { path: parent, remove } = await emptyFolder();
afterAll(remove);
const databases = [...(await liveDatabases()), await liveMongo()].filter(({ skip }) => skip === undefined);

describe("of an imported description", () => {
  let folder: string;
  beforeAll(async () => {
    await writeFile(join(parent, "api.json"), JSON.stringify(DESCRIPTION));
    folder = await importApp(parent, join(parent, "api.json"));
  });

  test.each(databases.map((database) => [database.name, database.config] as const))(
    "on %s a client sets what requests declare, and nothing else",
    { timeout: 120_000 },
    async (_name, config) => {
      const server: Running = await liftOn(folder, config);
      try {
        const { status, body: made } = await send(
          `${server.url}/users`,
          json("POST", { email: "eve@b.example", ...STOLEN }),
        );
        expect(status).toBe(201);
        const address = `${server.url}/users/${made.id}`;
        const check = async (record: Record<string, unknown>): Promise<void> => {
          expect(record.id).toBe(made.id);
          expect(record.id).not.toBe(STOLEN.id);
          for (const name of ["role", "credit", "verified"]) expect([name, record[name]]).toEqual([name, made[name]]);
          expect(JSON.stringify(record)).not.toMatch(/1999|gold|4711/);
          expect(record.profile).toEqual({ name: "Eve" });
          expect(record.lines).toEqual([{ sku: "a" }]);
        };
        expect(made.role).toBe("reader");
        expect(made.credit ?? 0).toBe(0);
        expect(made.verified).not.toBe(true);
        await check(made);
        await check((await send(address, json("PATCH", STOLEN))).body);
        await check((await send(address, json("PUT", { email: "eve@b.example", ...STOLEN }))).body);
        await check((await send(address)).body);
        expect((await send(`${server.url}/users/4711`)).status).toBe(404);
      } finally {
        await server.stop();
      }
    },
  );
});

test("of a generated resource: what its schemas do not name is rejected, and the key and times stay", async () => {
  const made = await framework(["new", "shop"], parent);
  expect(made.code).toBe(0);
  const folder = join(parent, "shop");
  await linkDependencies(folder);
  const fields = ["email:string", "role:string:default=reader", "secret:string:hidden"];
  const generated = await framework(["resources:generate", "User", ...fields], folder);
  expect(generated.code).toBe(0);
  await writeFile(join(folder, "config/database.js"), "export default JSON.parse(process.env.TEST_DATABASE);\n");
  const [sqlite] = await liveDatabases();
  const server = await liftOn(folder, (sqlite as LiveDatabase).config);
  try {
    const url = `${server.url}/users`;
    for (const extra of [{ id: 4711 }, { createdAt: "1999-01-01T00:00:00Z" }, { updatedAt: null }, { owner: "me" }]) {
      expect((await send(url, json("POST", { email: "a@b.example", ...extra }))).status).toBe(400);
    }
    const { body: user } = await send(url, json("POST", { email: "a@b.example", secret: "kept" }));
    expect(user).not.toHaveProperty("secret");
    for (const extra of [{ id: 4711 }, { createdAt: "1999-01-01T00:00:00Z" }, { owner: "me" }]) {
      expect((await send(`${url}/${user.id}`, json("PATCH", extra))).status).toBe(400);
    }
    for (const query of ["secret=kept", "sort=secret", "sort=-secret", "fields=secret", "include=secret"]) {
      const asked = await send(`${url}?${query}`);
      expect(JSON.stringify(asked.body)).not.toContain("kept");
      if (query.startsWith("sort")) expect(asked.status).toBe(400);
    }
  } finally {
    await server.stop();
  }
});
