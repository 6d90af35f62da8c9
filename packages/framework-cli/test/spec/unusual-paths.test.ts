import { expect, test } from "vitest";
import { json, send } from "../runtime/running-app.js";
import { liftedApp } from "./lifted-app.js";

const KEY = { type: "object", required: ["label"], properties: { label: { type: "string" } } };
/** The id of the changed record is in the body alone. */
const SEAT_CHANGE = {
  type: "object",
  required: ["seatId", "row"],
  properties: { seatId: { type: "integer" }, row: { type: "integer" } },
};
const answer = (schema: object) => ({ description: "Done.", content: { "application/json": { schema } } });
const PLAN = { type: "object", properties: { id: { type: "string", format: "uuid" } } };
/** Not only the UUID of a plan: `latest` is one, too. */
const PLAN_ID = { name: "planId", in: "path", required: true, schema: { type: "string" } };
const LINE = { type: "object", properties: { key: { type: "string" }, text: { type: "string" } } };
const MAILBOX = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const NEW_MAILBOX = { type: "object", required: ["address"], properties: { address: { type: "string" } } };
const BADGE = { type: "object", required: ["color"], properties: { color: { type: "string" } } };
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Unusual", version: "1" },
  paths: {
    "/2fa-keys": {
      get: { responses: { "200": answer({ type: "array", items: { $ref: "#/components/schemas/2faKey" } }) } },
      post: {
        requestBody: { required: true, content: { "application/json": { schema: KEY } } },
        responses: { "201": answer({ $ref: "#/components/schemas/2faKey" }) },
      },
    },
    "/2fa-keys/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": answer({ $ref: "#/components/schemas/2faKey" }) } },
    },
    "/seats": {
      get: { responses: { "200": answer({ type: "array", items: { $ref: "#/components/schemas/Seat" } }) } },
      put: {
        requestBody: { required: true, content: { "application/json": { schema: SEAT_CHANGE } } },
        responses: { "204": { description: "Changed." } },
      },
    },
    "/seats/{seatId}": {
      parameters: [{ name: "seatId", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": answer({ $ref: "#/components/schemas/Seat" }) } },
      delete: { responses: { "204": { description: "Removed." } } },
    },
    "/plans": { get: { responses: { "200": answer({ type: "array", items: PLAN }) } } },
    "/plans/{planId}": { parameters: [PLAN_ID], get: { responses: { "200": answer(PLAN) } } },
    "/plans/{planId}/lines": {
      parameters: [PLAN_ID],
      get: { responses: { "200": answer({ type: "array", items: LINE }) } },
      post: {
        requestBody: { required: true, content: { "application/json": { schema: LINE } } },
        responses: { "201": answer(LINE) },
      },
    },
    "/plans/{planId}/lines/{key}": {
      parameters: [PLAN_ID, { name: "key", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { "200": answer(LINE) } },
    },
    "/mailboxes": {
      get: { responses: { "200": answer({ type: "array", items: MAILBOX }) } },
      post: {
        requestBody: { required: true, content: { "application/json": { schema: NEW_MAILBOX } } },
        responses: { "201": answer(MAILBOX), "409": { description: "Taken." } },
      },
    },
    "/mailboxes/{address}": {
      parameters: [{ name: "address", in: "path", required: true, schema: { type: "string" } }],
      delete: { responses: { "204": { description: "Removed." } } },
    },
    "/badges": {
      get: { responses: { "200": answer({ type: "object", properties: { result: { type: "array", items: {} } } }) } },
      post: {
        requestBody: { required: true, content: { "application/json": { schema: BADGE } } },
        responses: { "201": answer({}) },
      },
    },
    "/badges/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { "200": answer({}) } },
    },
    "/files/*": { get: { responses: { "204": { description: "Nothing." } } } },
    "/files/*/a*b": { get: { responses: { "204": { description: "Nothing." } } } },
    "/people(active)": { get: { responses: { "204": { description: "Nothing." } } } },
  },
  components: {
    schemas: {
      Seat: { type: "object", properties: SEAT_CHANGE.properties },
      "2faKey": { ...KEY, properties: { id: { type: "integer" }, ...KEY.properties } },
    },
  },
};

