import { expect, test } from "vitest";
import type { ListConvention } from "../../model/list-convention.js";
import {
  answers,
  array,
  boolean,
  describeApi,
  integer,
  moment,
  object,
  query,
  ref,
  resourceOf,
  string,
} from "../fixtures/small-description.js";

type Json = Readonly<Record<string, unknown>>;

const Order = object({
  id: string,
  status: { type: "string", enum: ["open", "paid"] },
  total: integer,
  tags: array(string),
  paid: boolean,
  created_at: moment,
  startTime: string,
  waitTime: integer,
  updated_at: moment,
  customer_id: string,
  owner: object({ id: string, name: string }),
  teams: array(object({ id: string, name: string })),
  store: object({ name: string, storeId: string }),
  place: object({ branch_id: string }),
});

/** The list convention of `GET /orders`, whose records are orders. */
async function conventionOf(
  parameters: Json,
  answer: Json = array(ref("Order")),
  record: Json = Order,
): Promise<ListConvention> {
  const api = await describeApi(
    {
      "get /orders": answers(answer, query(parameters as Record<string, Json | string>)),
      "get /orders/{id}": answers(ref("Order")),
    },
    { Order: record },
  );
  const { list } = resourceOf(api, "orders");
  if (!list) throw new Error("GET /orders was not taken for a list.");
  return list;
}

/** Every parameter that was taken for something, and what for. */
function taken({ limit, offset, page, cursor, sort, fields, expand, search, filters }: ListConvention): Json {
  const slots = { limit, offset, page: page?.parameter, after: cursor?.after, before: cursor?.before };
  const more = { sort: sort?.parameter, direction: sort?.direction, fields, expand, search };
  const named = Object.entries({ ...slots, ...more }).flatMap(([slot, one]) => (one ? [[one.name, slot]] : []));
  const conditions = filters.map(({ parameter, at, property, operator }) => [
    [parameter.name, ...at].join("."),
    `${operator} ${property.join(".")}`,
  ]);
  return Object.fromEntries([...named, ...conditions]);
}

test.each<[string, Json, Json]>([
  ["offset and limit", { offset: integer, limit: integer }, { offset: "offset", limit: "limit" }],
  ["page and per_page", { page: integer, per_page: integer }, { page: "page", per_page: "limit" }],
  ["brackets", { "page[number]": integer, "page[size]": integer }, { "page[number]": "page", "page[size]": "limit" }],
  [
    "OData",
    { $skip: integer, $top: integer, $select: string, $expand: string, $orderby: string },
    { $skip: "offset", $top: "limit", $select: "fields", $expand: "expand", $orderby: "sort" },
  ],
  [
    "Stripe",
    { starting_after: string, ending_before: string, limit: integer, "expand[]": array(string) },
    { starting_after: "after", ending_before: "before", limit: "limit", "expand[]": "expand" },
  ],
  ["HighLevel", { startAfterId: string, limit: integer }, { startAfterId: "after", limit: "limit" }],
  [
    "Twilio",
    { Page: integer, PageSize: integer, PageToken: string },
    { Page: "page", PageSize: "limit", PageToken: "after" },
  ],
  [
    "Asana",
    { limit: integer, offset: "Offset token. An offset to the next page.", opt_fields: array(string) },
    { limit: "limit", offset: "after", opt_fields: "fields" },
  ],
  [
    "two ways side by side",
    {
      "pagination[page]": integer,
      "pagination[pageSize]": integer,
      "pagination[start]": integer,
      "pagination[limit]": integer,
    },
    { "pagination[page]": "page", "pagination[start]": "offset", "pagination[limit]": "limit" },
  ],
  ["the first one and how many", { first: integer, max: integer }, { first: "offset", max: "limit" }],
  ["numbers written as text", { count: string, start_position: string }, { count: "limit", start_position: "offset" }],
  ["Kubernetes", { continue: string, limit: integer, watch: boolean }, { continue: "after", limit: "limit" }],
  ["dates are no cursors", { after: moment, before: moment }, {}],
  ["moments are no offsets", { start: "Orders that arrived after this time", limit: integer }, { limit: "limit" }],
  ["credentials are no cursors", { token: "Authentication token with the scope `orders`." }, {}],
  ["free text", { q: string }, { q: "search" }],
])("paging and the like: %s", async (_, parameters, expected) => {
  expect(taken(await conventionOf(parameters))).toEqual(expected);
});

