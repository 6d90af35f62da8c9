import { expect, test } from "vitest";
import { inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const hook = { type: "object", required: ["id", "url"], properties: { id: text, url: text } };
const sent = { type: "object", required: ["url"], properties: { url: text } };
const made = (schema: object) => ({ 201: { description: "made", ...json(schema) } });
const array = (items: object) => ({ type: "array", items });
const whole = (properties: object) => ({ type: "object", additionalProperties: false, properties });

test("a list whose answer has several forms has all records in a form that matches no other form", async () => {
  const owned = { ...hook, required: ["id", "url", "owner"], properties: { ...hook.properties, owner: text } };
  const pages = { type: "object", required: ["count"], properties: { count: { type: "integer" } } };
  const paged = { type: "object", required: ["jobs", "pages"], properties: { jobs: array(hook), pages } };
  const all = { type: "object", required: ["jobs"], properties: { jobs: array(hook) } };
  const call = await serve({
    "/hooks": {
      get: { responses: ok({ oneOf: [array(owned), array(hook)] }) },
      post: { requestBody: json(sent), responses: made(hook) },
    },
    "/hooks/{id}": { parameters: [inPath("id")], get: { responses: ok(hook) } },
    "/jobs": {
      get: { responses: ok({ oneOf: [hook, paged, all] }) },
      post: { requestBody: json(sent), responses: made(hook) },
    },
    "/jobs/{id}": { parameters: [inPath("id")], get: { responses: ok(hook) } },
  });
  const { id } = (await call("POST", "/hooks", { url: "https://example.com" })).body;
  expect((await call("GET", "/hooks")).body).toEqual([{ id, url: "https://example.com" }]);
  const job = (await call("POST", "/jobs", { url: "https://example.com" })).body;
  expect((await call("GET", "/jobs")).body).toEqual({ jobs: [job] });
});

test("an answer that may be a record or a list is a record if one was sent", async () => {
  const either = (schema: object) => ({ oneOf: [schema, array(schema)] });
  const call = await serve({
    "/hooks": {
      get: { responses: ok(array(hook)) },
      post: {
        requestBody: json(either(sent)),
        responses: made({ type: "object", required: ["created"], properties: { created: either(hook) } }),
      },
    },
    "/hooks/{id}": { parameters: [inPath("id")], get: { responses: ok(hook) } },
  });
  expect((await call("POST", "/hooks", { url: "a" })).body).toMatchObject({ created: { url: "a" } });
  expect((await call("POST", "/hooks", [{ url: "b" }])).body).toMatchObject({ created: [{ url: "b" }] });
});

test("a parameter asks for the form of a list that has it in an envelope", async () => {
  const roles = {
    total: { type: "integer" },
    start: { type: "integer" },
    limit: { type: "integer" },
    roles: array(hook),
  };
  const call = await serve({
    "/roles": {
      get: {
        parameters: [
          inQuery("page", { type: "integer", minimum: 0 }),
          inQuery("per_page", { type: "integer" }),
          inQuery("include_totals", { type: "boolean" }),
          { ...inQuery("from", { type: "string" }), description: "Optional id from which to start selection." },
          inQuery("take", { type: "integer" }),
        ],
        responses: ok({ oneOf: [array(hook), whole(roles), whole({ next: { type: "string" }, roles: array(hook) })] }),
      },
      post: { requestBody: json(sent), responses: made(hook) },
    },
    "/roles/{id}": { parameters: [inPath("id")], get: { responses: ok(hook) } },
  });
  const one = (await call("POST", "/roles", { url: "a" })).body;
  const two = (await call("POST", "/roles", { url: "b" })).body;
  expect((await call("GET", "/roles")).body).toEqual([one, two]);
  const reply = await call("GET", "/roles?include_totals=true&page=1&per_page=1");
  expect(reply.body).toMatchObject({ total: 2, roles: [two] });
  expect(reply.headers.get("mock-ignored")).toBeNull();
  const { body: start } = await call("GET", "/roles?take=1");
  expect(start).toEqual({ next: two.id, roles: [one] });
  expect((await call("GET", `/roles?take=1&from=${start.next}`)).body).toEqual({ roles: [two] });
});
