import { expect, describe as suite, test } from "vitest";
import { schemasOf, wrongs } from "./fixtures/schemas-of.js";

suite("each keyword says what is wrong, and where", () => {
  test.each([
    [{ type: "string" }, 1, " must be a string"],
    [{ type: ["integer", "null"] }, "1", " must be an integer or null"],
    [{ type: "integer" }, 1.5, " must be an integer"],
    [{ enum: ["a", 1, null] }, "b", ' must be one of "a", 1, null'],
    [{ enum: ["a"] }, "b", ' must be "a"'],
    [{ const: { a: 1 } }, {}, ' must be {"a":1}'],
    [{ minimum: 1 }, 0, " must be at least 1"],
    [{ maximum: 1 }, 2, " must be at most 1"],
    [{ exclusiveMinimum: 1 }, 1, " must be more than 1"],
    [{ exclusiveMaximum: 1 }, 1, " must be less than 1"],
    [{ multipleOf: 0.01 }, 0.015, " must be a multiple of 0.01"],
    [{ minLength: 1 }, "", " must not be empty"],
    [{ minLength: 3 }, "ab", " must be at least 3 characters long"],
    [{ maxLength: 1 }, "ab", " must be at most 1 character long"],
    [{ pattern: "^a+$" }, "b", " must match the pattern ^a+$"],
    [{ format: "email" }, "nobody", " must be an email address"],
    [{ minItems: 1 }, [], " must have at least 1 item"],
    [{ maxItems: 2 }, [1, 2, 3], " must have at most 2 items"],
    [{ uniqueItems: true }, [1, { a: 1, b: 2 }, { b: 2, a: 1 }], " must not repeat an item (items 1 and 2)"],
    [{ contains: { type: "string" } }, [1], " must contain at least 1 matching item"],
    [{ contains: true, maxContains: 1 }, [1, 2], " must contain 1 to 1 matching items"],
    [{ contains: true, prefixItems: [{ enum: [1] }] }, [], " must contain at least 1 matching item"],
    [{ prefixItems: [true], items: false }, [1, 2], " must have at most 1 item"],
    [{ items: { type: "string" } }, ["a", 1], "/1 must be a string"],
    [{ required: ["a/b"] }, {}, "/a~1b is required"],
    [{ dependentRequired: { a: ["b"] } }, { a: 1 }, "/b is required beside a"],
    [{ minProperties: 1 }, {}, " must have at least 1 property"],
    [{ maxProperties: 1 }, { a: 1, b: 2 }, " must have at most 1 property"],
    [
      { properties: { color: {} }, additionalProperties: false },
      { colour: 1 },
      "/colour is not a known property; did you mean color?",
    ],
    [{ additionalProperties: false }, { x: 1 }, "/x is not a known property"],
    [{ additionalProperties: { type: "string" } }, { x: 1 }, "/x must be a string"],
    [{ patternProperties: { "^x-": { type: "string" } } }, { "x-a": 1 }, "/x-a must be a string"],
    [
      { propertyNames: { maxLength: 2 } },
      { long: 1 },
      "/long is not an allowed name: it must be at most 2 characters long",
    ],
    [{ properties: { a: false } }, { a: 1 }, "/a is not allowed"],
    [{ not: { type: "string" } }, "a", " has a form that is not allowed"],
    // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's keyword.
    [{ if: { required: ["a"] }, then: { required: ["b"] } }, { a: 1 }, "/b is required"],
    [{ if: { required: ["a"] }, else: { required: ["b"] } }, {}, "/b is required"],
    [{ dependentSchemas: { a: { required: ["b"] } } }, { a: 1 }, "/b is required"],
    [
      { allOf: [{ required: ["a"] }], unevaluatedProperties: false, properties: { a: {} } },
      { a: 1, b: 2 },
      "/b is not a known property",
    ],
    [{ prefixItems: [true], unevaluatedItems: false }, [1, 2], " must have at most 1 item"],
  ])("%j rejects %j", async (schema, value, wrong) => {
    expect(await wrongs(schema, value, { openapi: "3.1.0" })).toEqual([wrong]);
  });

  test("x-messages of a schema are its author's words", async () => {
    const name = {
      type: "string",
      minLength: 3,
      maxLength: 9,
      "x-messages": { minLength: "Too short.", required: "Whose?" },
    };
    const person = { type: "object", required: ["name"], properties: { name } };
    expect(await wrongs(person, { name: "Al" })).toEqual(["/name Too short."]);
    expect(await wrongs(person, { name: "Alexandrina" })).toEqual(["/name must be at most 9 characters long"]);
    expect(await wrongs(person, {})).toEqual(["/name Whose?"]);
    expect(await wrongs(person, { name: null })).toEqual(["/name Whose?"]);
    expect(await wrongs({ minimum: 1, "x-messages": null }, 0)).toEqual([" must be at least 1"]);
  });

  test("an enum of many values lists the first of them", async () => {
    const values = Array.from({ length: 40 }, (_, index) => index);
    expect(await wrongs({ enum: values }, -1)).toEqual([
      " must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ... (40 values)",
    ]);
  });
});

