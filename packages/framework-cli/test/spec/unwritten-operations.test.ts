import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFolder } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { json, send } from "../runtime/running-app.js";
import { liveDatabases, liveMongo } from "../servers/live-databases.js";
import { importApp, liftOn, type Running } from "./contract/imported-app.js";

const PET = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer" }, name: { type: "string" }, status: { enum: ["available", "sold"] } },
};
const REPORT = {
  type: "object",
  required: ["state", "note"],
  properties: { state: { type: "string", minLength: 3 }, note: { type: "string" } },
};
const ARCHIVE = {
  type: "object",
  required: ["digest"],
  properties: { digest: { type: "string" }, size: { type: "integer" } },
};
const id = { name: "petId", in: "path", required: true, schema: { type: "integer" } };
const answer = (schema: object) => ({ description: "Done.", content: { "application/json": { schema } } });
const body = (schema: object) => ({ required: true, content: { "application/json": { schema } } });
const note = { type: "object", properties: { note: { type: "string" } } };
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      get: { responses: { "200": answer({ type: "array", items: { $ref: "#/components/schemas/Pet" } }) } },
      post: {
        requestBody: body({ $ref: "#/components/schemas/Pet" }),
        responses: { "201": answer({ $ref: "#/components/schemas/Pet" }) },
      },
      put: {
        requestBody: body({ $ref: "#/components/schemas/Pet" }),
        responses: { "200": answer({ $ref: "#/components/schemas/Pet" }) },
      },
    },
    "/pets/findByStatus": {
      get: {
        parameters: [{ name: "status", in: "query", schema: { type: "string" } }],
        responses: { "200": answer({ type: "array", items: { $ref: "#/components/schemas/Pet" } }) },
      },
    },
    "/pets/{petId}": { parameters: [id], get: { responses: { "200": answer({ $ref: "#/components/schemas/Pet" }) } } },
    "/pets/{petId}/groom": {
      parameters: [id],
      post: { requestBody: body(note), responses: { "200": answer({ $ref: "#/components/schemas/Pet" }) } },
    },
    "/pets/{petId}/check": {
      parameters: [id],
      post: { requestBody: body(note), responses: { "202": answer({ $ref: "#/components/schemas/Report" }) } },
    },
    "/archives": {
      get: { responses: { "200": answer({ type: "array", items: { $ref: "#/components/schemas/Archive" } }) } },
      post: {
        requestBody: body({ type: "array", items: { type: "string" } }),
        responses: {
          "200": answer({ type: "array", items: { type: "object", properties: { digest: { type: "string" } } } }),
        },
      },
    },
    "/archives/{digest}": {
      parameters: [{ name: "digest", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { "200": answer({ $ref: "#/components/schemas/Archive" }) } },
      delete: { responses: { "204": { description: "Deleted." } } },
    },
    "/inventory": {
      get: {
        parameters: [{ name: "shelf", in: "query", schema: { type: "integer" } }],
        responses: { "200": answer({ $ref: "#/components/schemas/Report" }) },
      },
    },
    "/limits/{name}": {
      parameters: [{ name: "name", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { "200": answer({ $ref: "#/components/schemas/Report" }) } },
      post: { requestBody: body(note), responses: { "202": { description: "Taken." } } },
      delete: { responses: { "204": { description: "Deleted." } } },
    },
    "/logo": {
      get: { responses: { "200": { description: "It.", content: { "image/png": {} } } } },
      put: { requestBody: { content: { "image/png": {} } }, responses: { "204": { description: "Kept." } } },
    },
    "/motto": {
      get: { responses: { "200": { description: "It.", content: { "text/plain": { schema: { type: "string" } } } } } },
      post: {
        requestBody: { content: { "application/octet-stream": { schema: { type: "string" } } } },
        responses: { "201": { description: "Kept." } },
      },
    },
  },
  components: { schemas: { Pet: PET, Report: REPORT, Archive: ARCHIVE } },
};

const { path: parent, remove } = await emptyFolder();
await writeFile(join(parent, "api.json"), JSON.stringify(DESCRIPTION));
const app = await importApp(parent, join(parent, "api.json"));
afterAll(remove);

const databases = [...(await liveDatabases()), await liveMongo()].filter(({ skip }) => skip === undefined);

