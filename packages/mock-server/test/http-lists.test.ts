import { describe, expect, test } from "vitest";
import { type Client, crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const book = {
  type: "object",
  required: ["id", "title"],
  properties: {
    id: { type: "integer", readOnly: true },
    title: { type: "string" },
    genre: { type: "string", enum: ["novel", "poem"] },
    pages: { type: "integer" },
    tags: { type: "array", items: { type: "string" } },
  },
};

/** A collection of books whose GET is as given. */
async function books(list: object): Promise<Client> {
  const call = await serve({
    "/books": {
      get: list,
      post: { requestBody: json(book), responses: { 201: { description: "made", ...json(book) } } },
    },
    "/books/{id}": {
      parameters: [inPath("id")],
      get: { responses: ok(book) },
      delete: { responses: { 204: { description: "gone" } } },
    },
  });
  await call("POST", "/books", { title: "Emma", genre: "novel", pages: 400, tags: ["a", "b"] });
  await call("POST", "/books", { title: "Odes", genre: "poem", pages: 90 });
  await call("POST", "/books", { title: "Dune", genre: "novel", pages: 600, tags: ["b"] });
  return call;
}

const array = { type: "array", items: book };
const ids = (items: readonly { id: number }[]): number[] => items.map(({ id }) => id);

describe("pages", () => {
  test("hold facts as text where the description has them so, and the name of the list", async () => {
    const text = { type: "string" };
    const meta = {
      type: "object",
      properties: { key: text, page_size: { type: "integer" }, resultSetSize: text, totalSetSize: text },
    };
    const call = await books({
      parameters: [inQuery("page_size", { type: "integer" })],
      responses: ok({ type: "object", properties: { books: array, meta } }),
    });
    expect((await call("GET", "/books?page_size=2")).body.meta).toEqual({
      key: "books",
      page_size: 2,
      resultSetSize: "2",
      totalSetSize: "3",
    });
  });

  const integer = { type: "integer", minimum: 0 };

  test("of either size, where the description has two names for it", async () => {
    const call = await books({
      parameters: [
        inQuery("per_page", integer, { description: "DEPRECATED: use page_size." }),
        inQuery("page_size", { type: "integer", default: 2 }),
      ],
      responses: ok(array),
    });
    for (const [query, expected] of [
      ["", 2],
      ["?per_page=1", 1],
      ["?page_size=3", 3],
    ]) {
      const { body, headers } = await call("GET", `/books${query}`);
      expect(body).toHaveLength(Number(expected));
      expect(headers.get("mock-ignored")).toBeNull();
    }
  });

  test.each(["per_page", "per"])(
    "by number, with '%s': the envelope tells total, page, size and the next one",
    async (size) => {
      const call = await books({
        parameters: [
          inQuery("page", { type: "integer", minimum: 1, default: 1 }),
          inQuery(size, { type: "integer", default: 2, maximum: 50 }),
        ],
        responses: ok({
          type: "object",
          properties: {
            items: array,
            total: integer,
            page: integer,
            per_page: integer,
            total_pages: integer,
            next_page: { type: ["integer", "null"] },
          },
        }),
      });
      expect((await call("GET", "/books")).body).toMatchObject({
        total: 3,
        page: 1,
        per_page: 2,
        total_pages: 2,
        next_page: 2,
      });
      const second = (await call("GET", "/books?page=2")).body;
      expect(second).toMatchObject({ page: 2, next_page: null });
      expect(ids(second.items)).toEqual([3]);
      expect((await call("GET", `/books?${size}=51`)).status).toBe(400);
      expect((await call("GET", "/books?page=x")).body.details).toMatchObject([
        { in: "query", path: "/page", keyword: "type" },
      ]);
    },
  );

  test("by offset", async () => {
    const call = await books({
      parameters: [inQuery("offset", integer), inQuery("limit", { type: "integer" })],
      responses: ok({ type: "object", properties: { data: array, total_count: integer, offset: integer } }),
    });
    const { body } = await call("GET", "/books?offset=1&limit=1");
    expect(body).toMatchObject({ total_count: 3, offset: 1 });
    expect((await call("GET", "/books?offset=9")).body).toEqual({ data: [], total_count: 3, offset: 9 });
    expect(ids(body.data)).toEqual([2]);
  });

  test("by an offset that counts from 1, as its default says", async () => {
    const call = await books({
      parameters: [
        inQuery("startIndex", { type: "integer", minimum: 1, default: 1 }),
        inQuery("count", { type: "integer" }),
      ],
      responses: ok({ type: "object", properties: { data: array, startIndex: integer } }),
    });
    for (const [query, start, expected] of [
      ["", 1, [1, 2, 3]],
      ["?startIndex=1&count=2", 1, [1, 2]],
      ["?startIndex=3&count=2", 3, [3]],
    ] as const) {
      const { body } = await call("GET", `/books${query}`);
      expect([body.startIndex, ids(body.data)]).toEqual([start, expected]);
    }
  });

  test("by cursor: each token leads to the next page until there is none", async () => {
    const call = await books({
      parameters: [inQuery("cursor", { type: "string" }), inQuery("limit", { type: "integer", default: 2 })],
      responses: ok({
        type: "object",
        required: ["data"],
        properties: { data: array, next_cursor: { type: "string" }, has_more: { type: "boolean" } },
      }),
    });
    const first = (await call("GET", "/books")).body;
    expect([ids(first.data), first.has_more]).toEqual([[1, 2], true]);
    // The page that follows is the same even if the record of the cursor is removed.
    for (const { id } of first.data) await call("DELETE", `/books/${id}`);
    const second = (await call("GET", `/books?cursor=${first.next_cursor}`)).body;
    expect(second).toMatchObject({ data: [{ id: 3 }], has_more: false });
    expect(second).not.toHaveProperty("next_cursor");
    const unknown = await call("GET", "/books?cursor=nonsense");
    expect([unknown.body.data, unknown.headers.get("mock-ignored")]).toEqual([[], "cursor"]);
  });

  test("by cursor: the next one is base64, in an object with any name", async () => {
    const token = { type: "string", format: "byte" };
    const call = await books({
      parameters: [inQuery("cursor", token), inQuery("limit", { type: "integer", default: 2 })],
      responses: ok({
        type: "object",
        properties: { data: array, more: { type: "object", properties: { next_cursor: token } } },
      }),
    });
    const first = (await call("GET", "/books")).body;
    const second = await call("GET", `/books?cursor=${first.more.next_cursor}`);
    expect([second.status, ids(second.body.data)]).toEqual([200, [3]]);
  });

  test("by cursor: the next one is in `cursors`, even if there are links", async () => {
    const page = { type: "object", properties: { next: { type: ["string", "null"] }, previous: { type: "string" } } };
    const call = await books({
      parameters: [inQuery("cursor", { type: "string" }), inQuery("limit", { type: "integer", default: 2 })],
      responses: ok({
        type: "object",
        properties: { data: array, meta: { type: "object", properties: { cursors: page } }, links: page },
      }),
    });
    const first = (await call("GET", "/books")).body;
    const second = (await call("GET", `/books?cursor=${first.meta.cursors.next}`)).body;
    expect([ids(second.data), second.meta.cursors.next]).toEqual([[3], null]);
  });

  test("a cursor without a record is reported; the default and one on the last record are not", async () => {
    const parameters = [
      inQuery("cursor", { type: "string", default: "*" }),
      inQuery("limit", { type: "integer", default: 2 }),
    ];
    const answers = { type: "object", properties: { data: array, next_cursor: { type: "string" } } };
    const call = await books({ parameters, responses: { ...ok(answers), 400: { description: "bad" } } });
    const unknown = await call("GET", "/books?cursor=nonsense");
    expect([unknown.status, unknown.body.data, unknown.headers.get("mock-ignored")]).toEqual([200, [], "cursor"]);
    expect(ids((await call("GET", "/books?cursor=*")).body.data)).toEqual([1, 2]);
    const { next_cursor: next } = (await call("GET", "/books?limit=3")).body;
    const last = next ?? Buffer.from("3\0\0").toString("base64url");
    const end = await call("GET", `/books?cursor=${last}`);
    expect([end.status, end.body.data, end.headers.get("mock-ignored")]).toEqual([200, [], null]);
  });

  test("by id", async () => {
    const call = await books({
      parameters: [
        inQuery("starting_after", { type: "string" }),
        inQuery("ending_before", { type: "string" }),
        inQuery("limit", { type: "integer", default: 1 }),
      ],
      responses: ok({
        type: "object",
        required: ["object", "data", "has_more"],
        properties: { object: { const: "list" }, data: array, has_more: { type: "boolean" } },
      }),
    });
    expect((await call("GET", "/books?starting_after=1")).body).toMatchObject({
      object: "list",
      data: [{ id: 2 }],
      has_more: true,
    });
    expect((await call("GET", "/books?ending_before=3")).body.data).toMatchObject([{ id: 2 }]);
  });

  test("tell their neighbours and their total in headers where the description documents them", async () => {
    const headers = { Link: { schema: { type: "string" } }, "X-Total-Count": { schema: { type: "integer" } } };
    const call = await books({
      parameters: [inQuery("page", { type: "integer" }), inQuery("per_page", { type: "integer" })],
      responses: ok(array, { headers }),
    });
    const reply = await call("GET", "/books?page=2&per_page=1");
    expect(ids(reply.body)).toEqual([2]);
    expect(reply.headers.get("x-total-count")).toBe("3");
    expect(reply.headers.get("link")).toContain('<http://mock.test/books?per_page=1&page=3>; rel="next"');
    expect(reply.headers.get("link")).toContain('rel="prev"');
  });

  test("have a URL as next where the schema asks for one", async () => {
    const call = await books({
      parameters: [inQuery("page", { type: "integer" }), inQuery("limit", { type: "integer" })],
      responses: ok({
        type: "object",
        properties: { results: array, count: integer, next: { type: ["string", "null"], format: "uri" } },
      }),
    });
    const { body } = await call("GET", "/books?limit=2");
    expect(body.next).toBe("http://mock.test/books?limit=2&page=2");
    expect((await call("GET", body.next.replace("http://mock.test", ""))).body).toMatchObject({
      results: [{ id: 3 }],
      next: null,
    });
  });
});

describe("selections", () => {
  const filters = {
    parameters: [
      inQuery("genre", { type: "string", enum: ["novel", "poem", "all"] }),
      inQuery("tags", { type: "array", items: { type: "string" } }),
      inQuery("pages_gte", { type: "integer" }),
      inQuery("q", { type: "string" }),
      inQuery("sort", { type: "string", enum: ["title", "-title", "pages", "-pages"] }),
      inQuery("fields", { type: "string" }),
    ],
    responses: ok(array),
  };

  test("take the declared filters, search, order and fields", async () => {
    const call = await books(filters);
    const list = async (query: string): Promise<number[]> => ids((await call("GET", `/books?${query}`)).body);
    expect(await list("genre=novel")).toEqual([1, 3]);
    expect(await list("pages_gte=300")).toEqual([1, 3]);
    expect(await list("genre=novel&pages_gte=500")).toEqual([3]);
    expect(await list("tags=a")).toEqual([1]);
    expect(await list("q=ODE")).toEqual([2]);
    expect(await list("sort=-pages")).toEqual([3, 1, 2]);
    expect(await list("sort=title")).toEqual([3, 1, 2]);
    expect((await call("GET", "/books?fields=pages")).body[0]).toEqual({ id: 1, title: "Emma", pages: 400 });
  });

  test("reject values that the description does not allow, and ignore parameters that it does not declare", async () => {
    const call = await books(filters);
    expect((await call("GET", "/books?genre=essay")).body.details).toMatchObject([
      { in: "query", path: "/genre", keyword: "enum" },
    ]);
    expect(ids((await call("GET", "/books?author=nobody")).body)).toEqual([1, 2, 3]);
  });

  test("come in the default order of the description", async () => {
    const sort = inQuery("sort", { type: "string", enum: ["title", "-title"], default: "-title" });
    const call = await books({ parameters: [sort], responses: ok(array) });
    const [usual, asked] = [await call("GET", "/books"), await call("GET", "/books?sort=-title")];
    expect(ids(usual.body)).toEqual(ids(asked.body));
    expect(ids(usual.body)).not.toEqual([1, 2, 3]);
  });

  test("keep the order of creation if the requested order is not a property", async () => {
    const call = await books({ parameters: [inQuery("sort", { type: "string" })], responses: ok(array) });
    expect(ids((await call("GET", "/books?sort=-pages")).body)).toEqual([3, 1, 2]);
    expect(ids((await call("GET", "/books?sort=shoe_size")).body)).toEqual([1, 2, 3]);
  });
});

test("a list has at most as many records as its schema allows", async () => {
  const call = await books({ responses: ok({ ...array, maxItems: 2 }) });
  expect(ids((await call("GET", "/books")).body)).toEqual([1, 2]);
});

test("the same URL gives the same answer, with records as much as without", async () => {
  const call = await books({ responses: ok(array) });
  expect((await call("GET", "/books")).body).toEqual((await call("GET", "/books")).body);
});

test("filters typed as text find numbers that are ids, and objects by the text that names them", async () => {
  const text = { type: "string" };
  const id = { type: "integer", readOnly: true };
  const site = { type: "object", properties: { id, slug: text } };
  const status = { type: "object", properties: { value: text, label: text } };
  const device = { type: "object", properties: { id, name: text, site, status } };
  const names = ["site_id", "site", "status", "name__ic", "name__n", "name__isw"];
  const { "/devices": all, ...rest } = crud("/devices", device) as { "/devices": { get: object } };
  const parameters = names.map((name) => inQuery(name, text));
  const body = {
    type: "object",
    properties: { ...device.properties, site: { type: "object", properties: { id: { type: "integer" }, slug: text } } },
  };
  const call = await serve({
    ...rest,
    "/devices": {
      ...all,
      get: { ...all.get, parameters },
      post: { requestBody: json(body), responses: { 201: { description: "made", ...json(device) } } },
    },
  });
  const make = (name: string, at: object, value: string) =>
    call("POST", "/devices", { name, site: at, status: { value } });
  await make("one", { id: 7, slug: "ams" }, "active");
  await make("two", { id: 8, slug: "ber" }, "planned");
  for (const query of ["site_id=7", "site=ams", "status=active", "name__ic=n", "name__n=two", "name__isw=on"])
    expect((await call("GET", `/devices?${query}`)).body, query).toMatchObject([{ name: "one" }]);
});

describe("nested collections", () => {
  const author = { type: "object", properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } } };
  const work = {
    type: "object",
    properties: { id: { type: "integer", readOnly: true }, authorId: { type: "integer" }, title: { type: "string" } },
  };
  const paths = {
    "/authors": { post: { requestBody: json(author), responses: { 201: { description: "made", ...json(author) } } } },
    "/authors/{authorId}": { parameters: [inPath("authorId")], get: { responses: ok(author) } },
    "/authors/{authorId}/works": {
      parameters: [inPath("authorId", { type: "integer" })],
      get: { responses: ok({ type: "array", items: work }) },
      post: { requestBody: json(work), responses: { 201: { description: "made", ...json(work) } } },
    },
    "/authors/{authorId}/works/{id}": { parameters: [inPath("authorId"), inPath("id")], get: { responses: ok(work) } },
  };

  test("contain the records that were created below their parent, with its id", async () => {
    const call = await serve(paths);
    await call("POST", "/authors", { name: "Ann" });
    await call("POST", "/authors", { name: "Bob" });
    const made = await call("POST", "/authors/2/works", { title: "X" });
    expect(made).toMatchObject({ status: 201, body: { id: 1, authorId: 2, title: "X" } });
    expect(made.headers.get("location")).toBe("/authors/2/works/1");
    expect((await call("GET", "/authors/2/works")).body).toHaveLength(1);
    expect((await call("GET", "/authors/1/works")).body).toEqual([]);
    expect((await call("GET", "/authors/1/works/1")).status).toBe(404);
    expect((await call("GET", "/authors/2/works/1")).status).toBe(200);
  });

  test("name their parent by the end of its parameter's name", async () => {
    const text = { type: "string" };
    const category = { type: "object", properties: { id: text, title: text } };
    const interest = { type: "object", properties: { id: text, name: text, category_id: text } };
    const named = (paths: object) =>
      JSON.parse(
        JSON.stringify(paths)
          .replace(/\bid\}/, "interest_category_id}")
          .replace(/"name":"id"/, '"name":"interest_category_id"'),
      );
    const call = await serve({
      ...named(crud("/interest-categories", category, text)),
      ...crud("/interest-categories/{interest_category_id}/interests", interest, text),
    });
    const { id } = (await call("POST", "/interest-categories", { title: "a" })).body;
    expect((await call("POST", `/interest-categories/${id}/interests`, { name: "tea" })).body.category_id).toBe(id);
  });

  test("are 404 without their parent", async () => {
    const call = await serve(paths);
    expect(await call("GET", "/authors/9/works")).toMatchObject({
      status: 404,
      body: { details: [{ in: "path", path: "/authorId" }] },
    });
    expect((await call("POST", "/authors/9/works", { title: "X" })).status).toBe(404);
  });

  test("exist below a parent that is not a record", async () => {
    const issue = {
      type: "object",
      properties: { id: { type: "integer", readOnly: true }, title: { type: "string" } },
    };
    const call = await serve({
      "/repos/{owner}/{repo}/issues": {
        parameters: [inPath("owner"), inPath("repo")],
        get: { responses: ok({ type: "array", items: issue }) },
        post: { requestBody: json(issue), responses: { 201: { description: "made", ...json(issue) } } },
      },
      "/repos/{owner}/{repo}/issues/{id}": {
        parameters: [inPath("owner"), inPath("repo"), inPath("id")],
        get: { responses: ok(issue) },
      },
    });
    expect((await call("POST", "/repos/a/b/issues", { title: "X" })).status).toBe(201);
    expect((await call("GET", "/repos/a/b/issues")).body).toHaveLength(1);
    expect((await call("GET", "/repos/a/c/issues")).body).toEqual([]);
  });
});

