import { describe, expect, it, test } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const id = { $ref: "#/components/schemas/Id" };
const components = { schemas: { Id: { anyOf: [{ type: "integer" }, { type: "string", format: "uuid" }] } } };
const entry = { type: "object", required: ["id"], properties: { id, text, tags: { type: "array", items: text } } };
const result = (schema: object): object =>
  ok({ type: "object", properties: { result: schema, time: { type: "number" }, status: text } });
const parameters = [inPath("shelf")];
const status = { type: "object", required: ["state"], properties: { state: { enum: ["done"] } } };
const ids = { type: "array", items: id };
const post = (body: object, responses: object, rest: object = {}): object => ({
  parameters,
  post: { requestBody: { required: true, ...json(body) }, responses, ...rest },
});

/** Records that are written, read and removed in bulk, and read one by one. */
const paths = {
  ...crud("/shelves", { type: "object", required: ["name"], properties: { name: text } }, text),
  "/shelves/{shelf}/exists": {
    parameters,
    get: { responses: result({ type: "object", required: ["exists"], properties: { exists: { type: "boolean" } } }) },
  },
  "/shelves/{shelf}/entries": {
    parameters,
    put: {
      operationId: "upsertEntries",
      requestBody: {
        required: true,
        ...json({
          anyOf: [
            {
              type: "object",
              required: ["batch"],
              properties: { batch: { type: "object", properties: { ids } }, key: text },
            },
            {
              type: "object",
              required: ["entries"],
              properties: { entries: { type: "array", items: entry }, key: text },
            },
          ],
        }),
      },
      responses: result(status),
    },
    post: {
      requestBody: {
        required: true,
        ...json({ type: "object", required: ["ids"], properties: { ids, with_tags: { type: "boolean" } } }),
      },
      responses: result({ type: "array", items: entry }),
    },
  },
  "/shelves/{shelf}/entries/{id}": { parameters: [...parameters, inPath("id", id)], get: { responses: result(entry) } },
  "/shelves/{shelf}/entries/scroll": post(
    { type: "object", properties: { limit: { type: "integer" }, offset: id } },
    result({ type: "object", properties: { entries: { type: "array", items: entry }, next_page_offset: id } }),
  ),
  "/shelves/{shelf}/entries/count": post(
    { type: "object", properties: { exact: { type: "boolean" } } },
    result({ type: "object", required: ["count"], properties: { count: { type: "integer" } } }),
  ),
  "/shelves/{shelf}/entries/delete": post(
    {
      anyOf: [
        { type: "object", required: ["entries"], properties: { entries: ids } },
        { type: "object", required: ["filter"], properties: { filter: { type: "object" } } },
      ],
    },
    result(status),
  ),
};

