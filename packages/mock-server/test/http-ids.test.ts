import { describe, expect, test } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const integer = { type: "integer" };
const ownId = { type: "integer", readOnly: true };

test("a record is found by its id, not by another property that has the same text", async () => {
  const author = { type: "object", properties: { id: ownId, name: text, code: text } };
  const call = await serve(crud("/authors", author, integer));
  const { id } = (await call("POST", "/authors", { name: "77", code: "77" })).body;
  expect((await call("GET", "/authors/77")).status).toBe(404);
  expect((await call("PATCH", "/authors/77", { name: "x" })).status).toBe(404);
  expect((await call("DELETE", "/authors/77")).status).toBe(404);
  expect((await call("GET", `/authors/${id}`)).body).toMatchObject({ name: "77" });
});

test("a path also names a record by the property whose example the parameter has", async () => {
  const uid = { ...text, example: "unique-app-identifier" };
  const app = { type: "object", properties: { id: { ...text, readOnly: true, example: "app_1sr" }, uid, name: text } };
  const call = await serve(crud("/apps", app, uid));
  const { id } = (await call("POST", "/apps", { uid: "app-1", name: "billing" })).body;
  expect((await call("GET", "/apps/app-1")).body).toMatchObject({ id, name: "billing" });
  expect((await call("GET", "/apps/billing")).status).toBe(404);
  expect((await call("DELETE", "/apps/app-1")).status).toBeLessThan(300);
  expect((await call("GET", `/apps/${id}`)).status).toBe(404);
});

test("a text that the parameter's schema forbids names no record by another property", async () => {
  const uuid = { ...text, format: "uuid" };
  const customer = { type: "object", properties: { id: { ...uuid, readOnly: true }, name: text } };
  const call = await serve(crud("/customers", customer, uuid, undefined, "ID or name of the customer"));
  const { id } = (await call("POST", "/customers", { name: "bob" })).body;
  expect((await call("GET", "/customers/bob")).status).toBe(400);
  expect((await call("GET", `/customers/${id}`)).status).toBe(200);
});

test.each([
  ["{id_or_slug}", "", "slug"],
  ["{pageIdOrSlug}", "", "slug"],
  ["{id}", "The ID or the slug of the page", "slug"],
  ["{id}", "Either a number (id) or a text (slug). The key is something else", "slug"],
  ["{slug}", "", "slug"],
])("a path %s described as '%s' names a record by its %s as well", async (segment, description, property) => {
  const parameter = { ...inPath(segment.slice(1, -1)), description };
  const page = { type: "object", properties: { id: ownId, slug: text, key: text, title: text } };
  const { "/pages": collection, "/pages/{id}": item } = crud("/pages", page) as Record<string, object>;
  const call = await serve({
    "/pages": collection,
    [`/pages/${segment}`]: { ...item, parameters: [parameter] },
  });
  const { id } = (await call("POST", "/pages", { slug: "home", key: "k", title: "old" })).body;
  const path = `/pages/${{ slug: "home" }[property]}`;
  expect((await call("GET", path)).body).toMatchObject({ id });
  expect((await call("PATCH", path, { title: "new" })).body).toMatchObject({ id, title: "new" });
  expect((await call("GET", "/pages/k")).status).toBe(404);
  expect((await call("DELETE", path)).status).toBe(204);
  expect((await call("GET", path)).status).toBe(404);
});

test.each([
  "Plan ID or code. For ID no prefix is used e.g. `e28z`. For code use prefix `code-`, e.g. `code-gold`.",
  "The id of the plan. You may use either `id` or `code` prefixed with `code-`.",
])("a prefix tells by which property a path names a record, and its parent: %s", async (described) => {
  const plan = { type: "object", properties: { id: { ...text, readOnly: true }, code: text } };
  const addOn = { type: "object", properties: { id: ownId, name: text } };
  const below = crud("/plans/{id}/add_ons", addOn, integer) as object;
  const call = await serve({ ...crud("/plans", plan, text, undefined, described), ...below });
  const { id } = (await call("POST", "/plans", { code: "gold" })).body;
  expect((await call("GET", "/plans/code-gold")).body.id).toBe(id);
  expect((await call("POST", "/plans/code-gold/add_ons", { name: "extra" })).status).toBe(201);
  expect((await call("GET", `/plans/${id}/add_ons`)).body).toMatchObject([{ name: "extra" }]);
  expect((await call("GET", "/plans/code-silver")).status).toBe(404);
});

