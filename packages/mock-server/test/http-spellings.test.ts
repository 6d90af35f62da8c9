import { describe, expect, it, test } from "vitest";
import { serve } from "./http-client.js";

const text = { type: "string" };
const object = (...names: string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, text])),
});
const list = (items: object) => ({ type: "array", items });
const content = (schema: object, type = "application/json") => ({ content: { [type]: { schema } } });
const answer = (schema: object) => ({ 200: { description: "", ...content(schema) } });
const form = (schema: object) => ({ requestBody: content(schema, "application/x-www-form-urlencoded") });
const id = { name: "sid", in: "path", required: true, schema: text };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

describe("names that bodies spell differently than records", () => {
  const record = object("sid", "friendly_name", "status");
  const listed = object("sid", "friendlyName", "status");
  const paths = {
    "/rooms": {
      get: { responses: answer({ type: "array", items: listed }) },
      post: { ...form(object("FriendlyName", "Status")), responses: answer(record) },
    },
    "/rooms/{sid}": {
      parameters: [id],
      get: { responses: answer(record) },
      post: { ...form(object("FriendlyName", "Status")), responses: answer(record) },
    },
  };

  it("are the record's properties when it is created", async () => {
    const call = await serve(paths);
    const made = await call("POST", "/rooms", "FriendlyName=Blue&Status=open", FORM);
    expect(made.body).toMatchObject({ friendly_name: "Blue", status: "open" });
    expect((await call("GET", `/rooms/${made.body.sid}`)).body).toEqual(made.body);
  });

  it("are the record's properties when it is changed", async () => {
    const call = await serve(paths);
    const { sid } = (await call("POST", "/rooms", "FriendlyName=Blue&Status=open", FORM)).body;
    const changed = { sid, friendly_name: "Red", status: "open" };
    expect((await call("POST", `/rooms/${sid}`, "FriendlyName=Red", FORM)).body).toEqual(changed);
    expect((await call("GET", `/rooms/${sid}`)).body).toEqual(changed);
  });

  it("are shown as the schema of each answer spells them", async () => {
    const call = await serve(paths);
    const { sid } = (await call("POST", "/rooms", "FriendlyName=Blue&Status=open", FORM)).body;
    expect((await call("GET", "/rooms")).body).toEqual([{ sid, friendlyName: "Blue", status: "open" }]);
  });

  it("stay apart where the body declares both", async () => {
    const both = object("id", "mode", "Mode");
    const call = await serve({
      "/things": { post: { requestBody: content(both), responses: answer(object("id", "mode")) } },
      "/things/{sid}": { parameters: [id], get: { responses: answer(object("id", "mode")) } },
    });
    const { body } = await call("POST", "/things", { mode: "a", Mode: "b" });
    expect(body.mode).toBe("a");
  });
});

describe("a document that bodies spell differently", () => {
  it("is written under its own names", async () => {
    const shown = object("default_role", "motd");
    const call = await serve({
      "/settings": {
        get: { responses: answer(shown) },
        put: { requestBody: content(object("defaultRole", "motd")), responses: answer(shown) },
      },
    });
    await call("PUT", "/settings", { defaultRole: "guest", motd: "hello" });
    expect((await call("GET", "/settings")).body).toEqual({ default_role: "guest", motd: "hello" });
  });

  it("takes what its own schema allows, and is shown as the schema of the answer allows", async () => {
    const shown = { type: "object", properties: { method: { type: "string", enum: ["GET", "POST"] }, motd: text } };
    const call = await serve({
      "/settings": {
        get: { responses: answer(shown) },
        post: { requestBody: content(object("Method", "motd")), responses: answer(shown) },
      },
    });
    const before = (await call("GET", "/settings")).body;
    const written = await call("POST", "/settings", { Method: "fetch", motd: "hello" });
    expect([written.status, written.body]).toEqual([
      200,
      { method: before.method ?? expect.any(String), motd: "hello" },
    ]);
    expect((await call("POST", "/settings", { Method: "POST" })).body).toMatchObject({ method: "POST" });
  });
});

