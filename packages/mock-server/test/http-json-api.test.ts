import { expect, test } from "vitest";
import { inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const object = (properties: object, required: readonly string[] = []) => ({ type: "object", properties, required });
const list = (items: object) => ({ type: "array", items });
const reference = (type: string) => object({ type: { ...text, enum: [type] }, id: text }, ["type", "id"]);
const resource = (type: string, attributes: object, relationships: object) =>
  object(
    { type: { ...text, enum: [type] }, id: text, attributes: object(attributes), relationships: object(relationships) },
    ["type", "id"],
  );
const schemas = {
  Coupon: resource("coupon", { name: text, note: text }, {}),
  Code: resource("coupon-code", { code: text }, { coupon: object({ data: reference("coupon") }) }),
  Item: resource("catalog-item", { title: text }, {}),
  Category: resource("catalog-category", { name: text }, {}),
};
const data = (schema: object) => object({ data: schema }, ["data"]);
const ref = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` });
const made = (name: keyof typeof schemas) => ({ 201: { description: "made", ...json(data(ref(name))) } });
const { id: _, ...sentCode } = schemas.Code.properties as Record<string, object>;
const collection = (path: string, name: keyof typeof schemas, body: object = {}) => ({
  [path]: {
    get: { parameters: [inQuery("fields[coupon]", list(text))], responses: ok(data(list(ref(name)))) },
    post: { requestBody: json(data(object({ attributes: object({}), ...body }))), responses: made(name) },
  },
  [`${path}/{id}`]: {
    parameters: [inPath("id")],
    get: {
      parameters: [{ ...inQuery("fields[coupon]", list(text)), style: "form", explode: false }],
      responses: ok(data(ref(name))),
    },
  },
});

async function shop() {
  const call = await serve(
    {
      ...collection("/coupons", "Coupon"),
      ...collection("/coupon-codes", "Code", sentCode),
      ...collection("/catalog-items", "Item"),
      ...collection("/catalog-categories", "Category"),
      "/coupons/{id}/coupon-codes": { parameters: [inPath("id")], get: { responses: ok(data(list(ref("Code")))) } },
      "/catalog-items/{id}/categories": {
        parameters: [inPath("id")],
        get: { responses: ok(data(list(ref("Category")))) },
      },
      "/catalog-items/{id}/relationships/categories": {
        parameters: [inPath("id")],
        get: { responses: ok(data(list(reference("catalog-category")))) },
        post: {
          requestBody: json(data(list(reference("catalog-category")))),
          responses: { 204: { description: "done" } },
        },
      },
    },
    { components: { schemas } },
  );
  const create = async (path: string, body: object): Promise<string> => {
    const { data } = (await call("POST", path, { data: body })).body;
    return data.id;
  };
  return { call, create };
}

test("a path lists the resources whose relationship names its own", async () => {
  const { call, create } = await shop();
  const coupon = await create("/coupons", { type: "coupon", attributes: { name: "ten" } });
  const related = { coupon: { data: { type: "coupon", id: coupon } } };
  const code = await create("/coupon-codes", {
    type: "coupon-code",
    attributes: { code: "A1" },
    relationships: related,
  });
  await create("/coupon-codes", { type: "coupon-code", attributes: { code: "B2" } });
  const { body } = await call("GET", `/coupons/${coupon}/coupon-codes`);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([code]);
});

test("references link the resources of their type, whatever the path calls them", async () => {
  const { call, create } = await shop();
  const item = await create("/catalog-items", { type: "catalog-item", attributes: { title: "Hat" } });
  const category = await create("/catalog-categories", { type: "catalog-category", attributes: { name: "Hats" } });
  const path = `/catalog-items/${item}`;
  await call("POST", `${path}/relationships/categories`, { data: [{ type: "catalog-category", id: category }] });
  expect((await call("GET", `${path}/categories`)).body.data).toMatchObject([
    { id: category, attributes: { name: "Hats" } },
  ]);
});

test("a read answers the attributes that `fields` names", async () => {
  const { call, create } = await shop();
  const id = await create("/coupons", { type: "coupon", attributes: { name: "ten", note: "n" } });
  const { data } = (await call("GET", `/coupons/${id}?fields[coupon]=name`)).body;
  expect([data.id, data.attributes]).toEqual([id, { name: "ten" }]);
  expect((await call("GET", `/coupons/${id}`)).body.data.attributes).toEqual({ name: "ten", note: "n" });
});

test("a filter of the name that lists show as the id is not one of the attributes' name", async () => {
  const call = await serve(
    {
      "/packages": {
        get: {
          parameters: [inQuery("filter[name]", text)],
          responses: ok(object({ data: { type: "array", items: object({ name: text, summary: text }) } })),
        },
      },
      "/packages/{package_name}": {
        parameters: [inPath("package_name")],
        get: {
          responses: ok(object({ data: object({ id: text, attributes: object({ name: text, summary: text }) }) })),
        },
      },
    },
    {},
    { seed: 2 },
  );
  const [first] = (await call("GET", "/packages")).body.data;
  const found = await call("GET", `/packages?filter[name]=${first.name}`);
  expect(found.body.data).toEqual([first]);
});

test("a clone has the attributes that are sent, and an action sets the attribute that its path names", async () => {
  const sends = (attributes: object) => ({
    parameters: [inPath("id")],
    post: {
      requestBody: json(data(object({ type: text, attributes: object(attributes) }))),
      responses: ok(data(ref("Coupon"))),
    },
  });
  const call = await serve(
    {
      ...collection("/coupons", "Coupon"),
      "/coupons/{id}/clone": sends({ name: text }),
      "/coupons/{id}/note": sends({ note: text }),
    },
    { components: { schemas } },
  );
  const { body: first } = await call("POST", "/coupons", { data: { attributes: { name: "tea", note: "old" } } });
  const of = (attributes: object) => ({ data: { type: "coupon", attributes } });
  const { body: copy } = await call("POST", `/coupons/${first.data.id}/clone`, of({ name: "chai" }));
  await call("POST", `/coupons/${copy.data.id}/note`, of({ note: "new" }));
  const shown = async (id: string) => (await call("GET", `/coupons/${id}`)).body.data.attributes;
  expect(await shown(first.data.id)).toEqual({ name: "tea", note: "old" });
  expect(await shown(copy.data.id)).toEqual({ name: "chai", note: "new" });
});

test("a record has the attributes that no request takes, and an action in the body's attributes is done to it", async () => {
  const status = { ...text, enum: ["on", "off"] };
  const server = resource("servers", { hostname: text, status, token: text }, {});
  const sent = object({ type: text, attributes: object({ hostname: text }) });
  const act = object({ type: text, attributes: object({ action: { enum: ["power_on", "power_off"] } }) });
  const call = await serve({
    "/servers": { post: { requestBody: json(data(sent)), responses: ok(data(server)) } },
    "/servers/{id}": { parameters: [inPath("id")], get: { responses: ok(data(server)) } },
    "/servers/{id}/actions": {
      parameters: [inPath("id")],
      post: {
        requestBody: json(data(act)),
        responses: ok(data(object({ id: text, attributes: object({ status: text }) }))),
      },
    },
  });
  const of = (type: string, attributes: object) => ({ data: { type, attributes } });
  const { data: made } = (await call("POST", "/servers", of("servers", { hostname: "a" }))).body;
  expect(made.attributes).toEqual({ hostname: "a", status: "on", token: expect.any(String) });
  await call("POST", `/servers/${made.id}/actions`, of("actions", { action: "power_off" }));
  const { body } = await call("GET", `/servers/${made.id}`);
  expect(body.data.attributes).toEqual({ ...made.attributes, status: "off" });
});

test("a body without attributes writes the attributes of a record, which its path may name by one of them", async () => {
  const address = resource("address", { city: text, slug: text }, {});
  const sent = json(object({ address: object({ city: text, slug: text }) }));
  const account = object({ data: resource("user", { email: text, name: text }, {}) });
  const user = json(object({ user: object({ email: text, name: text }) }));
  const call = await serve({
    "/addresses": { post: { requestBody: sent, responses: { 201: { description: "made", ...json(data(address)) } } } },
    "/addresses/{address_slug}": {
      parameters: [inPath("address_slug", text)],
      get: { responses: ok(data(address)) },
      patch: { requestBody: sent, responses: ok(data(address)) },
    },
    "/account": {
      get: { responses: ok(account) },
      post: { requestBody: user, responses: ok(account) },
      patch: { requestBody: user, responses: ok(account) },
    },
  });
  const { body } = await call("POST", "/addresses", { address: { city: "Rome", slug: "home" } });
  expect(body.data).toMatchObject({ type: "address", attributes: { city: "Rome", slug: "home" } });
  await call("PATCH", "/addresses/home", { address: { city: "Bari" } });
  expect((await call("GET", `/addresses/${body.data.id}`)).body.data.attributes).toEqual({
    city: "Bari",
    slug: "home",
  });
  await call("POST", "/account", { user: { email: "a@example.org", name: "Ann" } });
  await call("PATCH", "/account", { user: { name: "Eve" } });
  expect((await call("GET", "/account")).body.data.attributes).toEqual({ email: "a@example.org", name: "Eve" });
});

test("filters of the name of a relationship compare the id of what it refers to", async () => {
  const Note = resource(
    "note",
    { text },
    { author: object({ data: reference("person") }), tags: object({ data: list(reference("tag")) }) },
  );
  const { id: _id, ...sent } = Note.properties as Record<string, object>;
  const call = await serve({
    "/notes": {
      get: {
        parameters: [inQuery("filter[author]", list(text)), inQuery("filter[tags]", text)],
        responses: ok(data(list(Note))),
      },
      post: { requestBody: json(data(object(sent))), responses: { 201: { description: "made", ...json(data(Note)) } } },
    },
    "/notes/{id}": { parameters: [inPath("id")], get: { responses: ok(data(Note)) } },
  });
  for (const [note, author, tag] of ["a1x", "b2y", "c1y"]) {
    const relationships = {
      author: { data: { type: "person", id: author } },
      tags: { data: [{ type: "tag", id: tag }] },
    };
    await call("POST", "/notes", { data: { type: "note", attributes: { text: note }, relationships } });
  }
  const found = async (query: string): Promise<string[]> => {
    const { body } = await call("GET", `/notes?${query}`);
    return body.data.map(({ attributes }: { attributes: { text: string } }) => attributes.text);
  };
  expect(await found("filter[author]=1")).toEqual(["a", "c"]);
  expect(await found("filter[tags]=y")).toEqual(["b", "c"]);
});

test("a value that a request sends in another form than the attributes have is no error", async () => {
  const Alert = resource("alert", { action: text, recipients: list(object({ email: text })) }, {});
  const sent = object({ action: text, recipients: list(text) });
  const call = await serve({
    "/alerts": {
      get: { responses: ok(data(list(Alert))) },
      post: { requestBody: json(sent), responses: { 201: { description: "made", ...json(data(Alert)) } } },
    },
    "/alerts/{id}": {
      parameters: [inPath("id")],
      get: { responses: ok(data(Alert)) },
      patch: { requestBody: json(sent), responses: ok(data(Alert)) },
    },
  });
  const { id } = (await call("POST", "/alerts", { action: "all" })).body.data;
  const changed = await call("PATCH", `/alerts/${id}`, { action: "upload", recipients: ["a@x.org"] });
  expect([changed.status, changed.body.data.attributes.action]).toEqual([200, "upload"]);
});

test("a sent `type` that no record has as its own `type` is an attribute", async () => {
  const types = (...values: string[]) => ({ type: "string", enum: values });
  const object = (properties: object) => ({ type: "object", properties });
  const attributes = object({ name: { type: "string" }, type: types("folder", "form") });
  const share = object({ id: { type: "integer" }, type: types("share"), attributes });
  const sent = object({ name: { type: "string" }, type: types("folder", "form") });
  const one = ok(object({ data: share }));
  const call = await serve({
    "/shares": {
      get: { responses: ok(object({ data: { type: "array", items: share } })) },
      post: { requestBody: json(sent), responses: one },
    },
    "/shares/{id}": { parameters: [inPath("id", { type: "integer" })], get: { responses: one } },
  });
  const { data } = (await call("POST", "/shares", { name: "Docs", type: "form" })).body;
  expect(data).toMatchObject({ type: "share", attributes: { name: "Docs", type: "form" } });
  expect((await call("GET", `/shares/${data.id}`)).body.data).toEqual(data);
});

test("a flat body with a type, and the active flag of a new record, are attributes", async () => {
  const attributes = { name: text, type: text, active: { type: "boolean" }, made: { ...text, readOnly: true } };
  const account = object({ type: { ...text, example: "accounts" }, id: text, attributes: object(attributes) }, [
    "type",
    "id",
    "attributes",
  ]);
  const call = await serve({
    "/accounts": {
      get: { parameters: [inQuery("type", text)], responses: ok(data(list(account))) },
      post: {
        requestBody: json(object({ name: text, type: text, active: { type: "boolean" } })),
        responses: ok(data(account)),
      },
    },
    "/accounts/{id}": { parameters: [inPath("id")], get: { responses: ok(data(account)) } },
  });
  const made = (await call("POST", "/accounts", { name: "Main", type: "asset" })).body.data;
  expect(made).toMatchObject({ type: "accounts", attributes: { name: "Main", type: "asset", active: true } });
  expect((await call("GET", `/accounts/${made.id}`)).body.data).toEqual(made);
  expect((await call("GET", "/accounts?type=asset")).body.data).toEqual([made]);
  expect((await call("GET", "/accounts?type=cash")).body.data).toEqual([]);
});
