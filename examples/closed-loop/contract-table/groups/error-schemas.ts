import { answer, api, json, param, ref } from "../description.js";
import type { Group, Row } from "../row.js";

const string = { type: "string" };
const integer = { type: "integer" };
const object = (properties: object, required: readonly string[] = [], more: object = {}): object => ({
  type: "object",
  properties,
  required,
  ...more,
});
const list = (items: object): Record<string, unknown> => ({ type: "array", items });

const schemas = {
  Thing: {
    type: "object",
    required: ["name"],
    properties: { id: { ...integer, readOnly: true }, name: string, size: { ...integer, minimum: 1 } },
  },
};

/** A collection and its items whose errors are documented so, by status. */
function documented(path: string, errors: object): Record<string, unknown> {
  const body = { required: true, ...json(ref("Thing")) };
  return {
    [`/${path}`]: {
      post: { requestBody: body, responses: { 201: answer(ref("Thing")), ...errors } },
      get: {
        parameters: [param("limit", "query", { ...integer, minimum: 1 })],
        responses: { 200: answer(list(ref("Thing"))), ...errors },
      },
    },
    [`/${path}/{id}`]: {
      parameters: [param("id", "path", integer)],
      get: { responses: { 200: answer(ref("Thing")), ...errors } },
    },
  };
}

const of = (schema: object, type = "application/json"): object => ({
  description: "An error",
  ...json(schema as Record<string, unknown>, type),
});
const everywhere = (schema: object, type?: string): object => ({ 400: of(schema, type), 404: of(schema, type) });

/** The requests that every collection below gets; each collection has its own answers. */
const asked = (
  path: string,
  expected: {
    readonly empty: Partial<Row>;
    readonly two?: Partial<Row>;
    readonly absent?: Partial<Row>;
    readonly query?: Partial<Row>;
  },
): readonly Row[] => [
  { name: `${path}: an empty POST`, method: "POST", path: `/${path}`, body: {}, status: 400, ...expected.empty },
  {
    name: `${path}: two violations`,
    method: "POST",
    path: `/${path}`,
    body: { name: 5, size: 0 },
    status: 400,
    ...expected.empty,
    ...expected.two,
  },
  { name: `${path}: an absent record`, path: `/${path}/7`, status: 404, ...expected.absent },
  { name: `${path}: a bad query`, path: `/${path}?limit=0`, status: 400, ...expected.query },
];