test("a name without the words of the path means the longer name", async () => {
  const record = object("id", "dataset_run_name", "item_id", "user_name");
  const call = await serve({
    "/dataset-run-items": {
      get: { responses: answer({ type: "array", items: record }) },
      post: { requestBody: content(object("run_name", "item_id", "name")), responses: answer(record) },
    },
  });
  const { body } = await call("POST", "/dataset-run-items", { run_name: "r1", item_id: "7", name: "x" });
  expect(body).toMatchObject({ dataset_run_name: "r1", item_id: "7" });
  expect(body.user_name).not.toBe("x");
});

test("an email is the only one that the record has, under whatever name", async () => {
  const grant = object("id", "granted_to_email", "granted_at");
  const invoice = object("id", "buyer_email", "seller_email");
  const call = await serve({
    "/grants": { post: { requestBody: content(object("email")), responses: answer(grant) } },
    "/grants/{sid}": { parameters: [id], get: { responses: answer(grant) } },
    "/invoices": { post: { requestBody: content(object("email")), responses: answer(invoice) } },
    "/invoices/{sid}": { parameters: [id], get: { responses: answer(invoice) } },
  });
  const made = (await call("POST", "/grants", { email: "a@x.com" })).body;
  expect((await call("GET", `/grants/${made.id}`)).body.granted_to_email).toBe("a@x.com");
  expect(Object.values((await call("POST", "/invoices", { email: "a@x.com" })).body)).not.toContain("a@x.com");
});

