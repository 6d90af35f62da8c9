import { describe, expect, it } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const pod = {
  type: "object",
  properties: {
    id: { type: "integer", readOnly: true },
    name: text,
    phase: text,
    tags: { type: "array", items: text },
    email_address: text,
    notes: { type: "object" },
    owners: { type: "array", items: { type: "object", properties: { id: { type: "integer" }, name: text } } },
    size: { type: "integer" },
    metadata: { type: "object", properties: { labels: { type: "object", additionalProperties: text } } },
    secret: { type: "string", writeOnly: true },
  },
};
const parameters = ["labelSelector", "fieldSelector", "name_pattern", "tag_name", "email", "watch", "dryRun"].map(
  (name) => inQuery(name, text),
);
const owners = inQuery("owners", { type: "array", items: text });
const condition = { type: "object", properties: { field: text, operator: text, value: {} } };
const search = {
  type: "object",
  properties: {
    query: {
      anyOf: [
        condition,
        { type: "object", properties: { operator: text, value: { type: "array", items: condition } } },
      ],
    },
    pagination: { type: "object", properties: { per_page: { type: "integer" }, starting_after: text } },
    colour: text,
    pods: {
      type: "object",
      properties: {
        name: { type: "object", properties: { any_: { type: "array", items: text } } },
        size: { type: "object", properties: { not_any_: { type: "array", items: { type: "integer" } } } },
      },
    },
    notes: { type: "object" },
  },
};
const filtered = {
  type: "object",
  properties: {
    query: {
      type: "object",
      properties: {
        filter: {
          type: "object",
          properties: {
            email_address: { type: "object", properties: { exact: text, fuzzy: text } },
            phase_filter: { type: "object", properties: { phases: { type: "array", items: text } } },
          },
        },
      },
    },
    ids: { type: "array", items: { type: "integer" } },
    limit: { type: "integer" },
  },
};
const listed = { type: "object", required: ["data"], properties: { data: { type: "array", items: pod }, next: text } };

async function pods() {
  const paths = crud("/pods", pod) as Record<string, Record<string, object>>;
  const call = await serve({
    ...paths,
    "/pods": {
      ...paths["/pods"],
      get: {
        parameters: [...parameters, owners, inQuery("filter", { type: "object" })],
        responses: ok({ type: "array", items: pod }),
      },
    },
    "/pods/{id}": { ...paths["/pods/{id}"], delete: { parameters, responses: { 204: { description: "" } } } },
    "/pods/search": { post: { requestBody: json(search), responses: ok(listed) } },
    "/pods/query": { post: { requestBody: json(filtered), responses: ok(listed) } },
  });
  const make = (name: string, labels: object, rest: object) =>
    call("POST", "/pods", { name, metadata: { labels }, ...rest });
  await make("web-1", { app: "web", "example.org/tier": "front" }, { phase: "Running", tags: ["a"], size: 1 });
  await make("web-2", { app: "web" }, { phase: "Pending", tags: ["a", "b"], size: 2, email_address: "x@example.com" });
  await make(
    "db-1",
    { app: "db" },
    { phase: "Running", tags: ["b"], size: 3, notes: { team: "red", floor: 2 }, owners: [{ id: 7, name: "ann" }] },
  );
  return call;
}
const names = (pods: { name: string }[]) => pods.map(({ name }) => name).join(" ");

describe("a selector of a list", () => {
  it.each([
    ["labelSelector=app%3Dweb", "web-1 web-2"],
    ["labelSelector=app==web,example.org/tier=front", "web-1"],
    ["labelSelector=app!=web", "db-1"],
    ["labelSelector=app%20in%20(db,cache)", "db-1"],
    ["labelSelector=app%20notin%20(db),!example.org/tier", "web-2"],
    ["labelSelector=example.org/tier", "web-1"],
    ["fieldSelector=phase%3DRunning,name!=db-1", "web-1"],
    ["fieldSelector=size%3D2", "web-2"],
    ["name_pattern=web-%25", "web-1 web-2"],
    ["name_pattern=%25-1", "web-1 db-1"],
    ["name_pattern=eb", "web-1 web-2"],
    ["tag_name=b", "web-2 db-1"],
    ["email=x%40example.com", "web-2"],
    ["owners=bob&owners=ann", "db-1"],
    ["filter[phase]=Running&filter[size]=3", "db-1"],
    ["filter[size][gte]=2", "web-2 db-1"],
  ])("%s", async (query, expected) => {
    const { body, headers } = await (await pods())("GET", `/pods?${query}`);
    expect(names(body)).toBe(expected);
    expect(headers.get("mock-ignored")).toBeNull();
  });

  it.each(["labelSelector=app%20in%20web", "fieldSelector=colour=red", "fieldSelector=secret=x"])(
    "that cannot be followed is 400: %s",
    async (query) => {
      const { status, body } = await (await pods())("GET", `/pods?${query}`);
      expect([status, body.details[0].in]).toEqual([400, "query"]);
    },
  );
});