suite("what is valid stays valid", () => {
  test.each([
    [{ multipleOf: 0.01 }, 19.99],
    [{ multipleOf: 0.1 }, 1e21],
    [{ type: "integer" }, 1.0],
    [{ minLength: 1, maxLength: 1 }, "🐈"],
    [{ uniqueItems: true }, [1, true, "1", "true", null, [1], { a: 1 }]],
    [{ type: "object", properties: { constructor: { type: "string" } }, required: ["toString"] }, { toString: 1 }],
    [{ enum: [{ a: [1] }] }, { a: [1] }],
    [{ items: { type: "string" } }, "not an array"],
    [{ required: ["a"] }, "not an object"],
    [{ format: "no-such-format" }, "x"],
    [{ minContains: 0, contains: { type: "string" } }, []],
    [{ properties: { a: {} }, additionalProperties: false }, JSON.parse('{"a":{"__proto__":1}}')],
  ])("%j takes %j", async (schema, value) => {
    expect(await wrongs(schema, value, { openapi: "3.1.0" })).toEqual([]);
  });

  test("a property that every JavaScript object inherits is not there until it is sent", async () => {
    expect(await wrongs({ required: ["constructor"] }, {})).toEqual(["/constructor is required"]);
  });
});

suite("formats", () => {
  test.each([
    ["int32", 2 ** 31 - 1, 2 ** 31],
    ["int64", 2 ** 53, 0.5],
    ["byte", "aGk=", "a\naGk="],
    ["uuid", "0b8c1e6a-7f0b-4e0e-9d3a-0a5f3a3c5f10", "0b8c1e6a"],
    ["date", "2024-02-29", "2023-02-29"],
    ["date-time", "2024-02-29T10:00:00+01:00", "2024-02-29T10:00:00"],
    ["uri", "https://example.com/?q=1", "example.com"],
    ["url", "http://localhost:3000/x", "localhost"],
    ["ipv4", "127.0.0.1", "256.0.0.1"],
    ["hostname", "example.com", "-.com"],
  ])("%s takes %j and not %j", async (format, right, wrong) => {
    expect(await wrongs({ format }, right)).toEqual([]);
    expect(await wrongs({ format }, wrong)).toHaveLength(1);
  });

  test.each([
    ["float", 0.1],
    ["double", 1e300],
    ["password", "x"],
    ["binary", "\u0000\uffff"],
    ["int32", "text"],
  ])("%s takes %j", async (format, value) => {
    expect(await wrongs({ format }, value)).toEqual([]);
  });
});

suite("lists of violations", () => {
  const schema = {
    type: "object",
    required: ["name", "tags", "age"],
    properties: {
      age: { type: "integer", minimum: 0 },
      tags: { type: "array", items: { type: "string", maxLength: 3 } },
      name: { type: "string", minLength: 1, pattern: "^[a-z]" },
    },
  };

  test("every violation is told, in the order of the data; what is missing comes last", async () => {
    expect(await wrongs(schema, { tags: ["long", 1, "ok"], name: "" })).toEqual([
      "/tags/0 must be at most 3 characters long",
      "/tags/1 must be a string",
      "/name must not be empty",
      "/name must match the pattern ^[a-z]",
      "/age is required",
    ]);
  });

  test("the same violation is told once", async () => {
    expect(await wrongs({ allOf: [schema, schema, { required: ["name"] }] }, { tags: [], age: 1 })).toEqual([
      "/name is required",
    ]);
  });

  test("a value full of errors gets a list that can be read", async () => {
    const value = { name: "a", age: 1, tags: Array.from({ length: 200_000 }, () => 1) };
    expect(await wrongs(schema, value)).toHaveLength(100);
  });

  test("facts come as ajv names them", async () => {
    const registry = await schemasOf({ A: schema });
    const { violations } = registry.validator(registry.at("#/components/schemas/A"), "request");
    expect(violations({ age: -1, name: "a", tags: [] })).toEqual([
      { path: "/age", message: "must be at least 0", keyword: "minimum", params: { comparison: ">=", limit: 0 } },
    ]);
    expect(violations({ age: 1, name: "a" })).toEqual([
      { path: "/tags", message: "is required", keyword: "required", params: { missingProperty: "tags" } },
    ]);
  });
});

