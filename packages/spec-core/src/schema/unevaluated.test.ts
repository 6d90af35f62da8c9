import { expect, test } from "vitest";
import { wrongs } from "./fixtures/schemas-of.js";

const ANY_ITEMS = { items: true };

test.each<[string, Record<string, unknown>, unknown, readonly string[]]>([
  [
    "items that no alternative looks at",
    { oneOf: [{ minItems: 1 }], unevaluatedItems: false },
    [1],
    [" must have at most 0 items"],
  ],
  [
    "items of the alternative that fails",
    { oneOf: [{ items: { type: "string" } }, { minItems: 1 }], unevaluatedItems: false },
    [1],
    [" must have at most 0 items"],
  ],
  [
    "items of the alternative that holds",
    { anyOf: [ANY_ITEMS, { type: "null" }], unevaluatedItems: { type: "boolean" } },
    ["a", null],
    [],
  ],
  [
    "items that `contains` below it matches",
    { allOf: [{ contains: { type: "string" } }], unevaluatedItems: { type: "null" } },
    ["a", 1],
    ["/1 must be null"],
  ],
  [
    "properties of the alternative that fails",
    { anyOf: [{ patternProperties: { "^x": true }, required: ["a"] }, true], unevaluatedProperties: false },
    { x: 1 },
    ["/x is not a known property"],
  ],
  [
    "properties of a condition that fails",
    { if: { properties: { kind: { const: "a" } } }, else: true, unevaluatedProperties: false },
    { kind: "b" },
    ["/kind is not a known property"],
  ],
  [
    "names that every object inherits",
    { anyOf: [{ patternProperties: { "^x": true } }], unevaluatedProperties: false },
    { constructor: 1 },
    ["/constructor is not a known property"],
  ],
  [
    "patterns beside alternatives",
    {
      anyOf: [{ properties: { a: true }, required: ["a"] }, true],
      patternProperties: { "^x": true },
      unevaluatedProperties: false,
    },
    { x: 1 },
    [],
  ],
])("unevaluated: %s", async (_name, schema, value, expected) => {
  expect(await wrongs(schema, value)).toEqual(expected);
});

test("alternatives that refer to themselves are asked once on each level of a value", { timeout: 5_000 }, async () => {
  const inner = { properties: { next: { $ref: "#/components/schemas/A" } } };
  let value: unknown = {};
  for (let level = 0; level < 60; level += 1) value = { next: value };
  expect(await wrongs({ anyOf: [inner, { type: "null" }], unevaluatedProperties: false }, value)).toEqual([]);
});

test.each([{ const: { a: 1 } }, { enum: [{ a: 1 }] }])("a value with a property toString beside %j", async (schema) => {
  expect(await wrongs(schema, { toString: 1 })).toEqual([' must be {"a":1}']);
});
