import { describe, expect, it } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const person = (required: string[] = []) => ({
  type: "object",
  required,
  properties: { id: { type: "integer", readOnly: true }, name: text, email: text },
});

async function afterPut(words: object, required: string[] = [], more: object = {}, taken = more) {
  const whole = person(required);
  const record = { ...whole, properties: { ...whole.properties, ...more } };
  const paths = crud("/people", record) as Record<string, Record<string, object>>;
  Object.assign(paths["/people"]?.post ?? {}, {
    requestBody: json({ ...whole, properties: { ...whole.properties, ...taken } }),
  });
  const { patch: _, put, ...item } = paths["/people/{id}"] ?? {};
  const call = await serve({ ...paths, "/people/{id}": { ...item, put: { ...put, ...words } } });
  const { id } = (await call("POST", "/people", { name: "Ada", email: "ada@example.com" })).body;
  return (await call("PUT", `/people/${id}`, { name: "Ada L." })).body;
}

describe("a PUT of some properties", () => {
  it.each([
    [{ description: "This endpoint supports sparse updates." }],
    [{ summary: "Partially update a person" }],
    [{ description: "Only the fields that are sent change." }],
    [{ description: "Any parameters not provided will be left unchanged." }],
    [{ description: "Overwrites what is included; all other parameters will remain as they were." }],
    [{ description: "You only need to provide properties that you're updating." }],
  ])("is merged where the description says so: %o", async (words) => {
    expect(await afterPut(words)).toMatchObject({ name: "Ada L.", email: "ada@example.com" });
  });

  it("keeps properties that a create does not take, if the body has the record's schema", async () => {
    const item = { type: "object", properties: { id: { type: "integer" }, name: text, note: text, created: text } };
    const paths = crud("/items", item) as Record<string, Record<string, { requestBody?: object }>>;
    const sent = json({ type: "object", properties: { name: text, note: text } });
    const post = { ...paths["/items"]?.post, requestBody: sent };
    const call = await serve({ ...paths, "/items": { ...paths["/items"], post } }, {}, { seed: 1 });
    const [before] = (await call("GET", "/items")).body;
    const { body } = await call("PUT", `/items/${before.id}`, { name: "b" });
    expect(body).toEqual({ id: before.id, name: "b", created: before.created });
  });

  it("is also merged inside objects, and lists are replaced", async () => {
    const details = { type: "object", properties: { first: text, last: text, tags: { type: "array", items: text } } };
    const Customer = { type: "object", properties: { id: { type: "integer", readOnly: true }, details } };
    const paths = crud("/customers", Customer) as Record<string, Record<string, object>>;
    const { patch: _, put, ...item } = paths["/customers/{id}"] ?? {};
    const partial = { ...put, description: "A partial update." };
    const call = await serve({ ...paths, "/customers/{id}": { ...item, put: partial } });
    const { id } = (await call("POST", "/customers", { details: { first: "Ann", last: "B", tags: ["a"] } })).body;
    const { body } = await call("PUT", `/customers/${id}`, { details: { first: "Bea", tags: [] } });
    expect(body).toEqual({ id, details: { first: "Bea", last: "B", tags: [] } });
  });

  it.each([
    [{ description: "Updates a person." }, []],
    [{ description: "Replaces a person; only the email of admins is checked." }, []],
    [{ description: "A partial view of people." }, ["name"]],
  ])("replaces the record elsewhere: %o", async (words, required) => {
    expect(await afterPut(words, required)).not.toHaveProperty("email");
  });
});

describe("a PUT whose body lacks a property that a create takes", () => {
  const more = { photo: text };
  const sent = { requestBody: json({ type: "object", properties: { name: text, email: text } }) };

  it.each([{ summary: "Update a person" }, { operationId: "EditPerson" }])(
    "is merged where it is called an update: %o",
    async (words) => {
      const after = await afterPut({ ...words, ...sent }, [], more);
      expect(after).toMatchObject({ name: "Ada L.", email: "ada@example.com" });
      // The body can contain everything but the id.
      expect(await afterPut({ ...words, ...sent })).not.toHaveProperty("email");
      // The server sets the rest.
      expect(await afterPut({ ...words, ...sent }, [], { created: text }, {})).not.toHaveProperty("email");
    },
  );

  it.each([
    { summary: "Set a person" },
    { operationId: "putCredit", summary: "Set an exchange" },
    { summary: "Update a person", description: "Replaces the name and the email." },
    { summary: "Update a person", description: "Requests must contain all details." },
  ])("replaces the record elsewhere: %o", async (words) => {
    expect(await afterPut({ ...words, ...sent }, [], more)).not.toHaveProperty("email");
  });
});

