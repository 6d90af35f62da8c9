import { describe, expect, it } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const app = {
  type: "object",
  properties: { id: { ...text, readOnly: true }, uid: { ...text, description: "Unique id of the app" }, name: text },
};

/** Apps whose create takes `parameter`. */
function apps(parameter: object) {
  const paths = crud("/apps", app, text) as Record<string, object>;
  const refused = { 409: { description: "taken", ...json({ type: "object" }) } };
  const post = {
    parameters: [parameter],
    requestBody: json(app),
    responses: { 201: { description: "made", ...json(app) }, ...refused },
  };
  return serve({ ...paths, "/apps": { get: { responses: ok({ type: "array", items: app }) }, post } });
}

describe("a new record with the unique value of another one", () => {
  it("is rejected", async () => {
    const call = await apps(inQuery("get_if_exists", { type: "boolean" }));
    await call("POST", "/apps", { uid: "a", name: "First" });
    expect((await call("POST", "/apps", { uid: "a", name: "Second" })).status).toBe(409);
    expect((await call("POST", "/apps?get_if_exists=false", { uid: "a", name: "Second" })).status).toBe(409);
  });

  it("is answered with that one, unchanged, where get_if_exists asks for it", async () => {
    const call = await apps(inQuery("get_if_exists", { type: "boolean" }));
    const { body } = await call("POST", "/apps?get_if_exists=true", { uid: "a", name: "First" });
    expect((await call("POST", "/apps?get_if_exists=true", { uid: "a", name: "Second" })).body).toEqual(body);
    expect((await call("GET", "/apps")).body).toEqual([body]);
  });

  it("is answered, changed or rejected as if_exists in the body says", async () => {
    const wish = { enum: ["raise", "do_nothing", "update"] };
    const sent = { ...app, properties: { ...app.properties, if_exists: wish } };
    const taken = { 409: { description: "taken", ...json({ type: "object" }) } };
    const post = { requestBody: json(sent), responses: { 201: { description: "made", ...json(app) }, ...taken } };
    const call = await serve({ ...crud("/apps", app, text), "/apps": { post } });
    const { body } = await call("POST", "/apps", { uid: "a", name: "First" });
    expect((await call("POST", "/apps", { uid: "a", name: "Second", if_exists: "do_nothing" })).body).toEqual(body);
    expect((await call("POST", "/apps", { uid: "a", name: "Second", if_exists: "raise" })).status).toBe(409);
    expect((await call("POST", "/apps", { uid: "a", name: "Second", if_exists: "update" })).body.name).toBe("Second");
  });

  it("is 409 where the documented 422 is for requests that break their schema", async () => {
    const refused = { 422: { description: "Validation Error", ...json({ type: "object" }) } };
    const named = { type: "object", required: ["name"], properties: { name: text } };
    const post = { requestBody: json(named), responses: { 201: { description: "made", ...json(named) }, ...refused } };
    const get = { parameters: [inPath("name", text)], responses: ok(named) };
    const call = await serve({ "/pools": { post }, "/pools/{name}": { get } });
    await call("POST", "/pools", { name: "a" });
    expect((await call("POST", "/pools", { name: "a" })).status).toBe(409);
    expect((await call("POST", "/pools", {})).status).toBe(422);
  });

  it.each([
    ["getOrCreateApp", "Get Or Create App", "First"],
    ["app_upsert", "Upsert an app by its email", "Second"],
  ])("is answered, or changed, as the operation is called: %s", async (operationId, summary, name) => {
    const contact = object({ id: text, email: text, name: text });
    const made = crud("/contacts", contact, text) as Record<string, { post: object }>;
    const call = await serve({
      ...made,
      "/contacts": { ...made["/contacts"], post: { ...made["/contacts"]?.post, operationId, summary } },
    });
    const key = operationId === "getOrCreateApp" ? { id: "a" } : { email: "a@x.org" };
    const { body } = await call("POST", "/contacts", { ...key, name: "First" });
    const again = await call("POST", "/contacts", { ...key, name: "Second" });
    expect([again.status < 300, again.body]).toEqual([true, { ...body, name }]);
    expect((await call("GET", "/contacts")).body).toEqual([{ ...body, name }]);
  });

  it.each([
    ["action=upsert", inQuery("action", { enum: ["create", "upsert"] })],
    ["upsert=true", inQuery("upsert", { type: "boolean" })],
  ])("changes that one where %s asks for it", async (query, parameter) => {
    const call = await apps(parameter);
    const { body } = await call("POST", "/apps", { uid: "a", name: "First" });
    expect((await call("POST", `/apps?${query}`, { uid: "a", name: "Second" })).body).toEqual({
      ...body,
      name: "Second",
    });
    expect((await call("GET", "/apps")).body.length).toBe(1);
  });
});