export const errorObjects: Group = {
  name: "errors as objects",
  description: api(
    {
      ...documented(
        "fields",
        everywhere(object({ msg: string, errors: list(object({ field: string, message: string })) })),
      ),
      ...documented("none", {}),
      ...documented(
        "plain",
        everywhere(object({ error: string, details: list({ type: "object" }) }, ["error", "details"])),
      ),
      ...documented("error-only", everywhere(object({ error: string }, ["error"], { additionalProperties: false }))),
      ...documented("integer-code", everywhere(object({ code: integer, message: string }, ["code", "message"]))),
      ...documented(
        "closed-code",
        everywhere(object({ code: integer, message: string }, ["code", "message"], { additionalProperties: false })),
      ),
      ...documented("string-code", everywhere(object({ code: string, message: string }, ["code", "message"]))),
      ...documented(
        "enum-code",
        everywhere(
          object({ code: { type: "string", enum: ["INVALID", "MISSING"] }, message: string }, ["code", "message"]),
        ),
      ),
      ...documented(
        "nested",
        everywhere(object({ error: object({ code: string, message: string }, ["message"]) }, ["error"])),
      ),
      ...documented(
        "json-api",
        everywhere(
          object(
            {
              errors: list(
                object({ status: string, title: string, detail: string, source: object({ pointer: string }) }),
              ),
            },
            ["errors"],
          ),
        ),
      ),
      ...documented(
        "graphql",
        everywhere(
          object(
            { data: { type: "null" }, errors: list(object({ message: string, path: list(string) }, ["message"])) },
            ["errors"],
          ),
        ),
      ),
      ...documented("fastapi", {
        422: of(
          object({
            detail: list(
              object({ loc: list({ anyOf: [string, integer] }), msg: string, type: string }, ["loc", "msg", "type"]),
            ),
          }),
        ),
        404: of(object({ detail: string })),
      }),
    },
    schemas,
  ),
  rows: [
    ...asked("fields", {
      empty: {
        says: ['"msg":"Validation failed: body /name is required"', '"field":"name"', '"message":"is required"'],
      },
      two: { says: ['"field":"name"', '"field":"size"'] },
      absent: { says: ['"msg":"Not found'] },
    }),
    ...asked("none", {
      empty: {
        answer: {
          error: "Validation failed",
          details: [
            {
              in: "body",
              path: "/name",
              message: "is required",
              keyword: "required",
              params: { missingProperty: "name" },
            },
          ],
        },
      },
      two: { answer: undefined, says: ["/name", "/size"] },
      absent: { says: ['"error":"Not found"'] },
    }),
    ...asked("plain", {
      empty: { says: ['"error":"Validation failed"', '"details":['] },
      absent: { says: ['"error":"Not found"'] },
    }),
    ...asked("error-only", {
      empty: { answer: { error: "Validation failed" } },
      absent: { answer: { error: "Not found" } },
    }),
    ...asked("integer-code", {
      empty: { says: ['"code":400', '"message":"Validation failed: body /name is required"'] },
      two: { says: ['"code":400'] },
      absent: { says: ['"code":404'] },
    }),
    ...asked("closed-code", {
      empty: { answer: { code: 400, message: "Validation failed: body /name is required" } },
      two: { answer: { code: 400, message: "Validation failed: body /name must be a string (and 1 more)" } },
    }),
    ...asked("string-code", {
      empty: { says: ['"code":"validation_failed"'] },
      absent: { says: ['"code":"not_found"'] },
    }),
    ...asked("enum-code", { empty: { says: ['"message":"Validation failed'] } }),
    ...asked("nested", {
      empty: { says: ['"error":{', '"message":"Validation failed: body /name is required"'] },
      two: { says: ['"error":{', '"message":"Validation failed: body /name must be a string (and 1 more)"'] },
    }),
    ...asked("json-api", {
      empty: { says: ['"status":"400","title":"is required","detail":"is required","source":{"pointer":"/name"}'] },
      two: { says: ['"source":{"pointer":"/name"}', '"source":{"pointer":"/size"}'] },
    }),
    ...asked("graphql", {
      empty: { says: ['"errors":[{', '"path":["name"],"message":"is required"'] },
      two: { says: ['"path":["name"]', '"path":["size"]'] },
    }),
    ...asked("fastapi", {
      empty: { status: 422, says: ['"detail":[{', '"loc":["body","name"]', '"msg":"is required"'] },
      two: { status: 422, says: ['"loc":["body","size"]'] },
      absent: { says: ['"detail":"Not found'] },
      query: { status: 422, says: ['"loc":["query","limit"]'] },
    }),
  ],
};

const problem = object({
  type: { type: "string", format: "uri-reference" },
  title: string,
  status: integer,
  detail: string,
  instance: string,
});
const xmlError = object({ code: { ...integer, xml: { attribute: true } }, message: string }, ["message"], {
  xml: { name: "error" },
});

