import { afterEach, expect, test } from "vitest";
import { pair, type Reply, type ServedClient, servedClient } from "./served-client.js";

const RECORDS = Array.from({ length: 29 }, (_, at) => ({ id: at + 1, name: `n${at + 1}` }));
const INTEGER = { type: "integer" };

let served: ServedClient;
afterEach(() => served.close());

function shelf(parameters: readonly string[], answer: (query: URLSearchParams) => Reply): Promise<ServedClient> {
  const paths = pair(
    "items",
    { name: { type: "string" } },
    { parameters: parameters.map((name) => ({ name, schema: INTEGER })) },
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
  expect(asked()).toHaveLength(2);
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

test("a page that begins before the end of the one before adds each record once", async () => {
  served = await shelf(["limit", "offset"], (query) => {
    const size = Number(query.get("limit"));
    const offset = Math.min(Number(query.get("offset") ?? 0), RECORDS.length - 20);
    return { body: RECORDS.slice(offset, offset + Math.min(size, 20)), headers: { "x-total-count": "29" } };
  });
  expect(ids(await served.client.items.find())).toEqual(whole);
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