describe("flat names of texts that the record nests", () => {
  const part = object("id", "code");
  const record = { type: "object", properties: { id: text, name: text, plan: part, site: part } };
  const sent = object("name", "plan_code", "site_id", "other_code");
  const paths = {
    "/contracts": {
      get: { responses: answer({ type: "array", items: record }) },
      post: { requestBody: content(sent), responses: answer(record) },
    },
    "/contracts/{sid}": {
      parameters: [id],
      get: { responses: answer(record) },
      patch: { requestBody: content(sent), responses: answer(record) },
    },
  };

  it("are the texts in the objects, and leave the rest of the objects", async () => {
    const call = await serve(paths);
    const made = (await call("POST", "/contracts", { name: "a", plan_code: "gold", other_code: "x" })).body;
    expect(made).toMatchObject({ name: "a", plan: { code: "gold" } });
    expect(made).not.toHaveProperty("plan_code");
    expect((await call("GET", `/contracts/${made.id}`)).body.plan.code).toBe("gold");
    await call("PATCH", `/contracts/${made.id}`, { plan_code: "silver" });
    expect((await call("GET", `/contracts/${made.id}`)).body).toEqual({
      ...made,
      plan: { ...made.plan, code: "silver" },
    });
  });

  it("are the texts of the only object that has one of that name", async () => {
    const balance = { type: "object", properties: { currency_code: text, name: text } };
    const wallet = { type: "object", properties: { id: text, balance, owner: object("name") } };
    const call = await serve({
      "/wallets": { post: { requestBody: content(object("currency_code", "name")), responses: answer(wallet) } },
      "/wallets/{sid}": { parameters: [id], get: { responses: answer(wallet) } },
    });
    const { body } = await call("POST", "/wallets", { currency_code: "EUR", name: "Tea" });
    expect(body.balance.currency_code).toBe("EUR");
    expect([body.balance.name, body.owner?.name]).not.toContain("Tea");
  });

  it("may be one word that means the same everywhere, which filters know too", async () => {
    const user = object("id", "email", "name");
    const member = { type: "object", properties: { id: text, user, roles: { type: "array", items: text } } };
    const call = await serve({
      "/members": {
        get: {
          parameters: [{ name: "email", in: "query", schema: text }],
          responses: answer({ type: "array", items: member }),
        },
        post: { requestBody: content(object("email", "name")), responses: answer(member) },
      },
      "/members/{sid}": { parameters: [id], get: { responses: answer(member) } },
    });
    const { body } = await call("POST", "/members", { email: "a@x.com", name: "Ann" });
    await call("POST", "/members", { email: "b@x.com" });
    expect(body.user.email).toBe("a@x.com");
    expect((await call("GET", "/members?email=a@x.com")).body).toEqual([body]);
  });

  it("may be numbers, and name the part before the object", async () => {
    const whole = { type: "integer" };
    const limits = { type: "object", properties: { daily: whole, monthly: whole } };
    const account = { type: "object", properties: { id: text, spend_limit: limits } };
    const sent = { type: "object", properties: { daily_spend_limit: whole, verification_id: whole } };
    const call = await serve({
      "/accounts": { get: { responses: answer({ type: "array", items: account }) } },
      "/accounts/{sid}": {
        parameters: [id],
        get: { responses: answer(account) },
        put: {
          requestBody: content({ type: "object", properties: { spend_limit: limits } }),
          responses: answer(account),
        },
        patch: { requestBody: content(sent), responses: answer(account) },
      },
    });
    const put = await call("PUT", "/accounts/a", { spend_limit: { daily: 1, monthly: 9 } });
    expect(put.status).toBe(200);
    const { body } = await call("PATCH", "/accounts/a", { daily_spend_limit: 500 });
    expect(body).toMatchObject({ spend_limit: { daily: 500, monthly: 9 } });
    expect((await call("GET", "/accounts/a")).body).toEqual(body);
  });

  it("are the texts that only the object shows, which no client sends", async () => {
    const holder = { type: "string", writeOnly: true };
    const details = { type: "object", readOnly: true, properties: { card_holder: text } };
    const mandate = { type: "object", properties: { id: text, card_holder: holder, details } };
    const call = await serve({
      "/mandates": { post: { requestBody: content(mandate), responses: answer(mandate) } },
      "/mandates/{sid}": { parameters: [id], get: { responses: answer(mandate) } },
    });
    const { body } = await call("POST", "/mandates", { card_holder: "Ann Lee" });
    expect(body).toEqual({ id: body.id, details: { card_holder: "Ann Lee" } });
  });

  it("may be objects that the record holds further in, by their schema", async () => {
    const vectors = { $ref: "#/components/schemas/Vectors" };
    const params = { type: "object", properties: { vectors, shards: { type: "integer" } } };
    const config = { type: "object", properties: { params } };
    const index = { type: "object", properties: { id: text, status: text, config } };
    const sent = { type: "object", required: ["vectors"], properties: { vectors } };
    const call = await serve(
      {
        "/indexes": { post: { requestBody: content(sent), responses: answer(index) } },
        "/indexes/{sid}": { parameters: [id], get: { responses: answer(index) } },
      },
      {
        components: {
          schemas: {
            Vectors: {
              type: "object",
              required: ["size"],
              properties: { size: { type: "integer" }, distance: text },
            },
          },
        },
      },
    );
    const { body } = await call("POST", "/indexes", { vectors: { size: 4, distance: "Dot" } });
    expect(body.config.params.vectors).toEqual({ size: 4, distance: "Dot" });
    expect(body).not.toHaveProperty("vectors");
    expect((await call("GET", `/indexes/${body.id}`)).body).toEqual(body);
  });

  it("are no texts where the body declares the object as well", async () => {
    const both = { type: "object", properties: { name: text, plan: part, plan_code: text } };
    const call = await serve({ "/contracts": { post: { requestBody: content(both), responses: answer(record) } } });
    const { body } = await call("POST", "/contracts", { plan: { id: "1", code: "gold" }, plan_code: "silver" });
    expect(body.plan).toEqual({ id: "1", code: "gold" });
  });
});

