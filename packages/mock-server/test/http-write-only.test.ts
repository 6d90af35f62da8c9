import { describe, expect, test } from "vitest";
import { type Client, crud, inQuery, json, ok, serve, serveOverHttp } from "./http-client.js";

const text = { type: "string" };
const secret = { type: "string", writeOnly: true };
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });

const card = object({ number: secret, brand: text });
const user = {
  allOf: [
    object({ id: { type: "integer", readOnly: true }, name: text, note: text }),
    { $ref: "#/components/schemas/Credentials" },
    object({ card, cards: { type: "array", items: card }, free: object({}) }),
  ],
};
const components = { schemas: { Credentials: object({ password: { allOf: [text], writeOnly: true }, pin: secret }) } };

const jsonPatch = { "content-type": "application/json-patch+json" };

/** Users with secrets, and a list that can be asked in every way. */
async function users(start: typeof serve, parameters: readonly object[] = []): Promise<Client> {
  const paths = crud("/users", user) as Record<string, { get: { parameters?: unknown } }>;
  if (paths["/users"]) paths["/users"].get.parameters = parameters;
  const call = await start(paths, { components });
  const cards = [{ number: "4111", brand: "v" }];
  await call("POST", "/users", { name: "Ada", password: "zebra", pin: "1", card: cards[0], cards });
  await call("POST", "/users", { name: "Bob", password: "apple", pin: "2", card: { number: "3782", brand: "a" } });
  return call;
}

describe.each([
  ["in process", serve],
  ["over HTTP", serveOverHttp],
])("writeOnly properties are not revealed, %s:", (_name, start) => {
  test("by the order of a list", async () => {
    const names = async (query: string, parameters: readonly object[]): Promise<unknown> => {
      const call = await users(start, parameters);
      const { status, body } = await call("GET", `/users?${query}`);
      return status === 200 ? body.map(({ name }: { name: string }) => name) : status;
    };
    const free = [inQuery("sort", text), inQuery("direction", { type: "string", enum: ["asc", "desc"] })];
    for (const order of ["password", "+password", "pin:asc", "card.number", "card"])
      expect([order, await names(`sort=${encodeURIComponent(order)}`, free)]).toEqual([order, ["Ada", "Bob"]]);
    expect(await names("sort=-name", free)).toEqual(["Bob", "Ada"]);
    const listed = [inQuery("sort", { type: "string", enum: ["password", "card.number", "-name"] })];
    expect(await names("sort=password", listed)).toEqual(["Ada", "Bob"]);
    expect(await names("sort=card.number", listed)).toEqual(["Ada", "Bob"]);
    expect(await names("sort=-name", listed)).toEqual(["Bob", "Ada"]);
  });

  test("by a filter", async () => {
    const deep = { style: "deepObject", explode: true };
    const call = await users(start, [
      ...["password", "pin", "card.number", "password[contains]", "pin_gte", "name"].map((name) => inQuery(name, text)),
      inQuery("filter", object({ password: text, name: text }), deep),
      inQuery("pins", { type: "array", items: text }),
    ]);
    for (const query of [
      "password=x",
      "pin=2",
      "card.number=3",
      "password[contains]=z",
      "pin_gte=2",
      "filter[password]=x",
    ])
      expect([query, (await call("GET", `/users?${query}`)).body]).toMatchObject([query, { length: 2 }]);
    expect((await call("GET", "/users?pins=2")).body).toHaveLength(2);
    expect((await call("GET", "/users?name=Ada")).body).toHaveLength(1);
    expect((await call("GET", "/users?filter[name]=Ada")).body).toHaveLength(1);
  });

  test("by a search", async () => {
    const call = await users(start, [inQuery("q", text)]);
    for (const found of ["zebra", "4111"]) expect((await call("GET", `/users?q=${found}`)).body).toEqual([]);
    await call("PATCH", "/users/1", { note: "a zebra in 4111 Street" });
    for (const found of ["zebra", "4111"]) expect((await call("GET", `/users?q=${found}`)).body).toHaveLength(1);
  });

  test("by a JSON Patch that reads it", async () => {
    const call = await users(start);
    const reading = [
      { op: "test", path: "/password", value: "zebra" },
      { op: "test", path: "/password", value: "wrong" },
      { op: "copy", from: "/password", path: "/name" },
      { op: "move", from: "/password", path: "/name" },
      { op: "copy", from: "/card/number", path: "/name" },
      { op: "test", path: "/card", value: { number: "4111", brand: "v" } },
      { op: "copy", from: "/card", path: "/free/card" },
      { op: "move", from: "/cards", path: "/free/cards" },
      { op: "move", from: "/cards/0", path: "/free/card" },
      { op: "copy", from: "/cards/0/number", path: "/name" },
      { op: "copy", from: "", path: "/free/all" },
      { op: "test", path: "", value: {} },
    ];
    for (const operation of reading) {
      const { status, body } = await call("PATCH", "/users/1", [operation], jsonPatch);
      expect([operation, status]).toEqual([operation, 400]);
      expect(body.details[0]).toMatchObject({
        path: "/0",
        message: expect.stringContaining("reads a writeOnly value"),
      });
    }
    // Nor whether it is set.
    const bare = await call("POST", "/users", { name: "Cy" });
    const unset = [{ op: "test", path: "/password", value: "x" }];
    expect((await call("PATCH", `/users/${bare.body.id}`, unset, jsonPatch)).status).toBe(400);
  });

  test("by a JSON Patch that first changes the variant of the record", async () => {
    const cat = object({ kind: { const: "cat" }, code: secret, name: text });
    const dog = object({ kind: { const: "dog" }, name: text });
    const pet = object({ id: { type: "integer", readOnly: true } }, { oneOf: [cat, dog] });
    const call = await start(crud("/pets", pet));
    await call("POST", "/pets", { kind: "cat", code: "hunter2", name: "Tom" });
    const become = { op: "replace", path: "/kind", value: "dog" };
    const copy = { op: "copy", from: "/code", path: "/name" };
    expect((await call("PATCH", "/pets/1", [become, copy], jsonPatch)).status).toBe(400);
    await call("PATCH", "/pets/1", [become], jsonPatch);
    expect(JSON.stringify((await call("GET", "/pets/1")).body)).not.toContain("hunter2");
  });
});

