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

  test("has the message in an `error_text`, too", async () => {
    const text = { type: "string" };
    const error = { type: "object", properties: { error_code: text, error_text: text }, additionalProperties: false };
    const list = { type: "object", properties: { validation_errors: { type: "array", items: error } } };
    const { absent } = await errors({ ...list, additionalProperties: false });
    expect(absent).toEqual({
      validation_errors: [{ error_code: "not_found", error_text: expect.stringContaining('pets has no record "7"') }],
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
      errors: [{ field: "name", message: "is required" }],
      error: "Validation failed",
      details: [{ in: "body", path: "/name" }],
    });
  });

  test("has no property that the schema forbids", async () => {
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

  test("lists the messages of each field where a map of lists, or of texts, is documented", async () => {
    const map = (values: object) => ({
      type: "object",
      required: ["errors"],
      properties: { errors: { type: "object", additionalProperties: values } },
    });
    const lists = await errors(map({ type: "array", items: { type: "string" } }));
    expect(lists.invalid).toMatchObject({ errors: { name: ["is required"] } });
    expect(lists.absent).toMatchObject({ errors: { id: ['pets has no record "7"'] } });
    const texts = await errors(map({ type: "string" }));
    expect(texts.invalid).toMatchObject({ errors: { name: "is required" } });
    const properties = { name: { type: "array", items: { type: "string" } } };
    const named = { type: "object", properties: { errors: { type: "object", properties } } };
    expect((await errors(named)).invalid).toMatchObject({ errors: { name: ["is required"] } });
    const messages = { type: "object", required: ["messages"], properties: { messages: properties.name } };
    const listed = { type: "object", required: ["errors"], properties: { errors: messages } };
    const inside = { messages: [expect.stringContaining("is required")] };
    expect((await errors(listed)).invalid).toMatchObject({ errors: inside });
  });

  test("is a problem document if that is documented", async () => {
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

  test("is one line if the schema is text", async () => {
    expect((await errors({ type: "string" }, "text/plain")).absent).toBe('Not found: pets has no record "7"');
  });

  test("is a list if the schema is one", async () => {
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

/** The body of an error of `POST /pets {}` or `GET /pets/7`, by its documented response. */
async function refusal(status: 400 | 404 | 422, response: object): Promise<Record<string, unknown>> {
  const responses = { [status]: { description: "no", ...response } };
  const call = await serve({
    "/pets": {
      post: { requestBody: json(pet), responses: { 201: { description: "made", ...json(pet) }, ...responses } },
    },
    "/pets/{id}": { parameters: [inPath("id")], get: { responses: { ...ok(pet), ...responses } } },
  });
  const reply = status === 404 ? await call("GET", "/pets/7") : await call("POST", "/pets", {});
  expect(reply.status).toBe(status);
  return reply.body;
}

describe("an error of a status that is not documented", () => {
  const problem = {
    type: "object",
    required: ["title"],
    properties: { title: { type: "string" }, status: { type: "integer" }, detail: { type: "string" } },
  };
  const none = { description: "ok" };
  const error = (schema: object, media = "application/json"): object => ({
    description: "no",
    content: { [media]: { schema } },
  });
  const limit = { name: "limit", in: "query", schema: { type: "integer" } };
  const pets = (errors: object, more: object = {}): object => ({
    "/pets": {
      get: { parameters: [limit], responses: { ...ok({ type: "array", items: pet }), ...more } },
      post: { requestBody: json(pet), responses: { 201: { description: "made", ...json(pet) }, ...errors } },
    },
  });
  const asText = { "content-type": "text/plain" };

  test("has the schema and media type that all documented ones share, of its operation or of the API", async () => {
    const call = await serve(
      pets(
        { 401: error(problem, "application/problem+json"), 409: error(problem, "application/problem+json") },
        { 404: none },
      ),
    );
    const type = "application/problem+json";
    expect(await call("POST", "/pets", "x", asText)).toMatchObject({
      status: 415,
      type,
      body: { title: "Unsupported media type", status: 415 },
    });
    expect(await call("GET", "/pets?limit=x")).toMatchObject({
      status: 400,
      type,
      body: { title: "Validation failed", status: 400, error: "Validation failed", details: [{ path: "/limit" }] },
    });
    const outage = { operationId: "postPets", status: 503 };
    expect((await call("POST", "/__mock/overrides", outage)).status).toBe(201);
    expect(await call("POST", "/pets", { name: "Rex" })).toMatchObject({
      status: 503,
      type,
      body: { title: "Overridden", status: 503 },
    });
  });

  test("has the schema of all errors that are not about validation, also where an operation documents none", async () => {
    const invalid = {
      type: "object",
      required: ["title", "errors"],
      properties: { title: { type: "string" }, errors: { type: "array", items: { type: "object" } } },
    };
    const type = "application/problem+json";
    const documented = { 401: error(problem, type), 404: error(problem, type), 422: error(invalid, type) };
    const paths = {
      ...pets(documented, documented),
      "/pets/{id}/photos": {
        parameters: [inPath("id", { type: "integer" })],
        get: { responses: ok({ type: "array", items: {} }) },
      },
    };
    const call = await serve(paths);
    for (const operationId of ["getPetsByIdPhotos", "postPets"])
      expect((await call("POST", "/__mock/overrides", { operationId, status: 503 })).status).toBe(201);
    const body = { title: "Overridden", status: 503 };
    expect(await call("GET", "/pets/1/photos")).toMatchObject({ status: 503, type, body });
    expect(await call("POST", "/pets", { name: "Rex" })).toMatchObject({ status: 503, type, body });
  });

  test("has the schema that the others build upon; an override with a body has the documented media type", async () => {
    const type = "application/problem+json";
    const reference = { $ref: "#/components/schemas/Problem" };
    const errors = { type: "array", items: { type: "string" } };
    const validation = { allOf: [reference, { type: "object", required: ["errors"], properties: { errors } }] };
    const call = await serve(pets({ 401: error(reference, type), 422: error(validation, type) }), {
      components: { schemas: { Problem: problem } },
    });
    await call("POST", "/__mock/overrides", { operationId: "postPets", status: 503 });
    expect(await call("POST", "/pets", { name: "Rex" })).toMatchObject({
      status: 503,
      type,
      body: { title: "Overridden", status: 503 },
    });
    const body = { title: "Invalid", status: 422, errors: ["name is taken"] };
    const added = await call("POST", "/__mock/overrides", { operationId: "postPets", status: 422, body });
    expect([added.status, added.body.warnings]).toEqual([201, undefined]);
    expect(await call("POST", "/pets", { name: "Rex" })).toMatchObject({ status: 422, type, body });
  });

  test("takes the one schema that all operations of the API document, even for a single status", async () => {
    const errors = { 400: error(problem) };
    const responses = { ...ok(pet), ...errors };
    const call = await serve({
      ...pets(errors),
      "/pets/{id}": { parameters: [inPath("id")], get: { responses }, delete: { responses } },
    });
    expect(await call("GET", "/pets/7")).toMatchObject({ status: 404, body: { title: "Not found", status: 404 } });
  });

  test.each([
    { what: "documented ones differ", errors: { 401: error(problem), 409: error({ type: "string" }) } },
    { what: "their media types differ", errors: { 401: error(problem), 409: error(problem, "text/json") } },
    { what: "the schema is that of one status", errors: { 409: error(problem) } },
    {
      what: "they are plain texts",
      errors: { 401: error({ type: "string" }, "text/plain"), 409: error({ type: "string" }, "text/plain") },
    },
  ])("is plain where $what", async ({ errors }) => {
    const call = await serve(pets(errors));
    const answer = await call("POST", "/pets", "x", asText);
    expect(answer).toMatchObject({ status: 415, type: "application/json" });
    expect(answer.body).toEqual({ error: "Unsupported media type", details: [expect.anything()] });
  });

  test("of a request that is not valid is plain where the shared schema forbids error and details", async () => {
    const strict = error({ ...problem, additionalProperties: false });
    const call = await serve(pets({ 401: strict, 409: strict }));
    expect((await call("POST", "/pets", {})).body).toMatchObject({ error: "Validation failed", details: [{}] });
    expect((await call("POST", "/pets", "x", asText)).body).toMatchObject({ title: "Unsupported media type" });
  });
});

describe("a word of an error body", () => {
  const types = ["api_error", "authentication_error", "card_error", "idempotency_error", "invalid_request_error"];
  const codes = ["card_not_found", "conflict", "parameter_missing", "not_found", "unauthorized", "wrong_type"];
  const fields = (required: readonly string[]) => ({
    type: "object",
    required,
    properties: { type: { type: "string", enum: types }, code: { type: "string", enum: codes } },
  });

  test.each([
    [404, "not_found"],
    [400, "parameter_missing"],
  ] as const)("is the enumeration member that means status %i", async (status, code) => {
    const bare = await refusal(status, json(fields(["type"])));
    expect(bare).toMatchObject({ type: "invalid_request_error", code });
    const inside = await refusal(status, json({ type: "object", properties: { error: fields([]) } }));
    expect(inside.error).toMatchObject({ type: "invalid_request_error", code });
    const errors = { type: "array", items: fields(["type", "code"]) };
    const listed = await refusal(status, json({ type: "object", properties: { errors } }));
    expect(listed.errors).toMatchObject([{ type: "invalid_request_error", code }]);
  });

  test("is a general one rather than one about another missing thing", async () => {
    const type = { type: "string", enum: ["bad_request", "missing_feature", "not_found", "validation"] };
    expect(await refusal(400, json({ type: "object", properties: { type } }))).toMatchObject({ type: "validation" });
  });

  test("is the required name of an error, and its type if that is not a URI", async () => {
    const text = { type: "string" };
    const kinds = (type: object) =>
      errors({ type: "object", required: ["name", "detail"], properties: { name: text, detail: text, type } });
    const { invalid, absent } = await kinds(text);
    expect(invalid).toMatchObject({ name: "validation_failed", type: "validation_failed" });
    expect(absent).toMatchObject({ name: "not_found", type: "not_found" });
    expect((await kinds({ ...text, format: "uri" })).absent).not.toHaveProperty("type");
  });

  test("is the example that names this problem, under whatever name", async () => {
    const text = (example: string) => ({ type: "string", examples: [example] });
    const { invalid, absent } = await errors({
      type: "object",
      properties: { type_name: text("RequestValidationError"), missing: text("EntityNotFound"), docs: text("/400") },
    });
    expect(invalid).toMatchObject({ type_name: "RequestValidationError" });
    expect(absent).toMatchObject({ missing: "EntityNotFound" });
    expect([invalid, absent]).not.toContainEqual(expect.objectContaining({ docs: "/400" }));
  });

  test("is left out if no enumeration member fits", async () => {
    const properties = { reason: { type: "string", enum: ["card_declined", "fraud"] }, message: { type: "string" } };
    expect(Object.keys(await refusal(404, json({ type: "object", properties })))).not.toContain("reason");
  });

  test.each([
    ["NOT_FOUND", "NOT_FOUND"],
    ["not_ready", "not_found"],
    ["NotReady", "NotFound"],
  ])("is written like its example %s", async (example, expected) => {
    const code = { type: "string", example };
    expect(await refusal(404, json({ type: "object", properties: { code } }))).toMatchObject({ code: expected });
  });

  test.each([
    ["not_found", 400, "bad_request"],
    ["not_found", 422, "unprocessable_entity"],
    ["BAD_REQUEST", 404, "NOT_FOUND"],
  ])("is the word for the status if its example %s is one", async (example, status, expected) => {
    const word = { type: "string", example };
    const properties = { id: word, code: word, message: { type: "string" } };
    const body = await refusal(status as 400 | 404 | 422, json({ type: "object", required: ["id"], properties }));
    expect(body).toMatchObject({ id: expected, code: expected });
  });

  test.each([
    ["object_not_found", "Not Found", { code: "object_not_found", error: "Not Found" }],
    ["card_not_found", "The card is not found", { code: "not_found", error: "Not found" }],
  ])("is its example %s if that only repeats the status", async (code, error, expected) => {
    const text = (example: string) => ({ type: "string", example });
    const properties = { code: text(code), error: text(error), error_name: { type: "string" } };
    expect(await refusal(404, json({ type: "object", properties }))).toMatchObject({
      ...expected,
      error_name: "not_found",
    });
  });

  test("is the number of the nearest status, not just any", async () => {
    const code = { type: "integer", enum: [401, 404, 413, 422, 500] };
    const properties = { status_code: code, message: { type: "string" } };
    const schema = { type: "object", required: ["status_code"], properties };
    expect(await refusal(400, json(schema))).toMatchObject({ status_code: 422 });
    expect(await refusal(404, json(schema))).toMatchObject({ status_code: 404 });
  });
});

describe("an error body", () => {
  test("is FastAPI's list of places, messages and types", async () => {
    const item = {
      type: "object",
      required: ["loc", "msg", "type"],
      properties: {
        loc: { type: "array", items: { anyOf: [{ type: "string" }, { type: "integer" }] } },
        msg: { type: "string" },
        type: { type: "string" },
      },
    };
    const schema = { type: "object", properties: { detail: { type: "array", items: item } } };
    const { detail } = await refusal(422, json(schema));
    expect(detail).toMatchObject([{ loc: ["body", "name"], msg: "is required", type: "required" }]);
  });

  test("has a text if the schema allows a text or an object", async () => {
    const detail = { anyOf: [{ type: "string" }, { type: "object", properties: { code: { type: "string" } } }] };
    const body = await refusal(404, json({ type: "object", required: ["detail"], properties: { detail } }));
    expect(body.detail).toBe('Not found: pets has no record "7"');
  });

  test("has the words of the documented example of its status and messages of its own", async () => {
    const example = { type: "error.list", request_id: "r1", errors: [{ code: "pet_gone", message: "Pet Not Found" }] };
    const item = { type: "object", properties: { code: { type: "string" }, message: { type: "string" } } };
    const properties = {
      type: { type: "string" },
      request_id: { type: "string" },
      errors: { type: "array", items: item },
    };
    expect(await refusal(404, json({ type: "object", properties }, { example }))).toMatchObject({
      type: "error.list",
      request_id: "r1",
      errors: [{ code: "pet_gone", message: 'pets has no record "7"' }],
    });
  });

  test("has the title of the documented example if a detail says more", async () => {
    const properties = { status: { type: "integer" }, title: { type: "string" }, detail: { type: "string" } };
    const example = { status: 404, title: "Not Found", detail: "No pet goes by tok_1" };
    expect(await refusal(404, json({ type: "object", properties }, { example }))).toMatchObject({
      title: "Not Found",
      detail: 'Not found: pets has no record "7"',
    });
  });

  test("has the form of the documented example if its status has no schema", async () => {
    const example = { code: 12, msg: "No such pet", errors: [{ field: "id", message: "wrong" }] };
    expect(await refusal(404, { content: { "application/json": { example } } })).toMatchObject({
      code: 404,
      msg: 'Not found: pets has no record "7"',
      errors: [{ field: "id", message: 'pets has no record "7"' }],
    });
  });

  test.each(["application/json", "*/*", "application/octet-stream"])(
    "of %s without a schema has the message",
    async (type) => {
      expect(await refusal(404, { content: { [type]: {} } })).toMatchObject({
        error: "Not found",
        details: [{ message: 'pets has no record "7"' }],
      });
    },
  );

  test("is in the list that an object around it holds", async () => {
    const error = {
      type: "object",
      properties: { code: { type: "string", enum: ["NOT_FOUND"] }, message: { type: "string" } },
    };
    const _embedded = { type: "object", properties: { errors: { type: "array", items: error } } };
    expect(await refusal(404, json({ type: "object", properties: { _embedded } }))).toMatchObject({
      _embedded: { errors: [{ code: "NOT_FOUND", message: expect.stringContaining("pets has no record") }] },
    });
  });

  test("says that the request did not succeed", async () => {
    const properties = { success: { type: "boolean" }, message: { type: "string" } };
    expect(await refusal(404, json({ type: "object", properties }))).toMatchObject({ success: false });
  });
});
