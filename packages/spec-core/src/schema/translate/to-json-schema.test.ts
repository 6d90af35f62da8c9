import { expect, describe as suite, test } from "vitest";
import { describe, normalForm, schemasOf, wrongs } from "../fixtures/schemas-of.js";

const LOOSE_NULL = { type: "null", "x-loose-null": true };
const target = { $ref: "#/components/schemas/A" };

suite("nullable of OpenAPI 3.0", () => {
  test.each([
    ["beside a type", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["without a type, where null is allowed anyway", { nullable: true, description: "x" }, { description: "x" }],
    ["false", { type: "string", nullable: false }, { type: "string" }],
    [
      "beside an enum that forgets null",
      { type: "string", nullable: true, enum: ["a"] },
      { anyOf: [{ type: "string", enum: ["a"] }, LOOSE_NULL] },
    ],
    [
      "beside an enum that names null",
      { type: "string", nullable: true, enum: ["a", null] },
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [
      "beside allOf",
      { nullable: true, description: "x", allOf: [target] },
      { description: "x", anyOf: [target, { type: "null", "x-loose-null": true }] },
    ],
    [
      "beside allOf and more",
      { type: "object", nullable: true, readOnly: true, allOf: [target, { required: ["a"] }] },
      {
        readOnly: true,
        anyOf: [
          { type: "object", allOf: [target, { required: ["a"] }] },
          { type: "null", "x-loose-null": true },
        ],
      },
    ],
    [
      "beside oneOf",
      { nullable: true, oneOf: [{ type: "string" }, { type: "integer" }] },
      { anyOf: [{ oneOf: [{ type: "string" }, { type: "integer" }] }, { type: "null", "x-loose-null": true }] },
    ],
    ["beside $ref", { ...target, nullable: true }, { anyOf: [target, { type: "null", "x-loose-null": true }] }],
  ])("%s", async (_, schema, expected) => {
    expect(await normalForm({ properties: { a: schema } })).toEqual({ properties: { a: expected } });
  });
});

test.each([
  [{ nullable: true }],
  [{ nullable: true, description: "none", default: null }],
  [{ nullable: true, enum: [null] }],
  [{ type: "string", nullable: true, enum: [null] }],
])("the alternative %j is null", async (none) => {
  for (const keyword of ["anyOf", "oneOf"]) {
    const normal = await normalForm({ properties: { a: { [keyword]: [target, none] } } });
    const usual = keyword === "oneOf" ? { default: null } : {};
    expect(normal).toEqual({ properties: { a: { [keyword]: [target, { type: "null" }], ...usual } } });
  }
});

test("of integer and number in a oneOf the integer is left out, as no integer would fit just one", async () => {
  const integer = { type: "integer", format: "int64", description: "whole" };
  const number = { type: "number" };
  const text = { type: "string" };
  expect(await normalForm({ properties: { a: { oneOf: [integer, number, text] } } })).toEqual({
    properties: { a: { oneOf: [number, text] } },
  });
  const narrow = { oneOf: [{ ...integer, maximum: 3 }, number] };
  expect(await normalForm({ properties: { a: narrow } })).toEqual({ properties: { a: narrow } });
});

test("nullable in OpenAPI 3.1, which does not have it, is a null to take and not to answer", async () => {
  const schema = { properties: { a: { type: "string", nullable: true } } };
  expect(await normalForm(schema, "3.1.0")).toEqual({ properties: { a: { anyOf: [{ type: "string" }, LOOSE_NULL] } } });
});

test("parts of an allOf that forbid what another requires are open, with a warning; others are closed together", async () => {
  const closed = { type: "object", additionalProperties: false };
  const text = { type: "string" };
  const options = { ...closed, required: ["model"], properties: { model: text } };
  const input = { ...closed, required: ["url"], properties: { url: text } };
  const body = { ...closed, allOf: [input, { $ref: "#/components/schemas/Options" }] };
  const schemas = { Options: options };
  expect(await wrongs(body, { url: "a", model: "b" }, { schemas })).toEqual([]);
  expect(await wrongs(body, { url: "a" }, { schemas })).toEqual(["/model is required"]);
  expect((await describe({ ...schemas, A: body })).schemas.at("#/components/schemas/Options").json).toEqual(options);
  const apart = { allOf: [{ ...closed, properties: { a: text } }, { properties: { b: text } }] };
  expect(await wrongs(apart, { a: "x", b: "x" })).toEqual([]);
  expect(await wrongs(apart, { b: "x", c: "x" })).toHaveLength(1);
});

test("a closed base is open for the subtypes of its mapping, with a warning", async () => {
  const closed = { type: "object", additionalProperties: false };
  const base = { $ref: "#/components/schemas/Trigger" };
  const mapping = { Changed: "#/components/schemas/Changed", Manual: "#/components/schemas/Manual" };
  const schemas = {
    Trigger: {
      ...closed,
      discriminator: { propertyName: "kind", mapping },
      required: ["kind"],
      properties: { kind: { type: "string" } },
    },
    Changed: { allOf: [base, { ...closed, required: ["all"], properties: { all: { type: "boolean" } } }] },
    Manual: { allOf: [base, closed] },
  };
  expect(await wrongs(base, { kind: "Changed", all: true }, { schemas })).toEqual([]);
  expect(await wrongs(base, { kind: "Changed" }, { schemas })).toEqual(["/all is required"]);
  expect(await wrongs(base, { kind: "Manual" }, { schemas })).toEqual([]);
  expect(await wrongs(base, { all: true }, { schemas })).toEqual(["/kind is required"]);
});

suite("bounds", () => {
  test.each([
    ["boolean and true", { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ["boolean before the bound", { exclusiveMaximum: true, maximum: 9 }, { exclusiveMaximum: 9 }],
    ["boolean and false", { minimum: 1, exclusiveMinimum: false }, { minimum: 1 }],
    ["numbers, as from 3.1 on", { exclusiveMinimum: 1, minimum: 0 }, { minimum: 0, exclusiveMinimum: 1 }],
    ["true without a bound", { exclusiveMinimum: true }, {}],
  ])("%s", async (_, schema, expected) => {
    expect(await normalForm(schema)).toEqual(expected);
    expect(await normalForm(schema, "3.1.0")).toEqual(expected);
  });
});

suite("other words of OpenAPI", () => {
  test.each([
    ["example becomes the first of examples", { example: 1, examples: [2] }, { examples: [1, 2] }],
    ["a map of Example objects becomes their values", { examples: { one: { value: 1 } } }, { examples: [1] }],
    ["a tuple becomes prefixItems", { items: [{ type: "string" }] }, { prefixItems: [{ type: "string" }] }],
    [
      "additionalItems become items behind a tuple",
      { items: [{ type: "string" }], additionalItems: false },
      { prefixItems: [{ type: "string" }], items: false },
    ],
    ["an empty tuple says nothing", { type: "array", items: [] }, { type: "array" }],
    [
      "dependencies become two keywords",
      { dependencies: { a: ["b"], c: {} } },
      { dependentRequired: { a: ["b"] }, dependentSchemas: { c: {} } },
    ],
    ["a file is binary text", { type: "file" }, { type: "string", format: "binary" }],
    ["any is no type", { type: "any" }, {}],
    ["definitions are found where they stand", { definitions: { B: {} }, $defs: { C: {} } }, {}],
    [
      "a discriminator may be a name, as in Swagger 2.0",
      { discriminator: "kind" },
      { discriminator: { propertyName: "kind" } },
    ],
  ])("%s", async (_, schema, expected) => {
    expect(await normalForm(schema)).toEqual(expected);
  });
});

suite("JSON Schema 2020-12 passes as it is", () => {
  test.each([
    { type: ["string", "null"], minLength: 1 },
    { properties: { a: true, b: false }, patternProperties: { "^x-": {} }, unevaluatedProperties: false },
    { prefixItems: [{ const: 1 }], items: false, contains: { type: "string" }, minContains: 0 },
    // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's keyword.
    { if: { required: ["a"] }, then: { required: ["b"] }, else: { not: {} } },
    { const: null, contentMediaType: "application/json", "x-vendor": { $ref: "#/nowhere" } },
  ])("%j", async (schema) => {
    expect(await normalForm(schema, "3.1.0")).toEqual(schema);
  });
});

suite("what makes no sense is mended or left out, with a warning", () => {
  test.each([
    ["a type that is a word of another language", { type: "int" }, { type: "integer" }, "unknown-type"],
    ["a type in capitals", { type: "String" }, { type: "string" }, "unknown-type"],
    ["a date as type", { type: "date" }, { type: "string", format: "date" }, "unknown-type"],
    ["a type nobody knows", { type: "banana" }, {}, "unknown-type"],
    ["enum: null", { enum: null }, {}, "invalid-keyword"],
    ["an empty enum", { enum: [] }, {}, "invalid-keyword"],
    ["required: true on a property", { required: true }, {}, "invalid-keyword"],
    ["a bound in quotes", { minimum: "1" }, { minimum: 1 }, "invalid-keyword"],
    ["a length below zero", { maxLength: -1 }, {}, "invalid-keyword"],
    ["properties: []", { properties: [] }, {}, "invalid-keyword"],
    ["allOf with nothing", { allOf: [] }, {}, "invalid-keyword"],
    ["a pattern that is no regular expression", { pattern: "(" }, {}, "invalid-pattern"],
    ["a pattern with modifiers", { pattern: "(?i)abc" }, {}, "invalid-pattern"],
    [
      "unquoted numbers for text",
      { type: "string", enum: [1, 2] },
      { type: "string", enum: ["1", "2"], "x-doubtful": true },
      "enum-type",
    ],
    ["a schema that is text", "string", true, "invalid-schema"],
  ])("%s", async (_, schema, expected, code) => {
    const api = await describe({ A: { properties: { a: schema } } });
    const { json } = api.schemas.at("#/components/schemas/A");
    expect(json).toEqual({ properties: { a: expected } });
    const [warning, ...others] = api.diagnostics;
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ severity: "warning", code });
    expect(warning?.location.pointer).toContain("/components/schemas/A/properties/a");
  });

  test.each([
    ["required: false on a property", { required: false }, {}],
    ["a property without a schema", { properties: { a: null } }, { properties: { a: true } }],
    ["allOf without the list", { allOf: { type: "string" } }, { allOf: [{ type: "string" }] }],
    ["anchors of other languages", { pattern: "\\Aa\\z" }, { pattern: "^a$" }],
    ["a pattern between slashes", { pattern: "/^a$/" }, { pattern: "^a$", "x-doubtful": true }],
    ["a needless escape", { pattern: "^[\\w\\-]+\\_$" }, { pattern: "^[\\w\\-]+\\_$" }],
  ])("%s needs no warning", async (_, schema, expected) => {
    const api = await describe({ A: schema });
    expect(api.schemas.at("#/components/schemas/A").json).toEqual(expected);
    expect(api.diagnostics).toEqual([]);
  });
});

suite("references", () => {
  const pet = "#/components/schemas/Pet";

  test("a reference stays one", async () => {
    const schemas = await schemasOf({ Pet: {}, A: { properties: { pet: { $ref: pet } } } });
    expect(schemas.at("#/components/schemas/A").json).toEqual({ properties: { pet: { $ref: pet } } });
  });

  test("what only describes the place is kept beside it in 3.0, the rest is ignored", async () => {
    const schemas = await schemasOf({
      Pet: {},
      A: { properties: { pet: { $ref: pet, description: "A pet", readOnly: true, type: "string", required: ["x"] } } },
    });
    expect(schemas.at("#/components/schemas/A").json).toEqual({
      properties: { pet: { allOf: [{ $ref: pet }], description: "A pet", readOnly: true } },
    });
  });

  test("everything beside it counts from 3.1 on", async () => {
    const schemas = await schemasOf(
      { Pet: {}, A: { $ref: pet, required: ["x"], allOf: [{ minProperties: 1 }] } },
      "3.1.0",
    );
    expect(schemas.at("#/components/schemas/A").json).toEqual({
      required: ["x"],
      allOf: [{ $ref: pet }, { minProperties: 1 }],
    });
  });

  test("a map of properties may stand elsewhere", async () => {
    const schemas = await schemasOf({
      Pet: { properties: { id: { type: "integer" } } },
      A: { properties: { $ref: `${pet}/properties` } },
    });
    expect(schemas.at("#/components/schemas/A").json).toEqual({ properties: { id: { type: "integer" } } });
  });

  test("a property may be named $ref", async () => {
    expect(await normalForm({ properties: { $ref: { type: "string" } } })).toEqual({
      properties: { $ref: { type: "string" } },
    });
  });

  test("a mapping names schemas by their names, by URI, or by both", async () => {
    const schemas = await schemasOf({
      Pet: {},
      A: { discriminator: { propertyName: "kind", mapping: { one: "Pet", two: pet } } },
    });
    expect(schemas.at("#/components/schemas/A").json).toEqual({
      discriminator: { propertyName: "kind", mapping: { one: pet, two: pet } },
    });
  });

  test("a schema that a program made hold itself becomes a reference", async () => {
    const node: Record<string, unknown> = { type: "object" };
    node.properties = { child: node };
    expect(await normalForm(node)).toEqual({
      type: "object",
      properties: { child: { $ref: "#/components/schemas/A" } },
    });
  });
});
