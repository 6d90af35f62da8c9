import { expect, test } from "vitest";
import {
  answers,
  array,
  describeApi,
  integer,
  object,
  query,
  ref,
  roleOf,
  silent,
  string,
  takes,
} from "./fixtures/small-description.js";

const Customer = object({ id: string, name: string, email: string });
const crud = (path: string): Record<string, ReturnType<typeof answers>> => ({
  [`post ${path}`]: takes(ref("Customer"), ref("Customer")),
  [`get ${path}/{id}`]: answers(ref("Customer")),
  [`delete ${path}/{id}`]: silent,
});
const page = object({ customers: array(ref("Customer")), cursor: string });

test("`POST /customers/search` is a view of the customers", async () => {
  const search = takes(object({ query: object({}) }), page);
  const api = await describeApi(
    { ...crud("/customers"), "post /customers/search": search, "post /customers/bulkLookup": search },
    { Customer },
  );
  const view = {
    kind: "view",
    resource: { name: "customers" },
    scope: [],
    list: { shape: { itemsAt: ["customers"] } },
  };
  expect(roleOf(api, "post /customers/search")).toMatchObject(view);
  expect(roleOf(api, "post /customers/bulkLookup")).toMatchObject(view);
});

test.each([
  ["lack what costs", { id: string, name: string, email: string }, "view"],
  ["have something else", { id: string, name: string, score: string }, "operation"],
  ["are no more than a name", { id: string, name: string }, "operation"],
])("the hits of a search that %s", async (_, properties, kind) => {
  const Whole = object({ id: string, name: string, email: string, orders: string, notes: string });
  const api = await describeApi(
    {
      "post /customers": takes(Whole, Whole),
      "get /customers/{id}": answers(Whole),
      "post /customers/search": takes(object({}), object({ results: array(object(properties)) })),
    },
    {},
  );
  expect(roleOf(api, "post /customers/search").kind).toBe(kind);
});

test("of several lists in the answer, a search takes the one that its collection names", async () => {
  const both = object({ entries: array(object({ customer_id: string })), customers: array(ref("Customer")) });
  const api = await describeApi(
    { ...crud("/customers"), "post /customers/search": takes(object({}), both) },
    { Customer },
  );
  expect(roleOf(api, "post /customers/search")).toMatchObject({
    kind: "view",
    list: { shape: { itemsAt: ["customers"] } },
  });
});

test.each([
  ["does something else", "/customers/research", page],
  ["answers other records", "/customers/search", object({ events: array(object({ at: string, by: string })) })],
  ["answers no list", "/customers/search", object({ job: string })],
])("a `POST` that %s is none", async (_, path, answer) => {
  const api = await describeApi({ ...crud("/customers"), [`post ${path}`]: takes(object({}), answer) }, { Customer });
  expect(roleOf(api, `post ${path}`).kind).not.toBe("view");
});

test("a list of keys finds records, unless the operation says that it adds them", async () => {
  const post = (summary: string) => takes(array(string), array(ref("Customer")), { summary });
  const api = await describeApi(
    {
      ...crud("/customers"),
      "get /customers": answers(array(ref("Customer"))),
      "post /customers/emails": post("Customers by their emails"),
      "post /customers/unsubscribed": post("Add unsubscribed customers"),
    },
    { Customer },
  );
  expect(roleOf(api, "post /customers/emails").kind).toBe("view");
  expect(roleOf(api, "post /customers/unsubscribed").kind).not.toBe("view");
});

test.each([
  ["a part less and one more", { payee_id: string, date: string, amount: integer, account_name: string }, "view"],
  ["half of them", { payee_id: string, date: string, total: integer, text: string, kind: string }, "operation"],
  ["no link to the record of the path", { date: string, amount: integer, memo: string, text: string }, "operation"],
])("items below another record with the properties of a collection, but %s", async (_, properties, kind) => {
  const parts = "payee_id" in properties ? { payee_id: string } : {};
  const Transaction = object({ id: string, ...parts, date: string, amount: integer, memo: string });
  const api = await describeApi(
    {
      "get /transactions": answers(array(Transaction)),
      "get /transactions/{id}": answers(Transaction),
      "get /payees/{payee_id}/transactions": answers(array(object({ id: string, ...properties }))),
    },
    {},
  );
  expect(roleOf(api, "get /payees/{payee_id}/transactions").kind).toBe(kind);
});

