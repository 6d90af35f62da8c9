import { describe, expect, test } from "vitest";
import { type Client, crud, inQuery, serve } from "./http-client.js";

const id = { type: "integer", readOnly: true };
const number = { type: "integer" };

function record(properties: object = {}): object {
  return { type: "object", required: ["id"], properties: { id, ...properties } };
}

const list = { type: "array", items: { type: "string" } };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The paths with this query parameter for every `GET`. */
function asking(paths: object, name: string, schema: object, rest: object = {}): object {
  const copy = structuredClone(paths) as Record<string, Record<string, Record<string, unknown>>>;
  for (const item of Object.values(copy)) if (item.get) item.get.parameters = [inQuery(name, schema, rest)];
  return copy;
}

const components = {
  schemas: {
    Publisher: record({ city: { type: "string" } }),
    Author: {
      ...record({
        name: { type: "string" },
        secret: { type: "string", writeOnly: true },
        publisher: { anyOf: [number, reference("Publisher")] },
        books: { type: "array", items: reference("Book") },
      }),
    },
    Book: {
      ...record({
        title: { type: "string" },
        authorId: number,
        author: reference("Author"),
        notes: { type: "array", items: reference("Note") },
        tagIds: { type: "array", items: number },
        tags: { type: "array", items: reference("Tag") },
      }),
    },
    Note: record({ text: { type: "string" } }),
    Tag: record({ word: { type: "string" } }),
  },
};

const PATHS = {
  ...crud("/publishers", reference("Publisher")),
  ...crud("/authors", reference("Author")),
  ...crud("/books", reference("Book")),
  ...crud("/books/{bookId}/notes", reference("Note"), number, number),
  ...crud("/tags", reference("Tag")),
};

async function library(paths: object): Promise<Client> {
  const call = await serve(paths, { components });
  await call("POST", "/publishers", { city: "Ulm" });
  await call("POST", "/authors", { name: "Ann", publisher: 1, secret: "s" });
  for (const word of ["old", "new"]) await call("POST", "/tags", { word });
  await call("POST", "/books", { title: "A", authorId: 1, tagIds: [2, 1] });
  await call("POST", "/books", { title: "B", authorId: 9 });
  await call("POST", "/books/1/notes", { text: "read" });
  return call;
}

const AUTHOR = { id: 1, name: "Ann", publisher: 1 };