describe("paths that differ in the name of their last parameter alone", () => {
  const version = { type: "object", properties: { id: ownId, versionNumber: { type: "string" }, note: text } };
  const versions = (id: object, number: object): object => {
    const { "/versions": collection, "/versions/{id}": item } = crud("/versions", version, id) as Record<
      string,
      object
    >;
    return {
      "/versions": collection,
      "/versions/{id}": item,
      "/versions/{versionNumber}": { ...item, parameters: [inPath("versionNumber", number)] },
    };
  };

  test.each([
    ["of the same type", text, text],
    ["of types that tell them apart", integer, { ...text, pattern: "^v" }],
  ])("name one record by either property, %s", async (_name, id, number) => {
    const call = await serve(versions(id, number));
    const made = (await call("POST", "/versions", { versionNumber: "v7", note: "old" })).body;
    expect((await call("GET", `/versions/${made.id}`)).body).toEqual(made);
    expect((await call("GET", "/versions/v7")).body).toEqual(made);
    expect((await call("PATCH", "/versions/v7", { note: "new" })).body).toEqual({ ...made, note: "new" });
    expect((await call("DELETE", "/versions/v7")).status).toBe(204);
    expect((await call("GET", `/versions/${made.id}`)).status).toBe(404);
    expect((await call("GET", "/versions/v7")).status).toBe(404);
  });
});

test("its own id wins over another record's other id", async () => {
  const page = { type: "object", required: ["id"], properties: { id: { ...text, readOnly: true }, slug: text } };
  const call = await serve(crud("/pages", page, text));
  const first = (await call("POST", "/pages", { slug: "page-2" })).body;
  const second = (await call("POST", "/pages", { slug: "x" })).body;
  expect(second.id).toBe("page-2");
  expect((await call("GET", "/pages/page-2")).body).toEqual(second);
  expect((await call("GET", `/pages/${first.id}`)).body).toEqual(first);
});

test("ids begin again after the parameter's maximum, and go on above it rather than run out", async () => {
  const order = { type: "object", required: ["id"], properties: { id: ownId } };
  const call = await serve(crud("/orders", order, { ...integer, minimum: 1, maximum: 3 }));
  const create = async (): Promise<number> => (await call("POST", "/orders", {})).body.id;
  expect([await create(), await create(), await create()]).toEqual([1, 2, 3]);
  await call("DELETE", "/orders/2");
  expect(await create()).toBe(2);
  const above = await create();
  expect(above).toBeGreaterThan(3);
  expect((await call("GET", `/orders/${above}`)).status).toBe(200);
  expect((await call("GET", "/orders/99")).status).toBe(400);
});

const invoice = { type: "object", required: ["id"], properties: { id: ownId } };
const invoices = {
  ...crud("/accounts", { type: "object", required: ["id"], properties: { id: ownId } }),
  "/accounts/{accountId}/invoices": {
    parameters: [inPath("accountId", integer)],
    get: { responses: ok({ type: "array", items: invoice }) },
  },
  "/accounts/{accountId}/invoices/{invoiceId}": {
    parameters: [inPath("accountId", integer), inPath("invoiceId", integer)],
    get: { responses: { ...ok(invoice), 404: { description: "absent" } } },
  },
};

test("with seeds, records that clients cannot create exist below a parent that a client created, and not below an absent one", async () => {
  const call = await serve(invoices, {}, { seed: 2 });
  const { id } = (await call("POST", "/accounts", {})).body;
  const found = (await call("GET", `/accounts/${id}/invoices`)).body;
  expect(found).toHaveLength(2);
  expect((await call("GET", `/accounts/${id}/invoices/${found[0].id}`)).body).toEqual(found[0]);
  expect((await call("GET", "/accounts/99/invoices")).status).toBe(404);
});

