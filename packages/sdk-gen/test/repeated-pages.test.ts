import { afterEach, expect, test } from "vitest";
import { pair, type Reply, type ServedClient, servedClient } from "./served-client.js";

const RECORDS = Array.from({ length: 29 }, (_, at) => ({ id: at + 1, name: `n${at + 1}` }));
const INTEGER = { type: "integer" };

let served: ServedClient;
afterEach(() => served.close());

function shelf(
  parameters: readonly (string | { readonly name: string; readonly description: string })[],
  answer: (query: URLSearchParams) => Reply,
): Promise<ServedClient> {
  const named = parameters.map((one) => (typeof one === "string" ? { name: one } : one));
  const paths = pair(
    "items",
    { name: { type: "string" } },
    { parameters: named.map((one) => ({ schema: one.name === "cursor" ? { type: "string" } : INTEGER, ...one })) },
  );
  return servedClient({ paths }, { answer: ({ query }) => answer(query) });
}

const ids = (records: readonly { id: number }[]): number[] => records.map(({ id }) => id);
const whole = ids(RECORDS);

test.each(["offset", "page"])("a list that ignores its %s ends at the page that comes again", async (name) => {
  served = await shelf([name], () => ({ body: RECORDS }));
  const { client, asked } = served;
  const query = client.items.find().limit(40);
  expect(query.explain().text).not.toContain("again");
  expect(ids(await query)).toEqual(whole);
  // Page 1 may be the second one.
  expect(asked()).toHaveLength(name === "page" ? 3 : 2);
  expect(query.explain().text).toContain("the server answered the same page again: the list ends there");
  expect(await client.items.find().count()).toBe(29);
});

test("skip is worked out in the client where the server ignores the offset, from the first query on", async () => {
  served = await shelf(["limit", "offset"], (query) => ({ body: RECORDS.slice(0, Number(query.get("limit") ?? 29)) }));
  const { client, asked } = served;
  expect(ids(await client.items.find().skip(10).limit(5))).toEqual([11, 12, 13, 14, 15]);
  asked();
  expect(ids(await client.items.find().skip(3).limit(2))).toEqual([4, 5]);
  expect(asked()).toEqual(["/items?limit=5"]);
});

test("an offset that is heeded is made sure of once, and pushed from then on", async () => {
  served = await shelf(["limit", "offset"], (query) => {
    const offset = Number(query.get("offset") ?? 0);
    return { body: RECORDS.slice(offset, offset + Number(query.get("limit"))) };
  });
  const { client, asked } = served;
  expect(ids(await client.items.find().skip(10).limit(5))).toEqual([11, 12, 13, 14, 15]);
  expect(asked()).toEqual(["/items?limit=5&offset=10", "/items?limit=1"]);
  expect(ids(await client.items.find().skip(20).limit(2))).toEqual([21, 22]);
  expect(asked()).toEqual(["/items?limit=2&offset=20"]);
});

test.each([0, 1])("an offset whose default is 1 is not pushed for a skip: servers count from %i", async (first) => {
  const parameters = [
    { name: "limit", schema: { ...INTEGER, maximum: 10 } },
    { name: "offset", schema: { ...INTEGER, default: 1 } },
  ];
  const paths = pair("items", { name: { type: "string" } }, { parameters });
  served = await servedClient(
    { paths },
    {
      answer({ query }) {
        const start = Number(query.get("offset") ?? first) - first;
        return { body: RECORDS.slice(start, start + Number(query.get("limit") ?? 10)) };
      },
    },
  );
  const { items } = served.client;
  expect(ids(await items.find())).toEqual(whole);
  expect(ids(await items.find().skip(12).limit(5))).toEqual(whole.slice(12, 17));
});

