import { describe, expect, test } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const pet = {
  type: "object",
  required: ["id", "name"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string", minLength: 1 },
    tag: { type: "string" },
    home: { type: "object", properties: { city: { type: "string" }, zip: { type: "string" } } },
  },
};

describe("a record", () => {
  test("is made with an id that counts up and a Location, and is there until it is deleted", async () => {
    const call = await serve(crud("/pets", pet));
    const first = await call("POST", "/pets", { name: "Rex" });
    expect(first).toMatchObject({ status: 201, body: { id: 1, name: "Rex" } });
    expect(first.headers.get("location")).toBe("/pets/1");
    expect((await call("POST", "/pets", { name: "Tom" })).body).toEqual({ id: 2, name: "Tom" });
    expect(await call("GET", "/pets/1")).toMatchObject({ status: 200, body: { id: 1, name: "Rex" } });
    expect((await call("GET", "/pets")).body).toEqual([
      { id: 1, name: "Rex" },
      { id: 2, name: "Tom" },
    ]);
    expect(await call("DELETE", "/pets/1")).toMatchObject({ status: 204, body: undefined, type: null });
    expect(await call("GET", "/pets/1")).toMatchObject({ status: 404, body: { error: "Not found" } });
    expect(await call("DELETE", "/pets/1")).toMatchObject({ status: 404 });
    expect((await call("POST", "/pets", { name: "Ann" })).body.id).toBe(3);
  });

  test("has its Location under the base path that the request came by", async () => {
    const call = await serve(crud("/pets", pet), { servers: [{ url: "https://api.example/v2" }] });
    expect((await call("POST", "/v2/pets", { name: "Rex" })).headers.get("location")).toBe("/v2/pets/1");
    expect((await call("GET", "/pets/1")).status).toBe(200);
  });

  test("keeps everything that PATCH does not send, at every depth", async () => {
    const call = await serve(crud("/pets", pet));
    await call("POST", "/pets", { name: "Rex", tag: "dog", home: { city: "Rome", zip: "1" } });
    const reply = await call("PATCH", "/pets/1", { home: { zip: "2" } });
    expect(reply).toMatchObject({
      status: 200,
      body: { id: 1, name: "Rex", tag: "dog", home: { city: "Rome", zip: "2" } },
    });
    expect((await call("GET", "/pets/1")).body).toEqual(reply.body);
    expect((await call("PATCH", "/pets/9", { tag: "x" })).status).toBe(404);
  });

  test("loses with PUT what is not sent, but keeps what only the server sets", async () => {
    const stamped = {
      ...pet,
      properties: { ...pet.properties, createdAt: { type: "string", format: "date-time", readOnly: true } },
    };
    const call = await serve(crud("/pets", stamped));
    const { body } = await call("POST", "/pets", { name: "Rex", tag: "dog" });
    expect(body.createdAt).toEqual(expect.any(String));
    expect((await call("PUT", "/pets/1", { name: "Max" })).body).toEqual({
      id: 1,
      name: "Max",
      createdAt: body.createdAt,
    });
    expect((await call("PUT", "/pets/7", { name: "Max" })).status).toBe(404);
  });

  test("keeps its id whatever the body says", async () => {
    const call = await serve(crud("/pets", { ...pet, properties: { ...pet.properties, id: { type: "integer" } } }));
    await call("POST", "/pets", { id: 5, name: "Rex" });
    expect((await call("PATCH", "/pets/5", { id: 6 })).body.id).toBe(5);
    expect((await call("PUT", "/pets/5", { id: 6, name: "Max" })).body.id).toBe(5);
  });

  test("is answered to HEAD with its headers only", async () => {
    const call = await serve(crud("/pets", pet));
    await call("POST", "/pets", { name: "Rex" });
    const reply = await call("HEAD", "/pets/1");
    expect(reply).toMatchObject({ status: 200, body: undefined, type: "application/json" });
    expect((await call("HEAD", "/pets/2")).status).toBe(404);
  });

  test("is created by PUT if the description documents 201", async () => {
    const paths = {
      "/tags/{name}": {
        parameters: [inPath("name")],
        put: { requestBody: json(tag), responses: { ...ok(tag), 201: { description: "made", ...json(tag) } } },
        get: { responses: ok(tag) },
        delete: { responses: { 204: { description: "gone" } } },
      },
      "/tags": { get: { responses: ok({ type: "array", items: tag }) } },
    };
    const call = await serve(paths);
    expect(await call("PUT", "/tags/red", { color: "f00" })).toMatchObject({
      status: 201,
      body: { name: "red", color: "f00" },
    });
    expect(await call("PUT", "/tags/red", { color: "e00" })).toMatchObject({
      status: 200,
      body: { name: "red", color: "e00" },
    });
    expect((await call("GET", "/tags")).body).toEqual([{ name: "red", color: "e00" }]);
  });

  test("is answered although the description documents no answer", async () => {
    const call = await serve({
      "/pets": { post: { requestBody: json(pet), responses: { 201: { description: "made" } } } },
      "/pets/{id}": { parameters: [inPath("id")], get: { responses: { 200: { description: "ok" } } } },
    });
    expect(await call("POST", "/pets", { name: "Rex" })).toMatchObject({ status: 201, body: { id: 1, name: "Rex" } });
    expect(await call("GET", "/pets/1")).toMatchObject({ status: 200, body: { id: 1, name: "Rex" } });
  });
});

