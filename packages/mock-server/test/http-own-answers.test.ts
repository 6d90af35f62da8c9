import { describe, expect, test } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const boolean = { type: "boolean" };
const key = { type: "object", properties: { id: text, name: text, created_at: { ...text, format: "date-time" } } };
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });

/** `/keys` whose create and delete answer by schemas of their own. */
async function keys(created: object, deleted: object) {
  return serve({
    "/keys": {
      get: { responses: ok({ type: "array", items: key }) },
      post: {
        requestBody: json(object({ name: text })),
        responses: { 201: { description: "made", ...json(created) } },
      },
    },
    "/keys/{id}": { parameters: [inPath("id")], get: { responses: ok(key) }, delete: { responses: ok(deleted) } },
  });
}

describe("the answer to a create", () => {
  test("has the secret that is shown once, and nothing that its schema does not declare", async () => {
    const call = await keys(object({ id: text, object: { const: "key" }, token: text, hint: text }), {});
    const made = (await call("POST", "/keys", { name: "a" })).body;
    expect(made).toEqual({ id: expect.any(String), object: "key", token: expect.stringMatching(/.{8}/) });
    expect((await call("GET", `/keys/${made.id}`)).body).toEqual({
      id: made.id,
      name: "a",
      created_at: expect.any(String),
    });
  });

  test("is the only answer with properties that are only returned once", async () => {
    const description = "The private key. **Note that this value is only returned once when creating the key.**";
    const record = { ...key.properties, private_key: { ...text, description } };
    const call = await serve(crud("/keys", object(record), text), {}, { seed: 1 });
    const { private_key: secret, ...rest } = (await call("POST", "/keys", { name: "a", private_key: "k" })).body;
    expect(secret).toBe("k");
    expect((await call("GET", `/keys/${rest.id}`)).body).toEqual(rest);
    const listed: object[] = (await call("GET", "/keys")).body;
    expect(listed).toContainEqual(rest);
    expect(listed.some((one) => Object.hasOwn(one, "private_key"))).toBe(false);
  });

  test("has the secret that the server generated for the client, once", async () => {
    const client = object({ id: { ...text, readOnly: true }, name: text, client_secret: text });
    const call = await serve({
      "/clients": {
        get: { responses: ok({ type: "array", items: client }) },
        post: { requestBody: json(client), responses: { 201: { description: "made", ...json(client) } } },
      },
      "/clients/{id}": { parameters: [inPath("id")], get: { responses: ok(client) } },
    });
    const made = (await call("POST", "/clients", { name: "a" })).body;
    expect(made).toEqual({ id: expect.any(String), name: "a", client_secret: expect.stringMatching(/./) });
    expect((await call("GET", `/clients/${made.id}`)).body).toEqual({ id: made.id, name: "a" });
    const chosen = { name: "b", client_secret: "mine" };
    expect((await call("POST", "/clients", chosen)).body).toMatchObject(chosen);
  });

  test("has the id where its example shows it and its schema leaves it out", async () => {
    const example = { key: { id: "k_1", name: "ours", hint: "x" } };
    const media = { "application/json": { schema: object({ key: object({ name: text }) }), example } };
    const call = await serve({
      "/keys": {
        get: { responses: ok({ type: "array", items: key }) },
        post: {
          requestBody: json(object({ name: text })),
          responses: { 201: { description: "made", content: media } },
        },
      },
      "/keys/{id}": { parameters: [inPath("id")], get: { responses: ok(key) } },
    });
    const { key: made } = (await call("POST", "/keys", { name: "a" })).body;
    expect(made).toEqual({ id: expect.any(String), name: "a" });
    expect((await call("GET", `/keys/${made.id}`)).body).toMatchObject(made);
  });

  test("tells success in its envelope", async () => {
    const call = await keys(object({ success: boolean, result: key, errors: { type: "array" } }), {});
    expect((await call("POST", "/keys", { name: "a" })).body).toMatchObject({ success: true, result: { name: "a" } });
  });
});

test.each([
  [["failed", "running", "queued"], "queued"],
  [["suspended", "deleted", "active"], "active"],
  [["done", "in_progress", "todo"], "todo"],
  [["error", "lost"], "error"],
  [["cancelled", "open-ended", "error"], "open-ended"],
  [["paid", "shipped", "filed"], "filed", "fileJob"],
  [["paid", "placed"], "placed"],
])(
  "a new record whose status the server sets, one of %o, begins with %o",
  async (values, first, operationId = "createJob") => {
    const job = object({ id: text, name: text, status: { ...text, enum: values } }, { required: ["id", "status"] });
    const made = { 201: { description: "made", ...json(job) } };
    const post = { operationId, requestBody: json(object({ name: text })), responses: made };
    const get = { responses: ok({ type: "array", items: job }) };
    const call = await serve({
      "/jobs": { get, post },
      "/jobs/{id}": { parameters: [inPath("id")], get: { responses: ok(job) } },
    });
    for (let number = 0; number < 5; number++) {
      const { body } = await call("POST", "/jobs", { name: "a" });
      expect(body.status).toEqual(first);
      expect((await call("GET", `/jobs/${body.id}`)).body).toEqual(body);
    }
  },
);