test("a body with the schema of one property of the record sets this property", async () => {
  const Spec = { type: "object", properties: { Image: text, Labels: { type: "object", additionalProperties: text } } };
  const spec = { $ref: "#/components/schemas/Spec" };
  const record = { type: "object", properties: { Id: text, Image: text, Created: text, Spec: spec } };
  const sent = { allOf: [spec, object("Note")] };
  const call = await serve(
    {
      "/jobs": {
        get: { responses: answer({ type: "array", items: record }) },
        post: { requestBody: content(sent), responses: answer(record) },
      },
      "/jobs/{sid}": {
        parameters: [id],
        get: { responses: answer(record) },
        put: { requestBody: content(spec), responses: answer(record) },
      },
    },
    { components: { schemas: { Spec } } },
  );
  const { body } = await call("POST", "/jobs", { Image: "a:1", Labels: { k: "v" } });
  expect(body).toMatchObject({ Image: "a:1", Spec: { Image: "a:1", Labels: { k: "v" } } });
  expect(body).not.toHaveProperty("Labels");
  await call("PUT", `/jobs/${body.Id}`, { Image: "a:2", Labels: {} });
  expect((await call("GET", `/jobs/${body.Id}`)).body.Spec).toEqual({ Image: "a:2", Labels: {} });
});

test("the kind of a parent that a path names in the plural is the singular of the record's enumeration, and so is a kind that is sent", async () => {
  const kinds = (...names: string[]) => ({ type: "string", enum: names });
  const document = {
    type: "object",
    required: ["id", "owner_type", "owner_id"],
    properties: { id: { type: "string", format: "uuid" }, owner_type: kinds("invoice", "order"), owner_id: text },
  };
  const at = (name: string, schema: object) => ({ name, in: "path", required: true, schema });
  const owners = [at("owner_type", kinds("invoices", "orders")), at("owner_id", text)];
  const body = { type: "object", properties: { owner_type: kinds("invoices", "orders"), note: text } };
  const call = await serve({
    "/{owner_type}/{owner_id}/documents": {
      parameters: owners,
      get: { responses: answer({ type: "array", items: document }) },
      post: { requestBody: content(body), responses: { 201: { description: "", ...content(document) } } },
    },
    "/{owner_type}/{owner_id}/documents/{id}": {
      parameters: [...owners, at("id", text)],
      get: { responses: answer(document) },
    },
  });
  const made = await call("POST", "/orders/7/documents", JSON.stringify({ owner_type: "orders" }), {
    "content-type": "application/json",
  });
  expect(made.body).toMatchObject({ owner_type: "order", owner_id: "7" });
  expect(made.headers.get("mock-ignored")).toBeNull();
  expect((await call("GET", `/orders/7/documents/${made.body.id}`)).body).toEqual(made.body);
  expect((await call("GET", "/orders/7/documents")).body).toContainEqual(made.body);
  expect((await call("GET", `/invoices/7/documents/${made.body.id}`)).status).toBe(404);
});

test("the name that is sent is the display name that is shown, and the reverse", async () => {
  const paths = (sent: string, shown: string) => {
    const record = object("id", shown, "short_name");
    const item = { requestBody: content(object(sent)), responses: answer(record) };
    return {
      [`/${sent}s`]: { post: item },
      [`/${sent}s/{sid}`]: { parameters: [id], get: { responses: answer(record) }, patch: item },
    };
  };
  const call = await serve({ ...paths("name", "display_name"), ...paths("displayName", "name") });
  for (const [sent, shown] of [
    ["name", "display_name"],
    ["displayName", "name"],
  ] as const) {
    const { body } = await call("POST", `/${sent}s`, { [sent]: "Tea" });
    expect(body[shown]).toBe("Tea");
    expect((await call("PATCH", `/${sent}s/${body.id}`, { [sent]: "Pie" })).body).toEqual({ ...body, [shown]: "Pie" });
  }
});