describe.each(databases.map((database) => [database.name, database] as const))("on %s", (_name, { config }) => {
  let server: Running;
  beforeAll(async () => {
    server = await liftOn(app, config);
  }, 120_000);
  afterAll(() => server?.stop());

  const at = (path: string, init?: RequestInit) => send(`${server.url}${path}`, init);

  test("an operation that nobody has written answers as described, the same again, for each query its own", async () => {
    const first = await at("/inventory?shelf=1");
    expect(first.status).toBe(200);
    expect(first.body.state.length).toBeGreaterThanOrEqual(3);
    expect((await at("/inventory?shelf=1")).body).toEqual(first.body);
    expect((await at("/inventory?shelf=2")).body).not.toEqual(first.body);
    expect((await at("/inventory?shelf=x")).status).toBe(400);
  });

  test("a list of texts, which is no record, is accepted and answered as described", async () => {
    const { status, body } = await at("/archives", json("POST", ["sha256:1"]));
    expect([status, Array.isArray(body)]).toEqual([200, true]);
  });

  test("an action needs its record; its answer is the record, or holds what was sent", async () => {
    expect((await at("/pets/9999/groom", json("POST", {}))).status).toBe(404);
    expect((await at("/pets/9999/check", json("POST", {}))).status).toBe(404);
    const { body: pet } = await at("/pets", json("POST", { id: 5, name: "Rex", status: "available" }));
    expect(await at(`/pets/${pet.id}/groom`, json("POST", { note: "short" }))).toMatchObject({
      status: 200,
      body: pet,
    });
    expect(await at(`/pets/${pet.id}/check`, json("POST", { note: "well" }))).toMatchObject({
      status: 202,
      body: { note: "well", state: expect.any(String) },
    });
  });

  test("a view lists the records themselves, and a body may say which record is replaced", async () => {
    const { body: pet } = await at("/pets", json("POST", { id: 6, name: "Tom", status: "sold" }));
    expect((await at("/pets/findByStatus?status=sold")).body).toEqual([pet]);
    const replaced = await at("/pets", json("PUT", { ...pet, name: "Tim", status: "available" }));
    expect(replaced).toMatchObject({ status: 200, body: { name: "Tim" } });
    expect((await at(`/pets/${pet.id}`)).body).toEqual(replaced.body);
    expect((await at("/pets/findByStatus?status=sold")).body).toEqual([]);
  });

  test("what is sent to a path is in what is read there", async () => {
    expect((await at("/limits/a", json("POST", { note: "ten" }))).status).toBe(202);
    expect((await at("/limits/a")).body).toMatchObject({ note: "ten", state: expect.any(String) });
    expect((await at("/limits/b")).body.note).not.toBe("ten");
    expect((await at("/limits/a", { method: "DELETE" })).status).toBe(204);
    expect((await at("/limits/a")).status).toBe(404);
    expect((await at("/limits/a", json("POST", { note: "two" }))).status).toBe(202);
    expect((await at("/limits/a")).body).toMatchObject({ note: "two" });
  });

  test("a document that is no JSON is read as it was written", async () => {
    expect((await at("/logo")).status).toBe(200);
    const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255, 128]);
    const put = await fetch(`${server.url}/logo`, {
      method: "PUT",
      headers: { "content-type": "image/png" },
      body: bytes,
    });
    expect(put.status).toBe(204);
    const read = await fetch(`${server.url}/logo`);
    expect(read.headers.get("content-type")).toBe("image/png");
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(bytes);
  });

  test("a document that comes as bytes is read in the type that its answer documents", async () => {
    const headers = { "content-type": "application/octet-stream" };
    const put = await fetch(`${server.url}/motto`, { method: "POST", headers, body: "Be kind" });
    expect(put.status).toBe(201);
    const read = await fetch(`${server.url}/motto`);
    expect([read.headers.get("content-type"), await read.text()]).toEqual(["text/plain; charset=utf-8", "Be kind"]);
  });
});

test("with unwrittenOperations reject they are 501", async () => {
  const config = join(app, "config/environments/development.js");
  const before = await readFile(config, "utf8");
  await writeFile(config, 'export default { app: { unwrittenOperations: "refuse" } };\n');
  const server = await liftOn(app, { dialect: "sqlite", storage: join(parent, "refuse.sqlite") } as never);
  try {
    expect((await send(`${server.url}/inventory`)).status).toBe(501);
  } finally {
    await server.stop();
    await writeFile(config, before);
  }
});

test("doctor names the actions that nobody has written", async () => {
  const env = { TEST_DATABASE: '{ "dialect": "sqlite", "storage": ":memory:" }' };
  const production = await inProcess(["doctor", "--environment", "production"], app, env);
  expect(production.out).toMatch(/pets\/\S+.* are not written yet: they answer 501 in production/);
  expect((await inProcess(["doctor"], app, env)).out).toContain(
    "not written yet: answers are generated in development",
  );
});