describe("a search by its body", () => {
  it("names unknown members beside known ones", async () => {
    const sent = { pods: { operator: "and_", name: { any_: ["web-1"], near_: "x" }, age: 3 } };
    const { body, headers } = await (await pods())("POST", "/pods/search", sent);
    expect(names(body.data)).toBe("web-1");
    expect(headers.get("mock-ignored")).toBe("pods.name.near_, pods.age");
  });

  it.each([
    [{ notes: { team: "red" } }, "db-1"],
    [{ notes: { team: "red", floor: 3 } }, ""],
    [{ pods: { name: { any_: ["web-1", "db-1"] } } }, "web-1 db-1"],
    [{ pods: { name: { any_: ["web-1", "db-1"] }, size: { not_any_: [3] } } }, "web-1"],
  ])("by the entries of an object, and by conditions below the records' name: %o", async (sent, expected) => {
    const { body, headers } = await (await pods())("POST", "/pods/search", sent);
    expect(names(body.data)).toBe(expected);
    expect(headers.get("mock-ignored")).toBeNull();
  });

  it.each([
    [{ field: "email_address", operator: "=", value: "x@example.com" }, "web-2"],
    [{ field: "name", operator: "~", value: "web" }, "web-1 web-2"],
    [{ field: "name", operator: "!~", value: "web" }, "db-1"],
    [{ field: "size", operator: ">", value: "1" }, "web-2 db-1"],
    [{ field: "phase", operator: "IN", value: ["Pending"] }, "web-2"],
    [
      {
        operator: "AND",
        value: [
          { field: "phase", operator: "=", value: "Running" },
          { field: "size", operator: "<", value: 3 },
        ],
      },
      "web-1",
    ],
    [
      {
        operator: "OR",
        value: [
          { field: "name", operator: "=", value: "db-1" },
          { operator: "AND", value: [{ field: "phase", operator: "=", value: "Pending" }] },
        ],
      },
      "web-2 db-1",
    ],
  ])("%o", async (query, expected) => {
    expect(names((await (await pods())("POST", "/pods/search", { query })).body.data)).toBe(expected);
  });

  it.each([
    [{ query: { filter: { email_address: { exact: "x@example.com" } } } }, "web-2"],
    [{ query: { filter: { phase_filter: { phases: ["Running"] } } } }, "web-1 db-1"],
    [{ ids: [1, 3] }, "web-1 db-1"],
    [{ limit: 2 }, "web-1 web-2"],
  ])("%o", async (body, expected) => {
    expect(names((await (await pods())("POST", "/pods/query", body)).body.data)).toBe(expected);
  });

  it("pages by what its pagination says", async () => {
    const call = await pods();
    expect(names((await call("POST", "/pods/search", { pagination: { per_page: 1 } })).body.data)).toBe("web-1");
  });

  it.each(["=", "!="])("finds nothing by a field that records do not have, and reports it: %s", async (operator) => {
    const call = await pods();
    const query = { field: "colour\n", operator, value: "red" };
    const { status, body, headers } = await call("POST", "/pods/search", { query, colour: "red" });
    expect([status, body.data, headers.get("mock-ignored")]).toEqual([200, [], "colour?, colour"]);
  });

  it("rejects unsupported conditions", async () => {
    const call = await pods();
    const either = ["a", "b"].map((value) => ({ field: "name", operator: "=", value }));
    for (const query of [
      { field: "name", operator: "sounds like", value: "web" },
      { operator: "NOT", value: either },
      { field: "secret", operator: "=", value: "x" },
    ])
      expect((await call("POST", "/pods/search", { query })).status).toBe(400);
  });
});

