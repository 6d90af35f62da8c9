import { expect, test } from "vitest";
import { json, send } from "../runtime/running-app.js";
import { liftedApp } from "./lifted-app.js";

const integer = { type: "integer", format: "int32" };
const answer = (name: string) => ({
  description: "OK",
  content: { "*/*": { schema: { $ref: `#/components/schemas/${name}` } } },
});

const query = (name: string) => ({ name, in: "query", schema: { type: "string" } });
const row = {
  type: "object",
  properties: { id: { type: "integer", readOnly: true }, title: { type: "string" }, price: { type: "integer" } },
};
const todo = { required: true, content: { "application/json": { schema: row } } };
const todos = { description: "OK", content: { "application/json": { schema: { type: "array", items: row } } } };
const text = { type: "string" };
const car = {
  type: "object",
  properties: { id: { type: "integer", readOnly: true }, constructor: text, valueOf: text },
};
const content = (schema: object) => ({ description: "OK", content: { "application/json": { schema } } });

/** Contacts as springdoc describes them, where no request contains the name of the parameter, and a table of PostgREST. */
const DESCRIPTION = {
  openapi: "3.0.1",
  info: { title: "OpenAPI definition", version: "v0" },
  paths: {
    "/contacts": {
      get: {
        parameters: [
          { name: "pageable", in: "query", required: true, schema: { $ref: "#/components/schemas/Pageable" } },
        ],
        responses: { "200": answer("PageContact") },
      },
      post: {
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Contact" } } },
        },
        responses: { "200": answer("Contact") },
      },
    },
    "/todos": {
      get: {
        parameters: [
          ...["title", "price", "select", "order", "offset", "limit"].map((name) => query(name)),
          { ...query("Range-Unit"), in: "header" },
        ],
        responses: { "200": todos },
      },
      post: { requestBody: todo, responses: { "201": { description: "Created" } } },
    },
    "/cars": {
      get: {
        parameters: [query("constructor"), query("valueOf")],
        responses: { "200": content({ type: "array", items: car }) },
      },
      post: { requestBody: content(car), responses: { "201": content(car) } },
    },
    "/users": {
      get: {
        parameters: [
          { name: "startIndex", in: "query", schema: { ...integer, minimum: 1, default: 1 } },
          { name: "count", in: "query", schema: integer },
        ],
        responses: { "200": answer("Users") },
      },
      post: { requestBody: todo, responses: { "201": { description: "Created" } } },
    },
    "/events": {
      get: {
        parameters: [
          {
            name: "filter",
            in: "query",
            style: "deepObject",
            explode: true,
            schema: { type: "object", properties: { title: { type: "string" } } },
          },
          { name: "limit", in: "query", schema: integer },
          { name: "cursor", in: "query", schema: integer },
        ],
        responses: { "200": { ...answer("Events"), headers: { Link: { schema: { type: "string" } } } } },
      },
      post: { requestBody: todo, responses: { "201": { description: "Created" } } },
    },
    "/parcels": {
      get: {
        parameters: [{ ...query("filter"), description: "An OData filter, such as `title eq 'a' and price gt 3`." }],
        responses: { "200": todos },
      },
      post: { requestBody: todo, responses: { "201": { description: "Created" } } },
    },
    "/parcels/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: integer }],
      get: { responses: { "200": content(row) } },
    },
    "/parcels/search": {
      post: {
        requestBody: content({
          type: "object",
          properties: {
            query: { $ref: "#/components/schemas/Condition" },
            pagination: { type: "object", properties: { per_page: integer, page: integer } },
            count: { type: "boolean" },
          },
        }),
        responses: { "200": todos },
      },
    },
    "/letters": {
      get: {
        parameters: [query("offset"), { name: "limit", in: "query", schema: integer }],
        responses: { "200": answer("Letters") },
      },
      post: { requestBody: todo, responses: { "201": { description: "Created" } } },
    },
    "/contacts/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: integer }],
      get: { responses: { "200": answer("Contact") } },
    },
  },
  components: {
    schemas: {
      Contact: { type: "object", properties: { id: integer, name: { type: "string" } } },
      Users: {
        type: "object",
        required: ["Resources", "startIndex"],
        properties: { Resources: { type: "array", items: row }, startIndex: integer, totalResults: integer },
      },
      Events: {
        type: "object",
        required: ["events"],
        properties: {
          events: { type: "array", items: row },
          next_cursor: { type: "integer", nullable: true },
        },
      },
      Condition: {
        type: "object",
        properties: { field: text, operator: { type: "string", enum: ["=", "!=", "~", ">"] }, value: text },
      },
      Letters: {
        type: "object",
        properties: {
          data: { type: "array", items: row },
          next_page: { type: "object", nullable: true, required: ["offset"], properties: { offset: text } },
        },
      },
      Pageable: {
        type: "object",
        properties: {
          page: { ...integer, minimum: 0 },
          size: { ...integer, minimum: 1 },
          sort: { type: "array", items: { type: "string" } },
        },
      },
      PageContact: {
        type: "object",
        properties: {
          totalElements: integer,
          totalPages: integer,
          first: { type: "boolean" },
          last: { type: "boolean" },
          empty: { type: "boolean" },
          number: integer,
          size: integer,
          numberOfElements: integer,
          content: { type: "array", items: { $ref: "#/components/schemas/Contact" } },
          pageable: {
            type: "object",
            properties: { pageNumber: integer, pageSize: integer, paged: { type: "boolean" } },
          },
        },
      },
    },
  },
};

const url = liftedApp(DESCRIPTION);