test("a parent is not checked if its path has neither a list nor a create", async () => {
  const note = { type: "object", required: ["id"], properties: { id: ownId, text } };
  const call = await serve(
    {
      "/apps/{appId}": {
        parameters: [inPath("appId")],
        patch: { requestBody: json({ type: "object" }), responses: ok({ type: "object", properties: { id: text } }) },
      },
      ...crud("/apps/{appId}/notes", note),
    },
    {},
    { seed: 1 },
  );
  const { id } = (await call("POST", "/apps/of-somebody/notes", { text: "hi" })).body;
  expect((await call("GET", `/apps/of-somebody/notes/${id}`)).body).toMatchObject({ text: "hi" });
});

test("a client chooses the id by the property with the name of the path's parameter, if the record shows no id", async () => {
  const shown = { type: "object", properties: { label: text } };
  const sent = { type: "object", properties: { Device_Id: { type: ["string", "integer"] }, label: text } };
  const call = await serve({
    "/devices": { post: { requestBody: json(sent), responses: ok(shown) } },
    "/devices/{deviceId}": { parameters: [inPath("deviceId", text)], get: { responses: ok(shown) } },
  });
  for (const id of ["lamp", 7]) {
    expect((await call("POST", "/devices", { Device_Id: id, label: `the ${id}` })).status).toBe(200);
    expect((await call("GET", `/devices/${id}`)).body).toEqual({ label: `the ${id}` });
  }
});

test("a record whose id another record has, shown in an object, is made with the id of the body", async () => {
  const user = { type: "object", properties: { user_id: text, first_name: text } };
  const membership = { type: "object", properties: { id: text, role: text, public_user: user } };
  const call = await serve({
    "/memberships": {
      get: { responses: ok({ type: "array", items: membership }) },
      post: {
        requestBody: json({ type: "object", required: ["user_id"], properties: { user_id: text, role: text } }),
        responses: ok(membership),
      },
    },
    "/memberships/{user_id}": {
      parameters: [inPath("user_id")],
      patch: { requestBody: json({ type: "object", properties: { role: text } }), responses: ok(membership) },
      delete: { responses: ok(membership) },
    },
  });
  const made = (await call("POST", "/memberships", { user_id: "u1", role: "admin" })).body;
  expect(made).toMatchObject({ role: "admin", public_user: { user_id: "u1" } });
  expect((await call("PATCH", "/memberships/u1", { role: "guest" })).body).toEqual({ ...made, role: "guest" });
  expect((await call("DELETE", "/memberships/u1")).status).toBe(200);
  expect((await call("GET", "/memberships")).body).toEqual([]);
});

test("an answer to several at once that has room for none of them tells the id of the first", async () => {
  const user = { type: "object", properties: { id: text, email: text } };
  const made = { type: "object", required: ["user"], properties: { user, error: text } };
  const post = { requestBody: { required: true, ...json({ type: "array", items: user }) }, responses: ok(made) };
  const call = await serve({
    "/users": { get: { responses: ok({ type: "array", items: user }) }, post },
    "/users/{id}": { parameters: [inPath("id", text)], get: { responses: ok(user) } },
  });
  const { user: first } = (await call("POST", "/users", [{ email: "a@example.com" }, { email: "b@example.com" }])).body;
  expect((await call("GET", `/users/${first.id}`)).body).toMatchObject({ email: "a@example.com" });
});

describe("an id in a body that is taken", () => {
  const thing = (id: object) => ({ type: "object", properties: { id, name: text } });
  const documented = (paths: object) => {
    const copy = structuredClone(paths) as Record<string, { post?: { responses: Record<string, unknown> } }>;
    for (const { post } of Object.values(copy)) if (post) post.responses["409"] = { description: "taken" };
    return copy;
  };
  const uuid = { type: "string", format: "uuid" };
  const U = "49a3999c-0ce1-4ea6-ab68-afcd6dc2e794";

  test.each([
    [integer, 7],
    [{ type: "integer", format: "int64" }, 1],
    [uuid, U],
  ])("gives way to a free one where servers give ids: %o", async (schema, id) => {
    const call = await serve(crud("/things", thing(schema), schema));
    const first = (await call("POST", "/things", { id, name: "a" })).body;
    const second = await call("POST", "/things", { id, name: "b" });
    expect([first.id, second.status, second.body.name]).toEqual([id, 201, "b"]);
    expect(second.body.id).not.toBe(id);
    expect((await call("GET", `/things/${second.body.id}`)).body).toEqual(second.body);
    expect((await call("GET", `/things/${id}`)).body.name).toBe("a");
  });

  test.each([
    ["a natural key", crud("/things", thing(text), text), "tea"],
    ["a number, where 409 is documented", documented(crud("/things", thing(integer))), 5],
  ])("is 409 for %s", async (_, paths, id) => {
    const call = await serve(paths);
    await call("POST", "/things", { id, name: "a" });
    expect((await call("POST", "/things", { id, name: "b" })).status).toBe(409);
  });
});

