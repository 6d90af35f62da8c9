import { expect, test } from "vitest";
import { nestByBrackets } from "./nest-by-brackets.js";

const nested = (pairs: readonly (readonly [string, string])[]) => JSON.parse(JSON.stringify(nestByBrackets(pairs)));

test.each([
  [[["a", "1"]], { a: "1" }],
  [
    [
      ["a", "1"],
      ["a", "2"],
    ],
    { a: ["1", "2"] },
  ],
  [
    [
      ["a[b][c]", "1"],
      ["a[d]", "2"],
    ],
    { a: { b: { c: "1" }, d: "2" } },
  ],
  [[["a[]", "1"]], { a: ["1"] }],
  [
    [
      ["a[b][]", "1"],
      ["a[b][]", "2"],
    ],
    { a: { b: ["1", "2"] } },
  ],
  [
    [
      ["a[][b]", "1"],
      ["a[][c]", "2"],
      ["a[][b]", "3"],
    ],
    { a: [{ b: "1", c: "2" }, { b: "3" }] },
  ],
  [
    [
      ["a[b", "1"],
      ["[b]", "2"],
      ["a]b[", "3"],
    ],
    { "a[b": "1", "[b]": "2", "a]b[": "3" },
  ],
  [
    [
      ["a[0]", "1"],
      ["a[1]", "2"],
    ],
    { a: { 0: "1", 1: "2" } },
  ],
] as const)("%j is %j", (pairs, value) => {
  expect(nested(pairs)).toEqual(value);
});

test("names with __proto__ are left out", () => {
  const pairs = [
    ["__proto__[polluted]", "1"],
    ["a[__proto__][b]", "2"],
    ["c", "3"],
  ] as const;
  expect(nestByBrackets(pairs)).toEqual({ c: "3" });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