describe("records that are written in bulk", () => {
  it("are read one by one, by their ids, page by page, and counted; a change keeps the others", async () => {
    const call = await serve(paths, { components });
    await call("POST", "/shelves", { name: "novels" });
    const entries = [1, 2, 3].map((id) => ({ id, text: `entry ${id}`, tags: ["a"] }));
    expect((await call("PUT", "/shelves/novels/entries", { entries })).status).toBe(200);
    await call("PUT", "/shelves/novels/entries", { entries: [{ id: 2, text: "second" }] });
    expect((await call("GET", "/shelves/novels/entries/2")).body.result).toMatchObject({ id: 2, text: "second" });
    expect((await call("GET", "/shelves/novels/entries/9")).status).toBe(404);
    const found = await call("POST", "/shelves/novels/entries", { ids: [3, 1] });
    expect(found.body.result.map(({ id }: { id: number }) => id)).toEqual([1, 3]);
    expect((await call("POST", "/shelves/novels/entries/count", {})).body.result).toEqual({ count: 3 });
    const page = await call("POST", "/shelves/novels/entries/scroll", { limit: 2 });
    expect(page.body.result.entries.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
  });

  it("are removed by their ids", async () => {
    const call = await serve(paths, { components });
    await call("POST", "/shelves", { name: "novels" });
    await call("PUT", "/shelves/novels/entries", { entries: [1, 2, 3].map((id) => ({ id, text: `entry ${id}` })) });
    expect((await call("POST", "/shelves/novels/entries/delete", { entries: [1, 3] })).status).toBe(200);
    expect((await call("POST", "/shelves/novels/entries/count", {})).body.result).toEqual({ count: 1 });
    expect((await call("GET", "/shelves/novels/entries/1")).status).toBe(404);
  });
});

it("whether a record exists depends on the state", async () => {
  const call = await serve(paths, { components });
  const exists = async (): Promise<boolean> => (await call("GET", "/shelves/novels/exists")).body.result.exists;
  expect(await exists()).toBe(false);
  await call("POST", "/shelves", { name: "novels" });
  expect(await exists()).toBe(true);
  await call("DELETE", "/shelves/novels");
  expect(await exists()).toBe(false);
});

const product = { type: "object", properties: { id: text, title: text, price: { type: "integer" } } };
const products = { type: "array", items: { $ref: "#/components/schemas/Product" } };
const texts = { type: "array", items: text };

it.each([
  [
    "records and ids",
    {
      created: products,
      updated: products,
      deleted: { type: "object", properties: { ids: texts, deleted: { type: "boolean" } } },
    },
    (id: string) => ({ ids: [id], deleted: true }),
  ],
  [
    "records alone",
    { create: products, update: products, delete: products },
    (id: string) => [{ id, title: "c", price: 3 }],
  ],
])("a batch creates, updates and deletes, and answers %s", async (_, properties, gone) => {
  const lists = { create: products, update: products, delete: texts };
  const batch = {
    post: { requestBody: json({ type: "object", properties: lists }), responses: ok({ type: "object", properties }) },
  };
  const [created = "", updated = "", deleted = ""] = Object.keys(properties);
  const components = { schemas: { Product: product } };
  const call = await serve({ ...crud("/products", products.items, text), "/products/batch": batch }, { components });
  for (const [index, title] of ["a", "b", "c"].entries())
    await call("POST", "/products", { id: `p${index}`, title, price: index + 1 });
  const sent = { create: [{ title: "d", price: 4 }], update: [{ id: "p0", title: "A" }], delete: ["p2"] };
  const { body } = await call("POST", "/products/batch", sent);
  expect(body[created]).toMatchObject([{ title: "d", price: 4 }]);
  expect(body[updated]).toEqual([{ id: "p0", title: "A", price: 1 }]);
  expect(body[deleted]).toEqual(gone("p2"));
  expect((await call("GET", "/products/p0")).body).toEqual({ id: "p0", title: "A", price: 1 });
  expect((await call("GET", `/products/${body[created][0].id}`)).body.title).toBe("d");
  expect((await call("GET", "/products/p2")).status).toBe(404);
});

it.each([
  [404, 3],
  [409, 4],
])("a batch that names an absent record, where %i is documented", async (status, length) => {
  const lists = { create: products, update: products, delete: texts };
  const responses = { ...ok({ type: "object", properties: lists }), [status]: { description: "refused" } };
  const batch = { post: { requestBody: json({ type: "object", properties: lists }), responses } };
  const components = { schemas: { Product: product } };
  const call = await serve({ ...crud("/products", products.items, text), "/products/batch": batch }, { components });
  for (const id of ["p0", "p1", "p2"]) await call("POST", "/products", { id });
  const sent = {
    create: [{ title: "d" }],
    update: [
      { id: "p9", title: "x" },
      { id: "p1", title: "B" },
    ],
    delete: ["p8"],
  };
  const reply = await call("POST", "/products/batch", sent);
  expect((await call("GET", "/products")).body).toHaveLength(length);
  expect(reply.status).toBe(status === 404 ? 404 : 200);
  if (status === 404) return;
  expect(reply.body).toMatchObject({ update: [{ id: "p1", title: "B" }], delete: [] });
  expect(reply.headers.get("mock-ignored")).toBe("update, delete");
});

describe("words behind the path of a collection", () => {
  const contact = {
    type: "object",
    required: ["id", "properties"],
    properties: { id: text, properties: { type: "object", additionalProperties: text }, archived: { type: "boolean" } },
  };
  const sent = { type: "object", required: ["properties"], properties: { properties: contact.properties.properties } };
  const inputs = (items: object): object => ({
    type: "object",
    required: ["inputs"],
    properties: { inputs: { type: "array", items } },
  });
  const results = ok({ type: "object", properties: { results: { type: "array", items: contact } } });
  const only = (name: string): object => ({ type: "object", required: [name], properties: { [name]: text } });
  const many = (body: object, responses: object = results): object => ({
    post: { requestBody: { required: true, ...json(body) }, responses },
  });
  const contacts = {
    "/contacts": {
      get: { responses: results },
      post: { requestBody: { required: true, ...json(sent) }, responses: ok(contact) },
    },
    "/contacts/{contactId}": { parameters: [inPath("contactId")], get: { responses: ok(contact) } },
    "/contacts/batch/create": many(inputs(sent)),
    "/contacts/batch/update": many(inputs({ ...sent, properties: { ...sent.properties, id: text } })),
    "/contacts/batch/read": many(inputs(only("id"))),
    "/contacts/batch/archive": many(inputs(only("id")), { 204: { description: "gone" } }),
    "/contacts/destroy_many": {
      delete: {
        parameters: [{ name: "ids", in: "query", schema: { type: "array", items: text } }],
        responses: { 204: { description: "gone" } },
      },
    },
  };

  it("say what happens to many records", async () => {
    const call = await serve(contacts);
    const inputs = ["Ann", "Bob", "Cid"].map((name) => ({ properties: { name } }));
    const made = (await call("POST", "/contacts/batch/create", { inputs })).body.results;
    expect(made).toMatchObject(inputs);
    const [ann, bob, cid] = made.map(({ id }: { id: string }) => id);
    const update = { inputs: [{ id: bob, properties: { name: "Bert" } }] };
    expect((await call("POST", "/contacts/batch/update", update)).body.results).toMatchObject(update.inputs);
    expect((await call("GET", `/contacts/${bob}`)).body.properties).toEqual({ name: "Bert" });
    const absent = { inputs: [{ id: "nobody", properties: { name: "Bert" } }] };
    expect((await call("POST", "/contacts/batch/update", absent)).status).toBe(404);
    const read = await call("POST", "/contacts/batch/read", { inputs: [{ id: ann }, { id: cid }] });
    expect(read.body.results.map(({ id }: { id: string }) => id)).toEqual([ann, cid]);
    expect((await call("POST", "/contacts/batch/archive", { inputs: [{ id: ann }] })).status).toBe(204);
    expect((await call("DELETE", `/contacts/destroy_many?ids=${cid}`)).status).toBe(204);
    const left = (await call("GET", "/contacts")).body.results;
    expect(left.map(({ id }: { id: string }) => id)).toEqual([bob]);
  });
});

it("records that are created in bulk exist, and the answer says so, even if its only example is null", async () => {
  const item = { type: "object", properties: { id: { type: "string", readOnly: true }, name: text } };
  const list = { type: "array", items: item };
  const answer = {
    type: "object",
    required: ["status", "results"],
    properties: { status: { enum: ["PENDING", "CANCELED", "COMPLETE"] }, results: list },
  };
  const call = await serve({
    ...crud("/items", item, text),
    "/items/batch/create": {
      post: {
        requestBody: json({ type: "object", properties: { inputs: list } }),
        responses: { 201: { description: "made", ...json(answer, { example: null }) } },
      },
    },
  });
  const { body } = await call("POST", "/items/batch/create", { inputs: [{ name: "a" }, { name: "b" }] });
  expect(body).toMatchObject({ status: "COMPLETE", results: [{ name: "a" }, { name: "b" }] });
});

it("a list of children in a POST of a record's own path creates them, and the answer says which", async () => {
  const member = { type: "object", properties: { id: { type: "string", readOnly: true }, email: text } };
  const list = { type: "array", items: member };
  const number = { type: "integer" };
  const answer = { new_members: list, updated_members: list, errors: list, total_created: number, error_count: number };
  const { "/lists/{id}": item = {}, ...lists } = crud(
    "/lists",
    { type: "object", properties: { id: text, name: text } },
    text,
  ) as Record<string, object>;
  const call = await serve({
    ...lists,
    "/lists/{id}": {
      ...item,
      post: {
        requestBody: json({
          type: "object",
          required: ["members"],
          properties: { members: list, update: { type: "boolean" } },
        }),
        responses: ok({ type: "object", properties: answer }),
      },
    },
    "/lists/{id}/members": {
      parameters: [inPath("id")],
      get: { responses: ok(list) },
      post: { requestBody: json(member), responses: { 201: { description: "made", ...json(member) } } },
    },
  });
  const made = (await call("POST", "/lists", { name: "a" })).body.id;
  const { body } = await call("POST", `/lists/${made}`, { members: [{ email: "a" }, { email: "b" }] });
  const expected = [{ email: "a" }, { email: "b" }];
  expect(body).toMatchObject({
    new_members: expected,
    updated_members: [],
    errors: [],
    total_created: 2,
    error_count: 0,
  });
  expect((await call("GET", `/lists/${made}/members`)).body).toMatchObject(expected);
});

it("a merge below a collection deletes one record and answers with the other", async () => {
  const contact = { type: "object", properties: { id: text, email: text } };
  const ids = (...names: string[]) =>
    json({ type: "object", required: names, properties: Object.fromEntries(names.map((name) => [name, text])) });
  const call = await serve({
    ...crud("/contacts", contact, text),
    "/contacts/merge": { post: { requestBody: ids("primaryObjectId", "objectIdToMerge"), responses: ok(contact) } },
    "/contacts/gdpr-delete": { post: { requestBody: ids("objectId"), responses: { 204: { description: "gone" } } } },
  });
  const made = async (email: string): Promise<string> => (await call("POST", "/contacts", { email })).body.id;
  const [ann, bob] = [await made("ann@e.com"), await made("bob@e.com")];
  const merged = await call("POST", "/contacts/merge", { primaryObjectId: ann, objectIdToMerge: bob });
  expect(merged.body).toEqual({ id: ann, email: "ann@e.com" });
  const status = async (id: string) => (await call("GET", `/contacts/${id}`)).status;
  expect([await status(ann), await status(bob)]).toEqual([200, 404]);
  expect((await call("POST", "/contacts/gdpr-delete", { objectId: ann })).status).toBe(204);
  expect(await status(ann)).toBe(404);
});

it("a body that takes one record or several makes either, and the answer lists their ids", async () => {
  const order = { type: "object", properties: { id: text, note: text, place: text, shop: text } };
  const written = { type: "object", properties: { note: text, place: text, shop: text } };
  const several = (one: object) => ({
    type: "object",
    properties: { order: one, orders: { type: "array", items: one } },
  });
  const answered = {
    type: "object",
    properties: { order_ids: { type: "array", items: text }, ...several(order).properties },
  };
  const data = { type: "object", properties: { data: { ...answered, required: ["order_ids"] } } };
  const paths = crud("/orders", order) as Record<string, Record<string, object>>;
  const call = await serve({
    ...paths,
    "/orders": { ...paths["/orders"], post: { requestBody: json(several(written)), responses: ok(data) } },
  });
  const one = (await call("POST", "/orders", { order: { note: "a" } })).body.data;
  expect(one).toEqual({ order: { id: expect.any(String), note: "a" }, order_ids: [one.order.id] });
  const two = (await call("POST", "/orders", { orders: [{ note: "b" }, { note: "c" }] })).body.data;
  expect(two.orders.map(({ note }: { note: string }) => note)).toEqual(["b", "c"]);
  expect(two.order_ids).toEqual(two.orders.map(({ id: own }: { id: string }) => own));
  expect((await call("GET", "/orders")).body).toHaveLength(3);
});

it("a body that is a record creates one, and a body that is a list creates several", async () => {
  const fields = { type: "object", required: ["name"], properties: { name: text } };
  const written = { type: "object", required: ["fields"], properties: { fields, place: text, shop: text } };
  const item = { type: "object", required: ["id", "fields"], properties: { id: text, ...written.properties } };
  const list = {
    type: "object",
    additionalProperties: false,
    properties: { items: { type: "array", items: written } },
  };
  const paths = crud("/items", item) as Record<string, Record<string, object>>;
  const post = { requestBody: json({ oneOf: [written, list] }), responses: ok(item) };
  const call = await serve({ ...paths, "/items": { ...paths["/items"], post } });
  const one = (await call("POST", "/items", { fields: { name: "a" } })).body;
  expect(one).toMatchObject({ fields: { name: "a" } });
  await call("POST", "/items", { items: [{ fields: { name: "b" } }, { fields: { name: "c" } }] });
  const names = (await call("GET", "/items")).body.map((one: { fields: object }) => one.fields);
  expect(names).toEqual([{ name: "a" }, { name: "b" }, { name: "c" }]);
});

test("POST /batch/objects makes the objects of its list, each with the id that it has there", async () => {
  const object = { type: "object", required: ["id"], properties: { id: text, name: text, size: { type: "integer" } } };
  const fields = { type: "array", items: { type: "string", enum: ["ALL", "id"] } };
  const call = await serve({
    ...crud("/objects", object, text),
    "/batch/objects": {
      post: {
        requestBody: json({ type: "object", properties: { fields, objects: { type: "array", items: object } } }),
        responses: ok({ type: "array", items: { allOf: [object, { properties: { result: { type: "object" } } }] } }),
      },
    },
  });
  const objects = [
    { id: "a", name: "one" },
    { id: "b", name: "two" },
  ];
  expect((await call("POST", "/batch/objects", { objects })).body).toMatchObject(objects);
  expect((await call("GET", "/objects/b")).body).toMatchObject({ id: "b", name: "two" });
});

it.each(["set", "identify"])(
  "POST /people/bulk/%s creates and changes the listed records, if its answer is a job",
  async (verb) => {
    const person = { type: "object", properties: { id: text, name: text, age: { type: "integer" } } };
    const job = {
      type: "object",
      required: ["id"],
      properties: { id: text, status: { enum: ["queued", "completed"] } },
    };
    const body = { type: "object", required: ["people"], properties: { people: { type: "array", items: person } } };
    const description = "Sets several people at once, creating or updating them.";
    const one = crud("/people", person, text) as Record<string, Record<string, object>>;
    const { post: _, ...item } = one["/people/{id}"] ?? {};
    const call = await serve({
      "/people": { get: one["/people"]?.get },
      "/people/{id}": item,
      [`/people/bulk/${verb}`]: { post: { description, requestBody: json(body), responses: ok(job) } },
    });
    await call("PUT", "/people/a", { name: "Ann", age: 3 });
    const people = [
      { id: "a", name: "Anna" },
      { id: "b", name: "Bob" },
    ];
    expect((await call("POST", `/people/bulk/${verb}`, { people })).status).toBe(200);
    expect((await call("GET", "/people/a")).body).toMatchObject({ id: "a", name: "Anna" });
    expect((await call("GET", "/people/b")).body).toMatchObject({ id: "b", name: "Bob" });
  },
);

test("an answer that counts received records counts the sent ones", async () => {
  const span = { type: "object", properties: { id: text, name: text, kind: text, status: text } };
  const data = { type: "object", required: ["data"], properties: { data: { type: "array", items: span } } };
  const count = { type: "integer" };
  const told = { type: "object", properties: { total_received: count, total_queued: count, total_price: count } };
  const call = await serve({
    "/spans": {
      get: { responses: ok(data) },
      post: { requestBody: json(data), responses: { 202: { description: "queued", ...json(told) } } },
    },
  });
  const { body } = await call("POST", "/spans", { data: [{ name: "a" }, { name: "b" }] });
  expect(body).toMatchObject({ total_received: 2, total_queued: 2 });
  expect((await call("GET", "/spans")).body.data).toHaveLength(2);
});

it("a list of messages that is sent makes each of them, and reverse lists the last one first, of a count of all that matched", async () => {
  const text = { type: "string" };
  const message = { type: "object", properties: { id: text, content: text, sender: text } };
  const sent = { type: "object", required: ["content"], properties: { content: text, sender: text } };
  const list = (items: object) => ({ type: "array", items });
  const wrapped = { type: "object", required: ["messages"], properties: { messages: list(sent) } };
  const count = { type: "integer", description: "How many matched; may be more than those in the result set." };
  const reverse = { name: "reverse", in: "query", schema: { type: "boolean" } };
  const limit = { name: "limit", in: "query", schema: { type: "integer" } };
  const call = await serve({
    "/messages": {
      get: {
        parameters: [reverse, limit],
        responses: ok({ type: "object", properties: { messages: list(message), count } }),
      },
      post: { requestBody: json(wrapped), responses: { 201: { description: "made", ...json(list(message)) } } },
    },
    "/messages/{id}": { parameters: [inPath("id")], get: { responses: ok(message) } },
  });
  const { body } = await call("POST", "/messages", { messages: [{ content: "a" }, { content: "b" }] });
  const [a, b] = body;
  expect(body).toMatchObject([{ content: "a" }, { content: "b" }]);
  expect((await call("GET", `/messages/${b.id}`)).body).toEqual(b);
  expect((await call("GET", "/messages?reverse=true")).body).toEqual({ messages: [b, a], count: 2 });
  expect((await call("GET", "/messages?reverse=false&limit=1")).body).toEqual({ messages: [a], count: 2 });
});