test("records are named by their `acme_id` if all others of the API are, whatever the parameter of their path is called", async () => {
  const acmeId = { type: "string", format: "uuid", readOnly: true };
  const record = { type: "object", required: ["acme_id"], properties: { acme_id: acmeId, name: text } };
  const coupon = { type: "object", required: ["acme_id"], properties: { acme_id: acmeId, acme_coupon_id: text } };
  const nouns = ["fees", "plans", "taxes", "wallets", "invoices"];
  const item = { parameters: [inPath("used_coupon_id")], delete: { responses: { 204: { description: "gone" } } } };
  const call = await serve({
    ...Object.fromEntries(
      nouns.flatMap((noun) => [
        [`/${noun}`, { get: { responses: ok({ type: "array", items: record }) } }],
        [`/${noun}/{acme_id}`, { parameters: [inPath("acme_id")], get: { responses: ok(record) } }],
      ]),
    ),
    "/used_coupons": {
      get: { responses: ok({ type: "array", items: coupon }) },
      post: { requestBody: json(coupon), responses: ok(coupon) },
    },
    "/used_coupons/{used_coupon_id}": item,
  });
  const { body } = await call("POST", "/used_coupons", { acme_coupon_id: "c1" });
  expect((await call("DELETE", `/used_coupons/${body.acme_id}`)).status).toBe(204);
  expect((await call("GET", "/used_coupons")).body).toEqual([]);
});

test.each(["The name of the domain.", "The name of the domain to read."])(
  "a record is found by the property that the description of the parameter names: %s",
  async (description) => {
    const domain = { type: "object", required: ["id", "name"], properties: { id: text, name: text } };
    const sent = { type: "object", required: ["name"], properties: { name: text } };
    const call = await serve({
      "/domains": {
        post: { requestBody: json({ oneOf: [sent] }), responses: { 201: { description: "made", ...json(domain) } } },
      },
      "/domains/{site}": {
        parameters: [{ ...inPath("site"), description }],
        get: { responses: ok(domain) },
      },
    });
    const made = (await call("POST", "/domains", { name: "example.org" })).body;
    expect(made.id).not.toBe("example.org");
    expect((await call("GET", "/domains/example.org")).body).toEqual(made);
  },
);

test("an id has the pattern that paths below the record ask for", async () => {
  const config = { type: "object", required: ["id"], properties: { id: text, slug: text } };
  const item = { type: "object", properties: { id: text, value: text } };
  const call = await serve({
    "/configs": {
      get: { responses: ok({ type: "array", items: config }) },
      post: {
        requestBody: json({ type: "object", properties: { slug: text } }),
        responses: { 201: { description: "made", ...json(config) } },
      },
    },
    "/configs/{config}": { parameters: [inPath("config")], get: { responses: ok(config) } },
    "/configs/{config}/items": {
      parameters: [inPath("config", { ...text, pattern: "^cfg_" })],
      get: { responses: ok({ type: "array", items: item }) },
      post: { requestBody: json(item), responses: { 201: { description: "made", ...json(item) } } },
    },
  });
  const { id } = (await call("POST", "/configs", { slug: "a" })).body;
  expect(id).toMatch(/^cfg_/);
  expect((await call("POST", "/configs", { slug: "b" })).body.id).toMatch(/^cfg_/);
  expect((await call("POST", `/configs/${id}/items`, { value: "v" })).status).toBe(201);
});

test("a pattern that is only a prefix begins many ids", async () => {
  const id = { ...text, pattern: "^ses", readOnly: true };
  const session = { type: "object", required: ["id"], properties: { id, title: text } };
  const call = await serve(crud("/sessions", session), {}, { seed: 3 });
  for (const title of ["a", "b"]) await call("POST", "/sessions", { title });
  const ids = (await call("GET", "/sessions")).body.map((one: { id: string }) => one.id);
  expect(new Set(ids).size).toBe(5);
  expect(ids.every((one: string) => /^ses_\w{8,}$/.test(one))).toBe(true);
});