test("a moment is where a list goes on if its answer tells the next one", async () => {
  const answer = object({ orders: array(ref("Order")), pagination: object({ next: integer }) });
  const parameters = { from: "Only orders after the given timestamp.", limit: integer };
  expect(taken(await conventionOf(parameters, answer))).toEqual({ from: "offset", limit: "limit" });
});

test("a page size that is also a property is a filter when there is another one", async () => {
  const Disk = object({ id: string, size: integer });
  expect(taken(await conventionOf({ page: integer, size: integer }, undefined, Disk))).toMatchObject({ size: "limit" });
  expect(taken(await conventionOf({ limit: integer, size: integer }, undefined, Disk))).toMatchObject({
    size: "eq size",
  });
});

test("pages count from 1 unless the description says 0", async () => {
  const first = async (schema: Json) => (await conventionOf({ page: schema })).page?.first;
  expect(await first(integer)).toBe(1);
  expect(await first({ type: "integer", minimum: 1, default: 1 })).toBe(1);
  expect(await first({ type: "integer", default: 0 })).toBe(0);
  expect(await first({ type: "integer", minimum: 0 })).toBe(0);
});

test("fields to answer with are fields of the record", async () => {
  const fields = (...values: string[]) => conventionOf({ fields: { type: "string", enum: values } });
  expect(taken(await fields("all", "order_only"))).toEqual({});
  expect(taken(await fields("id", "status"))).toEqual({ fields: "fields" });
});

test("a page that nothing is said of begins as that of other lists", async () => {
  const zero = { type: "integer", default: 0 };
  const list = (page: Json) => answers(array(ref("Order")), query({ page, limit: integer }));
  const api = await describeApi(
    {
      "get /orders": list(zero),
      "get /returns": list(integer),
      "get /returns/{id}": answers(ref("Order")),
      "get /orders/{id}": answers(ref("Order")),
    },
    { Order },
  );
  expect(resourceOf(api, "returns").list?.page).toMatchObject({ first: 0 });
});

test("a cursor is an id or a token, as the answer tells", async () => {
  const kind = async (parameters: Json, envelope: Json) =>
    (await conventionOf(parameters, object({ data: array(ref("Order")), ...envelope }))).cursor?.kind;
  expect(await kind({ starting_after: string }, { has_more: boolean })).toBe("id");
  expect(await kind({ after: "Results after this order ID." }, { has_more: boolean })).toBe("id");
  expect(await kind({ starting_after: string }, { pages: object({ next: object({ starting_after: string }) }) })).toBe(
    "token",
  );
  expect(await kind({ cursor: string }, { cursor: string })).toBe("token");
});