describe("expand", () => {
  test.each([
    { name: "expand", schema: list, rest: {}, query: "expand=author" },
    { name: "expand[]", schema: list, rest: {}, query: "expand%5B%5D=author" },
    { name: "expand", schema: list, rest: { style: "deepObject", explode: true }, query: "expand[0]=author" },
    { name: "include", schema: { type: "string" }, rest: {}, query: "include=author,nobody" },
    { name: "$expand", schema: { type: "string" }, rest: {}, query: "$expand=Author($select=name)" },
    { name: "_embed", schema: { type: "string" }, rest: {}, query: "_embed=author" },
    { name: "populate", schema: list, rest: { explode: false }, query: "populate=author" },
  ])("$name puts in the record that a foreign key names ($query)", async ({ name, schema, rest, query }) => {
    const call = await library(asking(PATHS, name, schema, rest));
    expect((await call("GET", `/books/1?${query}`)).body).toEqual({
      id: 1,
      title: "A",
      authorId: 1,
      tagIds: [2, 1],
      author: AUTHOR,
    });
    const { body } = await call("GET", `/books?${query}`);
    expect(body[0].author).toEqual(AUTHOR);
    expect(body[1]).toEqual({ id: 2, title: "B", authorId: 9 });
    expect((await call("GET", "/books/1")).body.author).toBeUndefined();
  });

  test("continues inside records, and replaces an id by the record if the schema allows both", async () => {
    const call = await library(asking(PATHS, "expand", list));
    const { body } = await call("GET", "/books/1?expand=author.publisher");
    expect(body.author).toEqual({ ...AUTHOR, publisher: { id: 1, city: "Ulm" } });
  });

  test("embeds records below, records that name the record, and records in a list of ids", async () => {
    const call = await library(asking(PATHS, "expand", list));
    const { body } = await call("GET", "/books/1?expand=notes&expand=tags");
    expect(body.notes).toEqual([{ id: 1, text: "read" }]);
    expect(body.tags).toEqual([
      { id: 2, word: "new" },
      { id: 1, word: "old" },
    ]);
    const { body: author } = await call("GET", "/authors/1?expand=books");
    expect(author.books).toEqual([{ id: 1, title: "A", authorId: 1, tagIds: [2, 1] }]);
  });

  test("shows the record as it is now, and has no tag that would say that nothing changed", async () => {
    const call = await library(asking(PATHS, "expand", list));
    const before = await call("GET", "/books/1?expand=author");
    expect(before.headers.get("etag")).toBeNull();
    await call("PATCH", "/authors/1", { name: "Ann B." });
    expect((await call("GET", "/books/1?expand=author")).body.author.name).toBe("Ann B.");
  });

  test("changes nothing where the description does not allow it", async () => {
    const bare = { schemas: { ...components.schemas, Book: record({ authorId: number }) } };
    const call = await serve(asking(PATHS, "expand", list), { components: bare }, { seed: 1 });
    const plain = (await call("GET", "/books/1")).body;
    expect((await call("GET", "/books/1?expand=author")).body).toEqual(plain);
    const { body, headers } = await call("GET", "/books/1?expand=nothing.at.all");
    expect([body, headers.get("mock-ignored")]).toEqual([plain, "nothing.at.all"]);
  });

  test("finds Stripe's spelling: an envelope, data.customer, an id or one of several objects", async () => {
    const schemas = {
      customer: {
        type: "object",
        required: ["id", "object"],
        properties: { id: { type: "string" }, object: { enum: ["customer"], type: "string" } },
      },
      deleted: {
        type: "object",
        required: ["id", "deleted"],
        properties: { id: { type: "string" }, deleted: { type: "boolean" } },
      },
      charge: {
        type: "object",
        required: ["id"],
        properties: {
          id: { type: "string" },
          customer: { anyOf: [{ type: "string" }, reference("customer"), reference("deleted")] },
        },
      },
    };
    const paths = asking(
      {
        ...crud("/customers", reference("customer"), { type: "string" }),
        ...crud("/charges", reference("charge"), { type: "string" }),
      },
      "expand",
      list,
      { style: "deepObject", explode: true },
    ) as Record<string, Record<string, { responses: object }>>;
    const envelope = {
      type: "object",
      required: ["data", "has_more"],
      properties: { data: { type: "array", items: reference("charge") }, has_more: { type: "boolean" } },
    };
    const content = { "application/json": { schema: envelope } };
    Object.assign(paths["/charges"]?.get?.responses ?? {}, { 200: { description: "ok", content } });
    const call = await serve(paths, { components: { schemas } }, { seed: 2 });
    const { body } = await call("GET", "/charges?expand[]=data.customer");
    const customers = (await call("GET", "/customers")).body;
    expect(body.data).toHaveLength(2);
    for (const charge of body.data) expect(customers).toContainEqual(charge.customer);
    const [charge] = (await call("GET", "/charges")).body.data;
    expect(customers.map((customer: { id: string }) => customer.id)).toContain(charge.customer);
  });
});

test("records in records in records are not more than 10,000 in one answer", async () => {
  const call = await serve(asking(PATHS, "expand", { type: "string" }), { components });
  await call("POST", "/authors", { name: "Ann" });
  await call("POST", "/authors", { name: "Bob" });
  for (let number = 0; number < 100; number += 1) await call("POST", "/books", { title: "A", authorId: 1 });
  const { status, body } = await call("GET", "/authors/1?expand=books.author.books.author");
  expect(status).toBe(200);
  expect(body.books).toHaveLength(100);
  expect(body.books[0].author.books).toHaveLength(100);
  expect(body.books[0].author.books[0].author).toMatchObject({ name: "Ann" });
  const count = (value: unknown): number =>
    typeof value === "object" && value !== null
      ? Object.values(value).reduce((sum, inner) => sum + count(inner), "id" in value ? 1 : 0)
      : 0;
  expect(count(body)).toBeLessThanOrEqual(10_001);
  expect(body.books[99].author.books).toBeUndefined();
  const listed = await call("GET", "/authors?expand=books.author.books.author");
  expect([count(listed.body), listed.status]).toEqual([expect.toSatisfy((all: number) => all <= 10_002), 200]);
});