test("a JSON Patch writes what is writeOnly, and changes the order of a list that holds it", async () => {
  const call = await users(serve);
  const writing = [
    { op: "replace", path: "/password", value: "new" },
    { op: "add", path: "/card/number", value: "5" },
    { op: "add", path: "/cards/-", value: { number: "6", brand: "m" } },
    { op: "move", from: "/cards/1", path: "/cards/0" },
    { op: "remove", path: "/pin" },
    { op: "copy", from: "/card/brand", path: "/name" },
    { op: "test", path: "/cards/0/brand", value: "m" },
  ];
  const { status, body } = await call("PATCH", "/users/1", writing, jsonPatch);
  expect([status, body]).toMatchObject([
    200,
    { name: "v", card: { brand: "v" }, cards: [{ brand: "m" }, { brand: "v" }] },
  ]);
});

test("a patch of a document does not reveal writeOnly properties", async () => {
  const settings = object({ theme: text, apiKey: secret });
  const body = { content: { "application/json": { schema: settings }, "application/json-patch+json": { schema: {} } } };
  const call = await serve({
    "/settings": {
      get: { responses: ok(settings) },
      put: { requestBody: json(settings), responses: ok(settings) },
      patch: { requestBody: body, responses: ok(settings) },
    },
  });
  await call("PUT", "/settings", { theme: "dark", apiKey: "hunter2" });
  const copy = [{ op: "copy", from: "/apiKey", path: "/theme" }];
  expect((await call("PATCH", "/settings", copy, jsonPatch)).status).toBe(400);
  expect((await call("GET", "/settings")).body).toEqual({ theme: "dark" });
});

test("properties that only requests declare are as secret as writeOnly ones", async () => {
  const paths = crud("/users", object({ id: { type: "integer", readOnly: true }, name: text })) as Record<
    string,
    Record<string, object>
  >;
  const sent = { required: true, ...json(object({ name: text, password: text })) };
  const call = await serve({
    "/users": {
      ...paths["/users"],
      get: { ...paths["/users"]?.get, parameters: ["sort", "q", "password"].map((name) => inQuery(name, text)) },
      post: { ...paths["/users"]?.post, requestBody: sent },
    },
    "/users/{id}": { ...paths["/users/{id}"], patch: { ...paths["/users/{id}"]?.patch, requestBody: sent } },
  });
  await call("POST", "/users", { name: "Ada", password: "zebra" });
  await call("POST", "/users", { name: "Bob", password: "apple" });
  expect((await call("GET", "/users?sort=password")).body).toMatchObject([{ name: "Ada" }, { name: "Bob" }]);
  expect((await call("GET", "/users?q=zebra")).body).toEqual([]);
  expect((await call("GET", "/users?password=zebra")).body).toHaveLength(2);
  const copy = [{ op: "copy", from: "/password", path: "/name" }];
  expect((await call("PATCH", "/users/1", copy, jsonPatch)).status).toBe(400);
});

