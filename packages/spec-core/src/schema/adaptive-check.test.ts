import { expect, test } from "vitest";
import { schemasOf } from "./fixtures/schemas-of.js";

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
