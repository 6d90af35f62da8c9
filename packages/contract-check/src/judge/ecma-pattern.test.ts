import { expect, test } from "vitest";
import { ecmaPattern } from "./ecma-pattern.js";

test.each([
  ["^[\\w\\-]+$", "a-b", "a b"],
  ["^([a-z0-9-_]+\\.)+com$", "my-site_1.com", "my site.com"],
  ['^\\{[\\w"]*}$', '{"a"}', '"a"'],
  ["\\A\\d{2}\\z", "12", "A12z"],
  ["/^[a-z]+$/i", "ab", "a1"],
])("%s is read as other modes and languages read it", (pattern, right, wrong) => {
  const regex = new RegExp(ecmaPattern(pattern) ?? "", "u");
  expect(regex.test(right)).toBe(true);
  expect(regex.test(wrong)).toBe(false);
});

test("what no mode takes is no pattern", () => {
  expect(ecmaPattern("(")).toBeUndefined();
});