describe("a PUT that may leave out what makes a record", () => {
  it("is merged, where each form of a new one requires something", async () => {
    const contact = person();
    const anyOf = [{ required: ["name"] }, { required: ["email"] }];
    const paths = crud("/contacts", contact) as Record<string, Record<string, object>>;
    const { patch: _, ...item } = paths["/contacts/{id}"] ?? {};
    const post = { ...paths["/contacts"]?.post, requestBody: json({ ...contact, anyOf }) };
    const call = await serve({ "/contacts": { ...paths["/contacts"], post }, "/contacts/{id}": item });
    const { id } = (await call("POST", "/contacts", { name: "Ada", email: "ada@example.com" })).body;
    expect((await call("PUT", `/contacts/${id}`, { name: "Ada L." })).body.email).toBe("ada@example.com");
  });

  it("is merged, where every record has what it may leave out", async () => {
    const team = { type: "object", required: ["slug", "name"], properties: { slug: text, name: text } };
    const change = json({ type: "object", properties: { slug: text, name: text } });
    const inPath = { name: "slug", in: "path", required: true, schema: text };
    const call = await serve({
      "/teams": { post: { requestBody: change, responses: { 201: { description: "made", ...json(team) } } } },
      "/teams/{slug}": {
        parameters: [inPath],
        get: { responses: { 200: { description: "it", ...json(team) } } },
        put: { requestBody: change, responses: { 200: { description: "changed", ...json(team) } } },
      },
    });
    await call("POST", "/teams", { slug: "web", name: "Web" });
    expect((await call("PUT", "/teams/web", { name: "Sites" })).body).toEqual({ slug: "web", name: "Sites" });
  });
});

describe("a PUT beside no PATCH", () => {
  const partial = (path: string, written = person(["name"])): Record<string, Record<string, object>> => {
    const paths = crud(path, person()) as Record<string, Record<string, object>>;
    const { patch: _, ...item } = paths[`${path}/{id}`] ?? {};
    const post = { ...paths[path]?.post, requestBody: json(written) };
    return { [path]: { ...paths[path], post }, [`${path}/{id}`]: item };
  };
  const fixed = { ...person(["code"]), properties: { ...person().properties, code: text } };

  it.each([
    [2, { name: "Ada", email: "new@example.com" }],
    [1, { email: "new@example.com" }],
  ])("is merged where %i others may leave out what makes a record: %o", async (count, expected) => {
    const others = Object.assign({}, ...["/cats", "/dogs"].slice(0, count).map((path) => partial(path)));
    const { "/keys/{id}": key, ...keys } = crud("/keys", person()) as Record<string, Record<string, object>>;
    const { put: _, ...patched } = key ?? {};
    const call = await serve({ ...partial("/people", fixed), ...others, ...keys, "/keys/{id}": patched });
    const { id } = (await call("POST", "/people", { code: "a", name: "Ada", email: "ada@example.com" })).body;
    expect((await call("PUT", `/people/${id}`, { email: "new@example.com" })).body).toEqual({ id, ...expected });
  });
});

it("a record stands in the object that is called as it, also where a field of that name stands beside it", async () => {
  const record = {
    type: "object",
    properties: {
      id: { type: "string" },
      name: { type: "string" },
      end: { type: "string" },
      status: { type: "string" },
    },
  };
  const shown = ok({ type: "object", required: ["subscription"], properties: { subscription: record } });
  const sent = (more: object) =>
    json({
      type: "object",
      required: ["subscription"],
      properties: {
        ...more,
        subscription: { type: "object", properties: { name: { type: "string" }, end: { type: "string" } } },
      },
    });
  const call = await serve({
    "/subscriptions": {
      get: { responses: ok({ type: "object", properties: { subscriptions: { type: "array", items: record } } }) },
      post: { requestBody: sent({}), responses: shown },
    },
    "/subscriptions/{id}": {
      parameters: [inPath("id")],
      get: { responses: shown },
      patch: { requestBody: sent({ status: { enum: ["active", "pending"] } }), responses: shown },
    },
  });
  const { id } = (await call("POST", "/subscriptions", { subscription: { name: "a", end: "never" } })).body
    .subscription;
  await call("PATCH", `/subscriptions/${id}`, { subscription: { name: "b" } });
  expect((await call("GET", `/subscriptions/${id}`)).body.subscription).toMatchObject({ name: "b", end: "never" });
});

it("fields beside an optional object that is called as the record are the record's", async () => {
  const card = { type: "object", properties: { id: text, city: text, zip: text, usual: { type: "boolean" } } };
  const part = { type: "object", properties: { city: text, zip: text } };
  const paths = crud("/cards", card) as Record<string, object>;
  const post = {
    requestBody: json({ type: "object", properties: { card: part, usual: { type: "boolean" } } }),
    responses: ok(card),
  };
  const call = await serve({ ...paths, "/cards": { ...paths["/cards"], post } });
  const made = (await call("POST", "/cards", { usual: false })).body;
  expect((await call("GET", `/cards/${made.id}`)).body).toMatchObject({ usual: false });
});
