import { describe, expect, it } from "vitest";
import { type Client, crud, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const attributes = { type: "object", properties: { name: text, city: text, size: { type: "integer" } } };
const shop = { type: "object", properties: { type: { const: "shop" }, id: { ...text, readOnly: true }, attributes } };
const point = {
  type: "object",
  properties: { id: text, version: text, title: text, payload: { type: "object", additionalProperties: true } },
};
const links = { type: "object", properties: { self: text, next: { ...text, format: "uri" } } };
const parameters = [
  ...["filter", "sort", "page[cursor]"].map((name) => inQuery(name, text)),
  inQuery("page[size]", { type: "integer" }),
  inQuery("fields[shop]", { type: "array", items: text }, { explode: false }),
];
const condition = {
  type: "object",
  properties: { key: text, match: { type: "object" }, range: { type: "object" } },
};
const filter = {
  type: "object",
  properties: Object.fromEntries(
    ["must", "should", "must_not"].map((name) => [name, { type: "array", items: condition }]),
  ),
};

async function shops() {
  const enveloped = { type: "object", required: ["data"], properties: { data: shop } };
  const call = await serve({
    "/shops": {
      get: {
        parameters,
        responses: ok({ type: "object", properties: { data: { type: "array", items: shop }, links } }),
      },
      post: { requestBody: json(enveloped), responses: { 201: { description: "made", ...json(enveloped) } } },
    },
    "/shops/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      get: { responses: ok(enveloped) },
    },
  });
  const make = (attributes: object) => call("POST", "/shops", { data: { type: "shop", attributes } });
  await make({ name: "Ann's", city: "Bern", size: 1 });
  await make({ name: "Ben, Inc", city: "Rome", size: 5 });
  await make({ name: "Cy", city: "Rome", size: 9 });
  return call;
}
const names = ({ data }: { data: { attributes: { name: string } }[] }) =>
  data.map(({ attributes }) => attributes.name).join(" | ");

