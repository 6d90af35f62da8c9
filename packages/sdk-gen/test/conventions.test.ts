import { afterEach, expect, test } from "vitest";
import { pair, type ServedClient, servedClient } from "./served-client.js";

const TEXT = { type: "string" };
const INTEGER = { type: "integer" };
const FLAG = { type: "boolean" };
const LIST = { type: "array", items: TEXT };
interface Book {
  readonly id: number;
  readonly title: string;
  readonly price: number | null;
  readonly note: string | null;
}
const BOOKS: readonly Book[] = Array.from({ length: 40 }, (_, at) => ({
  id: at + 1,
  title: `Book ${at % 7}`,
  price: (at * 17) % 40,
  note: at % 4 ? "n" : null,
}));
const FIELDS = { title: TEXT, price: INTEGER, note: { type: ["string", "null"] } };

let served: ServedClient;
afterEach(() => served.close());

async function shop(
  parameters: object[],
  order?: (query: URLSearchParams) => number | undefined,
  books: readonly Book[] = BOOKS,
): Promise<ServedClient> {
  served = await servedClient(
    { paths: pair("books", FIELDS, { parameters }) },
    {
      answer({ query }) {
        const sign = order?.(query);
        const sorted = sign
          ? [...books].sort((left, right) => sign * ((left.price ?? -1) - (right.price ?? -1)))
          : books;
        return { body: sorted.slice(0, Number(query.get("limit") ?? query.get("size") ?? 100)) };
      },
    },
  );
  return served;
}

const prices = (books: readonly Book[]): (number | null)[] => books.map(({ price }) => price);
const LIMIT = { name: "limit", schema: { ...INTEGER, maximum: 10 } };

test.each<[string, object[], string, string]>([
  ["Django REST framework", [LIMIT, { name: "ordering" }], "ordering=-price", "ordering=price"],
  [
    "Spring Data",
    [
      { name: "page", schema: INTEGER },
      { name: "size", schema: INTEGER },
      { name: "sort", schema: LIST },
    ],
    "sort=price,desc",
    "sort=price,asc",
  ],
  [
    "JSON:API",
    [LIMIT, { name: "sort" }, { name: "filter[title]" }, { name: "fields[books]" }],
    "sort=-price",
    "sort=price",
  ],
  ["OData", [LIMIT, { name: "$orderby" }], "$orderby=price desc", "$orderby=price asc"],
  ["Ransack", [LIMIT, { name: "q[s]" }], "q[s]=price desc", "q[s]=price asc"],
  [
    "NestJS CRUD",
    [
      LIMIT,
      { name: "s" },
      { name: "filter", schema: LIST },
      { name: "join", schema: LIST },
      { name: "sort", schema: LIST },
    ],
    "sort=price,DESC",
    "sort=price,ASC",
  ],
  [
    "Strapi",
    [LIMIT, { name: "sort" }, { name: "pagination[page]", schema: INTEGER }],
    "sort=price:desc",
    "sort=price:asc",
  ],
  [
    "Directus",
    [LIMIT, { name: "sort", schema: LIST, description: "A minus sign (`-`) sorts descending." }],
    "sort=-price",
    "sort=price",
  ],
  [
    "PostgREST",
    [LIMIT, { name: "order" }, { name: "select" }, { name: "offset", schema: INTEGER }],
    "order=price.desc",
    "order=price.asc",
  ],
])("an order as %s writes it is tried both ways, and asked for from then on", async (_, parameters, down, up) => {
  const { client, asked } = await shop(parameters, (query) => {
    const text = decodeURIComponent(query.toString().replaceAll("+", " "));
    return text.includes(down) ? -1 : text.includes(up) ? 1 : undefined;
  });
  const found = await client.books.find().sort("price DESC").limit(3);
  expect(prices(found)).toEqual([39, 38, 37]);
  expect(asked()).toHaveLength(3);
  expect(prices(await client.books.find().sort("-price").limit(2))).toEqual([39, 38]);
  expect(asked().map((path) => path.includes(down))).toEqual([true]);
});

test("an order that the server ignores, rejects, or begins with what is missing, is made here", async () => {
  const parameters = [LIMIT, { name: "ordering" }];
  const lists: [order: (query: URLSearchParams) => number | undefined, books: readonly Book[]][] = [
    [() => undefined, BOOKS],
    [
      (query) => {
        if (query.has("ordering")) throw new Error("no such order");
        return undefined;
      },
      BOOKS,
    ],
    [
      (query) => (query.get("ordering") === "price" ? 1 : -1),
      [...BOOKS.slice(0, 5), { id: 99, title: "", price: null, note: null }],
    ],
  ];
  for (const [order, books] of lists) {
    const { client, close } = await shop(parameters.slice(1), order, books);
    const known = prices(books).filter((price) => price !== null) as number[];
    const query = client.books.find().sort("price").limit(2);
    expect(prices(await query)).toEqual(known.sort((left, right) => left - right).slice(0, 2));
    expect(query.explain().steps[0].where).toBe("client");
    if (books === BOOKS) await close();
  }
});

