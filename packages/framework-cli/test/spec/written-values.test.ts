import { expect, test } from "vitest";
import { json, send } from "../runtime/running-app.js";
import { liftedApp } from "./lifted-app.js";

const order = {
  type: "object",
  required: ["id", "title", "status", "archived", "line_count"],
  properties: {
    id: { type: "integer" },
    title: { type: "string" },
    status: { type: "string", enum: ["failed", "cancelled", "done", "pending"] },
    archived: { type: "boolean" },
    line_count: { type: "integer" },
  },
};
const answer = { description: "OK", content: { "application/json": { schema: order } } };
const sent = { type: "object", required: ["title"], properties: { title: { type: "string" } } };

const plant = {
  type: "object",
  required: ["id", "height"],
  properties: {
    id: { type: "integer" },
    height: { type: "number", minimum: 0, maximum: 300 },
    planted: { type: "string", format: "date" },
    bed: { type: "string", enum: ["north", "south"] },
    tag: { type: "string", pattern: "^[A-Z]{2}$" },
    colors: { type: "array", items: { type: "string", enum: ["red", "white"] } },
  },
};
const grown = { description: "OK", content: { "application/json": { schema: plant } } };
const text = { type: "string" };
/** Requests leave out the bounds and the choices that answers have. */
const growth = {
  type: "object",
  properties: {
    height: { type: "number" },
    planted: text,
    bed: text,
    tag: text,
    colors: { type: "array", items: text },
  },
};
const grow = { required: true, content: { "application/json": { schema: growth } } };

const url = liftedApp({
  openapi: "3.0.1",
  info: { title: "Orders", version: "1" },
  paths: {
    "/orders": {
      post: {
        requestBody: { required: true, content: { "application/json": { schema: sent } } },
        responses: { "201": answer },
      },
    },
    "/plants": { post: { requestBody: grow, responses: { "201": grown } } },
    "/plants/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": grown } },
      patch: { requestBody: grow, responses: { "200": grown } },
    },
    "/orders/{id}": {
      get: {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        responses: { "200": answer },
      },
    },
  },
});

test("a new record begins with a status, flags and counts that say so, as in the mock", async () => {
  const made = await send(`${url()}/orders`, json("POST", { title: "Tea" }));
  expect(made.body).toEqual({ id: 1, title: "Tea", status: "pending", archived: false, line_count: 0 });
  expect((await send(`${url()}/orders/1`)).body).toEqual(made.body);
});

test("a sent value that no answer could show is rejected, and nothing else is stored in its place", async () => {
  const plants = `${url()}/plants`;
  const tall = await send(plants, json("POST", { height: 1919 }));
  expect(tall).toMatchObject({ status: 400, body: { details: [{ path: "/height", message: "must be at most 300" }] } });
  const made = await send(plants, json("POST", { height: 7.5, planted: "2026-11-30" }));
  expect(made).toMatchObject({ status: 201, body: { height: 7.5, planted: "2026-11-30" } });
  const one = `${plants}/${made.body.id}`;
  expect((await send(one, json("PATCH", { height: -5 }))).status).toBe(400);
  const never = await send(one, json("PATCH", { planted: "yesterday" }));
  expect(never).toMatchObject({ status: 400, body: { details: [{ path: "/planted" }] } });
  const west = await send(one, json("PATCH", { bed: "west" }));
  expect(west).toMatchObject({
    status: 400,
    body: { details: [{ path: "/bed", message: 'must be one of "north", "south"' }] },
  });
  expect((await send(plants, json("POST", { tag: "abc" }))).body.details).toMatchObject([{ path: "/tag" }]);
  const blue = await send(one, json("PATCH", { colors: ["red", "blue"] }));
  expect(blue).toMatchObject({ status: 400, body: { details: [{ path: "/colors/1" }] } });
  expect((await send(one)).body).toEqual(made.body);
});