describe("a filter that is written as an expression", () => {
  it.each([
    [`equals(name,"Ben, Inc")`, "Ben, Inc"],
    [`equals(city,'Rome'),greater-than(size,5)`, "Cy"],
    [`and(equals(city,'Rome'),lessThan(size,'9'))`, "Ben, Inc"],
    [`any(name,["Cy","Ann's"])`, "Ann's | Cy"],
    [`starts-with(name,"B")`, "Ben, Inc"],
    [`city eq 'Rome' and size gt 5`, "Cy"],
    [`(name sw "A")`, "Ann's"],
    ["city==Rome;size=ge=9", "Cy"],
    [`city = "Rome" AND size < 9`, "Ben, Inc"],
    ["size in (1, 9)", "Ann's | Cy"],
    [`city==String("Rome") AND size<Number(9)`, "Ben, Inc"],
    [`equals(colour,"red")`, ""],
    [`{"city":["Rome"],"size":{"$lt":9}}`, "Ben, Inc"],
    [`{"name":{"Cy":true,"Ann's":true}}`, "Ann's | Cy"],
    [`{"size":9}`, "Cy"],
    [`{"colour":["red"]}`, ""],
  ])("%s", async (expression, expected) => {
    const { body } = await (await shops())("GET", `/shops?filter=${encodeURIComponent(expression)}`);
    expect(names(body)).toBe(expected);
  });

  it.each([
    ["ids==2,3", "BC"],
    ["company_id==7", "AB"],
    ["email==a@*", "A"],
    ["name==*", "ABC"],
    ["company_id==7;name==B*", "B"],
  ])(
    "compares the properties that query parameters would, and matches any text with a star: %s",
    async (expression, expected) => {
      const email = { type: "object", properties: { email: text } };
      const contact = {
        type: "object",
        properties: {
          id: { type: "integer" },
          name: text,
          company: { type: "object", properties: { id: { type: "integer" } } },
          email_addresses: { type: "array", items: email },
        },
      };
      const paths = crud("/contacts", contact, { type: "integer" }) as Record<string, Record<string, object>>;
      const get = { ...paths["/contacts"]?.get, parameters: [inQuery("filter", text)] };
      const call = await serve({ ...paths, "/contacts": { ...paths["/contacts"], get } });
      for (const [name, id, address] of [
        ["A", 7, "a@x.io"],
        ["B", 7, "b@x.org"],
        ["C", 8, "c@x.org"],
      ])
        await call("POST", "/contacts", { name, company: { id }, email_addresses: [{ email: address }] });
      const { body } = await call("GET", `/contacts?filter=${encodeURIComponent(expression)}`);
      expect(body.map(({ name }: { name: string }) => name).join("")).toBe(expected);
    },
  );

  it.each([
    "Searches with a supported [filtering](https://example.com/#filter) expression.",
    "Query string to narrow down the response as per [filtering](https://example.com/#filter).",
  ])("may be a search whose text says so: %s", async (description) => {
    const search = inQuery("search", text, { description });
    const call = await serve({
      "/rooms": {
        ...(crud("/rooms", attributes) as Record<string, object>)["/rooms"],
        get: { parameters: [search], responses: ok({ type: "array", items: attributes }) },
      },
    });
    for (const name of ["A", "B"]) await call("POST", "/rooms", { name });
    expect((await call("GET", `/rooms?search=${encodeURIComponent('name eq "B"')}`)).body).toEqual([{ name: "B" }]);
  });

  it("is rejected where one comparison of several is enough", async () => {
    const { status, body } = await (await shops())("GET", "/shops?filter=or(equals(name,'a'),equals(name,'b'))");
    expect([status, body.details[0].message]).toEqual([400, expect.stringContaining("or")]);
  });

  it("may be JSON by its media type", async () => {
    const parameter = { name: "filter", in: "query", ...json({ type: "object" }) };
    const call = await serve({
      "/rooms": {
        ...(crud("/rooms", attributes) as Record<string, object>)["/rooms"],
        get: { parameters: [parameter], responses: ok({ type: "array", items: attributes }) },
      },
    });
    for (const [name, size] of Object.entries({ A: 1, B: 2, C: 3 })) await call("POST", "/rooms", { name, size });
    const list = (filter: object) => call("GET", `/rooms?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    const names = async (filter: object) =>
      (await list(filter)).body.map(({ name }: { name: string }) => name).join("");
    expect(await names({ name: { _eq: "B" } })).toBe("B");
    expect(await names({ _and: [{ size: { _gt: 1 } }, { name: { _in: ["A", "C"] } }] })).toBe("C");
    expect((await list({ _or: [{ size: { _eq: 1 } }] })).status).toBe(400);
  });

  it("may be a parameter with the name where", async () => {
    const call = await serve({
      "/rooms": {
        ...(crud("/rooms", attributes) as Record<string, object>)["/rooms"],
        get: { parameters: [inQuery("where", text)], responses: ok({ type: "array", items: attributes }) },
      },
    });
    for (const name of ["A", "B"]) await call("POST", "/rooms", { name });
    expect((await call("GET", `/rooms?where=${encodeURIComponent('name=="B"')}`)).body).toEqual([{ name: "B" }]);
    const other = await call("GET", `/rooms?where=${encodeURIComponent("size >= Max(1, 2)")}`);
    expect([other.body.length, other.headers.get("mock-ignored")]).toEqual([2, "where"]);
  });

  it("finds the labels of a record, also in one of its objects, by name or by name and value", async () => {
    const labels = { type: "object", additionalProperties: text };
    const box = {
      type: "object",
      properties: { Name: text, Config: { type: "object", properties: { Labels: labels } } },
    };
    const call = await serve({
      "/boxes": {
        get: { parameters: [inQuery("filters", text)], responses: ok({ type: "array", items: box }) },
        post: { requestBody: json(box), responses: { 201: { description: "made", ...json(box) } } },
      },
    });
    const one = { Name: "a", Config: { Labels: { "x.y": "1", z: "2" } } };
    const two = { Name: "b", Config: { Labels: { "x.y": "2" } } };
    for (const sent of [one, two]) await call("POST", "/boxes", sent);
    const found = async (filters: object) =>
      (await call("GET", `/boxes?filters=${encodeURIComponent(JSON.stringify(filters))}`)).body;
    expect(await found({ label: ["x.y=1"] })).toEqual([one]);
    expect(await found({ label: ["x.y"] })).toEqual([one, two]);
    expect(await found({ label: ["x.y", "z=2"] })).toEqual([one]);
    expect(await found({ label: { "x.y=2": true }, name: { b: true } })).toEqual([two]);
    expect(await found({ label: ["none"] })).toEqual([]);
  });

  it.each(["what ever", "f(", "a)b(", "'", "{", "{]"])("is reported where it is none: %s", async (expression) => {
    const { body, headers } = await (await shops())("GET", `/shops?filter=${encodeURIComponent(expression)}`);
    expect([body.data.length, headers.get("mock-ignored")]).toEqual([3, "filter"]);
  });
});

describe("an expression that is out of all proportion", () => {
  const nested = (depth: number) => `${"(size=1,".repeat(depth)}size=1${")".repeat(depth)}`;

  it("is reported where its brackets are deeper than ten", async () => {
    const call = await shops();
    const { body, headers } = await call("GET", `/shops?filter=${nested(11)}`);
    expect([body.data.length, headers.get("mock-ignored")]).toEqual([3, "filter"]);
    expect(names((await call("GET", `/shops?filter=${nested(10)}`)).body)).toBe("Ann's");
  });

  it("is reported where its JSON is deeper than that of a body", async () => {
    const deep = `{"city":${"[".repeat(3_500)}${"]".repeat(3_500)}}`;
    const { body, headers } = await (await shops())("GET", `/shops?filter=${deep}`);
    expect([body.data.length, headers.get("mock-ignored")]).toEqual([3, "filter"]);
  });

  it("is rejected where it is longer than 8,192 characters", async () => {
    const { status, body } = await (await shops())("GET", `/shops?filter=city==${"a".repeat(8200)}`);
    expect([status, body.details[0].path, body.details[0].message]).toEqual([
      400,
      "/filter",
      expect.stringContaining("8192"),
    ]);
  });
});

describe("a list of JSON:API", () => {
  it("shows the attributes of fields[type], and the members of the resource", async () => {
    const { body } = await (await shops())("GET", "/shops?fields[shop]=name,size");
    expect(body.data[0]).toEqual({ type: "shop", id: expect.anything(), attributes: { name: "Ann's", size: 1 } });
  });

  it("is sorted by an attribute, and takes the link of the next page as its cursor", async () => {
    const call = await shops();
    const first = (await call("GET", "/shops?sort=-size&page[size]=2")).body;
    expect(names(first)).toBe("Cy | Ben, Inc");
    const next = `/shops?sort=-size&page[size]=2&page[cursor]=${encodeURIComponent(first.links.next)}`;
    expect(names((await call("GET", next)).body)).toBe("Ann's");
  });

  it("knows attributes that a second part of allOf adds", async () => {
    const more = { properties: { attributes: { properties: { count: { type: "integer" } } } } };
    const item = { allOf: [more, shop] };
    const call = await serve({
      ...crud("/shops", item),
      "/shops": {
        get: { parameters: [inQuery("city", text)], responses: ok({ type: "array", items: item }) },
        post: { requestBody: json(item), responses: { 201: { description: "made", ...json(item) } } },
      },
    });
    await call("POST", "/shops", { type: "shop", attributes: { city: "Bern", count: 1 } });
    await call("POST", "/shops", { type: "shop", attributes: { city: "Rome", count: 2 } });
    const { body } = await call("GET", "/shops?city=Rome");
    expect(body).toEqual([{ type: "shop", id: expect.anything(), attributes: { city: "Rome", count: 2 } }]);
  });
});

describe("the conditions must, should and must_not", () => {
  async function points() {
    const answer = { type: "object", properties: { points: { type: "array", items: point }, next: text } };
    const call = await serve({
      ...crud("/points", point, text),
      "/points/scroll": {
        post: {
          requestBody: json({ type: "object", properties: { filter, limit: { type: "integer" } } }),
          responses: ok(answer),
        },
      },
    });
    await call("POST", "/points", { id: "a", payload: { city: "Bern", size: 1 } });
    await call("POST", "/points", { id: "b", payload: { city: "Rome", size: 5 } });
    await call("POST", "/points", { id: "c", payload: { city: "Rome", size: 9 } });
    return call;
  }

  it.each([
    [{ must: [{ key: "city", match: { value: "Rome" } }] }, "b c"],
    [{ must: [{ key: "city", match: { any: ["Bern"] } }] }, "a"],
    [{ must: [{ key: "size", range: { gt: 1, lte: 5 } }] }, "b"],
    [{ must: [{ key: "city", match: { value: "Rome" } }], must_not: [{ key: "size", match: { value: 9 } }] }, "b"],
    [{ should: [{ key: "id", match: { value: "c" } }] }, "c"],
  ])("%o", async (filter, expected) => {
    const { body } = await (await points())("POST", "/points/scroll", { filter });
    expect(body.points.map(({ id }: { id: string }) => id).join(" ")).toBe(expected);
  });

  it.each([
    { should: ["a", "b"].map((value) => ({ key: "id", match: { value } })) },
    {
      must: [
        { key: "city", match: { value: "Rome" } },
        { key: "city", near: 3 },
      ],
    },
    { must: [{ key: "city", match: { value: "Rome" } }], must_not: [{ key: "size", range: { gt: 5 } }] },
  ])("are left out as a whole, and reported, where the server cannot follow all of them", async (filter) => {
    const { status, body, headers } = await (await points())("POST", "/points/scroll", { filter });
    expect([status, body.points.length, headers.get("mock-ignored")]).toEqual([200, 3, "filter"]);
  });

  it("name records by their ids", async () => {
    const { body } = await (await points())("POST", "/points/scroll", { filter: { must: [{ has_id: ["c"] }] } });
    expect(body.points.map(({ id }: { id: string }) => id)).toEqual(["c"]);
  });
});

it.each([
  [{ type: "equals", field: "city", value: "Rome" }, "b c"],
  [{ type: "contains", field: "city", value: "er" }, "a"],
  [{ type: "equalsAny", field: "id", value: ["a", "c"] }, "a c"],
  [{ type: "range", field: "size", parameters: { gte: 5, lt: 9 } }, "b"],
  [{ type: "not", operator: "and", queries: [{ type: "equals", field: "city", value: "Rome" }] }, "a"],
  [
    { type: "multi", operator: "or", queries: ["a", "b"].map((value) => ({ type: "equals", field: "id", value })) },
    "a b",
  ],
])("the type of a condition is its operator: %o", async (condition, expected) => {
  const shop = { type: "object", properties: { id: text, city: text, size: { type: "integer" } } };
  const search = {
    requestBody: json({
      type: "object",
      properties: {
        filter: { type: "array", items: { type: "object", properties: { type: text, field: text, value: {} } } },
      },
    }),
    responses: ok({ type: "object", properties: { data: { type: "array", items: shop } } }),
  };
  const call = await serve({ ...crud("/shops", shop, text), "/search/shops": { post: search } });
  await call("POST", "/shops", { id: "a", city: "Bern", size: 1 });
  await call("POST", "/shops", { id: "b", city: "Rome", size: 5 });
  await call("POST", "/shops", { id: "c", city: "Rome", size: 9 });
  const { body } = await call("POST", "/search/shops", { filter: [condition] });
  expect(body.data.map(({ id }: { id: string }) => id).join(" ")).toBe(expected);
});

it("a filter may be JSON with a list of conditions, as Kubeflow's has predicates", async () => {
  const paths = crud("/points", point, text) as Record<string, Record<string, object>>;
  const get = { parameters: [inQuery("filter", text)], responses: ok({ type: "array", items: point }) };
  const call = await serve({ ...paths, "/points": { ...paths["/points"], get } });
  for (const title of ["one", "two", "three"]) await call("POST", "/points", { id: title, title });
  const find = async (...predicates: object[]) =>
    (await call("GET", `/points?filter=${encodeURIComponent(JSON.stringify({ predicates }))}`)).body.length;
  expect(await find({ operation: "EQUALS", key: "title", string_value: "two" })).toBe(1);
  expect(await find({ operation: "NOT_EQUALS", key: "title", string_value: "two" })).toBe(2);
});

describe("values that begin with their operator", () => {
  const row = {
    type: "object",
    properties: { id: { type: "integer", readOnly: true }, title: { type: "string" }, price: { type: "integer" } },
  };
  const texts = (...names: readonly string[]): object[] => names.map((name) => inQuery(name, { type: "string" }));
  const header = (name: string, schema: object): object => ({ name, in: "header", schema });
  const prefer = header("Prefer", { type: "string", enum: ["return=representation", "return=minimal"] });
  const todos = async (): Promise<Client> => {
    const call = await serve({
      "/todos": {
        get: {
          parameters: [...texts("title", "price", "select", "order", "offset", "limit"), header("Range-Unit", {})],
          responses: ok({ type: "array", items: row }),
        },
        post: { requestBody: json(row), responses: { 201: { description: "made" } } },
        delete: { parameters: [...texts("title", "price"), prefer], responses: { 204: { description: "gone" } } },
        patch: {
          parameters: [...texts("title", "price"), prefer],
          requestBody: json(row),
          responses: { 204: { description: "changed" } },
        },
      },
    });
    for (const [title, price] of [
      ["a", 1],
      ["b, c", 2],
      ["d", 3],
    ])
      await call("POST", "/todos", { title, price });
    return call;
  };
  const titles = async (call: Client, query = ""): Promise<string[]> =>
    (await call("GET", `/todos${query}`)).body.map(({ title }: { title: string }) => title);

  it.each([
    ["price=gt.1", ["b, c", "d"]],
    ["price=lte.2&title=neq.a", ["b, c"]],
    [`title=${encodeURIComponent('in.(a,"b, c")')}`, ["a", "b, c"]],
    ["title=eq.d", ["d"]],
  ])("filter a list: %s", async (query, expected) => {
    expect(await titles(await todos(), `?${query}`)).toEqual(expected);
  });

  it("change the records that they select, and none if none is selected", async () => {
    const call = await todos();
    const changed = await call("PATCH", "/todos?price=gte.2", { price: 9 });
    expect([changed.status, changed.headers.get("mock-ignored")]).toEqual([204, null]);
    const unclear = await call("PATCH", "/todos?title=like.*a*", { price: 7 });
    expect(unclear.headers.get("mock-ignored")).toBe("price, title");
    expect((await call("PATCH", "/todos", { price: 8 })).headers.get("mock-ignored")).toBe("price");
    const prices = (await call("GET", "/todos")).body.map(({ price }: { price: number }) => price);
    expect(prices).toEqual([1, 9, 9]);
  });

  it("delete the records that they select, and none if the operator is unknown", async () => {
    const call = await todos();
    const kept = await call("DELETE", "/todos?title=like.*a*");
    expect(kept.headers.get("mock-ignored")).toBe("title");
    expect(await titles(call)).toEqual(["a", "b, c", "d"]);
    await call("DELETE", "/todos?price=gte.2");
    expect(await titles(call)).toEqual(["a"]);
  });
});
