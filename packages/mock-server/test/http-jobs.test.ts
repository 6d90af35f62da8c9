import { describe, expect, it } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const integer = { type: "integer" };
const status = { enum: ["enqueued", "processing", "succeeded", "failed"] };
const job = {
  type: "object",
  required: ["uid", "status"],
  properties: { uid: integer, status, type: text, finishedAt: { ...text, format: "date-time" } },
};
const named = {
  type: "object",
  required: ["taskUid", "status"],
  properties: { taskUid: integer, status, type: text },
  example: { taskUid: 147, status: "enqueued", type: "creation" },
};
const accepted = { 202: { description: "enqueued", ...json(named) } };
const index = { type: "object", properties: { name: text, rows: integer } };

async function indexes() {
  const paths = crud("/indexes", index, text) as Record<string, Record<string, object>>;
  return serve(
    {
      "/indexes": {
        ...paths["/indexes"],
        post: { requestBody: json({ ...index, required: ["name"] }), responses: accepted },
      },
      "/indexes/{name}": {
        parameters: [inPath("name")],
        get: { responses: ok(index) },
        delete: { responses: accepted },
      },
      "/indexes/{name}/settings": {
        parameters: [inPath("name")],
        get: { responses: ok(index) },
        patch: { requestBody: json(index), responses: accepted },
      },
      "/indexes/{name}/rebuild": { parameters: [inPath("name")], post: { responses: accepted } },
      "/import": { post: { requestBody: json({ type: "object" }), responses: accepted } },
      "/tasks": { get: { responses: ok({ type: "array", items: job }) } },
      "/tasks/{taskUid}": { parameters: [inPath("taskUid", integer)], get: { responses: ok(job) } },
    },
    {},
  );
}

describe("a job that an answer names by the parameter of its path", () => {
  it("can be read, and has succeeded by then", async () => {
    const call = await indexes();
    const made = [
      await call("POST", "/indexes", { name: "movies" }),
      await call("POST", "/indexes/movies/rebuild"),
      await call("PATCH", "/indexes/movies/settings", { rows: 7 }),
      await call("POST", "/import", {}),
      await call("DELETE", "/indexes/movies"),
    ].map(({ body }) => body);
    expect(made.map(({ status }) => status)).toEqual(Array(5).fill("enqueued"));
    expect(new Set(made.map(({ taskUid }) => taskUid)).size).toBe(5);
    for (const { taskUid } of made) {
      const read = await call("GET", `/tasks/${taskUid}`);
      expect(read.body).toMatchObject({ uid: taskUid, status: "succeeded", finishedAt: expect.any(String) });
    }
    expect((await call("GET", "/tasks")).body.length).toBe(5);
    expect((await call("GET", "/tasks/999")).status).toBe(404);
  });
});

describe("a job that an operation outside of collections reads", () => {
  const item = { type: "object", properties: { id: { ...text, readOnly: true }, name: text } };
  const operation = {
    type: "object",
    properties: {
      id: { ...text, format: "uuid" },
      reason: { enum: ["busy", "not-found"] },
      reference: { type: "object", properties: { id: text, link: text } },
      state: { enum: ["failure", "pending", "success"] },
    },
  };

  it("names the record, and has succeeded when it is read, where each write answers one", async () => {
    const answers = ok({ $ref: "#/components/schemas/Operation" });
    const parameters = [inPath("id")];
    const call = await serve(
      {
        "/groups": {
          get: { responses: ok({ type: "array", items: item }) },
          post: { requestBody: json(item), responses: answers },
        },
        "/groups/{id}": {
          parameters,
          get: { responses: ok(item) },
          put: { requestBody: json(item), responses: answers },
          delete: { responses: answers },
        },
        "/groups/{id}/start": { parameters, put: { responses: answers } },
        "/operation/{id}": { parameters, get: { responses: answers } },
      },
      { components: { schemas: { Operation: operation } } },
    );
    const made = (await call("POST", "/groups", { name: "web" })).body;
    expect(made).toMatchObject({ state: "pending", reference: { id: expect.any(String) } });
    const { id } = made.reference;
    expect((await call("GET", `/groups/${id}`)).body).toEqual({ id, name: "web" });
    const later = [
      await call("PUT", `/groups/${id}`, { name: "api" }),
      await call("PUT", `/groups/${id}/start`),
      await call("DELETE", `/groups/${id}`),
    ].map(({ body }) => body);
    for (const job of [made, ...later]) {
      const { body } = await call("GET", `/operation/${job.id}`);
      expect(body).toEqual({ ...job, state: "success" });
      expect(body.reference.id).toBe(id);
    }
    expect(new Set([made, ...later].map((job) => job.id)).size).toBe(4);
    expect((await call("GET", `/groups/${id}`)).status).toBe(404);
  });

  it("names the record that a request made, where the answer names the request", async () => {
    const envelope = (data: object) => ({
      type: "object",
      required: ["requestId"],
      properties: { requestId: text, data },
    });
    const request = { type: "object", properties: { isSuccess: { type: "boolean" }, itemId: text } };
    const read = (data: object) => ({ get: { responses: ok(envelope(data)) } });
    const call = await serve({
      "/items": {
        ...read({ type: "array", items: item }),
        post: {
          requestBody: json(item),
          responses: { 202: { description: "accepted", ...json(envelope({ type: "object" })) } },
        },
      },
      "/items/{id}": { parameters: [inPath("id")], ...read(item) },
      "/items/requests/{requestId}": { parameters: [inPath("requestId")], ...read(request) },
      "/others/requests/{requestId}": { parameters: [inPath("requestId")], ...read(request) },
    });
    const { requestId } = (await call("POST", "/items", { name: "a" })).body;
    const told = (await call("GET", `/items/requests/${requestId}`)).body;
    expect(told).toMatchObject({ requestId, data: { isSuccess: true } });
    expect((await call("GET", `/items/${told.data.itemId}`)).body.data).toMatchObject({ name: "a" });
  });
});
