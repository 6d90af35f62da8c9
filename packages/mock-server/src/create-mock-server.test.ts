import { type ApiDescription, loadDescription } from "@onespec/spec-core";
import { expect, test } from "vitest";
import { createMockServer, type MockServer } from "./create-mock-server.js";

const pet = {
  type: "object",
  required: ["id", "name"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string", minLength: 1 },
    tag: { type: "string" },
  },
};

const petstore = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://pets.example/v1" }],
  paths: {
    "/pets": {
      get: {
        parameters: [{ name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } }],
        responses: { 200: { description: "All", content: json({ type: "array", items: ref("Pet") }) } },
      },
      post: {
        requestBody: { required: true, content: json(ref("Pet")) },
        responses: { 201: { description: "Made", content: json(ref("Pet")) } },
      },
    },
    "/pets/{petId}": {
      parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { 200: { description: "One", content: json(ref("Pet")) } } },
      patch: {
        requestBody: { content: json({ type: "object", properties: pet.properties }) },
        responses: { 200: { description: "Changed", content: json(ref("Pet")) } },
      },
      delete: { responses: { 204: { description: "Gone" } } },
    },
  },
  components: { schemas: { Pet: pet } },
};

function json(schema: unknown): unknown {
  return { "application/json": { schema } };
}

function ref(name: string): unknown {
  return { $ref: `#/components/schemas/${name}` };
}

async function serve(document: object): Promise<MockServer> {
  const api: ApiDescription = await loadDescription(document);
  return createMockServer(api, {
    memory: true,
    onBug: (error) => {
      throw error;
    },
  });
}

async function call(
  mock: MockServer,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown; headers: Headers }> {
  const response = await mock.fetch(
    new Request(`http://mock${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    }),
  );
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text), headers: response.headers };
}

test("a record lives from POST to DELETE", async () => {
  const mock = await serve(petstore);
  const made = await call(mock, "POST", "/pets", { name: "Rex" });
  expect(made).toMatchObject({ status: 201, body: { id: 1, name: "Rex" } });
  expect(made.headers.get("location")).toBe("/pets/1");
  expect(await call(mock, "GET", "/pets/1")).toMatchObject({ status: 200, body: { id: 1, name: "Rex" } });
  expect(await call(mock, "PATCH", "/v1/pets/1", { tag: "dog" })).toMatchObject({
    status: 200,
    body: { id: 1, name: "Rex", tag: "dog" },
  });
  expect(await call(mock, "GET", "/pets")).toMatchObject({ status: 200, body: [{ id: 1, name: "Rex", tag: "dog" }] });
  expect(await call(mock, "DELETE", "/pets/1")).toMatchObject({ status: 204, body: undefined });
  expect(await call(mock, "GET", "/pets/1")).toMatchObject({ status: 404 });
});

test("every violation is named at once", async () => {
  const mock = await serve(petstore);
  const reply = await call(mock, "POST", "/pets", { tag: 5 });
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({
    error: "Validation failed",
    details: [
      { in: "body", path: "/tag", keyword: "type" },
      { in: "body", path: "/name", keyword: "required" },
    ],
  });
});

test("it listens", async () => {
  const mock = await createMockServer(await loadDescription(petstore), { memory: true, port: 0 });
  const { url } = await mock.listen();
  const reply = await fetch(`${url}/pets`, {
    method: "POST",
    body: '{"name":"a"}',
    headers: { "content-type": "application/json" },
  });
  expect(reply.status).toBe(201);
  expect((await fetch(`${url}/pets/1`)).status).toBe(200);
  expect((await fetch(`${url}/pets/1`, { method: "HEAD" })).headers.get("content-length")).toBe("19");
  await mock.close();
});