describe("PUT /links/upsert", () => {
  it("changes the link with the property that its description names, else creates one", async () => {
    const link = object({ id: { ...text, readOnly: true }, url: text, title: text });
    const description = "Upsert a link by its URL. If a link with the same URL already exists, return it.";
    const call = await serve({
      ...crud("/links", link, text),
      "/links/upsert": { put: { description, requestBody: json(link), responses: ok(link) } },
    });
    const { body: first } = await call("POST", "/links", { url: "https://a.example", title: "A" });
    const upserted = await call("PUT", "/links/upsert", { url: "https://a.example", title: "B" });
    expect(upserted.body).toEqual({ ...first, title: "B" });
    const { body: second } = await call("PUT", "/links/upsert", { url: "https://b.example" });
    expect((await call("GET", "/links")).body).toEqual([upserted.body, second]);
  });
});

describe("PUT on a collection that creates or updates", () => {
  const done = object({ success: { type: "boolean" } });

  it("finds records by a value that is unique", async () => {
    const unique = { ...text, description: "Provider. Must be unique in the project." };
    const properties = { provider: unique, adapter: text };
    const link = object({ id: text, ...properties }, { required: ["id", "provider"] });
    const call = await serve({
      "/links": {
        get: { responses: ok(object({ data: { type: "array", items: link } })) },
        put: {
          description: "Create or update a link.",
          requestBody: json(object({ ...properties, secret: text }, { required: ["provider", "secret"] })),
          responses: ok(link),
        },
      },
      "/links/{id}": { parameters: [inPath("id")], delete: { responses: ok(done) } },
    });
    const put = async (provider: string, adapter: string) =>
      (await call("PUT", "/links", { provider, adapter, secret: "s" })).body;
    const first = await put("a", "one");
    const second = await put("b", "one");
    expect(await put("a", "two")).toEqual({ ...first, adapter: "two" });
    expect((await call("GET", "/links")).body).toEqual({ data: [{ ...first, adapter: "two" }, second] });
    expect((await call("DELETE", `/links/${first.id}`)).body).toEqual({ success: true });
    expect((await call("GET", "/links")).body).toEqual({ data: [second] });
  });

  it("finds records by the key that its DELETE is sent, where no path has one", async () => {
    const role = { enum: ["ADMIN", "MEMBER"] };
    const member = object({ userId: text, role, email: text }, { required: ["userId", "role", "email"] });
    const call = await serve({
      "/orgs/{org}/members": {
        parameters: [inPath("org")],
        get: { responses: ok(object({ members: { type: "array", items: member } })) },
        put: {
          summary: "Create or update a membership",
          requestBody: json(object({ userId: text, role }, { required: ["userId", "role"] })),
          responses: ok(member),
        },
        delete: { requestBody: json(object({ userId: text }, { required: ["userId"] })), responses: ok(done) },
      },
    });
    const put = async (userId: string, given: string) =>
      (await call("PUT", "/orgs/o/members", { userId, role: given })).body;
    const ann = await put("ann", "MEMBER");
    expect(ann).toMatchObject({ userId: "ann", role: "MEMBER" });
    const ben = await put("ben", "MEMBER");
    expect(await put("ann", "ADMIN")).toEqual({ ...ann, role: "ADMIN" });
    expect((await call("GET", "/orgs/o/members")).body.members).toEqual([{ ...ann, role: "ADMIN" }, ben]);
    expect((await call("DELETE", "/orgs/o/members", { userId: "ann" })).status).toBe(200);
    expect((await call("GET", "/orgs/o/members")).body.members).toEqual([ben]);
    expect((await call("DELETE", "/orgs/o/members", { userId: "ann" })).status).toBe(404);
  });
});

