import { loadDescription } from "@onespec/spec-core";
import { describe, expect, test } from "vitest";
import { createMemoryStore, createMockServer } from "../src/index.js";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const pet = {
  type: "object",
  required: ["id", "name", "email"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string" },
    email: { type: "string", format: "email" },
  },
};

describe("seeds", () => {
  test("fill every collection with as many records as asked for, the same every time", async () => {
    const list = async (seedValue: string): Promise<{ id: number; email: string }[]> => {
      const call = await serve(crud("/pets", pet), {}, { seed: 3, seedValue });
      return (await call("GET", "/pets")).body;
    };
    const records = await list("a");
    expect(records.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(new Set(records.map(({ email }) => email)).size).toBe(3);
    expect(await list("a")).toEqual(records);
    expect(await list("b")).not.toEqual(records);
  });

  test("have the example ids of paths, if these are texts", async () => {
    const id = { type: "string", readOnly: true };
    const book = { type: "object", required: ["id"], properties: { id, title: { type: "string" } } };
    const tag = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
    const at = (schema: object, example: unknown) => ({
      parameters: [{ ...inPath("id", schema), example }],
      get: { responses: ok(book) },
      delete: { responses: { 204: { description: "gone" } } },
    });
    const text = { type: "string" };
    const named = { ...inPath("name"), example: "awesome" };
    const paths = {
      ...crud("/books", book, text),
      "/books/{id}": at(text, "9780141439518"),
      "/tags": (crud("/tags", tag) as { "/tags": object })["/tags"],
      "/tags/{name}": { parameters: [named], get: { responses: ok(tag) } },
    };
    const call = await serve(paths, {}, { seed: 3 });
    expect((await call("GET", "/books/9780141439518")).body.id).toBe("9780141439518");
    expect((await call("GET", "/books")).body).toHaveLength(3);
    expect((await call("GET", "/books/9780141439519")).status).toBe(404);
    expect((await call("POST", "/tags", { name: "awesome" })).status).toBe(201);
    await call("DELETE", "/books/9780141439518");
    expect((await call("GET", "/books/9780141439518")).status).toBe(404);
  });

  test("are records as the list shows them, not the answer for deleted ones", async () => {
    const gone = {
      type: "object",
      required: ["id", "deleted"],
      properties: { id: { type: "integer" }, deleted: { const: true } },
    };
    const schemas = { Pet: pet, Gone: gone };
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const paths = {
      "/pets": { get: { responses: ok({ type: "array", items: ref("Pet") }) } },
      "/pets/{id}": { parameters: [inPath("id")], get: { responses: ok({ anyOf: [ref("Pet"), ref("Gone")] }) } },
    };
    const call = await serve(paths, { components: { schemas } }, { seed: 20 });
    const kept = (await call("GET", "/__mock/state/pets")).body.records as { value: object }[];
    expect(kept.length).toBe(20);
    expect(kept.filter(({ value }) => Object.hasOwn(value, "deleted"))).toEqual([]);
  });

  test("leave existing records unchanged", async () => {
    const store = createMemoryStore();
    const api = await loadDescription({
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: crud("/pets", pet),
    });
    await createMockServer(api, { store, seed: 2 });
    const again = await createMockServer(api, { store, seed: 5 });
    expect((await again.summary()).resources).toMatchObject([{ idProperty: "id", idType: "integer", records: 2 }]);
  });

  test("take the description's examples first, if they are valid", async () => {
    const call = await serve(
      {
        "/pets": {
          get: {
            responses: {
              200: {
                description: "ok",
                ...json(
                  { type: "array", items: pet },
                  {
                    example: [
                      { id: 70, name: "Rex", email: "a@b.example" },
                      { id: 71, name: 5 },
                    ],
                  },
                ),
              },
            },
          },
        },
        "/pets/{id}": { parameters: [inPath("id")], get: { responses: ok(pet) } },
      },
      {},
      { seed: 2 },
    );
    const { body } = await call("GET", "/pets");
    expect(body[0]).toEqual({ id: 70, name: "Rex", email: "a@b.example" });
    expect(body[1].id).toBe(2);
  });

  test("take the example of a list, also if it calls the id as the create does", async () => {
    const text = { type: "string" };
    const named = { type: "object", required: ["name"], properties: { name: text } };
    const shown = { type: "object", properties: { pool_name: text, ips: { type: "array", items: text } } };
    const example = [{ name: "marketing" }, { name: "news" }];
    const paths = {
      "/pools": {
        get: { responses: { 200: { description: "", ...json({ type: "array", items: named }, { example }) } } },
        post: { requestBody: json(named), responses: ok(named) },
      },
      "/pools/{pool_name}": { parameters: [inPath("pool_name", text)], get: { responses: ok(shown) } },
    };
    const call = await serve(paths, {}, { seed: 2 });
    expect((await call("GET", "/pools")).body).toMatchObject(example);
    expect((await call("GET", "/pools/news")).body).toMatchObject({ pool_name: "news" });
  });

  test("are below existing parents", async () => {
    const toy = {
      type: "object",
      required: ["id", "petId"],
      properties: { id: { type: "integer", readOnly: true }, petId: { type: "integer" } },
    };
    const call = await serve(
      { ...crud("/pets", pet), ...crud("/pets/{petId}/toys", toy, { type: "integer" }, { type: "integer" }) },
      {},
      { seed: 4 },
    );
    for (const id of [1, 2, 3, 4]) {
      expect((await call("GET", `/pets/${id}/toys`)).body).toEqual([{ id: expect.any(Number), petId: id }]);
    }
  });

  test("below parents that are not records are generated on the first read", async () => {
    const call = await serve(crud("/orgs/{org}/pets", pet), {}, { seed: 2 });
    const first = (await call("GET", "/orgs/a/pets")).body;
    expect(first).toHaveLength(2);
    expect((await call("GET", "/orgs/b/pets")).body).toHaveLength(2);
    await call("DELETE", `/orgs/a/pets/${first[0].id}`);
    await call("DELETE", `/orgs/a/pets/${first[1].id}`);
    expect((await call("GET", "/orgs/a/pets")).body).toEqual([]);
  });
});

test("nothing is below a record that a client has made, at any depth", async () => {
  const call = await serve(
    { ...crud("/users", pet), ...crud("/users/{userId}/apps/{app}/roles", pet, undefined, {}) },
    {},
    { seed: 2 },
  );
  const { id } = (await call("POST", "/users", { name: "a", email: "a@example.com" })).body;
  expect((await call("GET", "/users/1/apps/web/roles")).body).toHaveLength(2);
  expect((await call("GET", `/users/${id}/apps/web/roles`)).body).toEqual([]);
});

test("the first record has the examples and defaults of its schema; the others differ in names, booleans, enumerations and numbers", async () => {
  const plant = {
    type: "object",
    required: ["id", "name", "currency", "status", "inStock"],
    properties: {
      id: { type: "integer", readOnly: true },
      name: { type: "string", example: "Fennel" },
      currency: { type: "string", example: "EUR" },
      status: { type: "string", enum: ["open", "paid", "sent"], default: "open" },
      inStock: { type: "boolean", default: true },
      stock: { type: "integer", default: 0, minimum: 0 },
    },
  };
  const call = await serve(crud("/plants", plant), {}, { seed: 12 });
  const plants = (await call("GET", "/plants")).body as readonly Record<string, unknown>[];
  const different = (name: string): number => new Set(plants.map((one) => one[name])).size;
  expect(plants[0]).toMatchObject({ name: "Fennel", currency: "EUR", status: "open", inStock: true, stock: 0 });
  expect(plants.slice(1, 3).map(({ name }) => name)).toEqual(["Fennel 2", "Fennel 3"]);
  expect([different("status"), different("inStock"), different("currency")]).toEqual([3, 2, 1]);
  expect(different("stock")).toBeGreaterThan(6);
});

test("generated records agree with their status: what has not happened has no moment and no reason", async () => {
  const maybe = { type: ["string", "null"] };
  const moment = { ...maybe, format: "date-time" };
  const status = { type: "string", enum: ["booked", "checked_in", "cancelled"] };
  const properties = { id: { type: "integer" }, status, checked_in_at: moment, cancelled_at: moment };
  const more = { created_at: { type: "string", format: "date-time" }, cancel_reason: maybe };
  const paid = { paid: { type: "boolean" }, paid_at: moment };
  const stay = { type: "object", properties: { ...properties, ...more, ...paid } };
  const call = await serve(crud("/stays", { ...stay, required: Object.keys(stay.properties) }), {}, { seed: 20 });
  const stays = (await call("GET", "/stays")).body as Record<string, unknown>[];
  expect(new Set(stays.map((one) => one.status)).size).toBe(3);
  for (const one of stays) {
    const isCancelled = one.status === "cancelled";
    expect([one.cancelled_at !== null, one.cancel_reason !== null]).toEqual([isCancelled, isCancelled]);
    if (one.status === "booked" || isCancelled) expect(one.checked_in_at).toBeNull();
    if (one.status === "checked_in") expect(one.checked_in_at).not.toBeNull();
    expect(one.paid_at !== null).toBe(one.paid);
  }
});

test("a sample does not override the parent that a seed sets beside it", async () => {
  const rental = {
    type: "object",
    required: ["id", "shop_id"],
    properties: { id: { type: "integer" }, shop_id: { type: "integer" } },
  };
  const shop = { type: "object", properties: { id: { type: "integer" } } };
  const { "/shops/{shop_id}/rentals/{id}": _, ...rentals } = crud("/shops/{shop_id}/rentals", rental, undefined, {
    type: "integer",
  }) as Record<string, object>;
  type Make = (sample: () => object, state: (name: string) => { id: number }[]) => object[];
  const make: Make = (sample, state) => state("shops").map(({ id }) => ({ shop_id: id, ...sample() }));
  const call = await serve(
    { ...crud("/shops", shop), ...rentals },
    {},
    { seed: 2, seeds: { "shops.rentals": make as never } },
  );
  expect((await call("GET", "/shops/2/rentals")).body).toEqual([{ id: 2, shop_id: 2 }]);
});

test("a sampled seed with a key has the record that the key names", async () => {
  const named = {
    type: "object",
    required: ["id", "name"],
    properties: { id: { type: "integer" }, name: { type: "string" } },
  };
  const boat = {
    type: "object",
    required: ["id", "owner_id", "owner"],
    properties: { id: { type: "integer", readOnly: true }, owner_id: { type: "integer" }, owner: named },
  };
  const owner = { ...named, properties: { ...named.properties, phone: { type: "string" } } };
  type Make = (sample: (fields?: object) => object, state: (name: string) => { id: number }[]) => object[];
  const boats: Make = (sample, state) => state("owners").map(({ id }) => sample({ owner_id: id }));
  const paths = { ...crud("/boats", boat), ...crud("/owners", owner) };
  const call = await serve(paths, {}, { seed: 3, seeds: { boats: boats as never } });
  const owners = (await call("GET", "/owners")).body as { id: number; name: string }[];
  expect((await call("GET", "/boats")).body).toEqual(
    owners.map(({ id, name }, index) => ({ id: index + 1, owner_id: id, owner: { id, name } })),
  );
});

test("a text of which a filter names the values is one of them", async () => {
  const kinds = ["HardBounce", "Transient", "Unsubscribe"];
  const bounce = {
    type: "object",
    required: ["Type"],
    properties: { ID: { type: "integer" }, Type: { type: "string" } },
  };
  const get = {
    parameters: [inQuery("type", { type: "string", enum: kinds })],
    responses: ok({ type: "array", items: bounce }),
  };
  const call = await serve(
    {
      "/bounces": { get },
      "/bounces/{id}": { parameters: [inPath("id", { type: "integer" })], get: { responses: ok(bounce) } },
    },
    {},
    { seed: 20 },
  );
  const types = (await call("GET", "/bounces")).body.map(({ Type }: { Type: string }) => Type);
  expect([...new Set(types)].sort()).toEqual(kinds);
});