test("of two ways to ask for pages, the client uses the one that its size belongs to", async () => {
  served = await shelf(["offset", "limit", "page", "itemsPerPage"], (query) => {
    const given = (name: string): number | undefined => (query.has(name) ? Number(query.get(name)) : undefined);
    const [size, page] = [given("itemsPerPage"), given("page")];
    if (page !== undefined || size !== undefined)
      return { body: RECORDS.slice(((page ?? 1) - 1) * (size ?? 10), (page ?? 1) * (size ?? 10)) };
    // The limit counts beside an offset only, as with FastCRUD.
    const [offset, limit] = query.has("offset") ? [given("offset") ?? 0, given("limit") ?? 10] : [0, 10];
    return { body: RECORDS.slice(offset, offset + limit) };
  });
  const { client } = served;
  expect(ids(await client.items.find())).toEqual(whole);
  expect(await client.items.find().count()).toBe(29);
  expect(ids(await client.items.find().skip(3).limit(20))).toEqual(whole.slice(3, 23));
  expect(ids(await client.items.find().params({ page: 2 }))).toEqual(whole.slice(10));
});

test("an offset beside a size of numbered pages stays unused", async () => {
  served = await shelf(["page", "per_page", "offset"], (query) => {
    const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("per_page") ?? 10)];
    return { body: RECORDS.slice((page - 1) * size, page * size) };
  });
  const { client, asked } = served;
  expect(ids(await client.items.find().skip(7).limit(9))).toEqual(whole.slice(7, 16));
  expect(asked()).toEqual(["/items?per_page=16"]);
});

test("a page size among the parameters is the size of the pages", async () => {
  served = await shelf(["limit", "offset"], (query) => {
    const offset = Number(query.get("offset") ?? 0);
    return { body: RECORDS.slice(offset, offset + Number(query.get("limit"))) };
  });
  const { client, asked } = served;
  expect(ids(await client.items.find().params({ limit: 12 }))).toEqual(whole);
  expect(asked()).toEqual(["/items?limit=12", "/items?limit=12&offset=12", "/items?limit=12&offset=24"]);
});

/** A server of pages. @param ask reads page and size from the query */
function paged(
  { maximum, total = false }: { maximum?: number; total?: boolean },
  ask: (query: URLSearchParams) => { page: number; size: number },
  pastEnd?: Reply,
): Promise<ServedClient> {
  const list = { type: "object", properties: { items: { type: "array", items: "RECORD" }, total: INTEGER } };
  const size = { name: "per_page", schema: { ...INTEGER, ...(maximum && { maximum }), default: 10 } };
  const paths = pair(
    "items",
    { name: { type: "string" } },
    { parameters: [{ name: "page", schema: { ...INTEGER, minimum: 1 } }, size], ...(total && { list }) },
  );
  return servedClient(
    { paths },
    {
      answer({ query }) {
        const { page, size } = ask(query);
        const items = RECORDS.slice((page - 1) * size, page * size);
        if (items.length === 0 && pastEnd) return pastEnd;
        return { body: total ? { items, total: RECORDS.length } : items };
      },
    },
  );
}

const asAsked = (query: URLSearchParams) => ({
  page: Number(query.get("page") ?? 1),
  size: Number(query.get("per_page") ?? 10),
});

test("a skip of whole pages asks for one page, which is tested once for each size", async () => {
  served = await paged({ maximum: 50 }, asAsked);
  const { client, asked } = served;
  expect(ids(await client.items.find().paginate(1, 5))).toEqual([6, 7, 8, 9, 10]);
  expect(asked()).toEqual(["/items?page=2&per_page=5", "/items?per_page=5"]);
  expect(ids(await client.items.find({}).paginate(5, 5))).toEqual([26, 27, 28, 29]);
  expect(ids(await client.items.find().paginate(100, 5))).toEqual([]);
  expect(asked()).toEqual(["/items?page=6&per_page=5", "/items?page=101&per_page=5"]);
  const { text } = client.items.find().paginate(5, 5).explain();
  expect(text).toContain("skip 25: server (page), page 6 of 5 records");
});

test.each([
  { query: "skip(5)", skip: 5, reason: "it is not a multiple of a limit from 1 to 50" },
  { query: "skip(5).limit(2)", skip: 5, limit: 2, reason: "it is not a multiple of a limit from 1 to 50" },
  { query: "skip(60).limit(60)", skip: 60, limit: 60, reason: "it is not a multiple of a limit from 1 to 50" },
  {
    query: "a condition",
    skip: 2,
    limit: 2,
    where: { name: { contains: "n2" } },
    reason: "the client filters or sorts",
  },
  { query: "an order of the client", skip: 2, limit: 2, sort: "name", reason: "the client filters or sorts" },
  { query: "params", skip: 2, limit: 2, params: { page: 2 }, reason: "params sets page or per_page" },
])("the client skips with $query, and explain says why", async ({ query: _, reason, ...criteria }) => {
  served = await paged({ maximum: 50 }, asAsked);
  const query = served.client.items.find(criteria);
  expect(query.explain().text).toContain(`skip ${criteria.skip}: client, `);
  expect(query.explain().text).toContain(reason);
});