describe("Mock-Ignored", () => {
  it("names the declared parameters that have no effect", async () => {
    const call = await pods();
    const listed = await call("GET", "/pods?watch=true&dryRun=All&email=x%40example.com");
    expect(listed.headers.get("mock-ignored")).toBe("watch, dryRun");
    expect((await call("DELETE", "/pods/1?dryRun=All")).headers.get("mock-ignored")).toBeNull();
    expect((await call("POST", "/pods/search", { colour: "red" })).headers.get("mock-ignored")).toBe("colour");
    expect((await call("GET", "/pods")).headers.get("mock-ignored")).toBeNull();
  });

  it("names parameters that are not declared and close to a declared one, also in the log", async () => {
    const book = { type: "object", properties: { id: { type: "integer" }, genre: text, price: { type: "number" } } };
    const list = (...parameters: object[]): object => ({
      get: { parameters, responses: ok({ type: "array", items: book }) },
    });
    const ids = inQuery("ids", { type: "array", items: { type: "integer" } });
    const range = { type: "object", properties: { from: text, until: text } };
    const call = await serve({
      "/books": list(inQuery("genre", text), inQuery("price", { type: "number" }), ids, inQuery("q", text)),
      "/sales": list(inQuery("range", range, { style: "form", explode: true }), inQuery("unit", text)),
      "/notes": list(inQuery("rest", { type: "object", additionalProperties: text }), inQuery("genre", text)),
      "/plain": list(),
    });
    const ignored = async (path: string): Promise<string | null> => {
      const { status, headers } = await call("GET", path);
      expect(status).toBe(200);
      return headers.get("mock-ignored");
    };
    expect(await ignored("/books?genr=poem&Price=3")).toBe("genr, Price");
    expect(await ignored("/books?price[gte]=3")).toBe("price[gte]");
    // Other names belong to others: a page that adds its own, a name that no slip of the finger makes.
    expect(await ignored("/books?genre=poem&ids[]=1&utm_source=x&x=1&__code=200&expand=author")).toBeNull();
    expect(await ignored("/books?genre=poem&genres=all")).toBeNull();
    expect(await ignored("/sales?from=a&units=kg")).toBe("units");
    expect(await ignored("/notes?genr=a")).toBeNull();
    expect(await ignored("/plain?genr=a")).toBeNull();
    const { requests } = (await call("GET", "/__mock/requests?bodies=true")).body;
    expect(requests.at(-1).response.headers["mock-ignored"]).toBe("genr, Price");
  });

  it("names a second value of a plain parameter, and an order and a page without an effect", async () => {
    const tags = { type: "array", items: text };
    const price = { type: "number" };
    const thing = { type: "object", properties: { id: { type: "integer" }, name: text, price, tags } };
    const number = { type: "integer" };
    const parameters = [
      ...["name", "sort"].map((name) => inQuery(name, text)),
      inQuery("price_gte", price),
      inQuery("limit", { ...number, default: 20 }),
      inQuery("offset", number),
      inQuery("tags", tags),
    ];
    const ranked = inQuery("sort", { type: "string", enum: ["relevance", "name"], default: "relevance" });
    const answer = { responses: ok({ type: "array", items: thing }) };
    const paths = crud("/things", thing) as Record<string, object>;
    const call = await serve({
      ...paths,
      "/things": { ...paths["/things"], get: { parameters, ...answer } },
      "/ranked": { get: { parameters: [ranked], ...answer } },
    });
    await call("POST", "/things", { name: "a", price: 6, size: 1 });
    for (const [query, names] of [
      ["name=a&name=b", "name"],
      ["name=a&name=a&tags=a&tags=b", null],
      ["price_gte=5&price_gte=9&price_gte=5", "price_gte"],
      ["sort=nope", "sort"],
      ["sort=-,__proto__", "sort"],
      ["sort=-name,price", null],
      ["limit=-1&offset=-5", "limit, offset"],
      ["limit=0&offset=0&sort=", null],
    ])
      expect([query, (await call("GET", `/things?${query}`)).headers.get("mock-ignored")]).toEqual([query, names]);
    expect((await call("GET", "/ranked")).headers.get("mock-ignored")).toBeNull();
    expect((await call("GET", "/ranked?sort=name")).headers.get("mock-ignored")).toBeNull();
  });

  it("names the fields that a record cannot show as they were sent", async () => {
    const alert = (kinds: readonly string[], most: number, isShown: boolean): object => ({
      type: "object",
      ...(isShown && { required: ["id", "kind"] }),
      properties: {
        ...(isShown && { id: { type: "integer" } }),
        kind: { type: "string", enum: kinds },
        size: { type: "integer", maximum: most },
      },
    });
    const shown = alert(["usage", "stats"], 5, true);
    const requestBody = { required: true, ...json(alert(["usage", "limit"], 9, false)) };
    const one = { description: "the alert", ...json(shown) };
    const parameters = [inPath("id", { type: "integer" })];
    const call = await serve({
      "/alerts": {
        get: { responses: ok({ type: "array", items: shown }) },
        post: { requestBody, responses: { 201: one } },
      },
      "/alerts/{id}": {
        parameters,
        get: { responses: { 200: one } },
        put: { requestBody, responses: { 200: one } },
        patch: { requestBody, responses: { 200: one } },
      },
    });
    for (const [method, path] of [
      ["POST", "/alerts"],
      ["PUT", "/alerts/1"],
      ["PATCH", "/alerts/1"],
    ] as const) {
      expect((await call(method, path, { kind: "limit", size: 7 })).headers.get("mock-ignored")).toBe("kind, size");
      expect((await call(method, path, { kind: "usage", size: 3 })).headers.get("mock-ignored")).toBeNull();
    }
  });
});

