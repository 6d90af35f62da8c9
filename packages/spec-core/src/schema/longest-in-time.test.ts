import { expect, test } from "vitest";
import { longestInTime } from "./longest-in-time.js";

test.each([
  "^[a-z]+$",
  "^[0-9a-f]{8}(-[0-9a-f]{4}){3}$",
  "^(abc|abd)$",
  "^(-\\w+)*$",
  "^(?:[^.]+\\.)+$",
  "^\\d+\\.\\d+\\.\\d+$",
  "^([0-9]+([.][0-9]+)?(ns|us|\u00b5s|ms|s|m|h))+$",
  "^(?:[\\u3041-\\u3050]+[\\u3051-\\u3060])*$",
  "^(-\\w+\\b)*$",
  `^(${Array.from({ length: 250 }, (_, at) => `x${at}`).join("|")})$`,
  `^${Array.from({ length: 20 }, (_, at) => `(?:${String.fromCharCode(97 + at)}-)?`).join("")}$`,
  "^(\\w{1,30}\\.){1,9}$",
  `^(${"word|".repeat(200_000)}end)$`,
  "no (pattern",
])("%s is tested by texts of any length", (pattern) => {
  expect(longestInTime(pattern)).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  ["a*$", 1_414],
  ["a+b*$", 1_414],
  ["^a*a*$", 1_414],
  ["^\\d+\\d+x$", 1_414],
  ["^\\s*\\w*\\s*$", 1_414],
  ["^a*a*a*$", 125],
  [`^${"(a|aa)".repeat(2_000)}$`, 12],
  ["x(a|a)+", 1_414],
  ["^(a|a)+\\b", 12],
  ["/(?:-.*)?(?:_.*)?/c/.*", 125],
  ["^(-a|b+)*$", 12],
  ["^(?:[a\\u3060]+[b\\u3060])*$", 12],
  ["^(?:[\\u3041-\\u3050]+[\\u3049-\\u3060])*$", 12],
  ["^(a+)+$", 12],
  ["^(a|a)*$", 12],
  ["^(-[\\w-]+)*$", 12],
  ["^(a*)*$", 12],
  ["^(?:(?:a*|b*)c)*$", 12],
  ["^(ab|a|b)*$", 12],
  ["^(?:\\w+\\s?)*$", 12],
  ["^(a|a?)+$", 12],
  ["^(?=(a+)+$)", 12],
  ["^(\\w+-?)*$", 12],
])("%s is tested by texts of up to %d characters", (pattern, longest) => {
  expect(longestInTime(pattern)).toBe(longest);
});

test("a text of any length could find too many ways through a hundred choices", () => {
  expect(longestInTime(`^${"a?".repeat(100)}${"a".repeat(19)}$`)).toBe(0);
});