test("an id in a body that no path can name is replaced, and named in Mock-Ignored", async () => {
  const board = { type: "object", properties: { id: { type: "string" }, title: { type: "string" } } };
  const call = await serve(crud("/boards", board));
  const made = await call("POST", "/boards", { id: "text-1", title: "a" });
  expect([made.status, made.body, made.headers.get("mock-ignored")]).toEqual([201, { id: "1", title: "a" }, "id"]);
  expect((await call("GET", "/boards/1")).body.title).toBe("a");
  expect((await call("POST", "/boards", { id: "7", title: "b" })).body.id).toBe("7");
});

test.each([".", ".."])("the id %s, which clients remove from a path, is replaced", async (id) => {
  const record = { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } };
  const call = await serve(crud("/codes", record, { type: "string" }));
  const made = await call("POST", "/codes", { id, name: "a" });
  expect([made.status, made.headers.get("mock-ignored")]).toEqual([201, "id"]);
  expect((await call("GET", made.headers.get("location") ?? "")).body).toEqual(made.body);
});

test("0 as an id means that the client has none", async () => {
  const call = await serve(crud("/parts", { type: "object", properties: { id: integer, name: text } }, integer));
  const first = (await call("POST", "/parts", { id: 0, name: "a" })).body;
  const second = (await call("POST", "/parts", { id: 0, name: "b" })).body;
  expect([first, second]).toEqual([
    { id: 1, name: "a" },
    { id: 2, name: "b" },
  ]);
  expect((await call("GET", "/parts/2")).body).toEqual(second);
});

describe("an update that changes the name by which a record goes", () => {
  const database = { type: "object", properties: { name: text, owner: text } };
  const changes = json(database);
  const paths = (more: object = {}) => ({
    "/databases": {
      get: { responses: ok({ type: "array", items: database }) },
      post: { requestBody: json({ ...database, required: ["name"] }), responses: ok(database) },
    },
    "/databases/{name}": {
      parameters: [inPath("name")],
      get: { responses: ok(database) },
      patch: { requestBody: changes, responses: ok(database) },
    },
    ...more,
  });

  test("renames it", async () => {
    const call = await serve(paths());
    await call("POST", "/databases", { name: "app", owner: "ada" });
    const renamed = { name: "app2", owner: "ada" };
    expect((await call("PATCH", "/databases/app", { name: "app2" })).body).toEqual(renamed);
    expect((await call("GET", "/databases/app2")).body).toEqual(renamed);
    expect((await call("GET", "/databases/app")).status).toBe(404);
    expect((await call("GET", "/databases")).body).toEqual([renamed]);
  });

  test("is rejected if another record has the new name, and keeps both", async () => {
    const call = await serve(paths());
    for (const name of ["app", "blog"]) await call("POST", "/databases", { name });
    expect((await call("PATCH", "/databases/app", { name: "blog", owner: "ada" })).status).toBe(409);
    expect((await call("GET", "/databases")).body).toEqual([{ name: "app" }, { name: "blog" }]);
  });
});

test("a record that is named by its name also gets an id, by which a path beside the collection finds it", async () => {
  const role = { type: "object", properties: { id: text, name: text, note: text } };
  const { "/roles/{id}": one = {}, ...all } = crud("/roles", role, text) as Record<string, object>;
  const call = await serve({
    ...all,
    "/roles/{role-name}": { ...one, parameters: [inPath("role-name")] },
    "/roles-by-id/{role-id}": {
      parameters: [inPath("role-id")],
      get: { responses: ok(role) },
      delete: { responses: { 204: { description: "gone" } } },
    },
  });
  for (const name of ["boss", "clerk"]) await call("POST", "/roles", { name });
  const { id } = (await call("GET", "/roles/clerk")).body;
  expect((await call("GET", `/roles-by-id/${id}`)).body).toEqual({ id: expect.any(String), name: "clerk" });
  await call("DELETE", `/roles-by-id/${id}`);
  expect((await call("GET", "/roles")).body).toMatchObject([{ name: "boss" }]);
});