test("an answer that says nothing of the order is an error, and the order is tried again", async () => {
  let isLoggedIn = false;
  const ascending = [...BOOKS].sort((left, right) => (left.price ?? -1) - (right.price ?? -1));
  served = await servedClient(
    { paths: pair("books", FIELDS, { parameters: [LIMIT, { name: "ordering" }] }) },
    {
      answer({ query }) {
        if (!isLoggedIn) return { status: 401, body: { error: "log in" } };
        const sorted = query.get("ordering") === "-price" ? ascending.toReversed() : ascending;
        return { body: sorted.slice(0, Number(query.get("limit") ?? 100)) };
      },
    },
  );
  const { client, asked } = served;
  await expect(client.books.find().sort("price").limit(2).execute()).rejects.toThrow(/401/);
  expect(asked()).toHaveLength(1);
  isLoggedIn = true;
  expect(prices(await client.books.find().sort("price").limit(2))).toEqual(prices(ascending).slice(0, 2));
  expect(asked().at(-1)).toContain("ordering=price");
});

test("filters as PostgREST writes them: the value begins with the operator", async () => {
  const names = ["title", "price", "select", "order", "offset"];
  const range = { name: "Range-Unit", in: "header", schema: TEXT };
  const { client, asked } = await shop([LIMIT, range, ...names.map((name) => ({ name, schema: TEXT }))]);
  const texts: string[] = [];
  for (const where of [
    { title: "Book 1" },
    { price: { ">": 3, "!=": 9 } },
    { price: [1, 2], title: { "<=": "x" } },
    { title: ["a (b)", "c"] },
  ]) {
    const found = await client.books.find(where);
    const all = BOOKS.filter(({ title, price }) =>
      "price" in where
        ? Array.isArray(where.price)
          ? where.price.includes(price ?? -1)
          : (price ?? 0) > 3 && price !== 9
        : [where.title].flat().includes(title),
    );
    expect(prices(found)).toEqual(prices(all.slice(0, found.length)));
    texts.push(decodeURIComponent(asked()[0]?.replaceAll("+", " ") ?? ""));
  }
  expect(texts.map((text) => text.replace(/^[^?]*[?]|&?limit=[0-9]+&?/g, ""))).toEqual([
    "title=eq.Book 1",
    "price=gt.3",
    "title=lte.x&price=in.(1,2)",
    'title=in.("a (b)",c)',
  ]);
});

test("the configuration may name any operator", async () => {
  served = await servedClient(
    { paths: pair("books", FIELDS, { parameters: [{ name: "named" }, { name: "blank", schema: FLAG }] }) },
    {
      answer: () => ({ body: BOOKS }),
      config: {
        resources: {
          "/books": {
            list: {
              filters: {
                named: { property: "title", operator: "icontains" },
                blank: { property: "note", operator: "isNull" },
              },
            },
          },
        },
      },
    },
  );
  await served.client.books.find({ title: { icontains: "BOOK 3" }, note: null });
  expect(served.asked()).toEqual(["/books?named=BOOK 3&blank=true"]);
});

test.each<[string, object[], object, string | undefined]>([
  ["icontains", [{ name: "title__icontains" }], { title: { contains: "k 3" } }, "title__icontains=k 3"],
  ["istartswith", [{ name: "title__istartswith" }], { title: { startsWith: "Book 3" } }, "title__istartswith=Book 3"],
  ["iexact", [{ name: "title__iexact" }], { title: "Book 3" }, "title__iexact=Book 3"],
  ["isnull", [{ name: "note__isnull", schema: FLAG }], { note: null }, "note__isnull=true"],
  [
    "isnull of what is there",
    [{ name: "note__isnull", schema: FLAG }],
    { note: { exists: true } },
    "note__isnull=false",
  ],
  [
    "Ransack",
    [{ name: "q[title_cont]" }, { name: "q[price_gteq]", schema: INTEGER }],
    { title: { contains: "3" }, price: { ">=": 9 } },
    "q[title_cont]=3&q[price_gteq]=9",
  ],
  [
    "Strapi",
    [{ name: "filters[title][$containsi]" }],
    { title: { icontains: "K 3" } },
    "filters[title][$containsi]=K 3",
  ],
  ["ilike, which may take a pattern", [{ name: "title__ilike" }], { title: { icontains: "k 3" } }, undefined],
  ["no narrower one", [{ name: "title__startswith" }], { title: { contains: "3" } }, undefined],
])("filters by their names: %s", async (_, parameters, where, sent) => {
  const { client, asked } = await shop(parameters);
  const found = await client.books.find(where);
  expect(asked()).toEqual([sent === undefined ? "/books" : `/books?${sent}`]);
  const all = await served.client.books.find().where({ not: { not: where } });
  expect(found.length).toBeGreaterThan(0);
  expect(found).toEqual(all);
});