it("a pattern of the id goes by the name of the path parameter", async () => {
  const variable = { type: "object", required: ["key"], properties: { key: text, value: text } };
  const paths = JSON.parse(
    JSON.stringify(crud("/variables", variable, text))
      .replaceAll("{id}", "{variable_key}")
      .replaceAll('"name":"id"', '"name":"variable_key"'),
  );
  const parameters = [inQuery("variable_key_pattern", text)];
  paths["/variables"].get.parameters = parameters;
  const call = await serve(paths);
  for (const key of ["db_host", "db_port", "log"]) await call("POST", "/variables", { key });
  const { body } = await call("GET", "/variables?variable_key_pattern=db%25");
  expect(body.map(({ key }: { key: string }) => key)).toEqual(["db_host", "db_port"]);
});

it("of the entries of an object, of bounds and of parts of a text are kept", async () => {
  const note = {
    type: "object",
    properties: {
      name: { type: "string" },
      made_at: { type: "string", format: "date-time" },
      metadata: { type: "object", additionalProperties: { type: "string" } },
    },
  };
  const moment = { type: "string", format: "date-time" };
  const paths = crud("/notes", note) as Record<string, Record<string, object>>;
  const parameters = [
    { ...inQuery("metadata", { type: "object", additionalProperties: { type: "string" } }), style: "deepObject" },
    { ...inQuery("name", { type: "string" }), description: "Performs a partial string match of the name." },
    inQuery("made_at_lower_bound", moment),
    inQuery("made_at_upper_bound", moment),
  ];
  const call = await serve({
    ...paths,
    "/notes": { ...paths["/notes"], get: { ...paths["/notes"]?.get, parameters } },
  });
  const names = async (query: string) =>
    (await call("GET", `/notes?${query}`)).body.map(({ name }: { name: string }) => name);
  const made_at = (day: number) => `2026-01-0${day}T00:00:00Z`;
  await call("POST", "/notes", { name: "First", made_at: made_at(1), metadata: { kind: "a", size: "1" } });
  await call("POST", "/notes", { name: "Second", made_at: made_at(2), metadata: { kind: "b", size: "1" } });
  expect(await names("metadata[kind]=b&metadata[size]=1")).toEqual(["Second"]);
  expect(await names("metadata[size]=1")).toEqual(["First", "Second"]);
  expect(await names("name=irs")).toEqual(["First"]);
  expect(await names(`made_at_lower_bound=${made_at(2)}`)).toEqual(["Second"]);
  expect(await names(`made_at_upper_bound=${made_at(1)}`)).toEqual(["First"]);
});

describe("a search text with conditions on properties", () => {
  const keys = async (description: string) => {
    const paths = crud("/pods", pod) as Record<string, Record<string, object>>;
    const get = { parameters: [inQuery("q", text, { description })], responses: ok({ type: "array", items: pod }) };
    const call = await serve({ ...paths, "/pods": { ...paths["/pods"], get } });
    for (const name of ["home", "home page", "about"]) await call("POST", "/pods", { name, size: name.length });
    return async (q: string) =>
      (await call("GET", `/pods?q=${encodeURIComponent(q)}`)).body.map(({ name }: { name: string }) => name);
  };

  it("selects by the qualifiers that its description speaks of, and searches for the rest", async () => {
    const find = await keys("The following qualifiers are supported: `name:a,b`");
    expect(await find("name:home")).toEqual(["home"]);
    expect(await find("name:home,about")).toEqual(["home", "about"]);
    expect(await find("size:9 page")).toEqual(["home page"]);
    expect(await find("home")).toEqual(["home", "home page"]);
    expect(await (await keys("Search query to apply while filtering the pods"))("name:home")).toEqual(["home"]);
  });

  it("selects by an SQL expression that its description speaks of, also with the name of the list", async () => {
    const find = await keys("Query pods with an SQL expression.");
    expect(await find("pods.size=9")).toEqual(["home page"]);
    expect(await find("pods.name='home' AND size > 3")).toEqual(["home"]);
  });

  it("selects by pairs where its description says k=v", async () => {
    const find = await keys('Supported are "exact match(k=v)" and "fuzzy match(k=~v)".');
    expect(await find("name=home")).toEqual(["home"]);
    expect(await find("name=~ome,size=9")).toEqual(["home page"]);
  });

  it("is text where its description says nothing of them", async () => {
    const find = await keys("Searches for pods.");
    expect(await find("name:home")).toEqual([]);
  });
});

