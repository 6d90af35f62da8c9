import { describe, expect, test } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const pet = { type: "object", required: ["name"], properties: { id: { type: "integer" }, name: { type: "string" } } };

/** Errors of a description in which each status documents this schema. */
async function errors(schema: object, media = "application/json"): Promise<{ invalid: unknown; absent: unknown }> {
  const documented = { description: "no", content: { [media]: { schema } } };
  const call = await serve({
    "/pets": {
      post: { requestBody: json(pet), responses: { 201: { description: "made", ...json(pet) }, 400: documented } },
    },
    "/pets/{id}": { parameters: [inPath("id")], get: { responses: { ...ok(pet), 404: documented } } },
  });
  const [invalid, absent] = [await call("POST", "/pets", {}), await call("GET", "/pets/7")];
  expect([invalid.status, absent.status]).toEqual([400, 404]);
  expect(invalid.type).toContain(media);
  return { invalid: invalid.body, absent: absent.body };
}

describe("an error", () => {
  test("has the plain shape where nothing is documented", async () => {
    const call = await serve(crud("/pets", pet));
    expect(await call("GET", "/pets/7")).toMatchObject({
      status: 404,
      body: { error: "Not found", details: [{ in: "path", path: "/id", message: 'pets has no record "7"' }] },
    });
  });

  test("fills in the documented fields for message, status and violations, and keeps error and details beside them", async () => {
    const { invalid } = await errors({
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "integer" },
        message: { type: "string" },
        errors: {
          type: "array",
          items: {
            type: "object",
            required: ["field"],
            properties: { field: { type: "string" }, message: { type: "string" } },
          },
        },
      },
    });
    expect(invalid).toMatchObject({
      code: 400,
      message: expect.stringContaining("Validation failed"),
      errors: [{ field: "/name", message: "is required" }],
      error: "Validation failed",
      details: [{ in: "body", path: "/name" }],
    });
  });

  test("has nothing that the schema forbids", async () => {
    const { invalid, absent } = await errors({
      type: "object",
      additionalProperties: false,
      required: ["error", "trace"],
      properties: {
        error: {
          type: "object",
          additionalProperties: false,
          required: ["message"],
          properties: { message: { type: "string" }, status: { type: "integer" } },
        },
        trace: { type: "string" },
      },
    });
    expect(invalid).toEqual({
      error: { message: expect.stringContaining("/name is required"), status: 400 },
      trace: expect.any(String),
    });
    expect(absent).toMatchObject({ error: { status: 404 } });
  });

  test("is a problem document where that is documented", async () => {
    const { absent } = await errors(
      {
        type: "object",
        properties: {
          type: { type: "string" },
          title: { type: "string" },
          status: { type: "integer" },
          detail: { type: "string" },
        },
      },
      "application/problem+json",
    );
    expect(absent).toMatchObject({ title: "Not found", status: 404, detail: expect.stringContaining("no record") });
  });

  test("is one line where the schema is text", async () => {
    expect((await errors({ type: "string" }, "text/plain")).absent).toBe('Not found: path /id pets has no record "7"');
  });

  test("is a list where the schema is one", async () => {
    const { invalid } = await errors({
      type: "array",
      items: {
        type: "object",
        properties: { msg: { type: "string" }, loc: { type: "array", items: { type: "string" } } },
      },
    });
    expect(invalid).toMatchObject([{ msg: "is required", loc: ["body", "name"] }]);
  });

  test("of validation is 422 where only that is documented", async () => {
    const call = await serve({
      "/a": { post: { requestBody: json(pet), responses: { 204: { description: "ok" }, 422: { description: "no" } } } },
    });
    expect((await call("POST", "/a", {})).status).toBe(422);
    expect((await call("POST", "/a", "{", { "content-type": "application/json" })).status).toBe(400);
  });

  test("takes the schema of its range or of default", async () => {
    const failure = json({ type: "object", required: ["reason"], properties: { reason: { type: "string" } } });
    const call = await serve({
      "/a": {
        post: {
          requestBody: json(pet),
          responses: { 204: { description: "ok" }, "4XX": { description: "no", ...failure } },
        },
      },
      "/b": {
        post: {
          requestBody: json(pet),
          responses: { 204: { description: "ok" }, default: { description: "no", ...failure } },
        },
      },
    });
    for (const path of ["/a", "/b"]) expect((await call("POST", path, {})).body.reason).toContain("/name is required");
  });
});