describe("views", () => {
  test("look at the records of the collection", async () => {
    const pet = {
      type: "object",
      properties: { id: { type: "integer", readOnly: true }, name: { type: "string" }, status: { type: "string" } },
    };
    const list = ok({ type: "array", items: { $ref: "#/components/schemas/Pet" } });
    const one = { $ref: "#/components/schemas/Pet" };
    const call = await serve(
      {
        "/pets": {
          post: { requestBody: json(one), responses: { 201: { description: "made", ...json(one) } } },
          get: { responses: list },
        },
        "/pets/{petId}": { parameters: [inPath("petId")], get: { responses: ok(one) } },
        "/pets/findByStatus": { get: { parameters: [inQuery("status", { type: "string" })], responses: list } },
      },
      { components: { schemas: { Pet: pet } } },
    );
    await call("POST", "/pets", { name: "a", status: "sold" });
    await call("POST", "/pets", { name: "b", status: "free" });
    expect((await call("GET", "/pets/findByStatus?status=free")).body).toEqual([{ id: 2, name: "b", status: "free" }]);
  });

  test("look at the records of one owner, in an envelope whose count has a name of its own", async () => {
    const disk = { type: "object", properties: { id: { type: "integer" }, server_id: { type: "integer" } } };
    const server = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } };
    const count = { type: "integer", description: "The total number of results." };
    const one = { $ref: "#/components/schemas/Disk" };
    const page = { type: "object", properties: { data: { type: "array", items: one }, results: count } };
    const paths = {
      ...crud("/servers", server),
      ...crud("/disks", one),
      "/servers/{serverId}/disks": { get: { parameters: [inPath("serverId")], responses: ok(page) } },
    };
    const call = await serve(paths, { components: { schemas: { Disk: disk } } });
    for (const name of ["a", "b"]) await call("POST", "/servers", { name });
    for (const server_id of [1, 2, 2]) await call("POST", "/disks", { server_id });
    expect((await call("GET", "/servers/1/disks")).body).toEqual({ data: [{ id: 1, server_id: 1 }], results: 1 });
  });

  test("contain search results with fewer properties than the record, and with others", async () => {
    const text = { type: "string" };
    const record = { id: { type: "integer" }, name: text, kind: text, owner: text, rules: { type: "object" } };
    const { rules: _, ...brief } = record;
    const hit = { type: "object", properties: { ...brief, score: { type: "number" } } };
    const answer = { type: "object", properties: { lists: { type: "array", items: hit }, total: { type: "integer" } } };
    const query = json({ type: "object", properties: { query: text, offset: { type: "integer" } } });
    const call = await serve({
      ...crud("/lists", { type: "object", properties: record }),
      "/lists/search": { post: { requestBody: query, responses: ok(answer) } },
    });
    for (const name of ["tea", "milk"]) await call("POST", "/lists", { name });
    expect((await call("POST", "/lists/search", { query: "tea" })).body).toMatchObject({
      lists: [{ id: 1 }],
      total: 1,
    });
  });

  test("also list existing records for a search by POST, which creates nothing", async () => {
    const pet = { type: "object", properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } } };
    const one = { $ref: "#/components/schemas/Pet" };
    const found = ok({
      type: "object",
      properties: { pets: { type: "array", items: one }, cursor: { type: "string" } },
    });
    const call = await serve(
      {
        "/pets": { post: { requestBody: json(one), responses: { 201: { description: "made", ...json(one) } } } },
        "/pets/{petId}": { parameters: [inPath("petId")], get: { responses: ok(one) } },
        "/pets/search": { post: { requestBody: json({ type: "object" }), responses: found } },
      },
      { components: { schemas: { Pet: pet } } },
    );
    const made = (await call("POST", "/pets", { name: "Bo" })).body;
    for (let round = 0; round < 2; round++)
      expect((await call("POST", "/pets/search", { query: {} })).body).toEqual({ pets: [made] });
  });
});