test.each([
  ["rules", "rule_type", "type"],
  ["rules", "priority", "rulePriority"],
  ["users", "metric_code", "acme_metric_code"],
  ["gpg_keys", "armored_public_key", "public_key"],
])("below /%s, %s that is sent is %s that is shown", async (noun, sent, shown) => {
  const record = object("id", shown, "note");
  const call = await serve({
    [`/${noun}`]: { post: { requestBody: content(object(sent)), responses: answer(record) } },
    [`/${noun}/{sid}`]: { parameters: [id], get: { responses: answer(record) } },
  });
  const { body } = await call("POST", `/${noun}`, { [sent]: "Tea" });
  expect(body[shown]).toBe("Tea");
  expect((await call("GET", `/${noun}/${body.id}`)).body).toEqual(body);
});

test("the id of another record is not the id, and a number is no text of that name", async () => {
  const record = { type: "object", properties: { id: { type: "string" }, type: { type: "string" } } };
  const sent = { type: "object", properties: { template_id: { type: "string" }, rule_type: { type: "integer" } } };
  const call = await serve({
    "/rules": { post: { requestBody: content(sent), responses: answer(record) } },
    "/rules/{sid}": { parameters: [id], get: { responses: answer(record) } },
  });
  const { body, headers } = await call("POST", "/rules", { template_id: "t", rule_type: 7 });
  expect(body.id).not.toBe("t");
  expect(body.type).not.toBe(7);
  expect(headers.get("mock-ignored")).toBe("template_id, rule_type");
});

test("of a body whose forms wrap one object each, the object that tells of the record is the record", async () => {
  const wrap = (name: string, inner: object) => ({ type: "object", properties: { [name]: inner }, required: [name] });
  const body = { oneOf: [wrap("account", object("holder", "kind", "number")), wrap("token", object("value"))] };
  const record = object("id", "holder", "kind", "bank");
  const call = await serve({
    "/payees": { post: { requestBody: content(body), responses: answer(record) } },
    "/payees/{sid}": { parameters: [id], get: { responses: answer(record) } },
  });
  const { body: made } = await call("POST", "/payees", { account: { holder: "Ann", kind: "checking", number: "7" } });
  expect(made).toMatchObject({ holder: "Ann", kind: "checking" });
  expect((await call("GET", `/payees/${made.id}`)).body).toEqual(made);
});

test("two sent properties are not mapped to one property of the record", async () => {
  const record = object("id", "phone_number", "city");
  const call = await serve({
    "/people": {
      post: {
        requestBody: content(object("home_phone_number", "work_phone_number", "home_city")),
        responses: answer(record),
      },
    },
    "/people/{sid}": { parameters: [id], get: { responses: answer(record) } },
  });
  const sent = { home_phone_number: "+4911", work_phone_number: "+4922" };
  const { body: made } = await call("POST", "/people", sent);
  expect([sent.home_phone_number, sent.work_phone_number]).not.toContain(made.phone_number);
});

describe("names with other endings", () => {
  const sent = {
    capture: { type: "boolean" },
    apply_to: text,
    region: text,
    link_city_ids: list(text),
    ids: list(text),
    publish_at: text,
  };
  const shown = { captured: { type: "boolean" }, applied_to: text, regions: list(text), linked_cities_ids: list(text) };
  const published_at = { ...text, readOnly: true };
  const record = { type: "object", properties: { id: text, ...shown, published_at } };
  const paths = {
    "/payments": { post: { requestBody: content({ type: "object", properties: sent }), responses: answer(record) } },
    "/payments/{sid}": { parameters: [id], get: { responses: answer(record) } },
  };

  it("are the record's, and one value is a list of it", async () => {
    const call = await serve(paths);
    const body = {
      capture: false,
      apply_to: "all",
      region: "north",
      link_city_ids: ["7"],
      ids: ["8"],
      publish_at: "noon",
    };
    const made = (await call("POST", "/payments", body)).body;
    const expected = { captured: false, applied_to: "all", regions: ["north"], linked_cities_ids: ["7"] };
    expect(made).toMatchObject(expected);
    expect(made.id).not.toBe("8");
    expect(made.published_at).not.toBe("noon");
    expect((await call("GET", `/payments/${made.id}`)).body).toEqual(made);
  });
});
