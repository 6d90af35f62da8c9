import { expect, test } from "vitest";
import { isMultipleOf } from "./multiple-of.js";

test.each([
  [10, 5, true],
  [11, 5, false],
  [19.99, 0.01, true],
  [0.07, 0.01, true],
  [0.075, 0.01, false],
  [-4.5, 1.5, true],
  [0, 0.3, true],
  [1e21, 0.5, true],
  [1e308, 0.123456789, false],
  [1e-7, 1e-8, true],
  [2 ** 60, 2 ** 55, true],
])("%d of %d: %s", (value, divisor, expected) => {
  expect(isMultipleOf(value, divisor)).toBe(expected);
});
