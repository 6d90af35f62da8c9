import { expect, onTestFinished, test, vi } from "vitest";
import { schemasOf } from "./fixtures/schemas-of.js";
import { loadAjv } from "./load-ajv.js";

test("what is no number in JSON is none however often a schema was used", async () => {
  const schemas = await schemasOf(
    {
      Number: { type: "number", minimum: 0 },
      Integer: { type: "integer" },
      Nullable: { type: ["number", "null"] },
      List: { type: "array", items: { type: "number" } },
    },
    "3.1.0",
  );
  const refused: [name: string, right: unknown, wrong: (number: number) => unknown][] = [
    ["Number", 1, (number) => number],
    ["Integer", 1, (number) => number],
    ["Nullable", 1, (number) => number],
    ["List", [1, 2, 3], (number) => [number]],
  ];
  for (const [name, right, wrong] of refused) {
    const validator = schemas.validator(schemas.at(`#/components/schemas/${name}`), "request");
    const decisions = () =>
      [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map((number) =>
        validator.isValid(wrong(number)),
      );
    expect(decisions(), name).toEqual([false, false, false]);
    // By then it is compiled.
    for (let count = 0; count < 10_000; count += 1) expect(validator.isValid(right)).toBe(true);
    expect(decisions(), name).toEqual([false, false, false]);
  }
});

test("of the schemas that become due with one value, no two are compiled one right after the other", async () => {
  const compile = vi.spyOn(loadAjv().Ajv2020.prototype, "compile");
  onTestFinished(() => compile.mockRestore());
  const names = ["A", "B", "C", "D"];
  const members = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
  const schemas = await schemasOf(
    {
      Whole: { type: "object", properties: members },
      ...Object.fromEntries(
        names.map((name) => [name, { type: "object", properties: { [name]: { type: "string" } } }]),
      ),
    },
    "3.1.0",
  );
  const validator = schemas.validator(schemas.at("#/components/schemas/Whole"), "request");
  const value = Object.fromEntries(names.map((name) => [name, { [name]: "text" }]));
  let most = 0;
  for (let count = 0; count < 5_000; count += 1) {
    const before = compile.mock.calls.length;
    expect(validator.isValid(value)).toBe(true);
    most = Math.max(most, compile.mock.calls.length - before);
  }
  expect([compile.mock.calls.length, most]).toEqual([5, 1]);
});
