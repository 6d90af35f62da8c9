import { expect, test } from "vitest";
import { issuesOf } from "../src/runtime/validate/compile.js";
import { emittedSchemas } from "./emitted-schemas.js";

const [text, a, b] = [{ type: "string" }, { type: "object", required: ["a"] }, { type: "object", required: ["b"] }];

test.each<[string, object, unknown]>([
  ["type", { type: ["integer", "null"] }, "1"],
  ["enum", { enum: ["a", 1, null] }, "b"],
  ["a long enum", { enum: Array.from({ length: 40 }, (_, at) => `value-${at}`) }, "b"],
  ["const", { const: "a" }, "b"],
  ["minimum", { type: "integer", minimum: 1 }, 0],
  ["exclusiveMaximum", { type: "integer", exclusiveMaximum: 1 }, 1],
  ["multipleOf", { type: "number", multipleOf: 0.01 }, 0.015],
  ["minLength", { ...text, minLength: 1 }, ""],
  ["maxLength", { ...text, maxLength: 1 }, "ab"],
  ["pattern", { ...text, pattern: "^a+$" }, "b"],
  ...["date", "date-time", "time", "email", "hostname", "ipv4", "uri", "uuid", "byte"].map(
    (format): [string, object, unknown] => [format, { ...text, format }, "*"],
  ),
  ["int32", { type: "integer", format: "int32" }, 2 ** 40],
  ["minItems", { type: "array", minItems: 1 }, []],
  ["uniqueItems", { type: "array", uniqueItems: true }, [1, 1]],
  ["contains", { type: "array", contains: text }, [1]],
  ["required", { type: "object", required: ["a"] }, {}],
  ["minProperties", { type: "object", minProperties: 2 }, {}],
  ["additionalProperties", { type: "object", properties: { name: text }, additionalProperties: false }, { nmae: "" }],
  ["dependentRequired", { type: "object", dependentRequired: { a: ["b"] } }, { a: 1 }],
  ["propertyNames", { type: "object", propertyNames: { maxLength: 2 } }, { long: 1 }],
  ["not", { not: text }, "a"],
  ["anyOf", { anyOf: [a, b] }, {}],
  ["oneOf", { oneOf: [a, b] }, { a: 1, b: 1 }],
])("clients and servers word a failed %s alike", async (_, schema, value) => {
  const content = { "application/json": { schema } };
  const post = { requestBody: { content }, responses: { 204: { description: "" } } };
  const { api, schemas } = await emittedSchemas({
    openapi: "3.1.0",
    info: { title: "Words", version: "1" },
    paths: { "/words": { post } },
  });
  const [{ schema: own, data } = expect.fail("a schema")] = schemas;
  const [said = expect.fail("a violation")] = api.schemas.validator(own, "request").violations(value);
  const [issue] = issuesOf(data, "request", value);
  expect(issue?.path).toBe(said.path);
  // Servers may add details.
  expect(said.message.slice(0, issue?.message.length)).toBe(issue?.message);
});
