import { expect, test } from "vitest";
import { json, send } from "../runtime/running-app.js";
import { liftedApp } from "./lifted-app.js";

const object = (properties: object, required: readonly string[] = []) => ({ type: "object", properties, required });
const text = { type: "string" };
const integer = { type: "integer" };
const path = (name: string, schema: object = integer) => ({ name, in: "path", required: true, schema });
const answers = (schema: object) => ({ description: "OK", content: { "application/json": { schema } } });
const takes = (schema: object) => ({ required: true, content: { "application/json": { schema } } });

const sent = object({ title: text, owners: { type: "array", items: integer } }, ["title"]);
/** The answers have the id beside the record, and show owners as an object. */
const shown = object({ title: text, owners: object({ name: text }), width: integer });
const listed = object({ id: integer, title: text, owners: object({ name: text }), width: integer });
const connector = object({ connectorId: { type: "string", format: "uuid" }, title: text, image: text }, [
  "connectorId",
  "title",
  "image",
]);

const appOf = object({ id: text, name: text, accountId: text }, ["id", "name"]);
const rule = object({ id: text, name: text }, ["id", "name"]);
const named = takes(object({ name: text }, ["name"]));

const url = liftedApp({
  openapi: "3.0.1",
  info: { title: "Charts", version: "1" },
  paths: {
    "/accounts/{account_id}/apps": {
      parameters: [path("account_id", text)],
      get: { responses: { "200": answers({ type: "array", items: appOf }) } },
      post: { requestBody: named, responses: { "201": answers(appOf) } },
    },
    "/apps/{id}": {
      parameters: [path("id", text)],
      patch: { requestBody: named, responses: { "200": answers(appOf) } },
    },
    "/apps/{app_id}/rules": {
      parameters: [path("app_id", text)],
      get: { responses: { "200": answers({ type: "array", items: rule }) } },
      post: { requestBody: named, responses: { "201": answers(rule) } },
    },
    "/charts": {
      get: { responses: { "200": answers(object({ result: { type: "array", items: listed } })) } },
      post: {
        requestBody: takes(sent),
        responses: { "201": answers(object({ id: { type: "number" }, result: sent })) },
      },
    },
    "/charts/{id_or_title}": {
      get: {
        parameters: [path("id_or_title", text)],
        responses: { "200": answers(object({ id: text, result: shown })) },
      },
    },
    "/charts/{pk}": {
      put: {
        parameters: [path("pk")],
        requestBody: takes(sent),
        responses: { "200": answers(object({ id: { type: "number" }, result: sent })) },
      },
    },
    "/connectors": { get: { responses: { "200": answers({ type: "array", items: connector }) } } },
    "/connectors/{connectorId}": {
      get: { parameters: [path("connectorId", text)], responses: { "200": answers(connector) } },
    },
    "/connectors/create_custom": {
      post: {
        operationId: "createCustomConnector",
        summary: "Creates a custom connector for the given workspace",
        requestBody: takes(
          object({ workspaceId: text, connector: object({ title: text, image: text }, ["title", "image"]) }, [
            "workspaceId",
            "connector",
          ]),
        ),
        responses: { "200": answers(connector) },
      },
    },
  },
});

test("an envelope repeats the id of a record that does not show it, and a path may call the id by another name", async () => {
  const charts = `${url()}/charts`;
  const made = await send(charts, json("POST", { title: "Sales", owners: [3] }));
  expect(made).toMatchObject({ status: 201, body: { id: 1, result: { title: "Sales" } } });
  expect((await send(charts)).body.result).toMatchObject([{ id: 1, title: "Sales" }]);
  const changed = await send(`${charts}/1`, json("PUT", { title: "Costs" }));
  expect(changed).toMatchObject({ status: 200, body: { id: 1, result: { title: "Costs" } } });
  const read = await send(`${charts}/1`);
  expect(read).toMatchObject({ status: 200, body: { id: "1", result: { title: "Costs" } } });
  expect(["undefined", "object"]).toContain(typeof read.body.result.owners);
  expect(read.body.result.owners).not.toEqual([3]);
});

test("what another path creates is stored as it was sent", async () => {
  const made = await send(
    `${url()}/connectors/create_custom`,
    json("POST", { workspaceId: "w", connector: { title: "Mail", image: "mail:1" } }),
  );
  expect(made).toMatchObject({ status: 200, body: { title: "Mail", image: "mail:1" } });
  const { connectorId } = made.body;
  expect((await send(`${url()}/connectors/${connectorId}`)).body).toEqual(made.body);
});

test("records that another path makes are parents that must be there", async () => {
  const made = await send(`${url()}/accounts/a/apps`, json("POST", { name: "Tea" }));
  const rules = `${url()}/apps/${made.body.id}/rules`;
  expect((await send(rules, json("POST", { name: "one" }))).status).toBe(201);
  expect((await send(rules)).body).toMatchObject([{ name: "one" }]);
  expect((await send(`${url()}/apps/none/rules`)).status).toBe(404);
});