const tag = { type: "object", properties: { name: { type: "string" }, color: { type: "string" } } };

describe("the id of a new record", () => {
  const made = async (id: object, parameter: object = { type: "string" }): Promise<unknown> => {
    const schema = { type: "object", required: ["id"], properties: { id, name: { type: "string" } } };
    const call = await serve(crud("/customers", schema, parameter));
    const reply = await call("POST", "/customers", { name: "a" });
    expect(await call("GET", `/customers/${reply.body.id}`)).toMatchObject({ status: 200, body: reply.body });
    return reply.body.id;
  };

  test("is a UUID where the format says so", async () => {
    expect(await made({ type: "string", format: "uuid", readOnly: true })).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/,
    );
  });

  test("starts at the minimum", async () => {
    expect(await made({ type: "integer", minimum: 100, readOnly: true }, { type: "integer" })).toBe(100);
  });

  test("follows the pattern", async () => {
    expect(await made({ type: "string", pattern: "^CH[0-9a-f]{8}$", readOnly: true })).toMatch(/^CH[0-9a-f]{8}$/);
  });

  test("has the prefix of the example", async () => {
    expect(await made({ type: "string", examples: ["cus_9s6XKzkNRiz8i3"], readOnly: true })).toMatch(
      /^cus_[A-Za-z0-9]{14}$/,
    );
  });

  test("is a number as text if the example is one", async () => {
    expect(await made({ type: "string", examples: ["12345"], readOnly: true })).toBe("1");
  });

  test("is readable if the description gives no form", async () => {
    expect(await made({ type: "string", readOnly: true })).toBe("customer-1");
  });

  test("satisfies the path parameter as well as the property", async () => {
    expect(await made({ type: "string", readOnly: true }, { type: "string", maxLength: 4 })).toBe("1");
  });

  test("is one of an enum while unused ones are left", async () => {
    const level = {
      type: "object",
      required: ["id"],
      properties: { id: { type: "string", enum: ["low", "high"], readOnly: true } },
    };
    const call = await serve(crud("/levels", level, { type: "string" }), {}, { seed: 5 });
    expect((await call("GET", "/levels")).body).toHaveLength(2);
    expect(await call("POST", "/levels", {})).toMatchObject({ status: 409, body: { error: "No free id" } });
  });

  test("is the client's choice if the request declares it, and a taken one is 409", async () => {
    const call = await serve(crud("/users", tag, { type: "string" }));
    const named = await serve({
      "/users": {
        post: { requestBody: json(user), responses: { 201: { description: "made", ...json(user) } } },
        get: { responses: ok({ type: "array", items: user }) },
      },
      "/users/{username}": { parameters: [inPath("username")], get: { responses: ok(user) } },
    });
    expect((await call("POST", "/users", { name: "a" })).status).toBe(201);
    expect(await named("POST", "/users", { username: "ann" })).toMatchObject({
      status: 201,
      body: { username: "ann" },
    });
    expect((await named("GET", "/users/ann")).body).toEqual({ username: "ann" });
    expect(await named("POST", "/users", { username: "ann" })).toMatchObject({
      status: 409,
      body: { error: "Already exists", details: [{ in: "body", path: "/username" }] },
    });
  });
});