it("what a record keeps in `fieldData` is filtered and sorted by its name there", async () => {
  const fieldData = { type: "object", required: ["name"], properties: { name: text, slug: text } };
  const entry = { type: "object", properties: { id: text, fieldData } };
  const sortBy = inQuery("sortBy", { type: "string", enum: ["name", "slug"] });
  const parameters = [inQuery("slug", text), sortBy, inQuery("sortOrder", { enum: ["asc", "desc"] })];
  const paths = crud("/entries", entry) as Record<string, Record<string, object>>;
  const get = { ...paths["/entries"]?.get, parameters };
  const call = await serve({ ...paths, "/entries": { ...paths["/entries"], get } });
  for (const name of ["B", "A", "C"]) await call("POST", "/entries", { fieldData: { name, slug: name.toLowerCase() } });
  const names = async (query: string) =>
    (await call("GET", `/entries?${query}`)).body.map((one: { fieldData: { name: string } }) => one.fieldData.name);
  expect(await names("slug=c")).toEqual(["C"]);
  expect(await names("sortBy=name&sortOrder=desc")).toEqual(["C", "B", "A"]);
});

it("a member of a filter takes a text or an object of operators", async () => {
  const contains = { ...text, description: "Partial match." };
  const operators = { contains, eq: text, $like: text, sounds: text };
  const reference = { oneOf: [text, { type: "object", properties: operators }] };
  const filter = { ...inQuery("filter", { type: "object", properties: { name: reference } }), style: "deepObject" };
  const paths = crud("/pods", pod) as Record<string, Record<string, object>>;
  const get = { parameters: [filter], responses: ok({ type: "array", items: pod }) };
  const call = await serve({ ...paths, "/pods": { ...paths["/pods"], get } });
  for (const name of ["home", "about"]) await call("POST", "/pods", { name });
  const names = async (query: string) =>
    (await call("GET", `/pods?${query}`)).body.map(({ name }: { name: string }) => name);
  expect(await names("filter[name]=home")).toEqual(["home"]);
  expect(await names("filter[name][contains]=bou")).toEqual(["about"]);
  expect(await names("filter[name][$like]=A*t")).toEqual(["about"]);
  const { headers } = await call("GET", "/pods?filter[name][sounds]=hoam");
  expect(headers.get("mock-ignored")).toBe("filter.name.sounds");
});

describe("OpenAPI 3.2", () => {
  const things = {
    type: "array",
    items: { type: "object", properties: { id: { type: "integer", readOnly: true }, name: text, phase: text } },
  };
  const asked = { type: "object", properties: { name: text, limit: { type: "integer" }, colour: text } };
  const whole = {
    name: "asked",
    in: "querystring",
    content: { "application/x-www-form-urlencoded": { schema: asked } },
  };
  const served = async () => {
    const paths = crud("/things", things.items) as Record<string, Record<string, object>>;
    const call = await serve(
      {
        ...paths,
        "/things": {
          ...paths["/things"],
          get: { parameters: [whole], responses: ok(things) },
          query: { requestBody: json(asked), responses: ok(things) },
        },
      },
      { openapi: "3.2.0" },
    );
    for (const name of ["web", "db", "web"]) await call("POST", "/things", { name });
    return call;
  };

  it("QUERY lists what its body selects", async () => {
    const { body, headers } = await (await served())("QUERY", "/things", { name: "web", limit: 1, colour: "red" });
    expect(body).toEqual([expect.objectContaining({ id: 1, name: "web" })]);
    expect(headers.get("mock-ignored")).toBe("colour");
  });

  it("a query that is one value selects nothing, and the answer says so", async () => {
    const { body, headers } = await (await served())("GET", "/things?name=web");
    expect(body).toHaveLength(3);
    expect(headers.get("mock-ignored")).toBe("asked");
  });
});