test("an offset that counts from 1 begins with the first record", async () => {
  const users = `${url()}/users`;
  for (const title of ["a", "b", "c"]) await send(users, json("POST", { title }));
  const titles = async (query: string) => {
    const { body } = await send(`${users}?${query}`);
    return [body.startIndex, ...body.Resources.map(({ title }: { title: string }) => title)];
  };
  expect(await titles("")).toEqual([1, "a", "b", "c"]);
  expect(await titles("startIndex=1&count=2")).toEqual([1, "a", "b"]);
  expect(await titles("startIndex=3&count=2")).toEqual([3, "c"]);
});

test("properties of an object in the query page and sort a list, and the whole envelope is filled", async () => {
  const contacts = `${url()}/contacts`;
  for (const name of ["Bo", "Cy", "Al", "Di", "Ed"])
    expect((await send(contacts, json("POST", { id: 0, name }))).status).toBe(200);
  const { body } = await send(`${contacts}?page=1&size=2&sort=name,desc`);
  expect(body).toEqual({
    content: [expect.objectContaining({ name: "Cy" }), expect.objectContaining({ name: "Bo" })],
    totalElements: 5,
    totalPages: 3,
    numberOfElements: 2,
    first: false,
    last: false,
    empty: false,
    number: 1,
    size: 2,
    pageable: { pageNumber: 1, pageSize: 2 },
  });
  const last = await send(`${contacts}?page=2&size=2`);
  expect(last.body).toMatchObject({ first: false, last: true, numberOfElements: 1, number: 2 });
  expect((await send(`${contacts}?page=-1`)).status).toBe(400);
});

test("values that begin with their operator filter a list", async () => {
  const todos = `${url()}/todos`;
  for (const [title, price] of [
    ["a", 1],
    ["b, c", 2],
    ["d", 3],
  ] as const)
    expect((await send(todos, json("POST", { title, price }))).status).toBe(201);
  const titles = async (search: string): Promise<unknown> =>
    ((await send(`${todos}?${search}`)).body as { title: string }[]).map(({ title }) => title);
  expect(await titles("price=gt.1")).toEqual(["b, c", "d"]);
  expect(await titles("price=lte.2&title=neq.a")).toEqual(["b, c"]);
  expect(await titles(`title=${encodeURIComponent('in.(a,"b, c")')}`)).toEqual(["a", "b, c"]);
  expect(await titles("title=eq.d")).toEqual(["d"]);
  const other = await send(`${todos}?title=like.*d*`);
  expect(other).toMatchObject({ status: 400, body: { details: [{ in: "query", path: "/title" }] } });
});

test("a cursor that is a number counts what was passed over, and links keep the other parameters as they were written", async () => {
  const events = `${url()}/events`;
  for (const title of ["a", "b", "a", "a"]) expect((await send(events, json("POST", { title }))).status).toBe(201);
  const first = await send(`${events}?filter[title]=a&limit=2`);
  expect(first.body).toMatchObject({ events: [{ id: 1 }, { id: 3 }], next_cursor: 2 });
  expect(decodeURIComponent(first.headers.get("link") ?? "")).toContain("?filter[title]=a&limit=2&cursor=2>");
  const second = await send(`${events}?filter[title]=a&limit=2&cursor=${first.body.next_cursor}`);
  expect(second.body).toMatchObject({ events: [{ id: 4 }] });
});

test("without a next page the object that would hold its token is null", async () => {
  const letters = `${url()}/letters`;
  for (const title of ["a", "b", "c"]) expect((await send(letters, json("POST", { title }))).status).toBe(201);
  const first = await send(`${letters}?limit=2`);
  expect(first.body).toEqual({
    data: [expect.anything(), expect.anything()],
    next_page: { offset: expect.any(String) },
  });
  const last = await send(`${letters}?limit=2&offset=${first.body.next_page.offset}`);
  expect(last.body).toEqual({ data: [expect.objectContaining({ title: "c" })], next_page: null });
});

test("conditions in a language of their own, in the query and in the body of a search, select records", async () => {
  const parcels = `${url()}/parcels`;
  for (const [title, price] of [
    ["a", 1],
    ["ab", 5],
    ["b", 7],
  ] as const)
    expect((await send(parcels, json("POST", { title, price }))).status).toBe(201);
  const titles = (answer: { readonly body: { title: string }[] }) => answer.body.map(({ title }) => title);
  const asked = async (filter: string) => send(`${parcels}?filter=${encodeURIComponent(filter)}`);
  expect(titles(await asked("price gt 3"))).toEqual(["ab", "b"]);
  expect(titles(await asked("price gt 3 and title eq 'b'"))).toEqual(["b"]);
  expect(await asked("price 3 gt")).toMatchObject({
    status: 400,
    body: { details: [{ in: "query", path: "/filter" }] },
  });
  const search = async (body: object) => send(`${parcels}/search`, json("POST", body));
  const query = { field: "title", operator: "~", value: "a" };
  expect(titles(await search({ query, count: true }))).toEqual(["a", "ab"]);
  expect(titles(await search({ query, pagination: { per_page: 1, page: 2 } }))).toEqual(["ab"]);
});

test("filters may be called as members of every object are", async () => {
  const cars = `${url()}/cars`;
  const car = { id: 1, constructor: "Lotus", valueOf: "a" };
  await send(cars, json("POST", { constructor: "Lotus", valueOf: "a" }));
  expect((await send(cars)).body).toEqual([car]);
  expect((await send(`${cars}?constructor=Lotus`)).body).toEqual([car]);
  expect((await send(`${cars}?constructor=Brabham`)).body).toEqual([]);
});