const user = { type: "object", properties: { username: { type: "string" } } };

describe("properties", () => {
  test("that are readOnly are ignored, that are writeOnly are kept and never served", async () => {
    const account = {
      type: "object",
      required: ["id", "password"],
      properties: {
        id: { type: "integer", readOnly: true },
        password: { type: "string", writeOnly: true },
        level: { type: "integer", readOnly: true },
        card: {
          type: "object",
          properties: { number: { type: "string", writeOnly: true }, brand: { type: "string" } },
        },
      },
    };
    const call = await serve(crud("/accounts", account));
    const { status, body } = await call("POST", "/accounts", {
      id: 77,
      level: "not a number",
      password: "secret",
      card: { number: "4242", brand: "visa" },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: 1, card: { brand: "visa" } });
    expect(JSON.stringify((await call("GET", "/accounts")).body)).not.toMatch(/secret|4242|not a number/);
    expect((await call("PATCH", "/accounts/1", { level: 3 })).body.level).toBe(body.level);
  });

  test("that only the request declares are kept and not served", async () => {
    const call = await serve({
      "/users": {
        post: {
          requestBody: json({ type: "object", properties: { name: { type: "string" }, password: { type: "string" } } }),
          responses: { 201: { description: "made", ...json(member) } },
        },
      },
      "/users/{id}": { parameters: [inPath("id")], get: { responses: ok(member) } },
    });
    expect((await call("POST", "/users", { name: "a", password: "secret" })).body).toEqual({ id: 1, name: "a" });
    expect((await call("GET", "/users/1")).body).toEqual({ id: 1, name: "a" });
  });

  test("that may be null are not null if the server sets a time, or if `oneOf` does not allow it", async () => {
    const Visit = {
      type: "object",
      properties: {
        id: { type: "integer" },
        note: { type: "string", nullable: true },
        date_created: { type: "string", format: "date-time", nullable: true },
        author: { nullable: true, oneOf: [{ type: "integer" }, { type: "boolean" }] },
      },
    };
    const visit = { $ref: "#/components/schemas/Visit" };
    const call = await serve(crud("/visits", visit), { openapi: "3.0.3", components: { schemas: { Visit } } });
    const { body } = await call("POST", "/visits", {});
    expect(body).toEqual({ id: 1, note: null, date_created: expect.stringMatching(/^20/) });
    expect((await call("POST", "/visits", { date_created: null })).body).toMatchObject({ date_created: null });
  });

  test("with a default have it when they are left out, also inside an object; nullable ones are null", async () => {
    const task = {
      type: "object",
      required: ["id", "due"],
      properties: {
        id: { type: "integer", readOnly: true },
        state: { type: "string", default: "open" },
        due: { type: ["string", "null"] },
        owner: { type: ["string", "null"] },
        note: { type: "string" },
        limits: { type: "object", properties: { least: { type: "integer", default: 1 } } },
        place: { type: "object", properties: { x: { type: "integer", default: 1 }, y: { type: "integer" } } },
      },
    };
    const call = await serve({
      ...crud("/tasks", task),
      "/tasks": {
        post: {
          requestBody: json({ ...task, required: [] }),
          responses: { 201: { description: "made", ...json(task) } },
        },
      },
    });
    expect((await call("POST", "/tasks", {})).body).toEqual({
      id: 1,
      state: "open",
      due: null,
      owner: null,
      limits: { least: 1 },
    });
  });
});

const member = { type: "object", required: ["id"], properties: { id: { type: "integer" }, name: { type: "string" } } };

