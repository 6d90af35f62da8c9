import { describe, expect, it } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const contact = {
  type: "object",
  required: ["email"],
  properties: {
    id: { type: "integer", readOnly: true },
    email: text,
    name: text,
    city: text,
    list_ids: { type: "array", items: text },
  },
};
const { id: _, ...written } = contact.properties;
const item = { type: "object", required: ["email"], properties: written };
const list = { type: "array", items: item };
const envelope = {
  type: "object",
  required: ["contacts"],
  properties: { list_ids: { type: "array", items: text }, contacts: list },
};

async function contacts(operation: object, method = "put", path = "/contacts") {
  const paths = crud(path, contact) as Record<string, Record<string, object>>;
  const answers = { responses: ok({ type: "array", items: contact }) };
  const call = await serve({ ...paths, [path]: { ...paths[path], [method]: { ...answers, ...operation } } });
  for (const [name, city] of [
    ["ann", "Oslo"],
    ["bob", "Rome"],
  ])
    await call("POST", path.replace("{team}", "a"), { name, email: `${name}@example.com`, city });
  return call;
}
// biome-ignore lint/suspicious/noExplicitAny: records of several shapes
const told = (records: any[]) => records.map(({ id, name = "-", city = "-" }) => `${id} ${name} ${city}`).sort();

describe("a list put to a collection", () => {
  it.each([
    {},
    { summary: "Replace all contacts" },
    { operationId: "bulk_set_contacts" },
    { summary: "Update all contacts", description: "Removes all existing contacts and adds these." },
  ])("becomes the collection: %o", async (texts) => {
    const call = await contacts({ requestBody: json(list), ...texts });
    const { status, body } = await call("PUT", "/contacts", [
      { email: "BOB@example.com", name: "bob" },
      { email: "cid@example.com", name: "cid" },
    ]);
    expect([status, told(body)]).toEqual([200, ["2 bob -", "3 cid -"]]);
    expect(told((await call("GET", "/contacts")).body)).toEqual(["2 bob -", "3 cid -"]);
    expect((await call("GET", "/contacts/1")).status).toBe(404);
    expect((await call("PUT", "/contacts", [])).body).toEqual([]);
    expect((await call("GET", "/contacts")).body).toEqual([]);
  });

  it.each([
    { summary: "Add or update contacts" },
    { summary: "Contacts", description: "Upserts up to 100 contacts." },
    { operationId: "bulkUpdateContacts" },
  ])("is merged by what tells records apart: %o", async (texts) => {
    const call = await contacts({ requestBody: json(list), ...texts });
    const sent = [
      { email: "bob@example.com", name: "robert" },
      { email: "cid@example.com", name: "cid" },
    ];
    expect(told((await call("PUT", "/contacts", sent)).body)).toEqual(["2 robert Rome", "3 cid -"]);
    expect(told((await call("GET", "/contacts")).body)).toEqual(["1 ann Oslo", "2 robert Rome", "3 cid -"]);
  });

  it("may be in an object, whose other properties apply to each record", async () => {
    const responses = { 202: { description: "queued", ...json({ type: "object", properties: { job_id: text } }) } };
    const call = await contacts({ summary: "Upsert contacts", requestBody: json(envelope), responses });
    const body = {
      list_ids: ["l1"],
      contacts: [{ email: "bob@example.com" }, { email: "cid@example.com", name: "c" }],
    };
    const answer = await call("PUT", "/contacts", body);
    expect([answer.status, typeof answer.body.job_id]).toEqual([202, "string"]);
    const { body: all } = await call("GET", "/contacts");
    expect(told(all)).toEqual(["1 ann Oslo", "2 bob Rome", "3 c -"]);
    // biome-ignore lint/suspicious/noExplicitAny: records of several shapes
    expect(all.map((one: any) => one.list_ids?.[0])).toEqual([undefined, "l1", "l1"]);
  });

  it("applies to the records of the parent in the path", async () => {
    const call = await contacts({ requestBody: json(list) }, "put", "/teams/{team}/contacts");
    await call("POST", "/teams/b/contacts", { email: "eve@example.com", name: "eve" });
    await call("PUT", "/teams/a/contacts", [{ email: "cid@example.com", name: "cid" }]);
    const names = async (team: string) =>
      (await call("GET", `/teams/${team}/contacts`)).body.map((one: { name: string }) => one.name);
    expect([await names("a"), await names("b")]).toEqual([["cid"], ["eve"]]);
  });

  it("finds records by the ids in the list", async () => {
    const withId = {
      type: "array",
      items: { ...contact, properties: { ...contact.properties, id: { type: "integer" } } },
    };
    const call = await contacts({ requestBody: json(withId) });
    await call("PUT", "/contacts", [{ id: 2, email: "new@example.com", name: "bob" }]);
    expect(told((await call("GET", "/contacts")).body)).toEqual(["2 bob -"]);
  });

  it("changes nothing if it contains something else", async () => {
    const other = { type: "array", items: { type: "object", properties: { colour: text, weight: text, name: text } } };
    const call = await contacts({ requestBody: json(other) });
    expect((await call("PUT", "/contacts", [{ colour: "red", weight: "3" }])).status).toBe(200);
    expect(told((await call("GET", "/contacts")).body)).toEqual(["1 ann Oslo", "2 bob Rome"]);
  });
});

