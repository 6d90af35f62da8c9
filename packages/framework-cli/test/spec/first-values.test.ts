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