test("an id is the hash of the property that its description names", async () => {
  const description = "The MD5 hash of the lowercase version of the member's email address.";
  const member = {
    type: "object",
    properties: { id: { ...text, readOnly: true, description }, email: text, email_address: text },
  };
  const call = await serve(crud("/members", member, text));
  const { body } = await call("POST", "/members", { email_address: "Ann@Example.com" });
  expect(body.id).toBe("257c57037d384ae37ea27a07e8a01665");
  expect((await call("GET", `/members/${body.id}`)).body.email_address).toBe("Ann@Example.com");
  expect((await call("POST", "/members", { email_address: "ann@example.com" })).status).toBe(409);
});

test("a path finds a record by a property of its profile, if the parameter's description says so", async () => {
  const profile = { type: "object", properties: { login: text, nick: text } };
  const user = { type: "object", properties: { id: { ...text, readOnly: true }, profile } };
  const paths = crud("/users", user, text) as Record<string, object>;
  const parameters = [{ ...inPath("id", text), description: "An ID, login, or login shortname of a user." }];
  const call = await serve({ ...paths, "/users/{id}": { ...paths["/users/{id}"], parameters } });
  const { body } = await call("POST", "/users", { profile: { login: "ann@example.com", nick: "ann" } });
  expect((await call("GET", "/users/ann@example.com")).body).toEqual(body);
  expect((await call("GET", "/users/ann")).status).toBe(404);
});

test("records are named by the key that answers show instead of an id", async () => {
  const board = { type: "object", properties: { key: text, name: text } };
  const call = await serve({
    "/boards": {
      get: { responses: ok({ type: "array", items: board }) },
      post: { requestBody: json(board), responses: ok(board) },
    },
    "/boards/{id}": { parameters: [inPath("id")], get: { responses: ok(board) }, delete: { responses: ok(board) } },
  });
  expect((await call("POST", "/boards", { key: "abc", name: "A" })).body).toEqual({ key: "abc", name: "A" });
  expect((await call("GET", "/boards/abc")).body).toEqual({ key: "abc", name: "A" });
});

describe("a record that its path names by its id or its name", () => {
  const project = { type: "object", properties: { id: ownId, name: text, color: text } };
  const sent = { type: "object", properties: { project_name: text, color: text } };
  const made = { 201: { description: "made" }, 409: { description: "Conflict" } };
  const paths = {
    "/projects": {
      get: { responses: ok({ type: "array", items: project }) },
      post: { requestBody: json(sent), responses: made },
    },
    "/projects/{project_name_or_id}": {
      parameters: [inPath("project_name_or_id")],
      get: { responses: ok(project) },
      put: { requestBody: json(sent), responses: { 200: { description: "ok" } } },
    },
  };

  test("keeps that name when a PUT leaves it out", async () => {
    const call = await serve(paths);
    await call("POST", "/projects", { project_name: "lib", color: "red" });
    await call("PUT", "/projects/lib", { color: "blue" });
    expect((await call("GET", "/projects/lib")).body).toMatchObject({ name: "lib", color: "blue" });
  });

  test("is the only one with that name, if 409 is documented", async () => {
    const call = await serve(paths);
    expect((await call("POST", "/projects", { project_name: "lib" })).status).toBe(201);
    expect((await call("POST", "/projects", { project_name: "lib" })).status).toBe(409);
  });
});

test("a path names a record by its parent and its name, beside a collection without parents", async () => {
  const channel = { type: "object", properties: { id: ownId, team_id: text, name: text } };
  const call = await serve({
    ...crud("/channels", channel, integer),
    "/teams/{team_id}/channels/name/{channel_name}": {
      parameters: [inPath("team_id"), inPath("channel_name")],
      get: { responses: ok(channel) },
    },
  });
  const { id } = (await call("POST", "/channels", { team_id: "t", name: "dev" })).body;
  expect((await call("GET", "/teams/t/channels/name/dev")).body.id).toBe(id);
  expect((await call("GET", "/teams/u/channels/name/dev")).status).toBe(404);
});