test.each<[string, Json, Json]>([
  [
    "links and meta",
    {
      data: array(ref("Order")),
      links: object({ pages: object({ next: string, prev: string }) }),
      meta: object({ total: integer }),
    },
    {
      itemsAt: ["data"],
      totalAt: ["meta", "total"],
      nextAt: ["links", "pages", "next"],
      previousAt: ["links", "pages", "prev"],
    },
  ],
  [
    "a pagination object",
    {
      orders: array(ref("Order")),
      meta: object({
        pagination: object({
          page: integer,
          per_page: integer,
          last_page: integer,
          next_page: integer,
          total_entries: integer,
        }),
      }),
    },
    {
      itemsAt: ["orders"],
      pageAt: ["meta", "pagination", "page"],
      limitAt: ["meta", "pagination", "per_page"],
      pagesAt: ["meta", "pagination", "last_page"],
      nextAt: ["meta", "pagination", "next_page"],
      totalAt: ["meta", "pagination", "total_entries"],
    },
  ],
  [
    "the last page by its number",
    { items: array(ref("Order")), pagination: object({ total_count: integer, max_page: integer }) },
    { itemsAt: ["items"], totalAt: ["pagination", "total_count"], pagesAt: ["pagination", "max_page"] },
  ],
  [
    "a count of all",
    { count: integer, next: string, previous: string, results: array(ref("Order")) },
    { itemsAt: ["results"], totalAt: ["count"], nextAt: ["next"], previousAt: ["previous"] },
  ],
  [
    "a count that is named after the list",
    { orders: array(ref("Order")), ordersCount: integer },
    { itemsAt: ["orders"], totalAt: ["ordersCount"] },
  ],
  [
    "a count of this page",
    { result: array(ref("Order")), result_info: object({ count: integer, total_count: integer, page: integer }) },
    {
      itemsAt: ["result"],
      countAt: ["result_info", "count"],
      totalAt: ["result_info", "total_count"],
      pageAt: ["result_info", "page"],
    },
  ],
  [
    "counts of features",
    { features: array(ref("Order")), numberMatched: integer, numberReturned: integer },
    { itemsAt: ["features"], totalAt: ["numberMatched"], countAt: ["numberReturned"] },
  ],
  [
    "a total that only its description tells",
    {
      data: array(ref("Order")),
      results: { ...integer, description: "The total number of results." },
      sheets: { ...integer, description: "The total number of pages." },
    },
    { itemsAt: ["data"], totalAt: ["results"] },
  ],
  [
    "Stripe",
    { object: string, data: array(ref("Order")), has_more: boolean, url: string },
    { itemsAt: ["data"], hasMoreAt: ["has_more"] },
  ],
  [
    "an array inside an object",
    { result: object({ orders: array(ref("Order")) }), errors: array(object({ code: integer })) },
    { itemsAt: ["result", "orders"] },
  ],
])("envelopes: %s", async (_, properties, expected) => {
  const { shape } = await conventionOf({}, object(properties));
  expect(shape).toEqual({ kind: "envelope", ...expected });
});

test("of two ways to the next page, the one that a parameter repeats is filled in", async () => {
  const answer = object({
    data: array(ref("Order")),
    next_page: object({ offset: string, path: string, uri: string }),
  });
  const { shape } = await conventionOf({ offset: "Offset token." }, answer);
  expect(shape).toMatchObject({ nextAt: ["next_page", "offset"] });
});

test("each item may hold the record in an envelope of its own", async () => {
  const { item, shape } = await conventionOf(
    {},
    object({ items: array(object({ added_at: moment, order: ref("Order") })) }),
  );
  expect(item).toEqual(["order"]);
  expect(shape).toMatchObject({ itemsAt: ["items"] });
});

test("sort values of an enum are understood, whatever they look like", async () => {
  const values = [
    "created_at",
    "-created_at",
    "+total",
    "total:desc",
    "total DESC",
    "created_desc",
    "updated",
    "statusAsc",
    "desc(total)",
    "relevance",
  ];
  const { sort } = await conventionOf({ sort: { type: "string", enum: values } });
  const orders = Object.fromEntries(
    Object.entries(sort?.values ?? {}).map(([value, keys]) => [
      value,
      keys.map(({ property, descending }) => (descending ? "-" : "") + property.join(".")),
    ]),
  );
  expect(orders).toEqual({
    created_at: ["created_at"],
    "-created_at": ["-created_at"],
    "+total": ["total"],
    "total:desc": ["-total"],
    "total DESC": ["-total"],
    created_desc: ["-created_at"],
    updated: ["updated_at"],
    statusAsc: ["status"],
    "desc(total)": ["-total"],
  });
});

test("a sort has a direction beside it, is an array, or is free text", async () => {
  const beside = await conventionOf({
    sort: { type: "string", enum: ["created"] },
    direction: { type: "string", enum: ["asc", "desc"] },
  });
  expect(beside.sort).toMatchObject({ parameter: { name: "sort" }, direction: { name: "direction" } });
  const orNull = await conventionOf({
    orderBy: { type: ["string", "null"] },
    sortOrder: { type: ["string", "null"], enum: ["asc", "desc", null] },
  });
  expect(orNull.sort).toMatchObject({ parameter: { name: "orderBy" }, direction: { name: "sortOrder" } });
  const free = await conventionOf({ order_by: array(string), order: "asc or desc" });
  expect(free.sort).toMatchObject({ parameter: { name: "order_by" }, direction: { name: "order" }, values: undefined });
});