test("the client ignores the case of letters beyond ASCII, because many databases do not", async () => {
  const { client, asked } = await shop([{ name: "filters[title][$containsi]" }]);
  await client.books.find({ title: { icontains: "u" } });
  await client.books.find({ title: { icontains: "ü" } });
  expect(asked()).toEqual(["/books?filters[title][$containsi]=u", "/books"]);
});

test("an order is asked for with its direction, because the default may be the other one", async () => {
  const sort = { name: "sort", schema: { ...TEXT, enum: ["price"] } };
  const direction = { name: "order", schema: { ...TEXT, enum: ["asc", "desc"], default: "desc" } };
  const { client } = await shop([LIMIT, sort, direction], (query) =>
    query.has("sort") ? (query.get("order") === "asc" ? 1 : -1) : undefined,
  );
  expect(prices(await client.books.find().sort("price").limit(3))).toEqual([0, 1, 2]);
  expect(prices(await client.books.find().sort("price DESC").limit(3))).toEqual([39, 38, 37]);
});

test.each<[string, (titles: readonly string[], title: string) => boolean]>([
  ["all of its values to hold", (titles, title) => titles.every((one) => one === title)],
  ["the last of its values", (titles, title) => titles.at(-1) === title],
])("a parameter of which the server wants %s serves one value only", async (_, holds) => {
  const title = { name: "title", schema: { anyOf: [LIST, TEXT] } };
  served = await servedClient(
    { paths: pair("books", FIELDS, { parameters: [title] }) },
    {
      answer: ({ query }) => {
        const titles = query.getAll("title");
        return { body: BOOKS.filter((book) => titles.length === 0 || holds(titles, book.title)) };
      },
    },
  );
  const { books } = served.client;
  const wanted = BOOKS.filter((book) => /[12]$/.test(book.title));
  expect(await books.find({ title: ["Book 1", "Book 2"] })).toEqual(wanted);
  served.asked();
  expect(await books.find({ title: ["Book 1", "Book 2"] }).count()).toBe(wanted.length);
  expect(await books.find({ title: ["Book 1"] }).count()).toBe(6);
  expect(served.asked()).toEqual(["/books", "/books?title=Book 1"]);
});

test("a parameter that takes several values is tested only if fewer than two of them have records", async () => {
  served = await servedClient(
    { paths: pair("books", FIELDS, { parameters: [{ name: "title", schema: { anyOf: [TEXT, LIST] } }] }) },
    { answer: ({ query }) => ({ body: BOOKS.filter((book) => query.getAll("title").includes(book.title)) }) },
  );
  const { books } = served.client;
  expect(await books.find({ title: ["Book 1", "none"] })).toHaveLength(6);
  expect(served.asked()).toEqual(["/books?title=Book 1&title=none", "/books?title=none"]);
  expect(await books.find({ title: ["Book 1", "Book 2"] })).toHaveLength(12);
  expect(await books.find({ title: ["Book 1", "none"] })).toHaveLength(6);
  expect(served.asked()).toEqual(["/books?title=Book 1&title=Book 2", "/books?title=Book 1&title=none"]);
});

test.each<[string, object]>([
  ["is not", { note: { "!=": "n" } }],
  ["is none of", { note: { nin: ["n"] } }],
  ["is null or one of", { note: ["n", null] }],
])("records without a value are found where a field %s a value, which databases leave out", async (_, where) => {
  const names = ["note.ne", "note.nin", "note.in"].map((name) => ({ name }));
  served = await servedClient(
    { paths: pair("books", { ...FIELDS, note: TEXT }, { parameters: names }) },
    {
      answer: ({ query }) => ({
        body: query.size === 0 ? BOOKS : BOOKS.filter(({ note }) => note === "n" && query.has("note.in")),
      }),
    },
  );
  const found: Book[] = await served.client.books.find(where);
  expect(found.filter(({ note }) => note === null)).toHaveLength(10);
});

test("conditions that exclude are asked for where each record has a value", async () => {
  served = await servedClient(
    { paths: pair("books", FIELDS, { parameters: [{ name: "id.ne", schema: INTEGER }] }) },
    { answer: () => ({ body: BOOKS }) },
  );
  expect(await served.client.books.find({ id: { "!=": 3 } })).toHaveLength(39);
  expect(served.asked()).toEqual(["/books?id.ne=3"]);
});