test("an empty text in place of a number needs a value", async () => {
  const schema = {
    properties: { price: { type: "number" }, size: { type: ["integer", "null"] }, on: { type: "boolean" } },
  };
  expect(await wrongs(schema, { price: "", size: "", on: "" })).toEqual([
    "/price needs a value: must be a number",
    "/size needs a value: must be an integer or null",
    "/on must be a boolean",
  ]);
});

suite("alternatives", () => {
  const circle = {
    type: "object",
    required: ["kind", "radius"],
    properties: { kind: { enum: ["circle"] }, radius: { type: "number" } },
  };
  const square = {
    type: "object",
    required: ["kind", "side"],
    properties: { kind: { enum: ["square"] }, side: { type: "number" } },
  };

  test("the closest one is explained", async () => {
    const schema = { oneOf: [circle, square, { type: "string" }] };
    expect(await wrongs(schema, { kind: "square", side: "2" })).toEqual(["/side must be a number"]);
    expect(await wrongs(schema, { kind: "circle" })).toEqual(["/radius is required"]);
  });

  test("types of all of them are told when none fits", async () => {
    expect(await wrongs({ anyOf: [{ type: "string" }, { type: "integer" }] }, [])).toEqual([
      " must be a string or an integer",
    ]);
    expect(await wrongs({ type: "string", nullable: true }, 1)).toEqual([" must be a string or null"]);
  });

  test("values of all of them are told when none fits", async () => {
    expect(await wrongs({ anyOf: [{ enum: ["a", "b"] }, { enum: ["c"] }] }, "d")).toEqual([
      ' must be one of "a", "b", "c"',
    ]);
  });

  test("properties of which one is enough are told together", async () => {
    expect(
      await wrongs({ anyOf: [{ required: ["email"] }, { required: ["phone", "country"] }, { required: ["id"] }] }, {}),
    ).toEqual([" must have email or id"]);
  });

  test("oneOf rejects what two of them take", async () => {
    const schemas = { Cat: { type: "object" }, Dog: { type: "object" } };
    const schema = { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }] };
    expect(await wrongs(schema, {}, { schemas })).toEqual([
      " must match only one of the alternatives, but matches Cat and Dog",
    ]);
  });

  test("a request may fit several alternatives that each say what they are", async () => {
    const named = { type: "object", properties: { name: { type: "string" } } };
    const titled = { type: "object", properties: { title: { type: "string" } } };
    expect(await wrongs({ oneOf: [named, titled, { type: "string" }] }, { name: "a", title: "b" })).toEqual([]);
    const beside = { type: "object", properties: { id: { type: "integer" } }, oneOf: [named, titled] };
    expect(await wrongs(beside, { id: 1, name: "a", title: "b" })).toEqual([]);
    expect(await wrongs({ oneOf: [named, titled] }, 5)).not.toEqual([]);
    const either = { type: "object", oneOf: [{ required: ["name"] }, { required: ["title"] }] };
    expect(await wrongs(either, { name: "a", title: "b" })).not.toEqual([]);
  });

  test("alternatives inside alternatives are explained as well", async () => {
    const schema = {
      anyOf: [{ type: "null" }, { oneOf: [circle, { type: "array", items: { anyOf: [circle, square] } }] }],
    };
    expect(
      await wrongs(schema, [
        { kind: "square", side: 1 },
        { kind: "square", side: "1" },
      ]),
    ).toEqual(["/1/side must be a number"]);
  });
});

suite("values that are too much", () => {
  const tree = { type: "array", items: { $ref: "#/components/schemas/A" } };

  test("nesting deeper than the stack is a violation, not a crash", async () => {
    const deep = JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`);
    expect(await wrongs(tree, deep)).toEqual([" is nested too deeply"]);
  });

  test("a long list of items that match none of many alternatives gets a list that can be read", async () => {
    const branch = (_: unknown, index: number) => ({
      type: "object",
      required: [`a${index}`, "kind"],
      properties: { [`a${index}`]: { type: "string", minLength: 5 }, kind: { enum: [`k${index}`] } },
    });
    const items = { oneOf: Array.from({ length: 20 }, branch) };
    const values = Array.from({ length: 100_000 }, () => ({ a1: 1, kind: "k1" }));
    expect(await wrongs({ type: "array", items }, values)).toHaveLength(100);
  });

  test("each of thousands of properties is checked", async () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `p${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
    expect(await wrongs({ properties }, { p1: "x", p2999: 1 })).toEqual(["/p2999 must be a string"]);
  });

  test("uniqueItems looks at each of many items once", async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => ({ index }));
    expect(await wrongs({ uniqueItems: true }, many)).toEqual([]);
  });
});
