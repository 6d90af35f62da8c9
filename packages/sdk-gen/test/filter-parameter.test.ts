import { afterEach, expect, test } from "vitest";
import { pair, type ServedClient, servedClient } from "./served-client.js";

const TEXT = { type: "string" };
const INTEGER = { type: "integer" };
const FIELDS = { title: TEXT, price: INTEGER, note: { type: ["string", "null"] } };
const BOOKS = Array.from({ length: 140 }, (_, at) => ({
  id: at + 1,
  title: `Book ${at % 7}`,
  price: (at * 17) % 40,
  note: at % 4 ? "n" : null,
}));
/** As LoopBack writes it. */
const FILTER = {
  name: "filter",
  content: {
    "application/json": {
      schema: {
        type: "object",
        additionalProperties: false,
        properties: {
          offset: { ...INTEGER, minimum: 0 },
          limit: { ...INTEGER, minimum: 1, example: 100 },
          skip: { ...INTEGER, minimum: 0 },
          order: { oneOf: [TEXT, { type: "array", items: TEXT }] },
          where: { type: "object", additionalProperties: true },
          fields: { oneOf: [{ type: "object" }, { type: "array", items: { enum: ["id", "title", "price", "note"] } }] },
        },
      },
    },
  },
};

interface Filter {
  readonly limit?: number;
  readonly skip?: number;
  readonly order?: readonly string[];
  readonly where?: Readonly<Record<string, unknown>>;
}

let served: ServedClient;
afterEach(() => served.close());

function matches(value: number | string | null, asked: unknown): boolean {
  if (typeof asked !== "object" || asked === null) return value === asked;
  const tests: Readonly<Record<string, (bound: number) => boolean>> = {
    gt: (bound) => Number(value) > bound,
    gte: (bound) => Number(value) >= bound,
    lt: (bound) => Number(value) < bound,
    lte: (bound) => Number(value) <= bound,
  };
  return Object.entries(asked).every(([name, bound]) =>
    name === "inq" ? (bound as unknown[]).includes(value) : tests[name]?.(bound as number),
  );
}

/** @param isIgnored the server does not look at the parameter */
async function shop(isIgnored = false): Promise<ServedClient & { readonly filters: () => Filter[] }> {
  const filters: Filter[] = [];
  served = await servedClient(
    { paths: pair("books", FIELDS, { parameters: [FILTER] }) },
    {
      answer({ query }) {
        const filter = JSON.parse(query.get("filter") ?? "{}") as Filter;
        filters.push(filter);
        if (isIgnored) return { body: BOOKS };
        const { limit = 1000, skip = 0, where = {}, order = [] } = filter;
        const found = BOOKS.filter((book) =>
          Object.entries(where).every(([name, asked]) => matches(book[name as "title"], asked)),
        );
        const [name = "", direction] = order[0]?.split(" ") ?? [];
        const sign = direction === "DESC" ? -1 : 1;
        const sorted = name === "price" ? [...found].sort((a, b) => sign * (a.price - b.price)) : found;
        return { body: sorted.slice(skip, skip + limit) };
      },
    },
  );
  return { ...served, filters: () => filters.splice(0) };
}

test("a list is paged, filtered and cut by members of a parameter in JSON", async () => {
  const { client, filters } = await shop();
  expect(await client.books.find()).toEqual(BOOKS);
  expect(filters()).toEqual([{ limit: 100 }, { limit: 100, skip: 100 }]);
  expect(await client.books.find().skip(30).limit(5)).toEqual(BOOKS.slice(30, 35));
  expect(filters()[0]).toEqual({ limit: 5, skip: 30 });
  expect(await client.books.find({ title: "Book 3", price: { ">=": 5, "<": 20 } })).toEqual(
    BOOKS.filter(({ title, price }) => title === "Book 3" && price >= 5 && price < 20),
  );
  expect(filters()[0]).toEqual({ limit: 100, where: { title: "Book 3", price: { gte: 5, lt: 20 } } });
  expect(await client.books.find({ price: [3, 7], note: null })).toEqual(
    BOOKS.filter(({ price, note }) => (price === 3 || price === 7) && note === null),
  );
  expect(filters()[0]).toEqual({ limit: 100, where: { price: { inq: [3, 7] } } });
  const [first] = await client.books.find().select("title").limit(1);
  expect(first).toEqual({ title: "Book 0" });
  expect(filters()[0]).toEqual({ limit: 1, fields: ["title", "id"] });
  const dear = await client.books.find().sort("price DESC").limit(3);
  expect(dear.map(({ price }: { price: number }) => price)).toEqual([39, 39, 39]);
  expect(filters().at(-1)).toEqual({ limit: 3, order: ["price DESC"] });
});

test("the client does the same where the server ignores the parameter, and members that are given come first", async () => {
  const { client, filters } = await shop(true);
  expect(await client.books.find().skip(30).limit(5)).toEqual(BOOKS.slice(30, 35));
  expect(await client.books.find({ price: { ">": 30 } })).toEqual(BOOKS.filter(({ price }) => price > 30));
  filters();
  await client.books
    .find()
    .params({ filter: { limit: 7 } })
    .limit(2);
  expect(filters()[0]).toEqual({ limit: 7 });
});

test.each([0, 1])("a list is paged by a page and its size in JSON, whose first page is %i", async (first) => {
  const properties = { page: INTEGER, page_size: INTEGER, filters: { type: "array", items: { type: "object" } } };
  const q = { name: "q", content: { "application/json": { schema: { type: "object", properties } } } };
  served = await servedClient(
    { paths: pair("books", FIELDS, { parameters: [q] }) },
    {
      answer: ({ query }) => {
        const { page = first, page_size = 20 } = JSON.parse(query.get("q") ?? "{}");
        const size = Math.min(page_size, 50);
        return { body: BOOKS.slice((page - first) * size, (page - first + 1) * size) };
      },
    },
  );
  const { books } = served.client;
  expect(await books.find()).toEqual(BOOKS);
  expect(await books.find({ title: "Book 5" })).toHaveLength(20);
  expect(await books.find().skip(40).limit(20)).toEqual(BOOKS.slice(40, 60));
});
