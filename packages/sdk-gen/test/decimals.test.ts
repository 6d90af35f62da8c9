import { afterEach, expect, test } from "vitest";
import { pair, type ServedClient, servedClient } from "./served-client.js";

const NULLABLE = {
  anyOf: [{ type: "string", pattern: "^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$" }, { type: "null" }],
};
const TEXT = { type: "string" };
const BOOKS = [
  { id: 1, price: "9.90", cost: "12345678901234567890.10", zip: "01000" },
  { id: 2, price: "10.00", cost: "-3", zip: "9000" },
  { id: 3, price: "100.50", cost: null, zip: "1000" },
  { id: 4, price: "9.9", cost: "12345678901234567890.09", zip: "0200" },
];

let served: ServedClient;
afterEach(() => served.close());

async function shop(price: object): Promise<ServedClient> {
  const fields = { price, cost: NULLABLE, zip: { type: "string", pattern: "^\\d{4,5}$" } };
  const parameters = ["price__gt", "price__lte"].map((name) => ({ name, schema: { type: "number" } }));
  served = await servedClient({ paths: pair("books", fields, { parameters }) }, { answer: () => ({ body: BOOKS }) });
  return served;
}

const ids = (records: readonly { id: number }[]): number[] => records.map(({ id }) => id);

test.each([
  { type: "string", format: "decimal" },
  { type: "string", pattern: "^-?\\d{0,8}(?:\\.\\d{0,2})?$" },
  { type: "string", pattern: "^[0-9.]+$" },
])("decimals compare and sort as numbers: %j", async (price) => {
  const { client, asked } = await shop(price);
  expect(ids(await client.books.find({ price: { ">": "9.90" } }).sort("price DESC"))).toEqual([3, 2]);
  expect(ids(await client.books.find({ price: { ">": 9.9, "<=": 10 } }))).toEqual([2]);
  expect(asked()).toEqual(["/books?price__gt=9.9", "/books?price__gt=9.9&price__lte=10"]);
  expect(ids(await client.books.find({ price: "9.9" }))).toEqual([1, 4]);
  expect(ids(await client.books.find({ price: 10 }))).toEqual([2]);
  expect(ids(await client.books.find({ price: { "!=": ["9.9", 10] } }))).toEqual([3]);
});

test("exactly, with more digits than a number holds, and without those that are none", async () => {
  const { client } = await shop({ type: "string" });
  expect(ids(await client.books.find().sort("cost"))).toEqual([2, 4, 1, 3]);
  expect(ids(await client.books.find({ cost: { ">": "12345678901234567890.09" } }))).toEqual([1]);
  // More digits than the parameter of the server can be given.
  expect(ids(await client.books.find({ cost: { ">": -3 } }))).toEqual([1, 4]);
});

test("codes of digits stay texts", async () => {
  const { client } = await shop({ type: "string" });
  expect(ids(await client.books.find({ zip: "1000" }))).toEqual([3]);
  expect(ids(await client.books.find().sort("zip"))).toEqual([1, 4, 3, 2]);
});

test.each([
  ["a bound that is a number", {}, { type: "number" }],
  ["an example of the property", { examples: ["9.90"] }, {}],
  ["an example of the bound", {}, { examples: ["5.00"] }],
])("plain texts are decimals by %s", async (_, price, bound) => {
  const parameters = [{ name: "price_ge", schema: { type: "string", ...bound } }];
  const fields = { price: { type: "string", ...price } };
  served = await servedClient({ paths: pair("books", fields, { parameters }) }, { answer: () => ({ body: BOOKS }) });
  const { client, asked } = served;
  expect(ids(await client.books.find({ price: { ">=": "10" } }).sort("price DESC"))).toEqual([3, 2]);
  expect(asked()).toEqual(["/books?price_ge=10"]);
  expect(ids(await client.books.find({ price: 9.9 }))).toEqual([1, 4]);
});

test("a bound of texts that may be numbers is checked by the client alone", async () => {
  const parameters = ["price_ge", "price_ne", "name_gt"].map((name) => ({ name }));
  const fields = { price: { type: "string" }, name: { type: "string" } };
  served = await servedClient({ paths: pair("books", fields, { parameters }) }, { answer: () => ({ body: BOOKS }) });
  const { client, asked } = served;
  const query = client.books.find({ price: { ">=": "9.90", "!=": "10.0" }, name: { ">": "M" } });
  await query;
  expect(asked()).toEqual(["/books?name_gt=M"]);
  const { text } = await query.explain();
  expect(text).toContain("price >=: client");
  expect(text).toContain("price !=: client");
});