test("ids have the form that the answer to the create shows, where the record says nothing of it: a ULID", async () => {
  const store = { type: "object", properties: { id: text, name: text } };
  const made = { ...store, properties: { id: { ...text, example: "01YCP46JKYM8FJCQ37NMBYHE5X" }, name: text } };
  const paths = crud("/stores", store, text) as Record<string, Record<string, object>>;
  const post = {
    requestBody: json({ type: "object", properties: { name: text } }),
    responses: { 201: { description: "made", ...json(made) } },
  };
  const call = await serve({ ...paths, "/stores": { ...paths["/stores"], post } });
  const { id } = (await call("POST", "/stores", { name: "a" })).body;
  expect(id).toMatch(/^01[0-9A-HJKMNP-TV-Z]{24}$/);
  expect((await call("GET", `/stores/${id}`)).body).toEqual({ id, name: "a" });
});

test("a word after the name of a record says whether such a record exists", async () => {
  const team = { type: "object", properties: { id: ownId, name: text, color: text } };
  const at = [inPath("name")];
  const exists = { type: "object", properties: { exists: { type: "boolean" } } };
  const call = await serve({
    ...crud("/teams", team, integer),
    "/teams/name/{name}": { parameters: at, get: { responses: ok(team) } },
    "/teams/name/{name}/exists": { parameters: at, get: { responses: ok(exists) } },
  });
  await call("POST", "/teams", { name: "eng" });
  expect((await call("GET", "/teams/name/eng/exists")).body).toEqual({ exists: true });
  expect((await call("GET", "/teams/name/ops/exists")).body).toEqual({ exists: false });
});

test("the only sent property is the id of the new record, if it has the name of the path's parameter", async () => {
  const text = { type: "string" };
  const role = { type: "object", properties: { id: text, name: text } };
  const call = await serve({
    "/users/{user_id}/roles": {
      parameters: [inPath("user_id")],
      get: { responses: ok({ type: "array", items: role }) },
      post: {
        requestBody: json({ type: "object", properties: { role_id: text } }),
        responses: ok({ type: "object", properties: { message: text } }),
      },
    },
    "/users/{user_id}/roles/{role_id}": {
      parameters: [inPath("user_id"), inPath("role_id")],
      delete: { responses: { 204: { description: "gone" } } },
    },
  });
  await call("POST", "/users/1/roles", { role_id: "admin" });
  expect((await call("GET", "/users/1/roles")).body).toMatchObject([{ id: "admin" }]);
  expect((await call("DELETE", "/users/1/roles/admin")).status).toBe(204);
  expect((await call("GET", "/users/1/roles")).body).toEqual([]);
});

test("a record has an id if its answers are objects without properties, although the body of its create has some", async () => {
  const anything = { responses: ok({ type: "object" }) };
  const body = { type: "object", properties: { title: text }, required: ["title"] };
  const call = await serve({
    "/pages": { post: { requestBody: json(body), ...anything } },
    "/pages/{page_id}": {
      parameters: [inPath("page_id", { type: "string", format: "uuid" })],
      get: anything,
      patch: { requestBody: json({ type: "object", properties: { title: text } }), ...anything },
    },
  });
  const made = (await call("POST", "/pages", { title: "a" })).body;
  expect(made).toEqual({ id: expect.stringMatching(/^[\da-f-]{36}$/), title: "a" });
  expect((await call("GET", `/pages/${made.id}`)).body).toEqual(made);
  expect((await call("PATCH", `/pages/${made.id}`, { title: "b" })).body).toEqual({ ...made, title: "b" });
});

test("the id of a follower is the `user_id` that the parameter's description means", async () => {
  const follower = { type: "object", properties: { user_id: integer, since: text } };
  const id = { ...inPath("follower_id", integer), description: "The ID of the following user" };
  const call = await serve({
    ...crud("/deals", { type: "object", properties: { id: ownId, name: text } }, integer),
    "/deals/{deal_id}/followers": {
      parameters: [inPath("deal_id", integer)],
      get: { responses: ok({ type: "array", items: follower }) },
      post: { requestBody: json(follower), responses: ok(follower) },
    },
    "/deals/{deal_id}/followers/{follower_id}": {
      parameters: [inPath("deal_id", integer), id],
      delete: { responses: { 204: { description: "gone" } } },
    },
  });
  const path = `/deals/${(await call("POST", "/deals", { name: "a" })).body.id}/followers`;
  for (const user_id of [7, 8]) await call("POST", path, { user_id });
  expect((await call("DELETE", `${path}/7`)).status).toBe(204);
  expect((await call("GET", path)).body).toMatchObject([{ user_id: 8 }]);
});