test("`GET /customers/paginated` is a view of the customers, though it shows a little less of them", async () => {
  const Preview = object({ id: string, name: string, email: string });
  const Whole = object({ id: string, name: string, email: string, notes: string });
  const api = await describeApi(
    {
      "post /customers": takes(ref("Whole"), ref("Whole")),
      "get /customers/{id}": answers(ref("Whole")),
      "get /customers/paginated": answers(object({ content: array(ref("Preview")), totalElements: integer })),
    },
    { Whole, Preview },
  );
  expect(roleOf(api, "get /customers/paginated")).toMatchObject({ kind: "view", resource: { name: "customers" } });
});

test("the only list of a collection may show no more than names", async () => {
  const found = object({ results: array(object({ id: string, name: string })) });
  const api = await describeApi({ ...crud("/customers"), "get /customers/search": answers(found) }, { Customer });
  expect(roleOf(api, "get /customers/search").kind).toBe("view");
});

test("a POST beside a list that takes the list's query in its body is a search of it", async () => {
  const asked = { page: integer, limit: integer, filter: string };
  const api = await describeApi(
    {
      "get /customers": answers(page, query(asked)),
      "post /customers": takes(object({ ...asked, ids: array(string) }), page),
      "get /customers/{id}": answers(ref("Customer")),
    },
    { Customer },
  );
  expect(roleOf(api, "post /customers")).toMatchObject({ kind: "view", resource: { name: "customers" }, scope: [] });
});

test("a record of a list may be read and removed by its id in the query", async () => {
  const byId = { parameters: [{ name: "id", in: "query", required: true, schema: string }] };
  const api = await describeApi(
    {
      "get /Customers": answers(page),
      "delete /Customers": { ...silent, ...byId },
      "get /Customers/Info": answers(ref("Customer"), byId),
    },
    { Customer },
  );
  expect(roleOf(api, "get /Customers").kind).toBe("list");
  expect(roleOf(api, "delete /Customers")).toMatchObject({ removes: { list: { filters: [{ property: ["id"] }] } } });
  expect(roleOf(api, "get /Customers/Info")).toMatchObject({ finds: { list: { filters: [{ property: ["id"] }] } } });
});

test("a list and a search at one path are no document that the search writes", async () => {
  const asked = { page: integer, limit: integer, filter: string };
  const countries = object({
    elements: array(object({ id: string, name: string, iso: string })),
    page: integer,
    limit: integer,
  });
  const api = await describeApi({
    "get /countries": answers(countries, query(asked)),
    "post /countries": takes(object(asked), countries),
  });
  expect(roleOf(api, "get /countries").kind).toBe("list");
  expect(roleOf(api, "post /countries")).toMatchObject({ kind: "view", resource: { name: "countries" } });
});

test("a POST at the singular makes what nothing else makes and the plural lists", async () => {
  const Review = object({ id: string, title: string, points: integer });
  const api = await describeApi(
    {
      ...crud("/customers"),
      "get /customers/{id}/reviews": answers(array(ref("Review"))),
      "post /customers/{id}/review": { ...takes(object({ title: string, points: integer })), ...silent },
    },
    { Customer, Review },
  );
  expect(roleOf(api, "post /customers/{id}/review")).toMatchObject({
    kind: "create",
    resource: { name: "customers.reviews" },
  });
});

test("a POST at the singular makes the records of the paths below it", async () => {
  const Review = object({ id: string, title: string, points: integer });
  const body = object({ title: string, points: integer });
  const api = await describeApi(
    {
      ...crud("/customers"),
      "get /customers/{id}/reviews": answers(array(ref("Review"))),
      "post /customers/{id}/review": takes(body, ref("Review")),
      "put /customers/{id}/review/{reviewId}": takes(body, ref("Review")),
    },
    { Customer, Review },
  );
  const names = ["get /customers/{id}/reviews", "post /customers/{id}/review", "put /customers/{id}/review/{reviewId}"];
  const roles = names.map((name) => roleOf(api, name)) as { resource: { name: string; itemPath?: string } }[];
  expect(new Set(roles.map(({ resource }) => resource.name)).size).toBe(1);
  expect(roles[0]?.resource.itemPath).toBe("/customers/{id}/review/{reviewId}");
});