test("texts that bodies also take as numbers are decimals", async () => {
  const price = { type: "string" };
  const sent = { type: "object", properties: { price: { anyOf: [{ type: "number" }, { type: "string" }] } } };
  const paths = pair("books", { price }, { parameters: [{ name: "min_price", schema: { type: "number" } }] });
  const requestBody = { content: { "application/json": { schema: sent } } };
  const post = { requestBody, responses: { 201: { description: "" } } };
  served = await servedClient(
    { paths: { ...paths, "/books": { ...(paths as Record<string, object>)["/books"], post } } },
    { answer: () => ({ body: BOOKS }) },
  );
  const { client, asked } = served;
  expect(ids(await client.books.find({ price: { ">=": 10 } }).sort("price DESC"))).toEqual([3, 2]);
  expect(ids(await client.books.find({ price: 9.9 }))).toEqual([1, 4]);
  expect(asked()).toEqual(["/books?min_price=10", "/books"]);
});

test("decimals of a schema are decimals in every list that shows it", async () => {
  const Book = { type: "object", properties: { id: { type: "integer" }, price: { type: "string" } } };
  const sent = { type: "object", properties: { price: { anyOf: [{ type: "number" }, { type: "string" }] } } };
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const answering = (schema: object) => ({ responses: { 200: { description: "", ...json(schema) } } });
  const one = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const lists = (path: string, name: string) => ({
    [path]: { get: answering({ type: "array", items: one(name) }) },
    [`${path}/{id}`]: {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: answering(one(name)),
    },
  });
  const post = { requestBody: json(sent), responses: { 201: { description: "" } } };
  const books = lists("/books", "Book");
  const paths = {
    ...books,
    "/books": { ...books["/books"], post },
    ...lists("/recent", "Book"),
    ...lists("/tags", "Tag"),
  };
  served = await servedClient(
    { paths, components: { schemas: { Book, Tag: Book } } },
    { answer: () => ({ body: BOOKS }) },
  );
  const { client } = served;
  expect(ids(await client.recent.find({ price: { ">=": 10 } }).sort("price DESC"))).toEqual([3, 2]);
  expect(ids(await client.tags.find().sort("price, id"))).toEqual([2, 3, 4, 1]);
});

test("texts of digits are numbers where the description says so, as decimals of many servers are", async () => {
  const nullable = { type: ["number", "null"] };
  served = await servedClient(
    { paths: pair("books", { price: { type: "number" }, cost: nullable, zip: TEXT }) },
    { answer: () => ({ body: BOOKS }) },
  );
  const { books } = served.client;
  expect(ids(await books.find().sort("price DESC"))).toEqual([3, 2, 1, 4]);
  expect(ids(await books.find({ price: { ">": 9.9 } }))).toEqual([2, 3]);
  expect(ids(await books.find({ price: 9.9 }))).toEqual([1, 4]);
  expect(ids(await books.find({ price: "9.90" }))).toEqual([1, 4]);
  expect(ids(await books.find({ cost: { "<": 0 } }))).toEqual([2]);
});

test("integers beyond 2^53, which are texts, compare with those that are numbers", async () => {
  const kept = ["9007199254740993", 7, "9007199254740995", "18014398509481985"];
  served = await servedClient(
    { paths: pair("books", { size: { type: "integer", format: "int64" } }) },
    { answer: () => ({ body: kept.map((size, id) => ({ id, size })) }) },
  );
  const { books } = served.client;
  expect(ids(await books.find().sort("size DESC"))).toEqual([3, 2, 0, 1]);
  expect(ids(await books.find({ size: { ">": "9007199254740993" } }))).toEqual([2, 3]);
  expect(ids(await books.find({ size: { "<": 9007199254740995n } }))).toEqual([0, 1]);
});

test("a value that its field cannot have is still an error", async () => {
  const rating = { type: "integer", maximum: 5 };
  served = await servedClient({ paths: pair("books", { rating }) }, { answer: () => ({ body: [] }) });
  const { books } = served.client;
  for (const value of [6, 1.5, "five"]) expect(() => books.find({ rating: value })).toThrow(/rating/);
  expect(await books.find({ rating: "5" })).toEqual([]);
});
