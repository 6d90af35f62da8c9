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