test("a text that the record's pattern does not allow is stored and filtered as it is shown", async () => {
  const text = { type: "string" };
  const pattern = "^(user|org)_\\w+$";
  const key = { type: "object", properties: { id: text, subject: { type: "string", pattern, example: "user_1" } } };
  const list = ok({ type: "object", properties: { data: { type: "array", items: key } } });
  const parameters = [{ name: "subject", in: "query", schema: text }];
  const call = await serve({
    "/keys": {
      get: { parameters, responses: list },
      post: { requestBody: json({ type: "object", properties: { subject: text } }), responses: ok(key) },
    },
    "/keys/{id}": { parameters: [inPath("id")], get: { responses: ok(key) } },
  });
  const { body, headers } = await call("POST", "/keys", { subject: "scim_1" });
  expect(headers.get("mock-ignored")).toBe("subject");
  const found = await call("GET", `/keys?subject=${body.subject}`);
  expect(found.body.data.map(({ id }: { id: string }) => id)).toContain(body.id);
});

test("a value that is not in the record's enumeration is stored and filtered as it is shown", async () => {
  const text = { type: "string" };
  const task = (mode: object) => ({
    type: "object",
    properties: { id: { type: "integer", readOnly: true }, mode, note: text },
  });
  const shown = task({ enum: ["fast", "slow"] });
  const call = await serve({
    "/tasks": {
      get: { parameters: [inQuery("mode", text)], responses: ok({ type: "array", items: shown }) },
      post: { requestBody: json(task(text)), responses: ok(shown) },
    },
    "/tasks/{id}": {
      parameters: [inPath("id")],
      get: { responses: ok(shown) },
      patch: { requestBody: json(task(text)), responses: ok(shown) },
    },
  });
  const made = (await call("POST", "/tasks", { mode: "whatever", note: "n" })).body;
  expect(made).toMatchObject({ mode: expect.stringMatching(/^(?:fast|slow)$/), note: "n" });
  expect((await call("GET", `/tasks?mode=${made.mode}`)).body).toEqual([made]);
  expect((await call("GET", "/tasks?mode=whatever")).body).toEqual([]);
  const changed = (await call("PATCH", `/tasks/${made.id}`, { mode: "other" })).body;
  expect((await call("GET", `/tasks?mode=${changed.mode}`)).body).toEqual([changed]);
});

describe("a patch", () => {
  const strict = { ...pet, additionalProperties: false };

  test("of the media type merge-patch removes properties that are null", async () => {
    const call = await serve(crud("/pets", pet));
    await call("POST", "/pets", { name: "Rex", tag: "dog" });
    const type = { "content-type": "application/merge-patch+json" };
    expect(await call("PATCH", "/pets/1", { tag: null }, type)).toMatchObject({
      status: 200,
      body: { id: 1, name: "Rex" },
    });
    expect((await call("GET", "/pets/1")).body).toEqual({ id: 1, name: "Rex" });
    expect(await call("PATCH", "/pets/1", { name: null }, type)).toMatchObject({ status: 400 });
    expect((await call("GET", "/pets/1")).body.name).toBe("Rex");
  });

  test("of the media type json-patch is a list of operations, all or none", async () => {
    const call = await serve(crud("/pets", strict));
    await call("POST", "/pets", { name: "Rex" });
    const type = { "content-type": "application/json-patch+json" };
    const patch = (...operations: object[]) => call("PATCH", "/pets/1", operations, type);
    expect(await patch({ op: "add", path: "/tag", value: "dog" })).toMatchObject({ status: 200, body: { tag: "dog" } });
    expect((await patch({ op: "test", path: "/tag", value: "cat" }, { op: "remove", path: "/tag" })).status).toBe(409);
    expect((await patch({ op: "remove", path: "/tag" }, { op: "replace", path: "/none/x", value: 1 })).status).toBe(
      422,
    );
    expect((await patch({ op: "replace", path: "/name", value: "" })).body.details).toMatchObject([
      { path: "/name", keyword: "minLength" },
    ]);
    expect((await call("GET", "/pets/1")).body).toEqual({ id: 1, name: "Rex", tag: "dog" });
  });

  test("of plain JSON cannot make the record invalid", async () => {
    const order = {
      type: "object",
      properties: { id: { type: "integer", readOnly: true }, kind: { type: "string" }, reason: { type: "string" } },
      dependentRequired: { reason: ["kind"] },
    };
    const call = await serve({
      ...crud("/orders", order),
      "/orders/{id}": {
        parameters: [inPath("id", { type: "integer" })],
        get: { responses: ok(order) },
        patch: { requestBody: json({ type: "object", properties: order.properties }), responses: ok(order) },
      },
    });
    await call("POST", "/orders", {});
    expect(await call("PATCH", "/orders/1", { reason: "x" })).toMatchObject({
      status: 400,
      body: { error: "Validation failed" },
    });
    expect((await call("PATCH", "/orders/1", { reason: "x", kind: "y" })).status).toBe(200);
  });
});

