import { expect, test } from "vitest";
import { longestInTime } from "./longest-in-time.js";

test.each([
  "^[a-z]+$",
  "^[0-9a-f]{8}(-[0-9a-f]{4}){3}$",
  "^(abc|abd)$",
  "^(-\\w+)*$",
  "^(?:[^.]+\\.)+$",
  "no (pattern",
])("%s is tested by texts of any length", (pattern) => {
  expect(longestInTime(pattern)).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  ["a*$", 1_414],
  ["^[a-z]+(\\.[a-z]+)*$", 1_414],
  ["^\\s*\\w*\\s*$", 125],
  ["^(a+)+$", 12],
  ["^(a|a)*$", 12],
  ["^(-[\\w-]+)*$", 12],
  ["^(-\\w+\\b)*$", 12],
  ["^(\\w+-?)*$", 12],
  ["^(-a|b+)*$", 12],
])("%s is tested by texts of up to %d characters", (pattern, longest) => {
  expect(longestInTime(pattern)).toBe(longest);
});
