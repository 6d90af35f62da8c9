import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFolder } from "../command-line/framework.js";
import { json, send } from "../runtime/running-app.js";
import { importApp, liftOn, type Running } from "./contract/imported-app.js";
import { startMock } from "./contract/mock-server.js";

const text = { type: "string" };
const Problem = {
  type: "object",
  required: ["msg", "errors"],
  properties: {
    msg: text,
    errors: { type: "array", items: { type: "object", properties: { field: text, message: text } } },
  },
};
const Thing = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer", readOnly: true }, name: { ...text, minLength: 2 }, size: { type: "integer" } },
};
const content = (schema: object) => ({ description: "Done.", content: { "application/json": { schema } } });
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: {
    "/things": {
      get: {
        parameters: [{ name: "limit", in: "query", schema: { type: "integer", maximum: 100 } }],
        responses: { 200: content({ type: "array", items: Thing }), default: content(Problem) },
      },
      post: {
        requestBody: { required: true, content: { "application/json": { schema: Thing } } },
        responses: { 201: content(Thing), default: content(Problem) },
      },
    },
    "/things/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { 200: content(Thing), default: content(Problem) } },
      patch: {
        requestBody: { required: true, content: { "application/json": { schema: { ...Thing, required: [] } } } },
        responses: { 200: content(Thing), default: content(Problem) },
      },
    },
  },
};

const { path: parent, remove } = await emptyFolder();
let app: Running;
let mock: Running;
beforeAll(async () => {
  const source = join(parent, "api.json");
  await writeFile(source, JSON.stringify(DESCRIPTION));
  app = await liftOn(await importApp(parent, source), {
    dialect: "sqlite",
    storage: join(parent, "test.sqlite"),
  } as never);
  mock = await startMock(source);
}, 60_000);
afterAll(async () => {
  await app?.stop();
  await mock?.stop();
  await remove();
});

const JSON_TYPE = { "content-type": "application/json" };
const REFUSED: readonly (readonly [name: string, path: string, init: RequestInit])[] = [
  ["an object without what is required", "/things", json("POST", {})],
  ["several violations", "/things?limit=x", json("POST", { name: "a", size: "big" })],
  ["no body", "/things", { method: "POST", headers: JSON_TYPE }],
  ["malformed JSON", "/things", { method: "POST", headers: JSON_TYPE, body: '{"name": }' }],
  ["a prototype", "/things", { method: "POST", headers: JSON_TYPE, body: '{"name":"ab","__proto__":{}}' }],
  ["another media type", "/things", { method: "POST", headers: { "content-type": "text/csv" }, body: "a,b" }],
  [
    "an unknown coding",
    "/things",
    { method: "POST", headers: { ...JSON_TYPE, "content-encoding": "zip" }, body: "{}" },
  ],
  ["a wrong query", "/things?limit=1000", {}],
  ["a wrong path parameter", "/things/one", {}],
  ["a wrong patch", "/things/1", json("PATCH", { name: 5 })],
  ["an Accept that nothing meets", "/things", { headers: { accept: "image/png" } }],
  ["a method that the path has not", "/things/1", { method: "PUT", body: "{}" }],
  ["an unknown path", "/thinks", {}],
];

test("an empty object is rejected in the fields of the documented error schema", async () => {
  const { status, body } = await send(`${app.url}/things`, json("POST", {}));
  expect([status, body.msg]).toEqual([400, "Validation failed: body /name is required"]);
  expect(body.errors).toEqual([expect.objectContaining({ field: "name", message: "is required" })]);
});

describe("the mock and an imported application reject in the same words", () => {
  test.each(REFUSED)("%s", async (_name, path, init) => {
    const [fromApp, fromMock] = await Promise.all(
      [app, mock].map(async ({ url }) => {
        const answer = await fetch(`${url}${path}`, init);
        const headers = ["content-type", "allow", "accept-post", "accept-patch", "accept-encoding"];
        return [answer.status, headers.map((name) => answer.headers.get(name)), await answer.text()];
      }),
    );
    expect(fromApp).toEqual(fromMock);
    expect(fromApp?.[0]).toBeGreaterThanOrEqual(400);
  });
});