it("a version that clients do not write counts the changes", async () => {
  const written = object({ name: text, text }, { required: ["name"] });
  const prompt = object({ name: text, text, version: { type: "integer" } }, { required: ["name", "version"] });
  const call = await serve({
    "/prompts": {
      get: { responses: ok({ type: "array", items: prompt }) },
      post: { operationId: "upsertPrompt", requestBody: json(written), responses: ok(prompt) },
    },
    "/prompts/{name}": {
      parameters: [inPath("name")],
      get: { responses: ok(prompt) },
      patch: { requestBody: json(object({ text })), responses: ok(prompt) },
    },
  });
  expect((await call("POST", "/prompts", { name: "a", text: "1" })).body).toMatchObject({ text: "1", version: 1 });
  expect((await call("POST", "/prompts", { name: "a", text: "2" })).body).toMatchObject({ text: "2", version: 2 });
  expect((await call("PATCH", "/prompts/a", { text: "3" })).body).toMatchObject({ text: "3", version: 3 });
  expect((await call("GET", "/prompts/a")).body.version).toBe(3);
});

it.each([
  { operationId: "upsertItem" },
  { operationId: "CreateOrUpdateItem" },
  { description: "Creates a new or updates the specified item." },
])("a record that POST names by its id is changed where the description says so: %j", async (told) => {
  const item = object({ id: text, name: text, note: text });
  const paths = crud("/items", item, text) as Record<string, Record<string, object>>;
  const call = await serve({ ...paths, "/items": { ...paths["/items"], post: { ...paths["/items"]?.post, ...told } } });
  await call("POST", "/items", { id: "a", name: "first", note: "n" });
  expect((await call("POST", "/items", { id: "a", name: "second" })).body).toMatchObject({ id: "a", name: "second" });
  expect((await call("GET", "/items")).body).toHaveLength(1);
});

describe("records of any form", () => {
  const anything = { type: "object" };

  it("have the id that the client sends", async () => {
    const call = await serve(crud("/documents", anything, text));
    const sent = { id: "124", city: "Bern" };
    expect((await call("POST", "/documents", sent)).body).toEqual(sent);
    expect((await call("GET", "/documents/124")).body).toEqual(sent);
    expect((await call("POST", "/documents", { city: "Rome" })).body).toEqual({
      id: expect.any(String),
      city: "Rome",
    });
  });
});

describe("the id of a record that another one names", () => {
  const reference = {
    type: "object",
    properties: { id: { ...text, readOnly: true }, type: text, summary: { ...text, readOnly: true } },
  };
  const incident = {
    type: "object",
    properties: {
      id: { ...text, readOnly: true },
      title: text,
      service: reference,
      targets: { type: "array", items: reference },
      status: { enum: ["triggered", "acknowledged", "resolved"] },
    },
  };

  it("is kept though it is readOnly in a schema of its own", async () => {
    const call = await serve(crud("/incidents", incident, text));
    const named = { id: "S1", type: "service" };
    const { body } = await call("POST", "/incidents", { id: "mine", service: named, targets: [named] });
    expect(body).toMatchObject({ service: named, targets: [named] });
    expect(body.id).not.toBe("mine");
  });

  it("is the server's where it is more than a name", async () => {
    const call = await serve(crud("/incidents", incident, text));
    const { body } = await call("POST", "/incidents", { service: { id: "S1", summary: "mine" } });
    expect(body.service ?? {}).not.toHaveProperty("summary", "mine");
  });

  it("begins with the first status of its life where a create takes none", async () => {
    const { status: _, ...rest } = incident.properties;
    const paths = crud("/incidents", incident, text) as Record<string, Record<string, object>>;
    const post = { ...paths["/incidents"]?.post, requestBody: json({ type: "object", properties: rest }) };
    const call = await serve({ ...paths, "/incidents": { ...paths["/incidents"], post } });
    const { body } = await call("POST", "/incidents", { title: "Down" });
    expect(body.status).toBe("triggered");
    expect((await call("PATCH", `/incidents/${body.id}`, { status: "resolved" })).body.status).toBe("resolved");
  });
});

