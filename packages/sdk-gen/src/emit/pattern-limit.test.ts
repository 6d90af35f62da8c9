import { expect, test } from "vitest";
import { patternLimit } from "./pattern-limit.js";

test.each([
  ["^[a-z]+$", undefined],
  ["^\\d{4}-\\d{2}-\\d{2}$", undefined],
  ["^(red|green|blue)$", undefined],
  ["^((25[0-5]|[01]?[0-9][0-9]?)\\.){3}[0-9]{1,3}$", undefined],
  ["^\\d+\\.\\d+\\.\\d+$", undefined],
  ["[a-z]*", 1414],
  ["\\s+$", 1414],
  ["^[a-z]+(-[a-z]+)*$", 1414],
  ["^.*@.*\\..*$", 125],
  ["^(a+)+$", 12],
  ["^(a|aa)+$", 12],
  ["^((a|aa))+$", 12],
  ["^((-[a-z]+)*)*$", 12],
  ["(.*a){25}", 12],
  ["^(?=(a+)+$)", 12],
  [`^${"a?".repeat(40)}${"a".repeat(40)}$`, 0],
  [`^${"(".repeat(30)}a${"){3}".repeat(30)}$`, 12],
  [`^${"a*".repeat(5_000)}$`, 0],
  [`^${"(a-)*".repeat(5_000)}$`, 12],
])("%s", (pattern, limit) => {
  expect(patternLimit(pattern)).toBe(limit);
});
