import { expect, test } from "vitest";
import { type Client, inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const object = (properties: object) => ({ type: "object", properties });
const list = (items: object) => ({ type: "array", items });
const person = object({ recipientId: text, email: text });
const recipients = object({ signers: list(person), copies: list(person) });
const fields = object({ texts: list(object({ name: text })), numbers: list(object({ name: text })) });
const shown = object({ envelopeId: text, subject: text, recipients, customFields: fields });
const sent = object({
  customFields: fields,
  subject: text,
  recipients,
  documents: list(object({ documentId: text, name: text, content: text })),
});
const documents = object({
  envelopeId: text,
  envelopeDocuments: list(object({ documentId: text, name: text, uri: text })),
});
const item = inPath("envelopeId");
const document = (schema: object) => ({
  parameters: [item],
  get: { responses: ok(schema) },
  put: { requestBody: json(schema), responses: ok(schema) },
  post: { requestBody: json(schema), responses: { 201: { description: "added", ...json(schema) } } },
  delete: { requestBody: json(schema), responses: ok(schema) },
});
const path = "/envelopes/{envelopeId}";
const paths = {
  "/envelopes": {
    get: { responses: ok(list(shown)) },
    post: { requestBody: json(sent), responses: { 201: { description: "made", ...json(shown) } } },
  },
  [path]: { parameters: [item], get: { responses: ok(shown) } },
  [`${path}/recipients`]: document(recipients),
  [`${path}/recipients/{recipientId}`]: {
    parameters: [item, inPath("recipientId")],
    delete: { responses: { 204: { description: "gone" } } },
  },
  [`${path}/documents`]: document(documents),
  [`${path}/custom_fields`]: document(fields),
};
const ann = { recipientId: "1", email: "ann@example.com" };
const bob = { recipientId: "2", email: "bob@example.com" };

async function envelope(): Promise<readonly [Client, string]> {
  const call = await serve(paths);
  const documents = [{ documentId: "7", name: "Terms", content: "aGk=" }];
  const { envelopeId } = (
    await call("POST", "/envelopes", { subject: "S", recipients: { signers: [ann], copies: [bob] }, documents })
  ).body;
  return [call, `/envelopes/${envelopeId}`];
}

test("a document below a record is at first the record's property with its name", async () => {
  const [call, at] = await envelope();
  expect((await call("GET", `${at}/recipients`)).body).toEqual({ signers: [ann], copies: [bob] });
  expect((await call("GET", `${at}/documents`)).body).toMatchObject({
    envelopeId: at.replace("/envelopes/", ""),
    envelopeDocuments: [{ documentId: "7", name: "Terms" }],
  });
  expect((await call("GET", `${at}/custom_fields`)).body).toEqual({ texts: [], numbers: [] });
});

test("a document with an id, which the record above does not hold yet, is made by the first PUT", async () => {
  const billing = object({ id: text, kind: { const: "card" }, holder: text });
  const account = object({ id: text, name: text, billing });
  const at = { parameters: [inPath("id")] };
  const call = await serve({
    "/accounts": { post: { requestBody: json(object({ name: text })), responses: ok(account) } },
    "/accounts/{id}": { ...at, get: { responses: ok(account) } },
    "/accounts/{id}/billing": {
      ...at,
      get: { responses: ok(billing) },
      put: { requestBody: json(object({ holder: text })), responses: ok(billing) },
    },
  });
  const { id } = (await call("POST", "/accounts", { name: "a" })).body;
  const made = (await call("PUT", `/accounts/${id}/billing`, { holder: "Ann" })).body;
  expect(made).toEqual({ id: expect.any(String), kind: "card", holder: "Ann" });
  const { body } = await call("PUT", `/accounts/${id}/billing`, { holder: "Bob" });
  expect(body).toEqual({ ...made, holder: "Bob" });
});

test("POST beside PUT adds to the lists of a document, DELETE removes the items that its body or path names", async () => {
  const [call, at] = await envelope();
  const cy = { recipientId: "3", email: "cy@example.com" };
  await call("POST", `${at}/recipients`, { signers: [cy] });
  expect((await call("GET", `${at}/recipients`)).body).toEqual({ signers: [ann, cy], copies: [bob] });
  await call("DELETE", `${at}/recipients`, { signers: [{ recipientId: "1" }] });
  expect((await call("GET", `${at}/recipients`)).body).toEqual({ signers: [cy], copies: [bob] });
  expect((await call("DELETE", `${at}/recipients/2`)).status).toBe(204);
  expect((await call("GET", `${at}/recipients`)).body).toEqual({ signers: [cy], copies: [] });
  await call("PUT", `${at}/recipients`, { signers: [ann] });
  expect((await call("GET", `${at}/recipients`)).body.signers).toEqual([ann]);
});

test("a list below a record without writes is the record's property with its name", async () => {
  const line = object({ productId: { type: "integer" } });
  const order = { ...object({ id: { type: "integer", readOnly: true }, lines: list(line), notes: list(text) }) };
  const id = inPath("id", { type: "integer" });
  const absent = { 404: { description: "none" } };
  const call = await serve({
    "/orders": {
      post: { requestBody: json(order), responses: { 201: { description: "made", ...json(order) } } },
    },
    "/orders/{id}": { parameters: [id], get: { responses: ok(order) } },
    "/orders/{id}/lines": {
      parameters: [id],
      get: {
        parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }],
        responses: { ...ok(list(line)), ...absent },
      },
    },
    "/orders/{id}/notes": { parameters: [id], get: { responses: { ...ok(list(text)), ...absent } } },
  });
  const lines = [{ productId: 1 }, { productId: 2 }];
  await call("POST", "/orders", { lines });
  expect((await call("GET", "/orders/1/lines")).body).toEqual(lines);
  const limited = await call("GET", "/orders/1/lines?limit=1");
  expect([limited.body, limited.headers.get("mock-ignored")]).toEqual([lines, "limit"]);
  expect((await call("GET", "/orders/1/notes")).body).toEqual([]);
  expect((await call("GET", "/orders/9/lines")).status).toBe(404);
});