it("the name that a description shows is left to clients, where paths call records by that name", async () => {
  const slug = { ...text, pattern: "^[a-z0-9]+(?:_[a-z0-9]+)*$", example: "tokens_total" };
  const meter = { type: "object", required: ["slug"], properties: { id: { ...text, readOnly: true }, slug } };
  const paths = crud("/meters", meter, text) as Record<string, Record<string, { responses?: object }>>;
  Object.assign(paths["/meters"]?.post?.responses ?? {}, { 409: { description: "The slug exists." } });
  const renamed = JSON.stringify(paths).replaceAll("{id}", "{idOrSlug}").replaceAll('"name":"id"', '"name":"idOrSlug"');
  const call = await serve(JSON.parse(renamed), {}, { seed: 3 });
  expect((await call("POST", "/meters", { slug: "tokens_total" })).status).toBe(201);
  expect((await call("POST", "/meters", { slug: "tokens_total" })).status).toBe(409);
  expect((await call("GET", "/meters/tokens_total")).body).toMatchObject({ slug: "tokens_total" });
});

describe("a new record with the name of another one, where paths call records by that name", () => {
  const member = object({ _id: { ...text, readOnly: true }, memberId: text, email: text });
  const sent = object({ memberId: text, email: text }, { required: ["memberId"] });
  const members = (more: object = {}) => {
    const paths = crud("/members", member, text) as Record<string, object>;
    const post = { requestBody: json(sent), responses: { 201: { description: "made", ...json(member) } }, ...more };
    const all = { "/members": { get: { responses: ok({ type: "array", items: member }) }, post } };
    return serve(
      JSON.parse(
        JSON.stringify({ ...paths, ...all })
          .replaceAll("{id}", "{memberId}")
          .replaceAll('"name":"id"', '"name":"memberId"'),
      ),
    );
  };

  it("is rejected, because no path could distinguish the two", async () => {
    const call = await members();
    await call("POST", "/members", { memberId: "a", email: "a@example.com" });
    expect((await call("POST", "/members", { memberId: "a" })).status).toBe(409);
    await call("DELETE", "/members/a");
    expect((await call("GET", "/members/a")).status).toBe(404);
  });

  it("changes that one where the description says so, but for a request that wants it rejected", async () => {
    const call = await members({
      description: "Creates a member. If the member already exists, it will be updated.",
      parameters: [inQuery("failIfExists", { type: "boolean" })],
    });
    const { body } = await call("POST", "/members", { memberId: "a", email: "a@example.com" });
    expect((await call("POST", "/members", { memberId: "a", email: "b@example.com" })).body).toEqual({
      ...body,
      email: "b@example.com",
    });
    const refused = await call("POST", "/members?failIfExists=true", { memberId: "a", email: "c@example.com" });
    expect([refused.status, refused.headers.get("mock-ignored")]).toEqual([409, null]);
    const made = await call("POST", "/members?failIfExists=true", { memberId: "b" });
    expect([made.status, made.headers.get("mock-ignored")]).toEqual([201, null]);
    expect((await call("GET", "/members")).body.length).toBe(2);
  });
});

it("a create changes the record that has the id, where its success says so", async () => {
  const customer = object({ code: text, name: text });
  const paths = crud("/customers", customer, text) as Record<string, Record<string, object>>;
  const post = {
    requestBody: json(customer),
    responses: { 200: { description: "Created or updated", ...json(customer) } },
  };
  const call = await serve(
    JSON.parse(
      JSON.stringify({ ...paths, "/customers": { ...paths["/customers"], post } })
        .replaceAll("{id}", "{code}")
        .replaceAll('"name":"id"', '"name":"code"'),
    ),
  );
  await call("POST", "/customers", { code: "ada", name: "Ada" });
  expect((await call("POST", "/customers", { code: "ada", name: "Ada L." })).body.name).toBe("Ada L.");
  expect((await call("GET", "/customers")).body).toHaveLength(1);
});