const fixed = (size: number) => (query: URLSearchParams) => ({ ...asAsked(query), size });

test.each([
  { ignored: "the page", ask: (query: URLSearchParams) => ({ ...asAsked(query), page: 1 }) },
  { ignored: "the size, and has larger pages", ask: fixed(8) },
  { ignored: "the size, and has smaller pages", ask: fixed(2) },
])("a skip is right from the first query on where the server ignores $ignored", async ({ ask }) => {
  served = await paged({ total: true }, ask);
  const query = served.client.items.find().paginate(1, 5);
  expect(ids(await query)).toEqual([6, 7, 8, 9, 10]);
  expect(query.explain().text).toContain("skip 5: client, the server ignores page or per_page");
  expect(ids(await query)).toEqual([6, 7, 8, 9, 10]);
});

test.each([
  { server: "rejects pages after the last one", pastEnd: { status: 404, body: { message: "no such page" } } },
  { server: "repeats the last page", pastEnd: { body: { items: RECORDS.slice(-3), total: RECORDS.length } } },
])("a page after the last one is empty where the server $server", async ({ pastEnd }) => {
  served = await paged({ maximum: 50, total: true }, asAsked, pastEnd);
  const { client } = served;
  expect(ids(await client.items.find().paginate(2, 10))).toEqual(whole.slice(20));
  expect(ids(await client.items.find().paginate(100, 10))).toEqual([]);
  expect(ids(await client.items.find().paginate(100, 5))).toEqual([]);
});

test("a short page that is not the last one is no end", async () => {
  served = await paged({ maximum: 50, total: true }, (query) => {
    const { page, size } = asAsked(query);
    return page > 1 ? { page: (page - 1) * 2 + 1, size: size / 2 } : { page, size };
  });
  expect(ids(await served.client.items.find().paginate(1, 10).options({ maxRequests: 9 }))).toHaveLength(10);
});

test("find names params where a condition is a parameter of the list and no field", async () => {
  served = await shelf(["limit", "q", "q.x"], () => ({ body: RECORDS }));
  const { items } = served.client;
  expect(() => items.find({ q: "2" })).toThrow('q: is a parameter and not a field: .params({ "q": … })');
  expect(() => items.find({ "q.x": "2" })).toThrow('.params({ "q.x": … })');
  expect(() => items.find({ nam: "2" })).toThrow("nam: is not a field: there are id, name");
});

test("a page that begins before the end of the one before adds each record once", async () => {
  served = await shelf(["limit", "offset"], (query) => {
    const size = Number(query.get("limit"));
    const offset = Math.min(Number(query.get("offset") ?? 0), RECORDS.length - 20);
    return { body: RECORDS.slice(offset, offset + Math.min(size, 20)), headers: { "x-total-count": "29" } };
  });
  expect(ids(await served.client.items.find())).toEqual(whole);
});

test("a list whose pages overlap is read to its total, and is incomplete if records never come", async () => {
  const list = { type: "object", properties: { items: { type: "array", items: "RECORD" }, total: INTEGER } };
  const parameters = [
    { name: "limit", schema: { ...INTEGER, maximum: 10 } },
    { name: "offset", schema: INTEGER },
  ];
  const paths = pair("items", { name: { type: "string" } }, { parameters, list });
  let missed = 0;
  served = await servedClient(
    { paths },
    {
      answer({ query }) {
        const offset = Number(query.get("offset") ?? 0);
        const items = RECORDS.slice(Math.max(0, offset - 1), offset + Number(query.get("limit")) - 1);
        return { body: { items: items.filter(({ id }) => id !== missed), total: 29 } };
      },
    },
  );
  const { items } = served.client;
  expect(ids(await items.find())).toEqual(whole);
  missed = 15;
  await expect(items.find().execute()).rejects.toThrow(/pages overlap, and gave 28 of 29/);
  expect(ids(await items.find().limit(12))).toEqual(whole.slice(0, 12));
});