test("a status with a default in the create's body begins with it, whatever its other values are", async () => {
  const values = { ...text, enum: ["review", "todo", "in_progress", "done"] };
  const task = object({ id: text, name: text, status: values }, { required: ["id", "status"] });
  const created = object({ name: text, status: { ...values, default: "review" } }, { required: ["name"] });
  const call = await serve({
    "/tasks": {
      get: { responses: ok({ type: "array", items: task }) },
      post: { requestBody: json(created), responses: { 201: { description: "made", ...json(task) } } },
    },
    "/tasks/{id}": { parameters: [inPath("id")], get: { responses: ok(task) } },
  });
  expect((await call("POST", "/tasks", { name: "a" })).body.status).toBe("review");
});

describe("the answer to a delete", () => {
  test.each([
    [
      "the id and a flag",
      object({ id: text, object: { ...text, example: "key" }, deleted: boolean }),
      { object: "key", deleted: true },
    ],
    ["a flag alone", object({ success: boolean }, { required: ["success"] }), { success: true }],
    [
      "a message and a flag",
      object({ ok: boolean, message: { ...text, default: "Gone" } }),
      { ok: true, message: "Gone" },
    ],
    ["the record in an envelope", object({ data: key, deleted: boolean }), { deleted: true }],
  ])("that is %s says that it is done", async (_, schema, expected) => {
    const call = await keys(key, schema);
    const { id } = (await call("POST", "/keys", { name: "a" })).body;
    const { status, body } = await call("DELETE", `/keys/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject(expected);
    const names = Object.keys((schema as { properties: object }).properties);
    expect(names).toEqual(expect.arrayContaining(Object.keys(body)));
    if (names.includes("id")) expect(body.id).toBe(id);
  });
});

test("an answer that is exactly one of two overlapping forms keeps what was sent", async () => {
  const short = object({ uid: text, role: text }, { required: ["uid", "role"] });
  const long = object({ uid: text, role: text, email: text }, { required: ["uid", "role", "email"] });
  const call = await serve({
    "/members": {
      get: { responses: ok({ type: "array", items: long }) },
      post: { requestBody: json(long), responses: ok({ oneOf: [long, short] }) },
    },
    "/members/{uid}": { parameters: [inPath("uid")], delete: { responses: ok({}) } },
  });
  const { body } = await call("POST", "/members", { uid: "u7", role: "owner", email: "a@example.com" });
  expect(body).toEqual({ uid: "u7", role: "owner" });
});

test("an answer of one boolean `data` tells that a record is deleted", async () => {
  const call = await keys(object({ id: text }), object({ data: boolean }));
  const { id } = (await call("POST", "/keys", { name: "a" })).body;
  expect((await call("DELETE", `/keys/${id}`)).body).toEqual({ data: true });
});

test("the only boolean of an answer tells whether what the path names is so: liked, unliked, deleted, updated", async () => {
  const told = (name: string) => ({ responses: ok(object({ data: object({ [name]: boolean }), errors: list(text) })) });
  const list = (items: object) => ({ type: "array", items });
  const tweet = object({ id: { ...text, readOnly: true }, text });
  const like = { requestBody: json(object({ tweet_id: text }, { required: ["tweet_id"] })) };
  const call = await serve({
    "/tweets": { get: { responses: ok(list(tweet)) }, post: { requestBody: json(tweet), responses: ok(tweet) } },
    "/tweets/{id}": {
      parameters: [inPath("id")],
      get: { responses: ok(tweet) },
      put: { requestBody: json(tweet), ...told("updated") },
      delete: told("deleted"),
    },
    "/tweets/{id}/likes": { parameters: [inPath("id")], post: { ...like, ...told("liked") } },
    "/tweets/{id}/likes/{tweet_id}": { parameters: [inPath("id"), inPath("tweet_id")], delete: told("liked") },
    "/tweets/{id}/lists": {
      parameters: [inPath("id")],
      get: { responses: ok(list(object({ list_id: text }))) },
      post: { requestBody: json(object({ list_id: text }, { required: ["list_id"] })), ...told("pinned") },
    },
    "/tweets/{id}/lists/{list_id}": { parameters: [inPath("id"), inPath("list_id")], delete: told("pinned") },
  });
  for (const text of ["a", "b", "c"]) {
    const { id } = (await call("POST", "/tweets", { text })).body;
    const answers = [
      await call("POST", `/tweets/${id}/likes`, { tweet_id: id }),
      await call("DELETE", `/tweets/${id}/likes/${id}`),
      await call("POST", `/tweets/${id}/lists`, { list_id: "l" }),
      await call("DELETE", `/tweets/${id}/lists/l`),
      await call("PUT", `/tweets/${id}`, { text: "d" }),
      await call("DELETE", `/tweets/${id}`),
    ];
    const said = [{ liked: true }, { liked: false }, { pinned: true }, { pinned: false }, { updated: true }];
    expect(answers.map(({ body }) => body.data)).toEqual([...said, { deleted: true }]);
  }
});

test("an action that answers by the schema of the create shows the record", async () => {
  const status = { enum: ["pending", "running", "cancelled", "completed"] };
  const shared = {
    id: { ...text, readOnly: true },
    status,
    model: text,
    created_at: text,
    epochs: { type: "integer" },
  };
  const more = Object.fromEntries(["owner", "price", "tokens", "output", "step"].map((name) => [name, text]));
  const Short = object(
    { ...shared, ...more },
    { required: ["id", "status"], example: { id: "j1", status: "completed" } },
  );
  const files = Object.fromEntries(["path", "lines", "size", "ratio", "decay", "loss"].map((name) => [name, text]));
  const Job = object({ ...shared, ...files }, { required: ["id", "status"] });
  const short = ok({ $ref: "#/components/schemas/Short" });
  const job = ok({ $ref: "#/components/schemas/Job" });
  const call = await serve(
    {
      "/jobs": { post: { requestBody: json(object({ model: text })), responses: short } },
      "/jobs/{id}": { parameters: [inPath("id")], get: { responses: job } },
      "/jobs/{id}/cancel": { parameters: [inPath("id")], post: { responses: short } },
    },
    { components: { schemas: { Short, Job } } },
  );
  const { id } = (await call("POST", "/jobs", { model: "m" })).body;
  expect((await call("POST", `/jobs/${id}/cancel`)).body).toMatchObject({ id, status: "cancelled", model: "m" });
  expect((await call("GET", `/jobs/${id}`)).body).toMatchObject({ id, status: "cancelled", model: "m" });
});

test("an answer with an id property has the id of the record's object; a new record is active", async () => {
  const server = { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } };
  const flags = { id: { type: "string" }, active: { type: "boolean" } };
  const sent = { type: "object", properties: { server_id: { type: "string" }, active: { type: "boolean" } } };
  const shown = { type: "object", properties: { ...flags, server } };
  const told = { type: "object", properties: { ...flags, server_id: { type: "string" } } };
  const paths = crud("/links", shown) as Record<string, Record<string, object>>;
  const post = { requestBody: json(sent), responses: ok(told) };
  const call = await serve({ ...crud("/servers", server), ...paths, "/links": { ...paths["/links"], post } });
  const { body: named } = await call("POST", "/servers", { name: "a" });
  const { body } = await call("POST", "/links", { server_id: named.id });
  expect(body).toEqual({ id: body.id, active: true, server_id: named.id });
  expect((await call("GET", `/links/${body.id}`)).body).toEqual({ id: body.id, active: true, server: named });
  expect((await call("POST", "/links", { server_id: named.id, active: false })).body.active).toBe(false);
});

test("an envelope of a record says that the request succeeded, and one of an error that it did not", async () => {
  const around = (data: object) => object({ status: boolean, message: text, data });
  const outcome = object(
    { status: { type: "string", enum: ["error", "success"] }, job: key },
    { required: ["status"] },
  );
  const call = await serve({
    "/keys": {
      get: { responses: ok(around({ type: "array", items: key })) },
      post: { requestBody: json(object({ name: text })), responses: ok(around(key)) },
    },
    "/keys/{id}": {
      parameters: [inPath("id")],
      get: { responses: { ...ok(around(key)), 404: { description: "absent", ...json(around(object({}))) } } },
      delete: { responses: ok(outcome) },
    },
  });
  const made = (await call("POST", "/keys", { name: "a" })).body;
  expect(made.status).toBe(true);
  expect((await call("GET", `/keys/${made.data.id}`)).body.status).toBe(true);
  expect((await call("GET", "/keys/none")).body).toMatchObject({ status: false, message: expect.any(String) });
  expect((await call("DELETE", `/keys/${made.data.id}`)).body.status).toBe("success");
});
