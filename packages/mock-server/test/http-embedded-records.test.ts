import { describe, expect, test } from "vitest";
import { inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const integer = { type: "integer" };
const id = { ...integer, readOnly: true };
const url = { ...text, format: "uri", readOnly: true };
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const listOf = (items: object) => ({ type: "array", items });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const made = (schema: object) => ({ 201: { description: "made", ...json(schema) } });
const resource = (path: string, record: object, sent: object, parameters: object[] = []) => ({
  [path]: {
    get: { parameters, responses: ok(listOf(record)) },
    post: { requestBody: json(sent), responses: made(record) },
  },
  [`${path}/{id}`]: {
    parameters: [inPath("id", integer)],
    get: { responses: ok(record) },
    patch: { requestBody: json(sent), responses: ok(record) },
  },
});

describe("the address of a record", () => {
  const page = object({ id, url, title: text, website: { ...text, format: "uri" } }, { required: ["url"] });

  test("is its readOnly `url`, under the name by which the client reached the server", async () => {
    const call = await serve(resource("/pages", page, object({ title: text, website: text })));
    const { body: one } = await call("POST", "/pages", { title: "a", website: "https://example.com/a" });
    const { pathname } = new URL(one.url);
    expect(pathname).toBe(`/pages/${one.id}`);
    expect((await call("GET", pathname)).body).toEqual(one);
    const named = await call("GET", `/pages/${one.id}`, undefined, { host: "shop.test" });
    expect(named.body).toMatchObject({ url: `http://shop.test/pages/${one.id}`, website: "https://example.com/a" });
    for (const listed of (await call("GET", "/pages")).body) expect(listed.url).toMatch(`/pages/${listed.id}`);
  });

  test("is no `url` that the description calls something else, or that clients write", async () => {
    const file = object({ id, url: { ...url, description: "Where to download the PDF" } }, { required: ["url"] });
    const hook = object({ id, url: { ...text, format: "uri" } }, { required: ["url"] });
    const call = await serve({
      ...resource("/files", file, object({ name: text })),
      ...resource("/hooks", hook, object({ url: text })),
    });
    expect((await call("POST", "/files", {})).body.url).not.toContain("/files/");
    expect((await call("POST", "/hooks", { url: "https://example.com/x" })).body.url).toBe("https://example.com/x");
  });
});

describe("a record that a request names", () => {
  const schemas = {
    Author: object({ id, url, name: text, slug: text, bio: text }, { required: ["id", "name", "slug"] }),
    BriefAuthor: object({ id, url, name: text, slug: text }, { required: ["id", "name", "slug"] }),
    Book: object({ id, title: text, writer: ref("BriefAuthor") }, { required: ["id", "title", "writer"] }),
  };
  const named = { oneOf: [integer, object({ name: text, slug: text }, { required: ["slug"] })] };
  const paths = {
    ...resource("/authors", ref("Author"), object({ name: text, slug: text, bio: text })),
    ...resource("/books", ref("Book"), object({ title: text, writer: named })),
  };

  test.each([
    ["by its id", (author: { id: number }) => author.id],
    ["by other values", () => ({ slug: "ann" })],
  ])("%s is shown as it is; its brief schema is named after it", async (_, name) => {
    const call = await serve(paths, { components: { schemas } });
    const { body: author } = await call("POST", "/authors", { name: "Ann", slug: "ann", bio: "Writes." });
    const { bio: __, ...brief } = author;
    const { body: book } = await call("POST", "/books", { title: "T", writer: name(author) });
    expect(book.writer).toEqual(brief);
    const { body: other } = await call("POST", "/authors", { name: "Bo", slug: "bo" });
    expect((await call("PATCH", `/books/${book.id}`, { writer: other.id })).body.writer).toMatchObject({ name: "Bo" });
  });

  test("under a name for its id, which records do not have, is shown as well, and filtered by", async () => {
    const Tag = object({ id, name: text, color: text }, { required: ["id", "name"] });
    const Client = object({ external_id: text, name: text, email: text }, { required: ["external_id", "name"] });
    const Note = object({ id, title: text, tag_id: integer, tags: listOf(ref("Tag")), client: ref("Client") });
    const call = await serve(
      {
        ...resource("/tags", ref("Tag"), object({ name: text, color: text })),
        "/clients": {
          get: { responses: ok(listOf(ref("Client"))) },
          post: { requestBody: json(ref("Client")), responses: made(ref("Client")) },
        },
        "/clients/{external_client_id}": {
          parameters: [inPath("external_client_id")],
          get: { responses: ok(ref("Client")) },
        },
        ...resource("/notes", Note, object({ title: text, tagIds: listOf(integer), external_client_id: text }), [
          inQuery("external_client_id", text),
          inQuery("client_email", text),
          inQuery("tagIds", listOf(integer)),
          inQuery("tagNames", listOf(text)),
        ]),
        "/clients/{external_client_id}/notes": {
          parameters: [inPath("external_client_id")],
          get: { responses: ok(listOf(Note)) },
        },
      },
      { components: { schemas: { Tag, Client } } },
    );
    for (const name of ["a", "b", "c"]) await call("POST", "/tags", { name, color: "red" });
    const client = { external_id: "acme", name: "Acme", email: "a@acme.example" };
    await call("POST", "/clients", client);
    await call("POST", "/notes", { title: "none" });
    const { body, headers } = await call("POST", "/notes", { title: "T", tagIds: [3, 1], external_client_id: "acme" });
    expect(body).toMatchObject({ tags: [{ id: 3, name: "c", color: "red" }, { id: 1 }], client });
    expect(headers.get("mock-ignored")).toBeNull();
    for (const query of ["external_client_id=acme", "client_email=a@acme.example", "tagIds=1", "tagNames=c"])
      expect((await call("GET", `/notes?${query}`)).body).toEqual([body]);
    expect((await call("GET", "/clients/acme/notes")).body).toEqual([body]);
    expect((await call("GET", "/clients/other/notes")).body).toEqual([]);
  });

  test.each([{ declared: {} }, { declared: { product_id: { ...integer, writeOnly: true } } }])(
    "under a name for its id inside a list is shown there",
    async ({ declared }) => {
      const Product = object({ id, name: text, price: integer }, { required: ["id", "name"] });
      const Line = object({ ...declared, quantity: integer, product: ref("Product") });
      const Order = object({ id, lines: listOf(Line) }, { required: ["id"] });
      const line = object({ quantity: integer, product_id: integer }, { required: ["product_id"] });
      const call = await serve(
        {
          ...resource("/products", ref("Product"), object({ name: text, price: integer })),
          ...resource("/orders", Order, object({ lines: listOf(line) })),
        },
        { components: { schemas: { Product } } },
      );
      for (const name of ["pen", "ink"]) await call("POST", "/products", { name, price: 3 });
      const { body } = await call("POST", "/orders", { lines: [{ quantity: 4, product_id: 2 }] });
      expect(body.lines).toEqual([{ quantity: 4, product: { id: 2, name: "ink", price: 3 } }]);
      expect((await call("GET", "/orders/1")).body).toEqual(body);
    },
  );

  test("keeps the sent properties of one that does not exist", async () => {
    const call = await serve(paths, { components: { schemas } });
    const { body } = await call("POST", "/books", { title: "T", writer: { name: "X", slug: "none" } });
    expect(body.writer).toMatchObject({ name: "X", slug: "none" });
  });
});

describe("a record that another one shows beside its foreign key", () => {
  const orNull = (schema: object) => ({ anyOf: [schema, { type: "null" }] });
  const Team = object({ id, name: text, headquarters: text }, { required: ["id", "name"] });
  const sent = object({ name: text, team_id: orNull(integer) });
  const hero = (required: string[], team: object) =>
    object({ id, name: text, team_id: orNull(integer), team }, { required: ["id", ...required] });
  const open = (required: string[], team: object = orNull(ref("Team"))) =>
    serve(
      {
        ...resource("/teams", ref("Team"), object({ name: text, headquarters: text })),
        ...resource("/heroes", hero(required, team), sent),
      },
      { components: { schemas: { Team } } },
      { seed: 2 },
    );

  test("follows the key when that changes", async () => {
    const call = await open([]);
    const [seeded] = (await call("GET", "/heroes")).body;
    expect(seeded.team.id).toBe(seeded.team_id);
    const cleared = await call("PATCH", `/heroes/${seeded.id}`, { team_id: null });
    expect(cleared.body).toMatchObject({ team_id: null, team: null });
    expect((await call("GET", `/heroes/${seeded.id}`)).body).toEqual(cleared.body);
    const { body: team } = await call("POST", "/teams", { name: "A", headquarters: "B" });
    const moved = await call("PATCH", `/heroes/${seeded.id}`, { team_id: team.id });
    expect(moved.body).toMatchObject({ team_id: team.id, team });
    expect((await call("PATCH", `/heroes/${seeded.id}`, { name: "x" })).body.team).toEqual(team);
  });

  test("may be called team_metadata where requests send team_id, by which a list filters", async () => {
    const record = object({ id, name: text, team_metadata: ref("Team"), club_metadata: object({ team_id: integer }) });
    const heroes = resource("/heroes", record, object({ name: text, team_id: integer })) as Record<string, object>;
    const parameters = [inQuery("team_id", integer)];
    const call = await serve(
      {
        ...resource("/teams", ref("Team"), object({ name: text, headquarters: text })),
        ...heroes,
        "/heroes": { ...heroes["/heroes"], get: { parameters, responses: ok({ type: "array", items: record }) } },
      },
      { components: { schemas: { Team } } },
    );
    const { body: team } = await call("POST", "/teams", { name: "A", headquarters: "B" });
    const { body: hero } = await call("POST", "/heroes", { name: "x", team_id: team.id });
    expect(hero.team_metadata).toEqual(team);
    await call("POST", "/heroes", { name: "y" });
    expect((await call("GET", `/heroes?team_id=${team.id}`)).body).toMatchObject([{ name: "x" }]);
  });

  test.each(["team_obj", "team_details"])("may be called %s beside `team`", async (name) => {
    const record = object({ id, name: text, team: integer, [name]: ref("Team") }, { required: ["id", "team", name] });
    const call = await serve(
      {
        ...resource("/teams", ref("Team"), object({ name: text, headquarters: text })),
        ...resource("/heroes", record, object({ name: text, team: integer })),
      },
      { components: { schemas: { Team } } },
    );
    const { body: team } = await call("POST", "/teams", { name: "A", headquarters: "B" });
    const { body } = await call("POST", "/heroes", { name: "x", team: team.id });
    expect(body[name]).toEqual(team);
  });

  test("is null or the record if the answer requires it", async () => {
    const call = await open(["team"]);
    const { body: alone } = await call("POST", "/heroes", { name: "x" });
    expect(alone.team).toBeNull();
    const [team] = (await call("GET", "/teams")).body;
    expect((await call("POST", "/heroes", { name: "y", team_id: team.id })).body.team).toEqual(team);
  });

  test("is left out if it cannot be null", async () => {
    const call = await open([], ref("Team"));
    const [seeded] = (await call("GET", "/heroes")).body;
    expect(seeded.team.id).toBe(seeded.team_id);
    expect((await call("PATCH", `/heroes/${seeded.id}`, { team_id: null })).body).not.toHaveProperty("team");
  });
});

test("a choice is shown as an object with its label", async () => {
  const status = object({
    value: { ...text, enum: ["planned", "active"] },
    label: { ...text, enum: ["Planned", "Active"] },
  });
  const site = object({ id, name: text, status });
  const sent = object({ name: text, status: { ...text, enum: ["planned", "active"] } });
  const call = await serve(resource("/sites", site, sent));
  const { body } = await call("POST", "/sites", { name: "a", status: "active" });
  expect(body.status).toEqual({ value: "active", label: "Active" });
  await call("PATCH", `/sites/${body.id}`, { status: "planned" });
  expect((await call("GET", `/sites/${body.id}`)).body.status).toEqual({ value: "planned", label: "Planned" });
});

test("a new record has no end yet: optional times of one are null or absent", async () => {
  const moment = { ...text, format: "date-time" };
  const ends = ["returnedAt", "completed_at", "closedOn", "cancelledAt", "deliveredAt", "finishedAt", "resolved_at"];
  const loan = object({
    id,
    bookId: integer,
    ...Object.fromEntries(ends.map((name) => [name, moment])),
    endedAt: { ...moment, type: ["string", "null"] },
    dueAt: moment,
  });
  const call = await serve(resource("/loans", loan, object({ bookId: integer })));
  const { body } = await call("POST", "/loans", { bookId: 1 });
  expect(Object.keys(body).filter((name) => ends.includes(name))).toEqual([]);
  expect(body).toMatchObject({ endedAt: null, dueAt: expect.any(String) });
});

test("a new record is not archived, has nothing linked to it, and says what it is", async () => {
  const flag = { type: "boolean" };
  const moment = { ...text, format: "date-time" };
  const names = {
    archived: flag,
    is_deleted: flag,
    archivedAt: moment,
    revoked_at: { ...moment, type: ["string", "null"] },
    children: { ...listOf(object({ id, url, city: text })), readOnly: true },
  };
  const call = await serve(
    { ...resource("/shipping-addresses", ref("ShippingAddress"), object({ city: text })) },
    { components: { schemas: { ShippingAddress: object({ id, object: text, city: text, ...names }) } } },
  );
  const { body } = await call("POST", "/shipping-addresses", { city: "X" });
  expect(body).toMatchObject({ object: "shipping_address", archived: false, is_deleted: false, revoked_at: null });
  expect(body.children).toEqual([]);
  expect(body).not.toHaveProperty("archivedAt");
});

test("query parameters of a create and of an update without a body are properties of the record", async () => {
  const card = object({ id, name: text, pos: integer });
  const parameters = [inQuery("name", text), inQuery("pos", integer)];
  const call = await serve({
    "/cards": { get: { responses: ok(listOf(card)) }, post: { parameters, responses: made(card) } },
    "/cards/{id}": {
      parameters: [inPath("id", integer)],
      get: { responses: ok(card) },
      put: { parameters, responses: ok(card) },
    },
  });
  const one = await call("POST", "/cards?name=a&pos=3");
  expect(one.body).toMatchObject({ name: "a", pos: 3 });
  expect(one.headers.get("mock-ignored")).toBeNull();
  await call("PUT", `/cards/${one.body.id}?name=b`);
  expect((await call("GET", `/cards/${one.body.id}`)).body).toMatchObject({ name: "b", pos: 3 });
});

test("a query parameter of a create with a file is the property, also if the property begins with the record's noun", async () => {
  const dataset = object({ id, name: text, dataset_type: text });
  const file = { content: { "multipart/form-data": { schema: object({ data: { ...text, format: "binary" } }) } } };
  const parameters = [inQuery("name", text), inQuery("type", text)];
  const call = await serve({
    "/datasets": {
      get: { responses: ok(listOf(dataset)) },
      post: { parameters, requestBody: file, responses: made(dataset) },
    },
    "/datasets/{id}": { parameters: [inPath("id", integer)], get: { responses: ok(dataset) } },
  });
  const form = new FormData();
  form.set("data", new Blob(["{}"]), "rows.jsonl");
  const { body } = await call("POST", "/datasets?name=Rows&type=embed-input", form);
  expect(body).toMatchObject({ name: "Rows", dataset_type: "embed-input" });
});

test("a query parameter of a create is the property where the body declares it and does not send it", async () => {
  const hook = object({ id, site_id: text, type: text });
  const call = await serve({
    "/hooks": {
      get: { parameters: [inQuery("site_id", text)], responses: ok({ type: "array", items: hook }) },
      post: {
        parameters: [inQuery("site_id", text)],
        requestBody: json(hook),
        responses: { 201: { description: "made", ...json(hook) } },
      },
    },
  });
  expect((await call("POST", "/hooks?site_id=s", { type: "a" })).body).toEqual({ id: 1, site_id: "s", type: "a" });
  expect((await call("POST", "/hooks?site_id=s", { type: "b", site_id: "t" })).body).toMatchObject({ site_id: "t" });
  expect((await call("GET", "/hooks?site_id=s")).body).toHaveLength(1);
});

test("a record that is created without a body is generated by the server", async () => {
  const key = object({ id, public_key: text, comment: text });
  const call = await serve({
    "/keys": {
      get: { responses: ok({ type: "array", items: key }) },
      post: { parameters: [inQuery("comment", text)], responses: { 201: { description: "made", ...json(key) } } },
    },
  });
  expect((await call("POST", "/keys")).body).toEqual({ id: 1, public_key: expect.any(String) });
  expect((await call("POST", "/keys?comment=x")).body).toMatchObject({ comment: "x" });
});

test("a default in the request's schema is the value of a missing property, if the record can have it", async () => {
  const sent = object({ name: text, size: { ...text, default: "small" }, age: { ...text, default: "new" } });
  const box = object({ id, name: text, size: text, age: integer });
  const call = await serve({
    "/boxes": { get: { responses: ok(listOf(box)) }, post: { requestBody: json(sent), responses: made(box) } },
  });
  expect((await call("POST", "/boxes", { name: "a" })).body).toEqual({ id: 1, name: "a", size: "small" });
  expect((await call("POST", "/boxes", { name: "a", size: "large" })).body.size).toBe("large");
});

test("a foreign key that no request sends is copied from the record that another key names", async () => {
  const uuid = { ...text, format: "uuid" };
  const source = { sourceId: uuid, name: text, workspaceId: uuid };
  const connection = { connectionId: uuid, sourceId: uuid, workspaceId: uuid };
  const read = (path: string, id: string, record: object) => ({
    [`${path}/{${id}}`]: { parameters: [inPath(id, uuid)], get: { responses: ok(record) } },
  });
  const whole = object(connection, { required: ["connectionId", "sourceId", "workspaceId"] });
  const call = await serve({
    ...resource("/workspaces", object({ workspaceId: uuid, name: text }), object({ name: text })),
    ...read("/workspaces", "workspaceId", object({ workspaceId: uuid, name: text })),
    ...resource("/sources", object(source), object({ name: text, workspaceId: uuid })),
    ...read("/sources", "sourceId", object(source)),
    ...resource("/connections", whole, object({ sourceId: uuid }), [inQuery("workspaceId", uuid)]),
    ...read("/connections", "connectionId", whole),
  });
  const { workspaceId } = (await call("POST", "/workspaces", { name: "a" })).body;
  const { sourceId } = (await call("POST", "/sources", { name: "s", workspaceId })).body;
  const made = (await call("POST", "/connections", { sourceId })).body;
  expect(made).toMatchObject({ sourceId, workspaceId });
  expect((await call("GET", `/connections?workspaceId=${workspaceId}`)).body).toEqual([made]);
});

test("sent properties belong to the object with the id, if the id has the name of the path's parameter", async () => {
  const credentials = object({ credentials_id: text, comment: text });
  const held = object({ member: object({ member_id: text, email: text }), credentials });
  const call = await serve({
    "/hosted/distribution": {
      get: { responses: ok(object({ distribution: listOf(held) })) },
      post: { requestBody: json(object({ comment: text })), responses: ok(held) },
    },
    "/hosted/distribution/{credentials_id}": { parameters: [inPath("credentials_id")], get: { responses: ok(held) } },
  });
  const { body, headers } = await call("POST", "/hosted/distribution", { comment: "mine" });
  expect([body.credentials.comment, headers.get("mock-ignored")]).toEqual(["mine", null]);
  expect((await call("GET", `/hosted/distribution/${body.credentials.credentials_id}`)).body).toEqual(body);
});
