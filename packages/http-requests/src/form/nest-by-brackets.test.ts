import { expect, test } from "vitest";
import { cutBrackets, nestByBrackets } from "./nest-by-brackets.js";

const nested = (pairs: readonly (readonly [string, string])[], rules = {}) =>
  JSON.parse(JSON.stringify(nestByBrackets(pairs, rules)));

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

test("numbers make lists where that is asked for, but not of the whole", () => {
  const rules = { numbersAreLists: true };
  expect(
    nested(
      [
        ["a[0][x]", "1"],
        ["a[1][x]", "2"],
      ],
      rules,
    ),
  ).toEqual({ a: [{ x: "1" }, { x: "2" }] });
  expect(
    nested(
      [
        ["0", "1"],
        ["1", "2"],
      ],
      rules,
    ),
  ).toEqual({ 0: "1", 1: "2" });
});

test("__proto__ is a name like others, or left out", () => {
  const pairs = [
    ["__proto__[polluted]", "1"],
    ["a[__proto__][b]", "2"],
    ["c", "3"],
  ] as const;
  expect(Object.keys(nestByBrackets(pairs))).toEqual(["__proto__", "a", "c"]);
  expect(nestByBrackets(pairs, { refusesPrototypes: true })).toEqual({ c: "3" });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("a name is cut behind the brackets that are read, and means the same", () => {
  for (const name of [
    "a",
    `a${"[b]".repeat(19)}`,
    `a${"[b]".repeat(20)}`,
    `a${"[b]".repeat(1_000)}`,
    `${"x".repeat(500)}[b]`,
    `${"[".repeat(300)}]`,
  ]) {
    expect(cutBrackets(name).length).toBeLessThanOrEqual(name.length);
    expect(nested([[cutBrackets(name), "1"]])).toEqual(nested([[name, "1"]]));
  }
  expect(cutBrackets(`a${"[b]".repeat(1_000)}`).length).toBeLessThan(100);
});
