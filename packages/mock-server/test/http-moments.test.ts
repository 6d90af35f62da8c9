import { describe, expect, test } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const moment = { type: "string", format: "date-time" };
const server = { ...moment, readOnly: true };

function note(properties: object, required: readonly string[] = []): object {
  return {
    type: "object",
    required: ["id", ...required],
    properties: { id: { type: "integer", readOnly: true }, text: { type: "string" }, ...properties },
  };
}

/** Milliseconds that a moment lies back. */
function age(text: string): number {
  return Date.now() - Date.parse(text);
}

async function later(after: string, change: () => Promise<string>): Promise<string> {
  let moved = await change();
  while (moved === after) moved = await change();
  return moved;
}

describe("moments", () => {
  test("of what the create does to a record are now", async () => {
    const { "/notes": notes, ...others } = crud("/notes", note({ uploadedAt: server }, ["uploadedAt"])) as Record<
      string,
      Record<string, object>
    >;
    const call = await serve({
      ...others,
      "/notes": { ...notes, post: { ...notes?.post, operationId: "uploadNote" } },
    });
    expect(age((await call("POST", "/notes", { text: "a" })).body.uploadedAt)).toBeLessThan(60_000);
  });

  test("of a new record are now; a change sets only the time of the last change", async () => {
    const call = await serve(crud("/notes", note({ createdAt: server, updated_at: server })));
    const made = (await call("POST", "/notes", { text: "a" })).body;
    expect(age(made.createdAt)).toBeLessThan(60_000);
    expect(made.updated_at).toBe(made.createdAt);
    const patched = await later(made.updated_at, async () => {
      const { body } = await call("PATCH", "/notes/1", { text: "b" });
      expect(body.createdAt).toBe(made.createdAt);
      return body.updated_at;
    });
    expect(Date.parse(patched)).toBeGreaterThan(Date.parse(made.updated_at));
    await later(patched, async () => {
      const { body } = await call("PUT", "/notes/1", { text: "c" });
      expect(body.createdAt).toBe(made.createdAt);
      return body.updated_at;
    });
  });

  test("are the client's if the request declares them", async () => {
    const call = await serve(crud("/notes", note({ createdAt: moment })));
    const sent = { text: "a", createdAt: "2001-02-03T04:05:06Z" };
    expect((await call("POST", "/notes", sent)).body).toEqual({ id: 1, ...sent });
    expect((await call("POST", "/notes", { text: "b" })).body).toEqual({ id: 2, text: "b" });
  });

  test("that the request has and a client leaves out are now, where nothing is marked as the server's", async () => {
    const item = {
      type: "object",
      properties: { id: { type: "integer" }, text: { type: "string" }, createdAt: moment },
    };
    const call = await serve(crud("/notes", item));
    expect(age((await call("POST", "/notes", { text: "a" })).body.createdAt)).toBeLessThan(60_000);
    const createdAt = "2001-02-03T04:05:06Z";
    expect((await call("POST", "/notes", { text: "b", createdAt })).body.createdAt).toBe(createdAt);
  });

  test("are the server's where no request has them; nothing is added that the schema does not declare", async () => {
    const seen = note({ created: moment });
    const paths = crud("/notes", seen) as Record<string, Record<string, object>>;
    const body = json({ type: "object", properties: { text: { type: "string" } } });
    Object.assign(paths["/notes"]?.post ?? {}, { requestBody: body });
    for (const method of ["put", "patch"]) Object.assign(paths["/notes/{id}"]?.[method] ?? {}, { requestBody: body });
    const call = await serve(paths);
    const made = (await call("POST", "/notes", { text: "a" })).body;
    expect(age(made.created)).toBeLessThan(60_000);
    expect(Object.keys(made).sort()).toEqual(["created", "id", "text"]);
  });

  test("are written as the schema has them: seconds, milliseconds, days", async () => {
    const epoch = { type: "integer", readOnly: true };
    const call = await serve(
      crud(
        "/notes",
        note({
          created: { ...epoch, description: "Unix timestamp" },
          updated: { ...epoch, description: "Milliseconds since 1970" },
          dateAdded: { type: "string", format: "date", readOnly: true },
          changed: { ...epoch, description: "How often it was changed", minimum: 0, maximum: 9 },
        }),
      ),
      {},
      { fixedTime: Date.parse("2030-05-06T07:08:09Z") },
    );
    const { body } = await call("POST", "/notes", { text: "a" });
    expect(body).toMatchObject({ created: 1_904_281_689, updated: 1_904_281_689_000, dateAdded: "2030-05-06" });
    expect(body.changed).toBeLessThan(10);
  });

  test.each([
    ["2017-06-01T00:00:00+00:00", "2030-05-06T07:08:09Z"],
    ["2017-06-01T00:00:00Z or 2017-06-01T00:00:00.5Z", "2030-05-06T07:08:09.000Z"],
    ["no moment", "2030-05-06T07:08:09.000Z"],
  ])("are as exact as those that the description writes: %s", async (description, createdAt) => {
    const rest = { tags: [{ name: "notes", description }] };
    const options = { fixedTime: Date.parse("2030-05-06T07:08:09Z") };
    const call = await serve(crud("/notes", note({ createdAt: server })), rest, options);
    expect((await call("POST", "/notes", { text: "a" })).body.createdAt).toBe(createdAt);
  });

  test("of a new record: its timestamp, which nobody sends", async () => {
    const event = note({ timestamp: moment }, ["timestamp"]);
    const paths = crud("/events", event) as Record<string, Record<string, object>>;
    Object.assign(paths["/events"]?.post ?? {}, {
      requestBody: json({ type: "object", properties: { text: { type: "string" } } }),
    });
    delete paths["/events/{id}"]?.put;
    delete paths["/events/{id}"]?.patch;
    const call = await serve(paths);
    expect(age((await call("POST", "/events", { text: "a" })).body.timestamp)).toBeLessThan(60_000);
  });

  test("with a fixed time are always the same, and an action that moves a field counts as a change", async () => {
    const item = note({ updatedAt: server, status: { type: "string", enum: ["open", "closed"] } });
    const post = { responses: ok({ $ref: "#/components/schemas/Note" }), "x-mock": { moves: { status: "closed" } } };
    const call = await serve(
      {
        ...crud("/notes", { $ref: "#/components/schemas/Note" }),
        "/notes/{id}/close": { parameters: [inPath("id", { type: "integer" })], post },
      },
      { components: { schemas: { Note: item } } },
      { fixedTime: Date.parse("2030-01-01"), seed: 1 },
    );
    const { body: seeded } = await call("GET", "/notes/1");
    expect(Date.parse(seeded.updatedAt)).toBeLessThan(Date.parse("2026-01-01"));
    expect((await call("POST", "/notes/1/close")).body).toMatchObject({
      status: "closed",
      updatedAt: "2030-01-01T00:00:00.000Z",
    });
  });
});

test("a version that updates name and creates do not is the first of a new record, and grows", async () => {
  const text = { type: "string" };
  const object = (properties: object, required: string[]) => ({ type: "object", properties, required });
  const version = { type: "integer", minimum: 1 };
  const prompt = object({ id: text, body: text, version }, ["id", "version"]);
  const call = await serve({
    "/prompts": {
      get: { responses: ok({ type: "array", items: prompt }) },
      post: { requestBody: json(object({ body: text }, ["body"])), responses: ok(prompt) },
    },
    "/prompts/{id}": {
      parameters: [inPath("id", text)],
      get: { responses: ok(prompt) },
      patch: { requestBody: json(object({ body: text, version }, ["body", "version"])), responses: ok(prompt) },
    },
  });
  const { id, version: first } = (await call("POST", "/prompts", { body: "a" })).body;
  expect(first).toBe(1);
  expect((await call("PATCH", `/prompts/${id}`, { body: "b", version: 1 })).body).toEqual({
    id,
    body: "b",
    version: 2,
  });
});
