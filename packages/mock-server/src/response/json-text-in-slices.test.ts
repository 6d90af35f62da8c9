import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonTextInSlices } from "./json-text-in-slices.js";

test("the text is that of JSON.stringify, however large the value is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.constantFrom(1, 600), async (value, times) => {
      const large = {
        all: Array.from({ length: times }, () => value),
        none: undefined,
        [`${times}`]: [value, undefined],
      };
      expect(await jsonTextInSlices(large)).toBe(JSON.stringify(large));
    }),
    { numRuns: 200, seed: 1 },
  );
});

test("others have their turn while a large value is written", async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const value = Array.from({ length: 300_000 }, (_, index) => ({ index, text: "some text" }));
  const text = await jsonTextInSlices(value);
  isOver = true;
  expect(text).toBe(JSON.stringify(value));
  expect(turns).toBeGreaterThan(3);
});