test("a filter that names a writeOnly reference as it stands finds what refers", async () => {
  const book = object({
    id: { type: "integer", readOnly: true },
    title: text,
    author_id: { type: "integer", writeOnly: true },
    author: object({ id: { type: "integer" } }, { readOnly: true }),
  });
  const paths = crud("/books", book) as Record<string, { get: { parameters?: unknown } }>;
  if (paths["/books"])
    paths["/books"].get.parameters = [inQuery("author_id", { type: "integer" }), inQuery("author_id__gte", text)];
  const call = await serve(paths);
  await call("POST", "/books", { title: "A", author_id: 1 });
  await call("POST", "/books", { title: "B", author_id: 2 });
  expect((await call("GET", "/books?author_id=2")).body).toMatchObject([{ title: "B" }]);
  expect((await call("GET", "/books?author_id__gte=2")).body).toHaveLength(2);
});

test("no path finds a record by a writeOnly property", async () => {
  const key = object({ id: { type: "integer", readOnly: true }, label: text, key: secret, slug: text });
  const call = await serve(crud("/keys", key, { type: "string" }, undefined, "The id, the key or the slug."));
  await call("POST", "/keys", { label: "a", key: "hunter2", slug: "main" });
  expect((await call("GET", "/keys/hunter2")).status).toBe(404);
  expect((await call("GET", "/keys/main")).status).toBe(200);
});

test("a subtype's secrets are not answered where the answer names the supertype", async () => {
  const pets = { $ref: "#/components/schemas/Pet" };
  const call = await serve(crud("/pets", pets), {
    components: {
      schemas: {
        Pet: object(
          { id: { type: "integer", readOnly: true }, kind: text, name: text },
          {
            required: ["kind"],
            discriminator: { propertyName: "kind" },
          },
        ),
        Cat: { allOf: [pets, object({ code: secret })] },
      },
    },
  });
  const { body } = await call("POST", "/pets", { kind: "Cat", name: "Tom", code: "hunter2" });
  expect(body).toMatchObject({ kind: "Cat", name: "Tom" });
  expect(JSON.stringify([body, (await call("GET", "/pets")).body])).not.toContain("hunter2");
  const copy = [{ op: "copy", from: "/code", path: "/name" }];
  expect((await call("PATCH", "/pets/1", copy, jsonPatch)).status).toBe(400);
});

test("an operation that echoes its body leaves out writeOnly properties", async () => {
  const account = object({ name: text, password: secret, card });
  const post = (answer: object): object => ({ post: { requestBody: json(account), responses: ok(answer) } });
  const call = await serve({ "/sign-up": post(account), "/join": post(object({ user: account, at: text })) });
  const sent = { name: "Ada", password: "hunter2", card: { number: "4111", brand: "v" } };
  expect((await call("POST", "/sign-up", sent)).body).toEqual({ name: "Ada", card: { brand: "v" } });
  expect((await call("POST", "/join", sent)).body).toMatchObject({ user: { name: "Ada", card: { brand: "v" } } });
  expect(JSON.stringify((await call("POST", "/join", sent)).body)).not.toMatch(/hunter2|4111/);
});

test("properties that are writeOnly in a request's schema, at any depth, are not revealed if the answer does not declare them", async () => {
  const sent = object({ name: text, card, cards: { type: "array", items: card } });
  const shown = object({ card: object({ brand: text }), cards: { type: "array", items: object({ brand: text }) } });
  const user = { allOf: [object({ id: { type: "integer", readOnly: true }, name: text }), shown] };
  const made = { requestBody: json(sent), responses: { 201: { description: "made", ...json(user) } } };
  const get = { responses: ok(user) };
  const list = { parameters: [inQuery("q", text)], responses: ok({ type: "array", items: user }) };
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const call = await serve({
    "/users": { get: list, post: made },
    "/users/{id}": { parameters: [id], get, patch: { requestBody: json(sent), responses: ok(user) } },
    "/profile": { get: { responses: ok(shown) }, put: { requestBody: json(sent), responses: ok(shown) } },
    "/check": { post: { requestBody: json(sent), responses: ok(shown) } },
  });
  const body = { name: "Ada", card: { number: "4111", brand: "v" }, cards: [{ number: "5500", brand: "m" }] };
  const told = [
    await call("POST", "/users", body),
    await call("GET", "/users"),
    await call("PATCH", "/users/1", { card: { number: "4111" } }),
    await call("PUT", "/profile", body),
    await call("GET", "/profile"),
    await call("POST", "/check", body),
  ];
  expect(told.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200]);
  expect(JSON.stringify(told.map((reply) => reply.body))).not.toMatch(/4111|5500|number/);
  expect(told[1]?.body).toEqual([{ id: 1, name: "Ada", card: { brand: "v" }, cards: [{ brand: "m" }] }]);
  expect((await call("GET", "/users?q=4111")).body).toEqual([]);
  const copy = [{ op: "copy", from: "/card/number", path: "/name" }];
  expect((await call("PATCH", "/users/1", copy, jsonPatch)).status).toBe(400);
});