describe("an object in the query", () => {
  const integer = { type: "integer" };
  const flag = { type: "boolean" };
  const pageable = {
    type: "object",
    required: ["page"],
    properties: { page: { ...integer, minimum: 0 }, size: integer, sort: { type: "array", items: { type: "string" } } },
  };
  const contact = {
    type: "object",
    properties: { id: { ...integer, readOnly: true }, name: { type: "string" } },
  };
  const info = { type: "object", properties: { pageNumber: integer, pageSize: integer } };
  const flags = { first: flag, last: flag, empty: flag };
  const page = {
    type: "object",
    properties: {
      ...{ ...flags, totalElements: integer, number: integer, size: integer, pageable: info },
      ...{ content: { type: "array", items: contact }, sort: { type: "object", properties: { empty: flag } } },
    },
  };
  const contacts = async (required: boolean): Promise<Client> => {
    const call = await serve({
      "/contacts": {
        get: {
          parameters: [inQuery("name", { type: "string" }), inQuery("pageable", pageable, { required })],
          responses: ok(page),
        },
        post: { requestBody: json(contact), responses: ok(contact) },
      },
      "/contacts/{id}": { parameters: [inPath("id", integer)], get: { responses: ok(contact) } },
    });
    for (const name of ["Bo", "Cy", "Al"]) await call("POST", "/contacts", { name });
    return call;
  };

  test("pages and sorts by its properties, as no request contains its own name", async () => {
    const call = await contacts(true);
    const first = (await call("GET", "/contacts?page=0&size=2&sort=name,desc")).body;
    expect(first).toEqual({
      content: [
        { id: 2, name: "Cy" },
        { id: 1, name: "Bo" },
      ],
      ...{ totalElements: 3, number: 0, size: 2, pageable: { pageNumber: 0, pageSize: 2 } },
      ...{ first: true, last: false, empty: false },
    });
    const past = (await call("GET", "/contacts?page=2&size=2")).body;
    expect(past).toMatchObject({ content: [], number: 2, first: false, last: true, empty: true });
    expect((await call("GET", "/contacts?page=0&name=Al")).body.content).toEqual([{ id: 3, name: "Al" }]);
    expect((await call("GET", "/contacts?page=-1")).status).toBe(400);
  });

  test.each([
    [true, 400],
    [false, 200],
  ])("has required properties only where it is required itself: %s", async (required, status) => {
    const call = await contacts(required);
    expect((await call("GET", "/contacts?size=2")).status).toBe(status);
  });
});