test("a direction alone is understood only when its description names the property", async () => {
  const order = { type: "string", enum: ["ASC", "DESC"] };
  expect((await conventionOf({ sort_order: order })).sort).toBeUndefined();
  const byCreation = {
    ASC: [{ property: ["created_at"], descending: false }],
    DESC: [{ property: ["created_at"], descending: true }],
  };
  const inSchema = await conventionOf({ sort_order: { ...order, description: "By when the order was created." } });
  expect(inSchema.sort?.values).toEqual(byCreation);
  const api = await describeApi(
    {
      "get /orders": answers(array(ref("Order")), {
        parameters: [{ name: "sort_order", in: "query", description: "Sorts by `created_at`.", schema: order }],
      }),
      "get /orders/{id}": answers(ref("Order")),
    },
    { Order },
  );
  expect(resourceOf(api, "orders").list?.sort?.values).toEqual(byCreation);
});

test("an order that cannot be understood is no order", async () => {
  const { sort, filters } = await conventionOf({ sort: { type: "string", enum: ["best", "hot"] } });
  expect(sort).toBeUndefined();
  expect(filters).toEqual([]);
});

const range = object({ gt: moment, gte: moment, lt: moment, lte: moment });

test.each<[string, Json, Json]>([
  [
    "equality, names folded",
    { status: string, customerId: string },
    { status: "eq status", customerId: "eq customer_id" },
  ],
  ["an id that only one object holds", { branch_id: string, total_id: string }, { branch_id: "eq place.branch_id" }],
  ["an object's id", { owner: string, owner_id: string }, { owner: "eq owner.id", owner_id: "eq owner.id" }],
  ["an id that is called after its object", { storeIDs: array(string) }, { storeIDs: "in store.storeId" }],
  ["a name without its id", { customer: string }, { customer: "eq customer_id" }],
  ["a flag", { is_paid: boolean }, { is_paid: "eq paid" }],
  ["an element of an array", { tags: string }, { tags: "eq tags" }],
  [
    "ids of an array's elements",
    { "team_ids[]": array(string), teamId: string },
    { "team_ids[]": "in teams.id", teamId: "eq teams.id" },
  ],
  [
    "arrays and plurals",
    { status: array(string), ids: string, customer_ids: array(string) },
    { status: "in status", ids: "in id", customer_ids: "in customer_id" },
  ],
  [
    "suffixes",
    { created_gte: moment, created_after: moment, total_lt: integer },
    { created_gte: "gte created_at", created_after: "gt created_at", total_lt: "lt total" },
  ],
  [
    "prefixes",
    { min_total: integer, max_total: integer, from_created: moment },
    { min_total: "gte total", max_total: "lte total", from_created: "gte created_at" },
  ],
  [
    "moments without a format, by their names",
    { fromStartTime: string, toStartTime: string, fromWaitTime: integer },
    { fromStartTime: "gte startTime", toStartTime: "lte startTime" },
  ],
  ["a word in the middle", { updated_at_begin_time: moment }, { updated_at_begin_time: "gte updated_at" }],
  ["symbols", { "Created<": moment, "total>=": integer }, { "total>=": "gte total" }],
  [
    "brackets",
    { "total[gte]": integer, "filter[status]": string, "filter[total][lt]": integer, "status[eq]": string },
    {
      "total[gte]": "gte total",
      "filter[status]": "eq status",
      "filter[total][lt]": "lt total",
      "status[eq]": "eq status",
    },
  ],
  [
    "dots and double underscores",
    { "customer_id.startswith": string, total__gte: integer },
    { "customer_id.startswith": "startsWith customer_id", total__gte: "gte total" },
  ],
  [
    "the noun of the records before a property",
    { order_status: string, orderTotal: integer, user_status: string },
    { order_status: "eq status", orderTotal: "eq total" },
  ],
  [
    "objects of bounds",
    { created_at: range },
    {
      "created_at.gt": "gt created_at",
      "created_at.gte": "gte created_at",
      "created_at.lt": "lt created_at",
      "created_at.lte": "lte created_at",
    },
  ],
  [
    "a value or an object of bounds",
    { total: { anyOf: [object({ gt: integer }), integer] } },
    { total: "eq total", "total.gt": "gt total" },
  ],
  [
    "members that take texts for every property, in an object that may be a plain value as well",
    { total: { properties: { $gt: string, $in: { type: "array", items: string }, $like: string } } },
    { total: "eq total", "total.$gt": "gt total", "total.$in": "in total" },
  ],
  ["an object named filter", { filter: object({ status: string, nothing: string }) }, { "filter.status": "eq status" }],
  ["other types are not compared", { total: boolean, paid: integer, created_gte: boolean }, {}],
  ["what fits nothing", { dry_run: boolean, to_user: string, limit_to: object({ a: string }) }, {}],
])("filters: %s", async (_, parameters, expected) => {
  expect(taken(await conventionOf(parameters))).toEqual(expected);
});

