import { expect, test } from "vitest";
import { inPath, ok, serve } from "./http-client.js";

const text = { type: "string" };

test("a record has the properties of its subtype if the request has schemas of its own, inside an envelope too", async () => {
  const part = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const object = (properties: object) => ({ type: "object", properties });
  const subtype = (attributes: object) => ({ allOf: [part("Payer"), object({ attributes: object(attributes) })] });
  const sent = (kind: string, attributes: object) => object({ kind: { enum: [kind] }, attributes: object(attributes) });
  const mapping = { person: part("Person").$ref, company: part("Company").$ref };
  const schemas = {
    Payer: { ...object({ id: text, kind: text }), discriminator: { propertyName: "kind", mapping } },
    Person: subtype({ email: text, note: text }),
    Company: subtype({ name: text, note: text }),
    Body: object({ data: { oneOf: [sent("person", { email: text }), sent("company", { name: text })] } }),
  };
  const one = ok(object({ data: part("Payer") }));
  const email = { name: "filter", in: "query", style: "deepObject", schema: object({ email: text }) };
  const requestBody = { content: { "application/json": { schema: part("Body") } } };
  const call = await serve(
    {
      "/payers": {
        get: { parameters: [email], responses: ok(object({ data: { type: "array", items: part("Payer") } })) },
        post: { requestBody, responses: one },
      },
      "/payers/{id}": { parameters: [inPath("id")], get: { responses: one } },
    },
    { components: { schemas } },
  );
  const ada = { kind: "person", attributes: { email: "ada@example.com" } };
  const { data } = (await call("POST", "/payers", { data: ada })).body;
  expect(data).toMatchObject(ada);
  await call("POST", "/payers", { data: { kind: "company", attributes: { name: "Sun" } } });
  expect((await call("GET", `/payers/${data.id}`)).body.data).toMatchObject(ada);
  expect((await call("GET", "/payers?filter[email]=ada@example.com")).body.data).toMatchObject([{ id: data.id }]);
});

test("an optional property with a single value, such as the tag of a variant, is shown at any depth", async () => {
  const variant = (name: string) => ({
    type: "object",
    required: ["strategy"],
    properties: { object: { type: "string", enum: [name] }, strategy: { type: "string", enum: [`${name}_strategy`] } },
  });
  const verified = {
    oneOf: [variant("by_code"), variant("by_link")],
    discriminator: { propertyName: "object" },
  };
  const email = { type: "object", required: ["verified"], properties: { verified } };
  // Only the upper levels of a record as large as this are filled in.
  const others = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`note${index}`, text]));
  const user = { type: "object", required: ["email"], properties: { ...others, email } };
  const call = await serve({ "/users/{id}": { parameters: [inPath("id")], get: { responses: ok(user) } } });
  const { email: shown } = (await call("GET", "/users/7")).body;
  expect(["by_code", "by_link"]).toContain(shown.verified.object);
});

test("an envelope has the id that its record does not show", async () => {
  const object = (properties: object) => ({ type: "object", properties });
  const integer = { type: "integer" };
  const shown = object({ name: text, css: text, width: integer });
  const listed = object({ id: integer, name: text, css: text, width: integer });
  const enveloped = ok(object({ id: text, result: shown }));
  const call = await serve({
    "/charts": {
      get: { responses: ok(object({ result: { type: "array", items: listed } })) },
      post: { requestBody: { content: { "application/json": { schema: shown } } }, responses: enveloped },
    },
    "/charts/{pk}": { parameters: [inPath("pk", integer)], get: { responses: enveloped } },
  });
  const made = (await call("POST", "/charts", { name: "Sales", css: "a", width: 3 })).body;
  expect(made).toMatchObject({ id: "1", result: { name: "Sales", css: "a", width: 3 } });
  expect((await call("GET", `/charts/${made.id}`)).body).toMatchObject(made);
  expect((await call("GET", "/charts")).body.result).toMatchObject([{ id: 1, name: "Sales" }]);
});

test("a sent value beyond a bound that its request leaves out is rejected; one in another format leaves what is there, and the answer says so", async () => {
  const object = (properties: object) => ({ type: "object", required: ["id"], properties });
  const integer = { type: "integer" };
  const plant = object({ id: integer, height: { type: "number", maximum: 300 }, planted: { ...text, format: "date" } });
  const sent = {
    content: { "application/json": { schema: { type: "object", properties: { height: integer, planted: text } } } },
  };
  const call = await serve({
    "/plants": { post: { requestBody: sent, responses: ok(plant) } },
    "/plants/{id}": {
      parameters: [inPath("id", integer)],
      get: { responses: ok(plant) },
      patch: { requestBody: sent, responses: ok(plant) },
    },
  });
  const other = await call("POST", "/plants", { planted: "yesterday" });
  expect([other.status, other.headers.get("mock-ignored")]).toEqual([200, "planted"]);
  const made = (await call("POST", "/plants", { height: 7, planted: "2026-11-30" })).body;
  expect(made).toMatchObject({ height: 7, planted: "2026-11-30" });
  expect((await call("PATCH", `/plants/${made.id}`, { height: 301 })).status).toBe(400);
  const soon = await call("PATCH", `/plants/${made.id}`, { planted: "soon" });
  expect([soon.status, soon.headers.get("mock-ignored"), soon.body]).toEqual([200, "planted", made]);
  expect((await call("GET", `/plants/${made.id}`)).body).toEqual(made);
});
