import { expect, test } from "vitest";
import { toMatcher } from "./matcher.js";

const space = "\u00a0";

// What RE2 is asked means what it means in JavaScript.
test.each([
  ["^\\s+-\\s+$", `${space}-${space}`],
  ["^[^\\s]+-[^\\s]+$", `${space}-${space}`],
  ["^\\S+-\\S+$", `${space}-${space}`],
  ["^.+-.+$", "\u2028-a"],
  ["^(a|b)+\\.(a|b)+$", "ab.ba"],
  ["^(?:\\p{L}+-)*\\p{L}+$", "é-ü"],
  ["^(a|b){1,2000}$", "ab".repeat(800)],
  ["^(?=.*\\d)(?!-)[a-z\\d-]{2,8}$", "a1"],
  ["^(?=.*\\d)(?!-)[a-z\\d-]{2,8}$", "-1"],
  ["^(?=.*\\d)(?!-)[a-z\\d-]{2,8}$", "ab"],
  ["^(?=a)(?:b|a)+|c+$", "cc"],
  ["^(?![)])(?:a|[)])+$", "a)"],
  ["^(?:ab(?!c))+$", "abab"],
  ["^(\\w)-\\1$", "a-a"],
])("%s judges %j as JavaScript does", (pattern, text) => {
  expect(toMatcher(pattern)?.test(text)).toBe(new RegExp(pattern, "u").test(text));
});

test("a pattern that could take very long rejects texts that are too long to be tested", () => {
  const matcher = toMatcher("^(?:a+(?=a|$))+$");
  expect(matcher?.test("aaa")).toBe(true);
  expect(matcher?.test("a".repeat(1_000))).toBe(false);
});

test("a pattern that counts to 900 judges a million characters", () => {
  expect(toMatcher("(a|b){1,900}$")?.test("a".repeat(1_000_000))).toBe(true);
});