const url = liftedApp(DESCRIPTION);

test("a resource whose name begins with a digit is stored and answered", async () => {
  const made = await send(`${url()}/2fa-keys`, json("POST", { label: "phone" }));
  expect(made).toMatchObject({ status: 201, body: { id: 1, label: "phone" } });
  expect(await send(`${url()}/2fa-keys`)).toMatchObject({ status: 200, body: [{ id: 1, label: "phone" }] });
  expect(await send(`${url()}/2fa-keys/1`)).toMatchObject({ status: 200, body: { label: "phone" } });
});

test.each(["/files/*", "/files/*/a*b", "/people(active)"])(
  "the path %s stands for itself and for nothing else",
  async (path) => {
    expect(await send(`${url()}${path}`)).toMatchObject({ status: 204 });
    expect(await send(`${url()}${path.replaceAll("*", "x").replace("(active)", "")}`)).toMatchObject({
      status: 404,
    });
  },
);

test("a path that is only spelled otherwise is not found, rather than rejected for its method", async () => {
  expect(await send(`${url()}/2fa-keys%2F`)).toMatchObject({ status: 404 });
});

test("a record is written by the id in the body of a request to its collection", async () => {
  expect(await send(`${url()}/seats`, json("PUT", { seatId: 7, row: 3 }))).toMatchObject({ status: 204 });
  expect(await send(`${url()}/seats/7`)).toMatchObject({ status: 200, body: { seatId: 7, row: 3 } });
  expect(await send(`${url()}/seats`, json("PUT", { seatId: 7, row: 4 }))).toMatchObject({ status: 204 });
  expect(await send(`${url()}/seats`)).toMatchObject({ status: 200, body: [{ seatId: 7, row: 4 }] });
});

test("a parent that no request creates goes by whatever text its path takes", async () => {
  const made = await send(`${url()}/plans/latest/lines`, json("POST", { key: "a", text: "b" }));
  expect(made).toMatchObject({ status: 201, body: { key: "a", text: "b" } });
  expect(await send(`${url()}/plans/latest/lines/a`)).toMatchObject({ status: 200, body: { text: "b" } });
  expect(await send(`${url()}/plans/other/lines`)).toMatchObject({ status: 200, body: [] });
});

test("a record that is sent with an empty id gets one", async () => {
  const made = await send(`${url()}/plans/p/lines`, json("POST", { key: "", text: "c" }));
  expect(made).toMatchObject({ status: 201, body: { key: expect.stringMatching(/./), text: "c" } });
  expect(await send(`${url()}/plans/p/lines/${made.body.key}`)).toMatchObject({ status: 200, body: { text: "c" } });
});

test("an answer that declares nothing shows the whole record", async () => {
  const made = await send(`${url()}/badges`, json("POST", { color: "red" }));
  expect(made).toMatchObject({ status: 201, body: { id: expect.any(String), color: "red" } });
  expect(await send(`${url()}/badges`)).toMatchObject({ body: { result: [{ id: made.body.id, color: "red" }] } });
});

test("the id of a new record may be sent under the name of the path parameter", async () => {
  const mailboxes = `${url()}/mailboxes`;
  expect(await send(mailboxes, json("POST", { address: "a@b" }))).toMatchObject({ status: 201, body: { id: "a@b" } });
  expect(await send(mailboxes, json("POST", { address: "a@b" }))).toMatchObject({
    status: 409,
    body: { details: [{ path: "/address" }] },
  });
  expect(await send(`${mailboxes}/a@b`, { method: "DELETE" })).toMatchObject({ status: 204 });
});
