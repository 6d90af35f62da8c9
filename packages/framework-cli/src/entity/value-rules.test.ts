import { expect, test } from "vitest";
import { DataTypes } from "../model/data-types.js";
import { defineModel } from "../model/define-model.js";
import { entitiesFromModels } from "../model/entities-from-models.js";
import { decimalText, roundDecimal } from "./decimal-text.js";
import type { FieldRules } from "./entity.js";
import { timestampText } from "./normalise-value.js";
import { ruleCheckOf } from "./value-rules.js";

const reasonOf = (rules: FieldRules, value: unknown): string | undefined => ruleCheckOf(rules)?.(value)?.reason;

test("a field without rules has no check", () => {
  expect(ruleCheckOf({})).toBeUndefined();
});

test("lengths count characters, not UTF-16 units", () => {
  expect(reasonOf({ maxLength: 2 }, "😀😀")).toBeUndefined();
  expect(reasonOf({ maxLength: 2 }, "😀😀😀")).toBe("must not be longer than 2 characters");
  expect(reasonOf({ minLength: 2 }, "😀")).toBe("must have at least 2 characters");
});

test("bounds hold for numbers and for decimals kept as texts", () => {
  const rules = { minimum: 1, maximum: 10 };
  expect(reasonOf(rules, 1)).toBeUndefined();
  expect(reasonOf(rules, "0.99")).toBe("must be at least 1");
  expect(reasonOf(rules, 11)).toBe("must be at most 10");
  expect(reasonOf({ maximum: 5 }, 5n)).toBeUndefined();
});

test("a pattern is searched for, with Unicode where it can be", () => {
  expect(reasonOf({ pattern: "^\\p{Lu}" }, "É")).toBeUndefined();
  expect(reasonOf({ pattern: "b" }, "abc")).toBeUndefined();
  // Not allowed with the flag u, and still a pattern.
  expect(reasonOf({ pattern: "^\\-\\a$" }, "-a")).toBeUndefined();
  expect(reasonOf({ pattern: "^\\d+$" }, "1a")).toBe("must match ^\\d+$");
});

test("a pattern that backtracks does not hold a text up", () => {
  const text = "a".repeat(50_000);
  expect(reasonOf({ pattern: "^(a+)+$" }, text)).toBeUndefined();
  expect(reasonOf({ pattern: "^(a+)+$" }, `${text}!`)).toBe("must match ^(a+)+$");
  expect(reasonOf({ pattern: "^(\\w+\\s?)*$" }, `${"word ".repeat(10_000)}!`)).toBe("must match ^(\\w+\\s?)*$");
});

test("a pattern that nobody can test by is none", () => {
  const nested = `^${"(".repeat(300)}a+${")+".repeat(300)}$`;
  for (const pattern of ["(", nested]) {
    expect(() => ruleCheckOf({ pattern })).toThrow(SyntaxError);
    const model = defineModel("Note", { text: { type: DataTypes.STRING, validate: { is: pattern } } });
    expect(() => entitiesFromModels([model])).toThrow(
      expect.objectContaining({ code: "MODEL_INVALID", message: expect.stringContaining("Note.text") }),
    );
  }
});

test.each([
  ["email", ["a@b.de", "a.b+c@sub.example.org", "x@localhost"], ["a", "a@", "@b.de", "a b@c.de", "a@b..de"]],
  ["uri", ["https://a.de/x?y#z", "urn:isbn:123", "mailto:a@b.de"], ["a.de", "/x", "https://a b.de", "http://["]],
] as const)("the format %s", (format, valid, invalid) => {
  for (const text of valid) expect(reasonOf({ format }, text), text).toBeUndefined();
  for (const text of invalid) expect(reasonOf({ format }, text), text).toBe(`must be a valid ${format}`);
});

test("decimals are read in every spelling, and rounded half away from zero", () => {
  const spellings: readonly (readonly [unknown, string | undefined])[] = [
    ["007.50", "7.5"],
    [".5", "0.5"],
    ["5.", "5"],
    ["-0.0", "0"],
    ["1e3", "1000"],
    ["1.25E-2", "0.0125"],
    [1e21, "1000000000000000000000"],
    [123n, "123"],
    ["+1", "1"],
    ["", undefined],
    [".", undefined],
    ["1,5", undefined],
    ["0x10", undefined],
    [Number.NaN, undefined],
    [null, undefined],
    ["1e9999", undefined],
  ];
  for (const [given, text] of spellings) expect(decimalText(given), String(given)).toBe(text);
  const long = `0.${"0".repeat(300_000)}1`;
  expect(decimalText(long)).toBe(long);
  expect(roundDecimal("1.005", 2)).toBe("1.01");
  expect(roundDecimal("-1.005", 2)).toBe("-1.01");
  expect(roundDecimal("9.999", 2)).toBe("10.00");
  expect(roundDecimal("-0.001", 2)).toBe("0.00");
  expect(roundDecimal("2.5", 0)).toBe("3");
  expect(roundDecimal("7", 2)).toBe("7.00");
});

test("timestamps in every spelling of RFC 3339, and none that is no time", () => {
  expect(timestampText("2026-01-31t12:30:00z")).toBe("2026-01-31T12:30:00.000Z");
  expect(timestampText("2026-01-31 12:30:00.5+0130")).toBe("2026-01-31T11:00:00.500Z");
  expect(timestampText("2026-01-31")).toBe("2026-01-31T00:00:00.000Z");
  expect(timestampText("2026-01-31T12:30")).toBe("2026-01-31T12:30:00.000Z");
  for (const text of ["2026-02-30T00:00:00Z", "2026-01-31T25:00:00Z", "yesterday", "", "2026-1-1", 5, new Date("x")]) {
    expect(timestampText(text), String(text)).toBeUndefined();
  }
});
