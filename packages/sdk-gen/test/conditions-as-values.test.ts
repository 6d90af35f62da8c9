import { afterAll, beforeAll, expect, test } from "vitest";
import { type Asked, pair, type ServedClient, servedClient } from "./served-client.js";

const TEXT = { type: "string" };
const TEXTS = { type: "array", items: TEXT };
const AUTHOR = { type: "object", properties: { id: { type: "integer" }, name: TEXT } };
const FIELDS = { title: TEXT, pages: { type: "number" }, author_id: { type: "integer" }, author: AUTHOR };
const TITLES = ["Odes", "$not:x", "Earthsea"];
const BOOKS = Array.from({ length: 25 }, (_, at) => ({
  id: at + 1,
  title: TITLES[at % 3] ?? "",
  pages: at % 5,
  author_id: (at % 2) + 1,
  author: { id: (at % 2) + 1, name: `a${at % 2}` },
}));
const SIZE = 10;

/** As nestjs-paginate: all conditions of a parameter hold, each has an operator, and links repeat what was asked. */
function answer({ path, query }: Asked): { body: unknown } {
  if (path !== "/books") return { body: { id: Number(path.split("/").at(-1)), name: "a" } };
  const wanted = query.getAll("filter.title").map((one) => (one.startsWith("$not:") ? ["", one.slice(5)] : [one]));
  const found = BOOKS.filter(({ title }) =>
    wanted.every(([is, isNot]) => (isNot === undefined ? title === is : title !== isNot)),
  ).sort((left, right) =>
    query.get("sortBy") === "title:DESC" ? (left.title < right.title ? 1 : -1) : left.id - right.id,
  );
  const page = Number(query.get("page") ?? 1);
  const names = query.get("select")?.split(",");
  const data = found
    .slice((page - 1) * SIZE, page * SIZE)
    .map((book) => Object.fromEntries(Object.entries(book).filter(([name]) => names?.includes(name) ?? true)))
    .map(({ author, ...book }) => (names === undefined || names.includes("author.name") ? { ...book, author } : book));
  const rest = new URLSearchParams([...query].filter(([name]) => name !== "page" && name !== "limit"));
  const sorted = query.has("sortBy") ? "" : "&sortBy=id:ASC";
  const next = `http://other.test/books?page=${page + 1}&limit=${SIZE}${sorted}&${rest}`;
  return { body: { data, meta: { totalItems: found.length }, links: page * SIZE < found.length ? { next } : {} } };
}

let served: ServedClient;
beforeAll(async () => {
  const parameters = [
    { name: "page", schema: { type: "number" } },
    { name: "limit", schema: { type: "number" } },
    { name: "filter.title", schema: TEXTS, description: "**Format:** filter.title={$not}:OPERATION:VALUE" },
    { name: "sortBy", schema: { type: "array", items: { enum: ["id:ASC", "id:DESC", "title:ASC", "title:DESC"] } } },
    { name: "select", description: "List of fields to select." },
  ];
  // The page that all lists share has any records, and those of this list come with a second part.
  const any = { type: "array", additionalProperties: false, items: { type: "object" } };
  const meta = { type: "object", properties: { totalItems: { type: "number" } } };
  const links = { type: "object", properties: { next: TEXT } };
  const list = {
    allOf: [
      { type: "object", properties: { data: any, meta, links } },
      { properties: { data: { type: "array", items: "RECORD" } } },
    ],
  };
  const paths = { ...pair("books", FIELDS, { parameters, list }), ...pair("authors", { name: TEXT }) };
  served = await servedClient({ paths }, { answer });
});
afterAll(() => served.close());

const ids = (books: readonly { id: number }[]): number[] => books.map(({ id }) => id);
const where = (holds: (book: (typeof BOOKS)[number]) => boolean): number[] => ids(BOOKS.filter(holds));

test("a link to the next page may have one value of a list", async () => {
  expect(ids(await served.client.books.find())).toEqual(ids(BOOKS));
});

test("a text that begins with a dollar may be a condition", async () => {
  expect(ids(await served.client.books.find({ title: "$not:x" }))).toEqual(where(({ title }) => title === "$not:x"));
});

test("several values of a parameter for conditions may all have to hold", async () => {
  const title = ["Odes", "Earthsea"];
  expect(ids(await served.client.books.find({ title }))).toEqual(where((book) => title.includes(book.title)));
});

test("fields of a record that is shown as well are not selected by its name", async () => {
  const books = await served.client.books.find().limit(2).select("title", "author.name");
  expect(books).toEqual(BOOKS.slice(0, 2).map(({ title, author }) => ({ title, author: { name: author.name } })));
});

test("the second part of a page says what its records are", async () => {
  expect(() => served.client.books.find({ colour: "red" })).toThrow("is not a field");
});

test("a record whose answers nobody describes has an id, and an answer that is no list is an error", async () => {
  const body = { content: { "application/json": { schema: { type: "object", properties: { name: TEXT } } } } };
  const done = { 200: { description: "" } };
  const paths = {
    "/pets": { get: { responses: done }, post: { requestBody: body, responses: done } },
    "/pets/{id}": { get: { responses: done }, delete: { responses: done } },
  };
  let isList = true;
  const pets = [1, 2, 3].map((id) => ({ id, name: `p${id}` }));
  const answer = ({ path }: Asked) => {
    const all = isList ? pets : { data: pets, total: 3 };
    return { body: pets.find(({ id }) => path === `/pets/${id}`) ?? all };
  };
  const other = await servedClient({ paths }, { answer });
  expect(ids(await other.client.pets.find({ id: { in: [1, 3] } }).sort("id DESC"))).toEqual([3, 1]);
  isList = false;
  await expect(other.client.pets.find().execute()).rejects.toMatchObject({ code: "LIST_INCOMPLETE" });
  await other.close();
});

test("records of any properties have groups of conditions as others do", async () => {
  const list = { type: "array", items: { type: "object", additionalProperties: true } };
  const other = await servedClient(
    { paths: pair("pets", {}, { list }) },
    { answer: () => ({ body: [{ id: 1 }, { id: 2 }] }) },
  );
  expect(ids(await other.client.pets.find({ or: [{ id: 2 }, { id: 3 }] }))).toEqual([2]);
  expect(ids(await other.client.pets.find({ not: { id: 2 } }))).toEqual([1]);
  await other.close();
});
