import { expect, test } from "vitest";
import { longestSafeText } from "./pattern-guard.js";

test.each([
  "^[a-z]+$",
  "^\\d{4}-\\d{2}$",
  "^(abc|abd)$",
  "success|failure",
  "^/v1/accounts",
  `^(${"word|".repeat(20_000)}end)$`,
])("%s is tested in texts of any length", (pattern) => {
  expect(longestSafeText(pattern)).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  ["a*$", 1_414],
  ["^a*a*$", 1_414],
  ["^\\s*\\w*\\s*$", 125],
  ["^(-\\w+)*$", 13],
  ["^(a+)+$", 13],
  ["^(a|a)*$", 10],
  ["^(?=(a+)+$)", 13],
  [`^${"a?".repeat(100)}${"a".repeat(19)}$`, 1],
])("%s is tested in texts of up to %d characters", (pattern, longest) => {
  expect(longestSafeText(pattern)).toBe(longest);
});
