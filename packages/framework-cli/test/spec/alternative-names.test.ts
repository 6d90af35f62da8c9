import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFolder } from "../command-line/framework.js";
import { json, send } from "../runtime/running-app.js";
import { liveDatabases, liveMongo } from "../servers/live-databases.js";
import { importApp, liftOn, type Running } from "./contract/imported-app.js";

const ZONE = {
  type: "object",
  required: ["id", "name"],
  properties: {
    id: { type: "integer", format: "int64", readOnly: true },
    name: { type: "string" },
    note: { type: "string" },
  },
};
const RECORD = {
  type: "object",
  required: ["id", "text"],
  properties: { id: { type: "integer", format: "int64", readOnly: true }, text: { type: "string" } },
};
const ORDER = {
  type: "object",
  required: ["id", "orderId"],
  properties: { id: { type: "string", readOnly: true }, orderId: { type: "string", readOnly: true } },
};
const idOrName = { name: "id_or_name", in: "path", required: true, schema: { type: "string" } };
const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const answer = (schema: object) => ({ description: "Done.", content: { "application/json": { schema } } });
const body = (schema: object) => ({ required: true, content: { "application/json": { schema } } });
const number = (name: string, usual: number) => ({
  name,
  in: "query",
  schema: { type: "integer", format: "int64", default: usual },
});
const page = (schema: object) => ({
  parameters: [number("page", 1), number("per_page", 25)],
  responses: { "200": answer({ type: "object", properties: { items: { type: "array", items: schema } } }) },
});
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Zones", version: "1" },
  paths: {
    "/zones": { get: page(ZONE), post: { requestBody: body(ZONE), responses: { "201": answer(ZONE) } } },
    "/zones/{id_or_name}": {
      parameters: [idOrName],
      get: { responses: { "200": answer(ZONE) } },
      delete: { responses: { "204": { description: "Gone." } } },
    },
    "/zones/by-name/{name}": {
      parameters: [{ ...idOrName, name: "name" }],
      get: { responses: { "200": answer(ZONE) } },
      put: { requestBody: body(ZONE), responses: { "200": answer(ZONE) } },
      delete: { responses: { "204": { description: "Gone." } } },
    },
    "/zones/{id_or_name}/file": {
      parameters: [idOrName],
      get: { responses: { "200": answer({ type: "object", properties: { text: { type: "string" } } }) } },
      put: {
        requestBody: body({ type: "object", properties: { text: { type: "string" } } }),
        responses: { "204": { description: "Kept." } },
      },
    },
    "/orders": { ...page(ORDER), post: { requestBody: body(ORDER), responses: { "201": answer(ORDER) } } },
    "/orders/{orderId}": {
      parameters: [{ ...idOrName, name: "orderId" }],
      get: { responses: { "200": answer(ORDER) } },
    },
    "/orders/{orderId}/lines": {
      parameters: [{ ...idOrName, name: "orderId" }],
      get: page(RECORD),
      post: { requestBody: body(RECORD), responses: { "201": answer(RECORD) } },
    },
    "/zones/{id_or_name}/records": {
      parameters: [idOrName],
      get: page(RECORD),
      post: { requestBody: body(RECORD), responses: { "201": answer(RECORD) } },
    },
    "/zones/{id_or_name}/records/{id}": {
      parameters: [idOrName, id],
      get: { responses: { "200": answer(RECORD) } },
    },
  },
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

  test("a record, and what is below it, is found by its id and by its name", async () => {
    const { body: zone } = await at("/zones", json("POST", { name: "example.com" }));
    await at("/zones", json("POST", { name: "other.test" }));
    for (const name of ["example.com", String(zone.id)]) expect((await at(`/zones/${name}`)).body).toEqual(zone);
    const made = await at("/zones/example.com/records", json("POST", { text: "A" }));
    expect(made.status).toBe(201);
    for (const name of ["example.com", String(zone.id)]) {
      expect((await at(`/zones/${name}/records`)).body.items).toEqual([made.body]);
      expect((await at(`/zones/${name}/records/${made.body.id}`)).body).toEqual(made.body);
    }
    expect((await at("/zones/other.test/records")).body.items).toEqual([]);
    expect((await at(`/zones/other.test/records/${made.body.id}`)).status).toBe(404);
    expect((await at("/zones/missing.test/records")).status).toBe(404);
    expect((await at("/zones/example.com/file", json("PUT", { text: "one" }))).status).toBe(204);
    expect((await at(`/zones/${zone.id}/file`)).body).toEqual({ text: "one" });
    expect((await at("/zones/example.com", { method: "DELETE" })).status).toBe(204);
    expect((await at(`/zones/${zone.id}`)).status).toBe(404);
  });

  test("a record that has both an id and the property that its paths name is a parent by either", async () => {
    const { body: order } = await at("/orders", json("POST", {}));
    for (const name of [order.id, order.orderId]) {
      expect((await at(`/orders/${encodeURIComponent(name)}`)).body).toEqual(order);
      expect((await at(`/orders/${encodeURIComponent(name)}/lines`, json("POST", { text: name }))).status).toBe(201);
    }
    expect((await at(`/orders/${encodeURIComponent(order.id)}/lines`)).body.items).toHaveLength(2);
  });

  test("a path may name a record by a property alone", async () => {
    const { body: zone } = await at("/zones", json("POST", { name: "tea.test", note: "hot" }));
    expect(await at("/zones/by-name/tea.test")).toMatchObject({ status: 200, body: zone });
    expect((await at(`/zones/by-name/${zone.id}`)).status).toBe(404);
    expect((await at("/zones/by-name/tea.test", json("PUT", { name: "milk.test" }))).body.name).toBe("milk.test");
    expect(await at("/zones/by-name/tea.test")).toMatchObject({ status: 404, body: { details: [{ path: "/name" }] } });
    expect((await at("/zones/by-name/milk.test", { method: "DELETE" })).status).toBe(204);
    expect((await at(`/zones/${zone.id}`)).status).toBe(404);
  });

  test("the largest page numbers and sizes are pages, and larger ones are rejected by their own names", async () => {
    const huge = "9223372036854774784";
    expect((await at(`/zones?per_page=${huge}`)).body.items).toHaveLength(1);
    expect(await at(`/zones?page=${huge}&per_page=${huge}`)).toMatchObject({ status: 200, body: { items: [] } });
    for (const name of ["page", "per_page"]) {
      const refused = await at(`/zones?${name}=${"1".padEnd(21, "0")}`);
      expect(refused).toMatchObject({ status: 400, body: { details: [{ in: "query", path: `/${name}` }] } });
    }
  });
});