describe("a list of changes", () => {
  const withId = {
    type: "array",
    items: { type: "object", required: ["id"], properties: { id: { type: "integer" }, city: text } },
  };

  it("is merged into the records that it names", async () => {
    const call = await contacts({ requestBody: json(withId) }, "patch");
    expect(told((await call("PATCH", "/contacts", [{ id: 1, city: "Bonn" }])).body)).toEqual(["1 ann Bonn"]);
    expect(told((await call("GET", "/contacts")).body)).toEqual(["1 ann Bonn", "2 bob Rome"]);
  });

  it("changes none of them where one is absent", async () => {
    const call = await contacts({ requestBody: json(withId) }, "patch");
    const changes = [
      { id: 1, city: "Bonn" },
      { id: 9, city: "Bonn" },
    ];
    expect((await call("PATCH", "/contacts", changes)).status).toBe(404);
    expect(told((await call("GET", "/contacts")).body)).toEqual(["1 ann Oslo", "2 bob Rome"]);
  });
});

it("a POST of an object around a list makes each record", async () => {
  const paths = crud("/contacts", contact) as Record<string, Record<string, object>>;
  const answer = { type: "object", properties: { contacts: { type: "array", items: contact } } };
  const post = { requestBody: json(envelope), responses: { 201: { description: "made", ...json(answer) } } };
  const call = await serve({ ...paths, "/contacts": { ...paths["/contacts"], post } });
  const { body } = await call("POST", "/contacts", { contacts: [{ email: "a@x" }, { email: "b@x", name: "b" }] });
  expect(told(body.contacts)).toEqual(["1 - -", "2 b -"]);
  expect(told((await call("GET", "/contacts")).body)).toEqual(["1 - -", "2 b -"]);
});

describe("an API that wraps one record in a list, and creates by PUT", () => {
  const account = { type: "object", properties: { accountId: { ...text, format: "uuid" }, code: text, name: text } };
  const Accounts = { type: "object", properties: { accounts: { type: "array", items: account } } };
  const serveAccounts = (body: unknown) => {
    const paths = JSON.stringify({
      "/accounts": {
        get: { responses: ok(Accounts) },
        put: { summary: "Creates an account", requestBody: json(body), responses: ok(Accounts) },
      },
      "/accounts/{accountId}": {
        parameters: [{ name: "accountId", in: "path", required: true, schema: { ...text, format: "uuid" } }],
        get: { responses: ok(Accounts) },
        post: { summary: "Updates an account", requestBody: json(Accounts), responses: ok(Accounts) },
        delete: { responses: ok(Accounts) },
      },
    });
    return serve(JSON.parse(paths));
  };

  it.each([
    ["bare", account, (one: object) => one],
    ["in a list", Accounts, (one: object) => ({ accounts: [one] })],
  ])("makes, changes and removes one that is sent %s", async (_, body, sent) => {
    const call = await serveAccounts(body);
    const [first] = (await call("PUT", "/accounts", sent({ code: "1", name: "Sales" }))).body.accounts;
    expect(first).toMatchObject({ accountId: expect.any(String), code: "1", name: "Sales" });
    await call("PUT", "/accounts", sent({ code: "2", name: "Rent" }));
    const path = `/accounts/${first.accountId}`;
    expect((await call("POST", path, { accounts: [{ name: "Food" }] })).body.accounts).toEqual([
      { ...first, name: "Food" },
    ]);
    expect((await call("GET", path)).body.accounts).toEqual([{ ...first, name: "Food" }]);
    expect((await call("GET", "/accounts")).body.accounts.map(({ code }: { code: string }) => code)).toEqual([
      "1",
      "2",
    ]);
    await call("DELETE", path);
    expect((await call("GET", "/accounts")).body.accounts.length).toBe(1);
  });
});

it("each item of a list may have a verb: create, update, upsert or delete", async () => {
  const entry = { type: "object", properties: { key: text, value: text }, required: ["key", "value"] };
  const operation = { enum: ["create", "update", "upsert", "delete"] };
  const change = { type: "object", properties: { operation, key: text, value: text }, required: ["operation", "key"] };
  const body = { type: "object", properties: { items: { type: "array", items: change } }, required: ["items"] };
  const done = ok({ type: "object", properties: { status: text } });
  const call = await serve({
    "/entries": {
      get: { responses: ok({ type: "array", items: entry }) },
      patch: { requestBody: json(body), responses: done },
    },
    "/entries/{key}": { parameters: [inPath("key")], get: { responses: ok(entry) } },
  });
  const patch = async (...items: object[]) => (await call("PATCH", "/entries", { items })).status;
  const listed = async () => (await call("GET", "/entries")).body;
  const [a, b] = [
    { key: "a", value: "1" },
    { key: "b", value: "2" },
  ];
  expect(await patch({ operation: "create", ...a }, { operation: "upsert", ...b })).toBe(200);
  expect(await listed()).toEqual([a, b]);
  expect(await patch({ operation: "update", key: "a", value: "3" }, { operation: "delete", key: "b" })).toBe(200);
  expect(await listed()).toEqual([{ key: "a", value: "3" }]);
  expect(await patch({ operation: "update", ...b })).toBe(404);
});
