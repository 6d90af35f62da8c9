import { describe, expect, it } from "vitest";
import { inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const list = (items: object) => ({ type: "array", items });
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const free = { type: "object", additionalProperties: text };
const stored = { id: { ...text, readOnly: true }, createdAt: { ...text, format: "date-time" }, properties: free };
const contact = object({ ...stored, associations: { type: "object", additionalProperties: text } });
const hit = object(stored);
const page = (items: object) =>
  object({
    total: { type: "integer" },
    results: list(items),
    paging: object({ next: object({ after: text }) }),
  });
const filter = object({ propertyName: text, operator: text, value: text, highValue: text, values: list(text) });
const search = object({
  query: text,
  limit: { type: "integer" },
  after: { ...text, description: "A paging cursor token for retrieving subsequent pages." },
  sorts: list(text),
  filterGroups: list(object({ filters: list(filter) })),
});
const idProperty = inQuery("idProperty", text, { description: "The name of a property whose values are unique" });
const one = { id: text, idProperty: text, properties: free };

async function contacts() {
  const call = await serve({
    "/contacts": {
      get: {
        parameters: [inQuery("limit", { type: "integer" }), inQuery("after", text)],
        responses: ok(page(contact)),
      },
      post: {
        requestBody: json(object({ properties: free })),
        responses: { 201: { description: "", ...json(contact) } },
      },
    },
    "/contacts/{contactId}": {
      parameters: [inPath("contactId")],
      get: { parameters: [idProperty], responses: ok(contact) },
      patch: { parameters: [idProperty], requestBody: json(object({ properties: free })), responses: ok(contact) },
      delete: { responses: { 204: { description: "gone" } } },
    },
    "/contacts/search": { post: { requestBody: json(search), responses: ok(page(hit)) } },
    "/contacts/batch/read": {
      post: {
        requestBody: json(object({ idProperty: text, inputs: list(object({ id: text })) })),
        responses: ok(object({ results: list(contact) })),
      },
    },
    "/contacts/batch/upsert": {
      post: {
        requestBody: json(object({ inputs: list(object(one)) })),
        responses: ok(object({ results: list(contact) })),
      },
    },
  });
  for (const properties of [
    { email: "a@example.com", city: "Oslo", revenue: "90" },
    { email: "b@example.com", city: "Oslo", revenue: "150" },
    { email: "c@example.com", city: "Bern", company: "Blue Moon" },
  ])
    await call("POST", "/contacts", { properties });
  return call;
}
const emails = (results: { properties: { email: string } }[]) =>
  results.map(({ properties }) => properties.email[0]).join("");
const is = (propertyName: string, operator: string, rest: object = {}) => ({ propertyName, operator, ...rest });
const oslo = is("city", "EQ", { value: "Oslo" });

describe("a search by properties that clients define, whose results have fewer properties than the records", () => {
  it.each([
    ["ab", { filterGroups: [{ filters: [oslo] }] }],
    ["b", { filterGroups: [{ filters: [oslo, is("email", "NEQ", { value: "a@example.com" })] }] }],
    ["abc", { filterGroups: [{ filters: [oslo] }, { filters: [is("company", "HAS_PROPERTY")] }] }],
    ["ab", { filterGroups: [{ filters: [is("company", "NOT_HAS_PROPERTY")] }] }],
    ["ac", { filterGroups: [{ filters: [is("email", "IN", { values: ["a@example.com", "c@example.com"] })] }] }],
    ["c", { filterGroups: [{ filters: [is("company", "CONTAINS_TOKEN", { value: "Moon" })] }] }],
    ["b", { filterGroups: [{ filters: [is("revenue", "BETWEEN", { value: "100", highValue: "200" })] }] }],
    ["b", { filterGroups: [{ filters: [is("revenue", "GT", { value: "100" })] }] }],
    ["cba", { sorts: ["-email"] }],
    ["c", { query: "moon" }],
  ])("%s", async (expected, body) => {
    const { status, body: answer, headers } = await (await contacts())("POST", "/contacts/search", body);
    expect([status, emails(answer.results), answer.total, headers.get("mock-ignored")]).toEqual([
      200,
      expected,
      expected.length,
      null,
    ]);
  });

  it("continues at the place in `after`, which is 0 at first", async () => {
    const call = await contacts();
    const first = (await call("POST", "/contacts/search", { limit: 2, after: "0" })).body;
    expect(emails(first.results)).toBe("ab");
    const { after } = first.paging.next;
    expect(emails((await call("POST", "/contacts/search", { limit: 2, after })).body.results)).toBe("c");
  });
});

describe("`idProperty`", () => {
  it("names the property by which a path names its record", async () => {
    const call = await contacts();
    const path = "/contacts/b@example.com?idProperty=email";
    const read = await call("GET", path);
    expect([read.status, read.body.properties.revenue, read.headers.get("mock-ignored")]).toEqual([200, "150", null]);
    await call("PATCH", path, { properties: { revenue: "160" } });
    expect((await call("GET", `/contacts/${read.body.id}`)).body.properties.revenue).toBe("160");
    expect((await call("GET", `/contacts/${read.body.id}?idProperty=email`)).status).toBe(404);
    const unknown = await call("GET", `/contacts/${read.body.id}?idProperty=colour`);
    expect([unknown.status, unknown.headers.get("mock-ignored")]).toEqual([200, "idProperty"]);
  });

  it("names it for the ids of a body", async () => {
    const call = await contacts();
    const inputs = [{ id: "c@example.com" }];
    expect(emails((await call("POST", "/contacts/batch/read", { idProperty: "email", inputs })).body.results)).toBe(
      "c",
    );
  });

  it("names it for each record that is written", async () => {
    const call = await contacts();
    const written = ["a@example.com", "d@example.com"].map((id) => ({
      id,
      idProperty: "email",
      properties: { email: id, city: "Rome" },
    }));
    await call("POST", "/contacts/batch/upsert", { inputs: written });
    const { results } = (await call("GET", "/contacts")).body;
    expect(results.map(({ properties }: { properties: object }) => Object.values(properties).join())).toContain(
      "a@example.com,Rome",
    );
    expect(emails(results)).toBe("abcd");
  });
});