describe("envelopes", () => {
  const wrapped = {
    type: "object",
    required: ["data", "meta"],
    properties: { data: pet, meta: { type: "object", required: ["version"], properties: { version: { const: 2 } } } },
  };

  test("hold the record on the way in and out", async () => {
    const call = await serve({
      "/pets": {
        post: {
          requestBody: json({ type: "object", required: ["pet"], properties: { pet } }),
          responses: { 201: { description: "made", ...json(wrapped) } },
        },
        get: {
          responses: ok({
            type: "object",
            properties: { data: { type: "array", items: pet }, total: { type: "integer" } },
          }),
        },
      },
      "/pets/{id}": { parameters: [inPath("id")], get: { responses: ok(wrapped) }, delete: { responses: ok(wrapped) } },
    });
    expect((await call("POST", "/pets", { pet: { name: "Rex" } })).body).toEqual({
      data: { id: 1, name: "Rex" },
      meta: { version: 2 },
    });
    expect((await call("GET", "/pets/1")).body.data).toEqual({ id: 1, name: "Rex" });
    expect((await call("GET", "/pets")).body).toEqual({ data: [{ id: 1, name: "Rex" }], total: 1 });
    expect(await call("DELETE", "/pets/1")).toMatchObject({ status: 200, body: { data: { id: 1, name: "Rex" } } });
  });

  test("contain several records if several are created at once", async () => {
    const call = await serve({
      "/pets": {
        get: { responses: ok({ type: "array", items: pet }) },
        post: {
          requestBody: json({ type: "array", items: pet }),
          responses: { 201: { description: "made", ...json({ type: "array", items: pet }) } },
        },
      },
      "/pets/{id}": { parameters: [inPath("id")], get: { responses: ok(pet) } },
    });
    expect((await call("POST", "/pets", [{ name: "a" }, { name: "b" }])).body).toEqual([
      { id: 1, name: "a" },
      { id: 2, name: "b" },
    ]);
    expect((await call("GET", "/pets/2")).body.name).toBe("b");
  });
});

test("a delete that documents 202 or a body answers so", async () => {
  const call = await serve({
    ...crud("/jobs", pet),
    "/jobs/{id}": {
      parameters: [inPath("id")],
      get: { responses: ok(pet) },
      delete: {
        responses: {
          202: {
            description: "soon",
            ...json({
              type: "object",
              required: ["id", "deleted"],
              properties: { id: { type: "integer" }, deleted: { const: true } },
            }),
          },
        },
      },
    },
  });
  await call("POST", "/jobs", { name: "a" });
  expect(await call("DELETE", "/jobs/1")).toMatchObject({ status: 202, body: { id: 1, deleted: true } });
});

test("POST on the path of a record creates it if no other operation does, and then changes it", async () => {
  const policy = { type: "object", properties: { Name: { type: "string" }, Rules: { type: "string" } } };
  const parameters = [inPath("policyName")];
  const call = await serve({
    "/policies": { get: { responses: ok({ type: "array", items: policy }) } },
    "/policy/{policyName}": {
      parameters,
      get: { responses: ok(policy) },
      post: { requestBody: json(policy), responses: { 200: { description: "done" } } },
      delete: { responses: { 200: { description: "gone" } } },
    },
  });
  expect((await call("POST", "/policy/p", { Name: "p", Rules: "a" })).status).toBe(200);
  expect((await call("POST", "/policy/p", { Rules: "b" })).status).toBe(200);
  expect((await call("GET", "/policy/p")).body).toEqual({ Name: "p", Rules: "b" });
  expect((await call("GET", "/policies")).body).toEqual([{ Name: "p", Rules: "b" }]);
});
