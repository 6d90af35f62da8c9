import { expect, test } from "vitest";
import { inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const metadata = { type: "object", properties: { name: text, labels: { type: "object", additionalProperties: text } } };
const container = { type: "object", required: ["name"], properties: { name: text, image: text } };
const app = {
  type: "object",
  properties: {
    metadata,
    spec: {
      type: "object",
      required: ["containers"],
      properties: {
        replicas: { type: "integer" },
        containers: {
          type: "array",
          items: container,
          "x-kubernetes-patch-merge-key": "name",
          "x-kubernetes-patch-strategy": "merge",
        },
        args: { type: "array", items: text },
      },
    },
    status: { type: "object", properties: { replicas: { type: "integer" } } },
  },
};
const scale = {
  type: "object",
  properties: {
    metadata,
    spec: { type: "object", properties: { replicas: { type: "integer" } } },
    status: { type: "object", properties: { replicas: { type: "integer" }, selector: text } },
  },
};
const types = ["json-patch", "merge-patch", "strategic-merge-patch"].map((type) => `application/${type}+json`);
const patch = (schema: object) => ({
  requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema: { type: "object" } }])) },
  responses: ok(schema),
});
const STRATEGIC = { "content-type": "application/strategic-merge-patch+json" };
const MERGE = { "content-type": "application/merge-patch+json" };

async function start() {
  const call = await serve({
    "/apps": {
      get: {
        responses: ok({ type: "object", required: ["items"], properties: { items: { type: "array", items: app } } }),
      },
      post: { requestBody: json(app), responses: ok(app) },
    },
    "/apps/{name}": { parameters: [inPath("name")], get: { responses: ok(app) }, patch: patch(app) },
    "/apps/{name}/scale": {
      parameters: [inPath("name")],
      get: { responses: ok(scale) },
      put: { requestBody: json(scale), responses: ok(scale) },
      patch: patch(scale),
    },
  });
  await call("POST", "/apps", {
    metadata: { name: "web", labels: { app: "web" } },
    spec: { replicas: 2, containers: [{ name: "main", image: "a:1" }, { name: "log" }], args: ["x"] },
  });
  return call;
}

test("a JSON Patch whose schema is an object changes the record", async () => {
  const call = await start();
  const operations = [{ op: "replace", path: "/metadata/labels/app", value: "api" }];
  const type = { "content-type": "application/json-patch+json" };
  expect((await call("PATCH", "/apps/web", operations, type)).body.metadata.labels).toEqual({ app: "api" });
  expect((await call("PATCH", "/apps/web", [{ op: "shout" }], type)).status).toBe(400);
});

test("a strategic merge patch merges lists by their key and replaces the others", async () => {
  const call = await start();
  const containers = [{ name: "main", image: "a:2" }, { name: "side" }, { name: "log", $patch: "delete" }];
  const sent = { metadata: { labels: { app: null, tier: "front" } }, spec: { containers, args: ["y"] } };
  const { body } = await call("PATCH", "/apps/web", sent, STRATEGIC);
  expect(body.spec).toEqual({
    replicas: 2,
    containers: [{ name: "main", image: "a:2" }, { name: "side" }],
    args: ["y"],
  });
  expect(body.metadata.labels).toEqual({ tier: "front" });
});

test("a merge patch replaces lists", async () => {
  const call = await start();
  const sent = { spec: { containers: [{ name: "side" }] } };
  expect((await call("PATCH", "/apps/web", sent, MERGE)).body.spec.containers).toEqual([{ name: "side" }]);
});

test("the scale of a record is part of it", async () => {
  const call = await start();
  expect((await call("GET", "/apps/web/scale")).body).toMatchObject({
    metadata: { name: "web" },
    spec: { replicas: 2 },
  });
  await call("PATCH", "/apps/web/scale", { spec: { replicas: 5 } }, MERGE);
  const { spec } = (await call("GET", "/apps/web")).body;
  expect([spec.replicas, spec.containers.length]).toEqual([5, 2]);
  await call("PUT", "/apps/web/scale", { metadata: { name: "web" }, spec: { replicas: 7 } });
  expect((await call("GET", "/apps/web")).body.spec).toMatchObject({ replicas: 7, args: ["x"] });
  expect((await call("GET", "/apps/none/scale")).status).toBe(404);
});