test("a filter that the configuration switches off is not asked for", async () => {
  served = await servedClient(
    { paths: pair("books", FIELDS, { parameters: [{ name: "title.contains" }, { name: "title__icontains" }] }) },
    {
      answer: () => ({ body: BOOKS }),
      config: { resources: { "/books": { list: { filters: { "title.contains": null, title__icontains: null } } } } },
    },
  );
  await served.client.books.find({ title: { contains: "3" } });
  expect(served.asked()).toEqual(["/books"]);
});

test("what asks whether a list contains values is not asked of texts", async () => {
  const parameters = ["title.contains", "title.overlaps"].map((name) => ({ name }));
  served = await servedClient({ paths: pair("books", FIELDS, { parameters }) }, { answer: () => ({ body: BOOKS }) });
  expect(await served.client.books.find({ title: { contains: "3" } })).toHaveLength(6);
  expect(served.asked()).toEqual(["/books"]);
});

test.each<[string, object[], (query: URLSearchParams) => number | undefined]>([
  [
    "values",
    [{ name: "sort", schema: { ...TEXT, enum: ["price", "-price"] } }],
    (query) => ({ price: 1, "-price": -1 })[query.get("sort") ?? ""],
  ],
  [
    "a direction",
    [
      { name: "sort", schema: { ...TEXT, enum: ["price", "title"] } },
      { name: "order", schema: { ...TEXT, enum: ["asc", "desc"] } },
    ],
    (query) => (query.get("sort") === "price" ? (query.get("order") === "desc" ? -1 : 1) : undefined),
  ],
])("a documented order by %s that begins with what is missing is made here", async (_, parameters, order) => {
  const missing = [-3, -2, -1, 0].map((id) => ({ id, title: "", price: null, note: null }));
  const { client, asked } = await shop([LIMIT, ...parameters], order, [...BOOKS.slice(0, 5), ...missing]);
  expect(prices(await client.books.find().sort("price").limit(2))).toEqual([0, 11]);
  expect(client.books.find().sort("price").explain().steps[0]).toMatchObject({
    where: "client",
    reason: "the server puts records without a value first",
  });
  asked();
  // The other way round they come last, as they do everywhere.
  expect(prices(await client.books.find().sort("price DESC").limit(2))).toEqual([34, 28]);
  expect(asked()).toHaveLength(1);
  expect(prices(await client.books.find().sort("price DESC"))).toEqual([34, 28, 17, 11, 0, null, null, null, null]);
});

test("a condition that the server cannot check asks for every record where a value says so", async () => {
  const TASKS = Array.from({ length: 9 }, (_, at) => ({ id: at, state: at % 3 ? "closed" : "open" }));
  const state = (...values: string[]): object => ({ ...TEXT, enum: values });
  served = await servedClient(
    {
      paths: pair(
        "tasks",
        { state: state("open", "closed") },
        { parameters: [{ name: "state", schema: state("open", "closed", "all") }] },
      ),
    },
    {
      answer({ query }) {
        const asked = query.get("state") ?? "open";
        return { body: TASKS.filter((task) => asked === "all" || task.state === asked) };
      },
    },
  );
  const { client, asked } = served;
  const ids = (tasks: readonly { id: number }[]): number[] => tasks.map(({ id }) => id);
  expect(ids(await client.tasks.find())).toEqual([0, 3, 6]);
  expect(ids(await client.tasks.find({ state: "closed" }))).toEqual([1, 2, 4, 5, 7, 8]);
  expect(asked()).toEqual(["/tasks", "/tasks?state=closed"]);
  expect(ids(await client.tasks.find({ state: { "!=": "open" } }))).toEqual([1, 2, 4, 5, 7, 8]);
  expect(ids(await client.tasks.find({ not: { state: "open" } }))).toEqual([1, 2, 4, 5, 7, 8]);
  expect(ids(await client.tasks.find({ state: ["open", "closed"], id: { "<": 4 } }))).toEqual([0, 1, 2, 3]);
  expect(asked()).toEqual(["/tasks?state=all", "/tasks?state=all", "/tasks?state=all"]);
  expect(ids(await client.tasks.find({ not: { state: "open" } }).params({ state: "open" }))).toEqual([]);
});

test("required parameters that have a default, or ask for the first page, need not be given", async () => {
  const required = { required: true };
  const { client, asked } = await shop([
    { ...LIMIT, ...required },
    { name: "offset", schema: INTEGER, ...required },
    { name: "kind", schema: { ...TEXT, default: "all" }, ...required },
  ]);
  expect(await client.books.find().limit(3)).toHaveLength(3);
  expect(await client.books.find().limit(2).skip(4)).toHaveLength(2);
  expect(asked()).toEqual([
    "/books?limit=3&offset=0&kind=all",
    "/books?limit=2&offset=4&kind=all",
    "/books?limit=1&offset=0&kind=all",
    "/books?limit=6&offset=0&kind=all",
  ]);
});
