import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyFolder, linkDependencies } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { json, type Lifted, lift, send } from "../runtime/running-app.js";

const KEY = { type: "object", required: ["label"], properties: { label: { type: "string" } } };
const answer = (schema: object) => ({ description: "Done.", content: { "application/json": { schema } } });
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Unusual", version: "1" },
  paths: {
    "/2fa-keys": {
      get: { responses: { "200": answer({ type: "array", items: { $ref: "#/components/schemas/2faKey" } }) } },
      post: {
        requestBody: { required: true, content: { "application/json": { schema: KEY } } },
        responses: { "201": answer({ $ref: "#/components/schemas/2faKey" }) },
      },
    },
    "/2fa-keys/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": answer({ $ref: "#/components/schemas/2faKey" }) } },
    },
    "/files/*": { get: { responses: { "204": { description: "Nothing." } } } },
    "/files/*/a*b": { get: { responses: { "204": { description: "Nothing." } } } },
    "/people(active)": { get: { responses: { "204": { description: "Nothing." } } } },
  },
  components: {
    schemas: { "2faKey": { ...KEY, properties: { id: { type: "integer" }, ...KEY.properties } } },
  },
};

const { path: parent, remove } = await emptyFolder();
let server: Lifted;

beforeAll(async () => {
  await writeFile(join(parent, "api.json"), JSON.stringify(DESCRIPTION));
  const made = await inProcess(["new", "app", "--spec", "api.json"], parent);
  expect(made.code, made.err).toBe(0);
  await linkDependencies(join(parent, "app"));
  const migrated = await inProcess(["migrations:run"], join(parent, "app"));
  expect(migrated.code, migrated.err).toBe(0);
  server = await lift(join(parent, "app"), [], { NODE_ENV: "development" });
});
afterAll(async () => {
  await server?.end();
  await remove();
});

test("a resource whose name begins with a digit is stored and answered", async () => {
  const made = await send(`${server.url}/2fa-keys`, json("POST", { label: "phone" }));
  expect(made).toMatchObject({ status: 201, body: { id: 1, label: "phone" } });
  expect(await send(`${server.url}/2fa-keys`)).toMatchObject({ status: 200, body: [{ id: 1, label: "phone" }] });
  expect(await send(`${server.url}/2fa-keys/1`)).toMatchObject({ status: 200, body: { label: "phone" } });
});

test.each(["/files/*", "/files/*/a*b", "/people(active)"])(
  "the path %s stands for itself and for nothing else",
  async (path) => {
    expect(await send(`${server.url}${path}`)).toMatchObject({ status: 204 });
    expect(await send(`${server.url}${path.replaceAll("*", "x").replace("(active)", "")}`)).toMatchObject({
      status: 404,
    });
  },
);

test("a path that is only spelled otherwise is not found, rather than rejected for its method", async () => {
  expect(await send(`${server.url}/2fa-keys%2F`)).toMatchObject({ status: 404 });
});