test("`since` is the date that its description speaks of, or the only one", async () => {
  const since = async (description: string, record: Json = Order) => {
    const api = await describeApi(
      {
        "get /orders": answers(array(ref("Order")), {
          parameters: [{ name: "since", in: "query", description, schema: moment }],
        }),
        "get /orders/{id}": answers(ref("Order")),
      },
      { Order: record },
    );
    return resourceOf(api, "orders").list?.filters.map(({ property, operator }) => `${operator} ${property.join(".")}`);
  };
  expect(await since("Only orders updated after this time.")).toEqual(["gte updated_at"]);
  expect(await since("Not before this time.")).toEqual([]);
  expect(await since("Not before this time.", object({ id: string, shipped_at: moment }))).toEqual(["gte shipped_at"]);
});

test.each([
  ["Inclusive lower bound time.", "gte"],
  ["Exclusive upper bound", "lt"],
  ["Orders that were created at or before this time.", "lte"],
  ["When the order was created.", "eq"],
])("a parameter named as a date is a bound where its description says so: %s", async (description, operator) => {
  const api = await describeApi(
    {
      "get /orders": answers(array(ref("Order")), {
        parameters: [{ name: "created_at", in: "query", description, schema: moment }],
      }),
      "get /orders/{id}": answers(ref("Order")),
    },
    { Order },
  );
  expect(resourceOf(api, "orders").list?.filters).toMatchObject([{ property: ["created_at"], operator }]);
});

test("a name of the id is that of an inner property, if one has it", async () => {
  const inner = object({ id: string, context: object({ order_id: string }) });
  const filtered = async (record: Json) => (await conventionOf({ order_id: string }, undefined, record)).filters;
  expect(await filtered(Order)).toMatchObject([{ property: ["id"] }]);
  expect(await filtered(inner)).toMatchObject([{ property: ["context", "order_id"] }]);
});

test("a parameter is a filter of the one property that refers to the same enumeration", async () => {
  const scope = { type: "string", enum: ["personal", "global"] };
  const filtered = async (more: Json) => {
    const api = await describeApi(
      {
        "get /orders": answers(array(ref("Order")), query({ scopeType: array(ref("Scope")), notScope: ref("Scope") })),
        "get /orders/{id}": answers(ref("Order")),
      },
      { Order: object({ id: string, orderScope: ref("Scope"), ...more }), Scope: scope },
    );
    return resourceOf(api, "orders").list?.filters;
  };
  expect(await filtered({})).toMatchObject([
    { parameter: { name: "scopeType" }, property: ["orderScope"], operator: "in" },
  ]);
  expect(await filtered({ lastScope: ref("Scope") })).toEqual([]);
});

test("a word for every record sets no condition", async () => {
  const { filters } = await conventionOf({ status: { type: "string", enum: ["open", "paid", "all"] } });
  expect(filters).toMatchObject([{ operator: "eq", property: ["status"], all: ["all"] }]);
});

test("a list below HAL's _embedded is found beside counters of any name", async () => {
  const embedded = object({
    _embedded: object({ orders: array(ref("Order")) }),
    _links: object({}),
    record_index: integer,
    my_count: integer,
  });
  const { shape } = await conventionOf({}, embedded);
  expect(shape).toMatchObject({ kind: "envelope", itemsAt: ["_embedded", "orders"] });
});