test("an order whose pages repeat records is made in the client", async () => {
  const list = { type: "object", properties: { items: { type: "array", items: "RECORD" }, total: INTEGER } };
  const size = { name: "limit", schema: { ...INTEGER, maximum: 10 } };
  const paths = pair(
    "items",
    { rank: INTEGER },
    { parameters: [size, { name: "offset", schema: INTEGER }, { name: "ordering" }], list },
  );
  const ranked = RECORDS.map(({ id }) => ({ id, rank: id > 14 ? 2 : 1 }));
  served = await servedClient(
    { paths },
    {
      answer({ query }) {
        const offset = Number(query.get("offset") ?? 0);
        const sign = query.get("ordering")?.startsWith("-") ? -1 : 1;
        const rank = ({ rank }: { rank: number }): number => (query.has("ordering") ? sign * rank : 0);
        const items = [...ranked].sort((left, right) => rank(left) - rank(right));
        const page = items.slice(offset, offset + Number(query.get("limit")));
        // A later page of an order repeats a record in place of another one.
        if (query.has("ordering") && offset > 0) page.splice(0, 1, items[0] as (typeof items)[number]);
        return { body: { items: page, total: 29 } };
      },
    },
  );
  expect(ids(await served.client.items.find().sort("rank").limit(25))).toEqual(whole.slice(0, 25));
});

test("a next link that leads in a circle ends the list", async () => {
  served = await shelf(["page"], (query) => {
    const page = Number(query.get("page") ?? 1);
    return {
      body: RECORDS.slice((page - 1) * 10, page * 10),
      headers: { link: `</items?page=${(page % 3) + 1}>; rel="next"` },
    };
  });
  expect(ids(await served.client.items.find())).toEqual(whole);
  expect(served.asked()).toHaveLength(4);
});

test("records without an id may be alike, a page of them may not come twice", async () => {
  const item = { type: "object", properties: { level: { type: "string" } } };
  const schema = { type: "array", items: item };
  served = await servedClient(
    {
      paths: {
        "/logs": {
          get: {
            parameters: [{ name: "offset", in: "query", schema: INTEGER }],
            responses: { 200: { description: "", content: { "application/json": { schema } } } },
          },
          post: {
            requestBody: { content: { "application/json": { schema: item } } },
            responses: { 201: { description: "", content: { "application/json": { schema: item } } } },
          },
        },
      },
    },
    { answer: () => ({ body: [{ level: "low" }, { level: "low" }, { level: "high" }] }) },
  );
  expect(await served.client.logs.find()).toHaveLength(3);
  expect(served.asked()).toHaveLength(2);
});

/** Pages by offset that are never larger than the server's own maximum, which the description does not tell. */
function capped(cap: number, records: readonly object[], pastEnd?: Reply): Promise<ServedClient> {
  return shelf(["limit", "offset"], (query) => {
    const offset = Number(query.get("offset") ?? 0);
    if (offset >= records.length && pastEnd) return pastEnd;
    return { body: records.slice(offset, offset + Math.min(cap, Number(query.get("limit") ?? cap))) };
  });
}

test("a server with a maximum of its own does not hide what is on later pages", async () => {
  served = await capped(10, RECORDS);
  const { client, asked } = served;
  expect(ids(await client.items.find())).toEqual(whole);
  expect(asked()).toEqual(["/items?limit=100", "/items?limit=100&offset=10", "/items?limit=100&offset=20"]);
  expect(ids(await client.items.find().limit(25))).toEqual(whole.slice(0, 25));
  expect(ids(await client.items.find({ name: "n25" }))).toEqual([25]);
  expect(await client.items.find().count()).toBe(29);
});

test.each([
  { server: "has no records there", pastEnd: undefined },
  { server: "rejects pages after the last one", pastEnd: { status: 404, body: { message: "no such page" } } },
])(
  "a short page that could be such a maximum is followed by one request where the server $server",
  async ({ pastEnd }) => {
    served = await capped(50, RECORDS.slice(0, 20), pastEnd);
    const { client, asked } = served;
    expect(ids(await client.items.find())).toEqual(whole.slice(0, 20));
    expect(asked()).toEqual(["/items?limit=100", "/items?limit=100&offset=20"]);
  },
);