it("a PUT of a collection without an id makes a record, or changes the one with its unique name", async () => {
  const source = object({ id: { ...text, readOnly: true }, name: text, note: text });
  const sent = object(
    { name: { ...text, description: "A unique name for the source" }, note: text },
    { required: ["name"] },
  );
  const paths = crud("/sources", source) as Record<string, Record<string, object>>;
  const put = { summary: "Update or create a source", requestBody: json(sent), responses: ok(source) };
  const call = await serve({ ...paths, "/sources": { ...paths["/sources"], put } });
  const made = (await call("PUT", "/sources", { name: "shop", note: "a" })).body;
  expect(made).toEqual({ id: expect.any(String), name: "shop", note: "a" });
  expect((await call("PUT", "/sources", { name: "shop", note: "b" })).body).toEqual({ ...made, note: "b" });
  await call("PUT", "/sources", { name: "post" });
  expect((await call("GET", "/sources")).body.map(({ name }: { name: string }) => name)).toEqual(["shop", "post"]);
});

it("a create that says so answers the record that has the name", async () => {
  const store = object({ id: { ...text, readOnly: true }, name: text }, { required: ["id"] });
  const existing = {
    description: "Returns the existing store if a store with the given name already exists.",
    ...json(store),
  };
  const call = await serve({
    ...crud("/stores", store, text),
    "/stores": {
      ...(crud("/stores", store, text) as Record<string, object>)["/stores"],
      post: {
        parameters: [inQuery("name", text)],
        responses: { 200: existing, 201: { description: "made", ...json(store) } },
      },
    },
  });
  const { body: first } = await call("POST", "/stores?name=a");
  expect((await call("POST", "/stores?name=a")).body).toEqual(first);
  expect((await call("POST", "/stores?name=b")).body.id).not.toBe(first.id);
  expect((await call("POST", "/stores")).body.id).not.toBe(first.id);
  expect((await call("GET", "/stores")).body).toHaveLength(3);
});

const group = {
  type: "object",
  properties: { group_id: { type: "string", readOnly: true }, name: { type: "string" } },
};

it.each([undefined, { type: "object", properties: { duration_minutes: { type: "integer" } } }])(
  "a POST that adds a record at its path makes it, where nothing else does: %j",
  async (body) => {
    const member = {
      type: "object",
      required: ["user_id"],
      properties: { user_id: { type: "string" }, email: { type: "string" } },
    };
    const post = {
      description: "Adds a user to this group.",
      responses: { 201: { description: "added", ...json(member) } },
    };
    const put = { description: "Updates a user's access.", requestBody: json(body ?? {}), responses: ok(member) };
    const call = await serve({
      "/groups": { post: { requestBody: json(group), responses: { 201: { description: "made", ...json(group) } } } },
      "/groups/{group_id}": { parameters: [inPath("group_id")], get: { responses: ok(group) } },
      "/groups/{group_id}/users": {
        parameters: [inPath("group_id")],
        get: { responses: ok({ type: "object", properties: { results: { type: "array", items: member } } }) },
      },
      "/groups/{group_id}/users/{user_id}": {
        parameters: [inPath("group_id"), inPath("user_id")],
        post: body ? { ...post, requestBody: json(body) } : post,
        ...(body ? { put } : {}),
        delete: { responses: { 204: { description: "gone" } } },
      },
    });
    const { group_id } = (await call("POST", "/groups", { name: "a" })).body;
    expect((await call("POST", `/groups/${group_id}/users/u1`, body && {})).status).toBe(201);
    expect((await call("GET", `/groups/${group_id}/users`)).body.results).toMatchObject([{ user_id: "u1" }]);
    await call("DELETE", `/groups/${group_id}/users/u1`);
    expect((await call("GET", `/groups/${group_id}/users`)).body.results).toEqual([]);
  },
);
