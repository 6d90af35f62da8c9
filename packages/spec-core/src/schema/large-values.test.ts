import { expect, describe as suite, test } from "vitest";
import { schemasOf } from "./fixtures/schemas-of.js";
import type { SchemaViolation } from "./schema.js";

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const names = (count: number, make: (index: number) => unknown) =>
  Object.fromEntries(many(count, (at) => [`name${at}`, make(at)]));
const nested = (depth: number, inner: unknown): unknown => (depth === 0 ? inner : [nested(depth - 1, inner), 1]);

const NUMBERS = { type: "array", items: { type: "number" } };
const POINT = { type: "object", required: ["x"], properties: { x: { type: "number" } }, additionalProperties: false };

suite("a large value is checked in steps, with the same outcome", () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    ["numbers, all right", NUMBERS, many(20_000, (at) => at)],
    ["numbers, all wrong", NUMBERS, many(20_000, String)],
    ["the last of many wrong", NUMBERS, [...many(20_000, (at) => at), "x"]],
    ["numbers that differ", { ...NUMBERS, uniqueItems: true }, many(20_000, (at) => at / 3)],
    ["zeros of both signs", { ...NUMBERS, uniqueItems: true }, [...many(20_000, (at) => at), -0]],
    [
      "two large items that are equal",
      { uniqueItems: true },
      [names(5_000, (at) => at), names(5_000, (at) => at), 1, 2],
    ],
    ["unknown names", POINT, { x: 1, ...names(5_000, (at) => at) }],
    ["a map with wrong values", { additionalProperties: POINT }, names(3_000, (at) => ({ y: at }))],
    ["lists in lists", { type: "array", items: NUMBERS }, many(300, () => many(300, (at) => (at === 7 ? "x" : at)))],
    ["one or many", { oneOf: [POINT, { type: "array", items: POINT }] }, many(5_000, (at) => ({ x: at }))],
    [
      "many, one of them wrong",
      { anyOf: [POINT, { type: "array", items: POINT }] },
      [...many(5_000, (at) => ({ x: at })), { y: 1 }],
    ],
    ["at least one text", { contains: { type: "string" } }, many(5_000, (at) => at)],
    ["no list of numbers", { not: NUMBERS }, many(5_000, (at) => at)],
    ["nothing unevaluated", { allOf: [POINT], unevaluatedProperties: false }, { x: 1, ...names(2_000, (at) => at) }],
    ["names of one letter", { propertyNames: { maxLength: 1 } }, names(2_000, (at) => at)],
    [
      "depth",
      { $ref: "#/components/schemas/Tree" },
      nested(
        400,
        many(2_000, () => "x"),
      ),
    ],
  ])("%s", async (_, schema, value) => {
    const Tree = { type: ["array", "number"], items: { $ref: "#/components/schemas/Tree" } };
    const registry = await schemasOf({ A: schema, Tree }, "3.1.0");
    const validator = registry.validator(registry.at("#/components/schemas/A"), "request");
    const work = validator.violationSteps(value);
    let steps = 0;
    let found: readonly SchemaViolation[] | undefined;
    for (; found === undefined; steps += 1) {
      const step = work.next();
      if (step.done) found = step.value;
    }
    expect(found).toEqual(validator.violations(value));
    expect(steps).toBeGreaterThan(2);
  });
});
