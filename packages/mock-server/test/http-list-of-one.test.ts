import { expect, test } from "vitest";
import { inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const list = (items: object) => ({ type: "array", items });
const counted = (items: object) => ({
  type: "object",
  properties: { count: { type: "integer" }, items: list(items) },
});
const schemas = {
  Rule: { type: "object", properties: { name: text } },
  Route: {
    type: "object",
    required: ["id"],
    properties: { id: text, name: text, source: text, rules: list({ $ref: "#/components/schemas/Rule" }) },
  },
};
const route = { $ref: "#/components/schemas/Route" };
const installed = { ...schemas.Route, properties: { ...schemas.Route.properties, warnings: list(text) } };

/** An API whose every answer is a list, with one record where it is about one. */
async function routes() {
  const one = ok(counted(route));
  const call = await serve(
    {
      "/routes": {
        get: { responses: one },
        post: { requestBody: json(route), responses: ok(counted(installed)) },
      },
      "/routes/{id}": {
        parameters: [inPath("id")],
        get: { responses: one },
        patch: { requestBody: json(route), responses: one },
        delete: { responses: one },
      },
      "/routes/{id}/deploy": {
        parameters: [inPath("id")],
        patch: { requestBody: json({ type: "object", properties: { version: text } }), responses: one },
      },
      "/routes/{id}/append": {
        parameters: [inPath("id")],
        post: { requestBody: json(list(schemas.Rule)), responses: one },
      },
    },
    { components: { schemas } },
  );
  const made = await call("POST", "/routes", { id: "a", name: "A", source: "s", rules: [{ name: "first" }] });
  await call("POST", "/routes", { id: "b", name: "B", rules: [] });
  return { call, made };
}

test("a create that answers a list shows the new record in it, also by a schema that has more", async () => {
  const { made } = await routes();
  expect(made.body).toMatchObject({ count: 1, items: [{ id: "a", name: "A", source: "s" }] });
});

test("a deletion that answers like reading one record shows the deleted record, not the remaining ones", async () => {
  const { call } = await routes();
  expect((await call("DELETE", "/routes/a")).body).toMatchObject({ count: 1, items: [{ id: "a" }] });
  expect((await call("GET", "/routes")).body.items.map(({ id }: { id: string }) => id)).toEqual(["b"]);
});

test("an action shows its record", async () => {
  const { call } = await routes();
  const { body } = await call("PATCH", "/routes/a/deploy", { version: "1" });
  expect(body).toMatchObject({ count: 1, items: [{ id: "a", name: "A" }] });
});

test("an appended list is added to the only list with such items", async () => {
  const { call } = await routes();
  await call("POST", "/routes/a/append", [{ name: "second" }]);
  const [{ rules }] = (await call("GET", "/routes/a")).body.items;
  expect(rules).toEqual([{ name: "first" }, { name: "second" }]);
});

test("a read that answers an array is of the records that the list has", async () => {
  const road = { type: "object", required: ["id"], properties: { id: text, name: text } };
  const paths = {
    "/roads": { get: { responses: ok(list(route)) } },
    "/roads/{ids}": { parameters: [inPath("ids")], get: { responses: ok(list(route)) } },
    "/events": { get: { responses: ok(list(road)) } },
    "/events/{year}": { parameters: [inPath("year")], get: { responses: ok(list(road)) } },
  };
  const seeds = { roads: [{ id: "a1" }, { id: "b2" }] };
  const call = await serve(paths, { components: { schemas } }, { seeds });
  expect((await call("GET", "/roads/b2")).body).toEqual([expect.objectContaining({ id: "b2" })]);
  expect((await call("GET", "/roads/b2;a1")).body).toHaveLength(2);
  expect((await call("GET", "/roads/c3;d4")).status).toBe(404);
  expect((await call("GET", "/events/1999")).status).toBe(200);
});
