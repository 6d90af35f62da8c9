import { expect, test } from "vitest";
import { json, send } from "../runtime/running-app.js";
import { liftedApp } from "./lifted-app.js";

const thing = { $ref: "#/components/schemas/Thing" };
const answer = (schema: object) => ({ description: "Done.", content: { "application/json": { schema } } });
const sent = { required: true, content: { "application/json": { schema: { $ref: "#/components/schemas/NewThing" } } } };
const query = (name: string, schema: object) => ({ name, in: "query", schema });

/** The collection is the description's base path. `host` is required, and nothing declares it. */
const DESCRIPTION = {
  openapi: "3.0.3",
  info: { title: "Things", version: "1" },
  servers: [{ url: "https://api.example.com/v1/things" }],
  paths: {
    "/": {
      get: {
        parameters: [query("name", { type: "string" }), query("include_deleted", { type: "boolean" })],
        responses: { "200": answer({ type: "array", items: thing }) },
      },
      post: { requestBody: sent, responses: { "201": answer(thing) } },
    },
    "/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": answer(thing) } },
      put: { requestBody: sent, responses: { "200": answer(thing) } },
    },
  },
  components: {
    schemas: {
      NewThing: { allOf: [{ type: "object", required: ["name", "host"], properties: { name: { type: "string" } } }] },
      Thing: {
        allOf: [{ $ref: "#/components/schemas/NewThing" }, { type: "object", properties: { id: { type: "integer" } } }],
      },
    },
  },
};

const url = liftedApp(DESCRIPTION);

test("a member that a part of a schema requires without declaring it is stored", async () => {
  const things = `${url()}/v1/things`;
  const made = await send(`${things}/`, json("POST", { name: "a", host: "h1" }));
  expect(made).toMatchObject({ status: 201, body: { id: 1, name: "a", host: "h1" } });
  expect(await send(`${things}/1`)).toMatchObject({ status: 200, body: { name: "a", host: "h1" } });
  const changed = await send(`${things}/1`, json("PUT", { name: "b", host: "h2" }));
  expect(changed).toMatchObject({ status: 200, body: { id: 1, name: "b", host: "h2" } });
});

test("a list at the base path takes all parameters that are declared", async () => {
  const listed = await send(`${url()}/v1/things/?include_deleted=true&name=zzz`);
  expect(listed).toMatchObject({ status: 200, body: [] });
});