test("a list may be named after its records and that it is one", async () => {
  const { shape } = await conventionOf(
    {},
    object({ summary: object({ count: integer }), orderList: array(ref("Order")) }),
  );
  expect(shape).toMatchObject({ itemsAt: ["orderList"] });
});

test("a parameter that says whether is no filter of a text", async () => {
  const Site = object({ id: string, redirect: string });
  const whether = { type: "string", enum: ["true", "false"] };
  expect(taken(await conventionOf({ redirects: whether, redirect: string }, undefined, Site))).toEqual({
    redirect: "eq redirect",
  });
});

test.each<[string, Json, Json]>([
  ["one of the same values", { state: { type: "string", enum: ["paid", "open"] } }, { state: "eq status" }],
  ["several of them", { states: array({ type: "string", enum: ["paid"] }) }, { states: "in status" }],
  ["other values", { state: { type: "string", enum: ["CA", "NY"] } }, {}],
  ["any text", { state: string }, {}],
])("a state is the status of a record if it is %s", async (_, parameters, expected) => {
  expect(taken(await conventionOf(parameters))).toEqual(expected);
});

test("a filter may say so, or the noun of what it filters", async () => {
  const Order = object({ id: string, name: string });
  expect(taken(await conventionOf({ name_filter: string, orderName: string }, undefined, Order))).toEqual({
    name_filter: "contains name",
    orderName: "eq name",
  });
  const begins = { name: "Orders whose name starts with this string." };
  expect(taken(await conventionOf(begins, undefined, Order))).toEqual({ name: "startsWith name" });
  const numbered = object({ id: string, shop: integer });
  expect(taken(await conventionOf({ shop: string }, undefined, numbered))).toEqual({ shop: "eq shop" });
});

test("a search of a property says which, a filter that takes a given string searches all", async () => {
  const Order = object({ id: string, name: string });
  const searched = { name_search: string, "filter[keyword]": string };
  expect(taken(await conventionOf(searched, undefined, Order))).toEqual({
    name_search: "contains name",
    "filter[keyword]": "search",
  });
  for (const filter of [
    "Filter all orders by the given string.",
    "Checks if the name contains the filter value.",
    "Filter the results by matching substrings of properties.",
    "The strings to match with a field.",
  ])
    expect(taken(await conventionOf({ filter }, undefined, Order))).toEqual({ filter: "search" });
});

test("the noun of a filter may be several words", async () => {
  const api = await describeApi(
    {
      "get /order_tags": answers(array(ref("Tag")), query({ order_tag_name: string })),
      "get /order_tags/{id}": answers(ref("Tag")),
    },
    { Tag: object({ id: string, name: string }) },
  );
  expect(resourceOf(api, "order_tags").list?.filters).toMatchObject([{ property: ["name"], operator: "eq" }]);
});

test("a filter of Ransack stands in brackets with its operator", async () => {
  const Order = object({ id: string, name: string, size: integer });
  expect(taken(await conventionOf({ "q[name_cont]": string, "q[size_gteq]": integer }, undefined, Order))).toEqual({
    "q[name_cont]": "contains name",
    "q[size_gteq]": "gte size",
  });
});

test.each([
  ["created_at[strictly_after]", "gt"],
  ["created_at.on_or_before", "lte"],
  ["status__is_not", "ne"],
  ["tags__nic", "ncontains"],
])("`%s` is an operator", async (name, operator) => {
  const { filters } = await conventionOf({ [name]: string });
  expect(filters).toMatchObject([{ operator }]);
});

test("a text that takes ASC or DESC is the order of creation", async () => {
  const api = await describeApi(
    {
      "get /orders": answers(array(ref("Order")), {
        parameters: [{ name: "orderType", in: "query", schema: string, description: "Order by ASC or DESC order." }],
      }),
      "get /orders/{id}": answers(ref("Order")),
    },
    { Order },
  );
  expect(resourceOf(api, "orders").list?.age?.name).toBe("orderType");
});