export const errorForms: Group = {
  name: "errors in other forms",
  description: api(
    {
      ...documented("problems", everywhere(problem, "application/problem+json")),
      ...documented("arrays", everywhere(list(object({ message: string, path: string }, ["message"])))),
      ...documented("strings", everywhere(list(string))),
      ...documented("one-string", everywhere(string)),
      ...documented("text", everywhere(string, "text/plain")),
      ...documented("xml", everywhere(xmlError, "application/xml")),
      ...documented("no-body", { 400: { description: "Bad" }, 404: { description: "Absent" } }),
      ...documented("no-schema", { 400: { description: "Bad", content: { "application/json": {} } } }),
      ...documented("default", { default: of(object({ message: string, status: integer }, ["message", "status"])) }),
      ...documented("range", { "4XX": of(object({ reason: string }, ["reason"])) }),
      ...documented("exact-before-range", {
        "4XX": of(object({ reason: string }, ["reason"])),
        400: of(object({ message: string }, ["message"])),
      }),
      ...documented("unprocessable", {
        422: of(
          object({ message: string, errors: { type: "object", additionalProperties: list(string) } }, ["message"]),
        ),
      }),
      ...documented("either", {
        400: {
          description: "Bad",
          content: { "application/problem+json": { schema: problem }, "text/plain": { schema: string } },
        },
      }),
      ...documented(
        "extra",
        everywhere(
          object(
            {
              message: string,
              severity: { type: "string", enum: ["error"] },
              retryable: { type: "boolean", const: false },
              docs: { type: "string", default: "none" },
            },
            ["message", "severity", "retryable", "docs"],
            { additionalProperties: false },
          ),
        ),
      ),
      ...documented(
        "all-of",
        everywhere({ allOf: [object({ message: string }, ["message"]), object({ status: integer }, ["status"])] }),
      ),
      ...documented(
        "one-of",
        everywhere({
          oneOf: [
            object({ message: string }, ["message"], { additionalProperties: false }),
            object({ errors: list(string) }, ["errors"], { additionalProperties: false }),
          ],
        }),
      ),
      ...documented("at", {
        400: {
          ...of(object({ message: string })),
          headers: { "Retry-After": { required: true, schema: { ...integer, const: 5 } } },
        },
      }),
    },
    schemas,
  ),
  rows: [
    ...asked("problems", {
      empty: {
        answerHeaders: { "content-type": "application/problem+json" },
        says: ['"title":"Validation failed"', '"status":400', '"detail":"Validation failed: body /name is required"'],
      },
      two: { says: ['"status":400'] },
      absent: { says: ['"status":404'] },
    }),
    ...asked("arrays", {
      empty: { says: ["[{", '"message":"is required"'] },
      two: { says: ["/size"] },
      absent: { says: ["[{"] },
    }),
    ...asked("strings", {
      empty: { answer: ["/name is required"] },
      two: { answer: ["/name must be a string", "/size must be at least 1"] },
    }),
    ...asked("one-string", {
      empty: { answer: '"Validation failed: body /name is required"' },
      two: { answer: '"Validation failed: body /name must be a string (and 1 more)"' },
    }),
    ...asked("text", {
      empty: {
        answer: "Validation failed: body /name is required",
        answerHeaders: { "content-type": "text/plain; charset=utf-8" },
      },
      two: { answer: "Validation failed: body /name must be a string (and 1 more)" },
    }),
    {
      name: "text: a body of another type",
      method: "POST",
      path: "/text",
      body: ["name"],
      status: 400,
      answer: "Validation failed: body must be an object",
    },
    ...asked("xml", { empty: { says: ["<error", 'code="400"', "<message>"] } }),
    ...asked("no-body", { empty: { says: ['"error":"Validation failed"'] } }),
    ...asked("no-schema", { empty: { says: ['"error":"Validation failed"'] } }),
    ...asked("default", { empty: { says: ['"status":400'] }, absent: { says: ['"status":404'] } }),
    ...asked("range", {
      empty: { says: ['"reason":"Validation failed: body /name is required"'] },
      two: { says: ['"reason":"'] },
      absent: { says: ['"reason":"Not found'] },
    }),
    ...asked("exact-before-range", {
      empty: { says: ['"message":"Validation failed'] },
      absent: { says: ['"reason":"Not found'] },
    }),
    ...asked("unprocessable", {
      empty: { status: 422, says: ['"message":"Validation failed'] },
      query: { status: 422 },
    }),
    ...asked("either", { empty: { answerHeaders: { "content-type": "application/problem+json" } } }),
    {
      name: "either: as text",
      method: "POST",
      path: "/either",
      headers: { accept: "text/plain" },
      body: {},
      status: 400,
      answerHeaders: { "content-type": "text/plain; charset=utf-8" },
      says: ["Validation failed: body /name is required"],
    },
    ...asked("extra", {
      empty: {
        answer: {
          message: "Validation failed: body /name is required",
          severity: "error",
          retryable: false,
          docs: "none",
        },
      },
      two: { answer: undefined, says: ['"severity":"error"'] },
    }),
    ...asked("all-of", { empty: { says: ['"status":400', '"message":"Validation failed'] } }),
    ...asked("one-of", { empty: { status: 400 } }),
    ...asked("at", { empty: { answerHeaders: { "retry-after": "5" } } }),
    {
      name: "malformed JSON as a problem",
      method: "POST",
      path: "/problems",
      headers: { "content-type": "application/json" },
      body: "{",
      status: 400,
      says: ['"title":"Malformed JSON"'],
    },
    {
      name: "a wrong media type where 4XX is documented",
      method: "POST",
      path: "/range",
      headers: { "content-type": "text/plain" },
      body: "x",
      status: 415,
      says: ['"reason":"'],
    },
    {
      name: "a wrong method where default is documented",
      method: "DELETE",
      path: "/default",
      status: 405,
      says: ['"error":"Method not allowed"'],
    },
    {
      name: "an unknown Accept where default is documented",
      path: "/default",
      headers: { accept: "image/png" },
      status: 406,
      says: ['"status":406'],
    },
  ],
};