test("a short page smaller than an earlier one is the last", async () => {
  let records = RECORDS;
  served = await shelf(["limit", "offset"], () => ({ body: records }));
  const { client, asked } = served;
  expect(ids(await client.items.find())).toEqual(whole);
  records = RECORDS.slice(0, 20);
  expect(ids(await client.items.find())).toEqual(whole.slice(0, 20));
  expect(asked()).toEqual(["/items?limit=100", "/items?limit=100"]);
});

test.each([
  ["Next-Page", (origin: string, at: number) => `${origin}/items?cursor=${at}`],
  ["X-Next-Cursor", (_: string, at: number) => String(at)],
])("the next page stands in the header %s", async (header, next) => {
  served = await shelf(["limit", "cursor"], (query) => {
    const at = Number(query.get("cursor") ?? 0);
    const headers = at + 10 < RECORDS.length ? { [header]: next("http://elsewhere.example", at + 10) } : {};
    return { body: RECORDS.slice(at, at + 10), headers };
  });
  expect(ids(await served.client.items.find())).toEqual(whole);
  expect(served.asked()).toEqual(["/items?limit=100", "/items?limit=100&cursor=10", "/items?limit=100&cursor=20"]);
});

test.each([
  ["a total", { total: 29 }],
  ["a flag", { has_more: true }],
  ["a token", { next_page_token: "x" }],
])(
  "a list with %s and no parameter for the next page gives what it has, and an error for the rest",
  async (_, told) => {
    const properties = { items: { type: "array", items: "RECORD" }, total: INTEGER };
    const more = { has_more: { type: "boolean" }, next_page_token: { type: "string" } };
    const paths = pair(
      "items",
      { name: { type: "string" } },
      { parameters: [{ name: "at" }], list: { type: "object", properties: { ...properties, ...more } } },
    );
    served = await servedClient({ paths }, { answer: () => ({ body: { items: RECORDS.slice(0, 20), ...told } }) });
    const { items } = served.client;
    expect(ids(await items.find().limit(20))).toEqual(whole.slice(0, 20));
    await expect(items.find().execute()).rejects.toMatchObject({ code: "LIST_INCOMPLETE" });
    expect(ids(await items.find().params({ at: "2" }))).toEqual(whole.slice(0, 20));
    await expect(items.find({ name: "n25" }).first()).rejects.toThrow(
      /items: the server gave 20 .*no parameter for the rest/,
    );
  },
);

test("a list without a parameter for the next page is whole if its total says so", async () => {
  const properties = { items: { type: "array", items: "RECORD" }, total: INTEGER, next: { type: ["string", "null"] } };
  const paths = pair("items", { name: { type: "string" } }, { list: { type: "object", properties } });
  served = await servedClient({ paths }, { answer: () => ({ body: { items: RECORDS, total: 29, next: null } }) });
  expect(ids(await served.client.items.find())).toEqual(whole);
});

test.each([
  [0, ""],
  [1, ""],
  [1, "Page number (default: 0)"],
])(
  "the client finds out that pages count from %i where the description does not tell it, or tells it in passing: %s",
  async (first, description) => {
    served = await shelf(
      ["page", "limit"].map((name) => ({ name, description })),
      (query) => {
        const [page, limit] = [Number(query.get("page") ?? first) - first, Number(query.get("limit") ?? 10)];
        return { body: RECORDS.slice(page * limit, (page + 1) * limit) };
      },
    );
    const { client, asked } = served;
    const query = client.items.find().params({ limit: 10 });
    expect(ids(await client.items.find().skip(10).limit(10))).toEqual(whole.slice(10, 20));
    asked();
    expect(ids(await query)).toEqual(whole);
    expect(asked()).toHaveLength(first === 0 ? 3 : 4);
    expect(ids(await query)).toEqual(whole);
    expect(asked()).toHaveLength(3);
    expect(ids(await client.items.find().skip(10).limit(10))).toEqual(whole.slice(10, 20));
    expect(asked()[0]).toContain(`page=${first + 1}`);
  },
);