test("lists without ids or POST: one is replaced as it is and read in an envelope, another takes and loses records", async () => {
  const price = object({ good: text, sum: { type: "integer" } });
  const value = object({ id: { type: "integer" }, name: text });
  const page = (items: object) => ok(object({ data: list(items), meta: object({}) }));
  const servers = ok(object({ data: list(text) }));
  const call = await serve({
    "/prices": { get: { responses: page(price) }, put: { requestBody: json(list(price)), responses: page(price) } },
    "/servers": { get: { responses: servers }, put: { requestBody: json(list(text)), responses: servers } },
    "/values": {
      get: { responses: page(value) },
      put: { summary: "Upsert values", requestBody: json(list(value)), responses: page(value) },
      delete: {
        parameters: [{ name: "id:in", in: "query", explode: false, schema: list({ type: "integer" }) }],
        responses: { 204: { description: "gone" } },
      },
    },
  });
  const prices = [{ good: "tea", sum: 3 }];
  expect((await call("PUT", "/prices", prices)).body).toEqual({ data: prices });
  expect((await call("GET", "/prices")).body).toEqual({ data: prices });
  expect((await call("PUT", "/servers", ["a", "b"])).body).toEqual({ data: ["a", "b"] });
  expect((await call("GET", "/servers")).body).toEqual({ data: ["a", "b"] });
  const { body } = await call("PUT", "/values", [{ name: "red" }, { name: "blue" }]);
  expect((await call("GET", "/values")).body).toEqual(body);
  await call("DELETE", `/values?id:in=${body.data[0].id}`);
  expect((await call("GET", "/values")).body.data).toEqual([body.data[1]]);
});

test("POST below a document adds to its list, and answers what was sent", async () => {
  const device = object({ id: text, kind: { type: "string", enum: ["mail", "phone"] }, token: text });
  const by = "/apps/{app}/users/by/{label}";
  const parameters = [inPath("app"), inPath("label")];
  const app = object({ id: text, name: text });
  const user = object({ identity: { type: "object" }, devices: list(device) });
  const call = await serve({
    "/apps": {
      get: { responses: ok(list(app)) },
      post: { requestBody: json(app), responses: { 201: { description: "made", ...json(app) } } },
    },
    "/apps/{app}": { parameters: [inPath("app")], get: { responses: ok(app) } },
    [by]: {
      parameters,
      get: { responses: ok(user) },
      patch: { requestBody: json(object({ identity: { type: "object" } })), responses: ok(user) },
    },
    [`${by}/devices`]: {
      parameters,
      post: { requestBody: json(object({ device, keep: { type: "boolean" } })), responses: ok(object({ device })) },
    },
  });
  const users = `/apps/${(await call("POST", "/apps", { name: "tea" })).body.id}/users/by/name`;
  for (const sent of [
    { kind: "mail", token: "a@example.com" },
    { kind: "phone", token: "+1" },
  ]) {
    expect((await call("POST", `${users}/devices`, { device: sent })).body.device).toMatchObject(sent);
    expect((await call("GET", users)).body.devices).toContainEqual(expect.objectContaining(sent));
  }
});
