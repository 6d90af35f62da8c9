import { afterEach, expect, test } from "vitest";
import { pair, type ServedClient, servedClient } from "./served-client.js";

const BOOKS = Array.from({ length: 60 }, (_, at) => ({
  id: at + 1,
  genre: at % 3 ? "novel" : "poem",
  authorId: (at % 4) + 1,
}));
const TEXT = { type: "string" };
const INTEGER = { type: "integer" };

let served: ServedClient;
afterEach(() => served.close());

function library({ isLax = false, total = true } = {}): Promise<ServedClient> {
  const list = { type: "object", properties: { items: { type: "array", items: "RECORD" }, total: INTEGER } };
  const parameters = [
    { name: "genre" },
    { name: "limit", schema: { ...INTEGER, maximum: 20 } },
    { name: "offset", schema: INTEGER },
  ];
  const paths = {
    ...pair("books", { genre: TEXT, authorId: INTEGER }, { parameters, ...(total && { list }) }),
    ...pair("authors", { name: TEXT }),
  };
  return servedClient(
    { paths },
    {
      answer({ path, query }) {
        const author = /^\/authors\/(\d+)$/.exec(path)?.[1];
        if (author !== undefined) return { body: { id: Number(author), name: `a${author}` } };
        const genre = query.get("genre");
        const found = BOOKS.filter((book) => isLax || !genre || book.genre === genre);
        const offset = Number(query.get("offset") ?? 0);
        const items = found.slice(offset, offset + Number(query.get("limit") ?? 20));
        return { body: total ? { items, total: found.length } : items };
      },
    },
  );
}

test("count sends one request where the list tells how many there are", async () => {
  served = await library();
  expect(await served.client.books.find().count()).toBe(60);
  expect(served.asked()).toEqual(["/books?limit=1"]);
  expect(await served.client.books.find({ genre: "poem" }).count()).toBe(20);
  expect(await served.client.books.find({ genre: "novel" }).count()).toBe(40);
  expect(await served.client.books.find({}).count()).toBe(60);
  expect(served.asked()).toEqual(["/books?genre=poem&limit=20", "/books?genre=novel&limit=20", "/books?limit=1"]);
});

test("count is exact where the server ignores the condition and the first record happens to meet it", async () => {
  served = await library({ isLax: true });
  expect(await served.client.books.find({ genre: "poem" }).count()).toBe(20);
});

test("count reads no page twice where nobody tells how many there are", async () => {
  served = await library({ total: false });
  expect(await served.client.books.find({ genre: "poem" }).count()).toBe(20);
  const asked = served.asked();
  expect(asked).toHaveLength(new Set(asked).size);
  expect(asked).toHaveLength(2);
});

test("keys are read once for all pages of a query", async () => {
  served = await library();
  const books = await served.client.books.find().populate("author");
  expect(
    books.every(
      ({ author, authorId }: { author: { name: string }; authorId: number }) => author.name === `a${authorId}`,
    ),
  ).toBe(true);
  expect(served.asked().filter((path) => path.startsWith("/authors"))).toHaveLength(4);
});

test("populate asks a list to write a relation out where the description of its parameter names it", async () => {
  const expand = { name: "expand", description: "Comma-separated: author, publisher." };
  const paths = {
    ...pair("books", { authorId: INTEGER }, { parameters: [expand] }),
    ...pair("authors", { name: TEXT }),
  };
  const answer = ({ query }: { query: URLSearchParams }): object => ({
    body: [{ id: 1, authorId: 2, ...(query.get("expand") === "author" && { author: { id: 2, name: "a2" } }) }],
  });
  served = await servedClient({ paths }, { answer });
  const [book] = await served.client.books.find().populate("author");
  expect(book.author.name).toBe("a2");
  expect(served.asked()).toEqual(["/books?expand=author"]);
});

test("maxRequests counts what populate asks for", async () => {
  served = await library();
  const query = served.client.books.find().limit(10).populate("author");
  await expect(query.options({ maxRequests: 3 }).execute()).rejects.toThrow(
    /more than 3 requests[\s\S]*populate author/,
  );
  await expect(query.options({ maxRequests: 5 }).execute()).resolves.toHaveLength(10);
});

test("find takes options after the conditions, and rejects those that do not exist", async () => {
  served = await library();
  const { books } = served.client;
  await expect(books.find({ genre: "novel" }, { maxRequests: 1 })).rejects.toMatchObject({ code: "QUERY_TOO_BROAD" });
  expect(served.asked()).toHaveLength(1);
  await expect(books.find({ genre: "poem" }, { limit: 1 })).rejects.toMatchObject({
    code: "OPTION_UNKNOWN",
    message: expect.stringContaining("limit is not known: there are baseUrl"),
  });
  expect(served.asked()).toEqual([]);
});

test("count asks the operation that counts, unless there are conditions, which it may understand otherwise", async () => {
  const counted = {
    "/books/count": {
      get: {
        operationId: "count_books",
        parameters: [{ name: "genre", in: "query", schema: TEXT }],
        responses: {
          200: {
            description: "",
            content: { "application/json": { schema: { type: "object", properties: { count: INTEGER } } } },
          },
        },
      },
    },
  };
  const list = pair("books", { genre: TEXT }, { parameters: [{ name: "genre" }, { name: "limit", schema: INTEGER }] });
  served = await servedClient(
    { paths: { ...counted, ...list } },
    {
      answer: ({ path, query }) => {
        const found = BOOKS.filter(({ genre }) => genre.includes(query.get("genre") ?? ""));
        return { body: path === "/books/count" ? { count: found.length } : found };
      },
    },
  );
  const { books } = served.client;
  expect(await books.find().count()).toBe(60);
  expect(await books.find().params({ genre: "poem" }).count()).toBe(20);
  expect(served.asked()).toEqual(["/books/count", "/books/count?genre=poem"]);
  expect(await books.find({ genre: "o" }).count()).toBe(0);
});
