import { expect, test } from "vitest";
import { Pattern } from "./pattern.js";
import { Seed } from "./random.js";

const sources = [
  "^[A-Z]{3}-\\d{4}$",
  "^(?:red|green|blue)$",
  "^[^/\\s]+$",
  "^\\p{L}[\\p{L}\\p{N}_]*$",
  "^(?=.*[A-Z])(?=.*\\d)(?=.*[!@#])[\\w!@#]{8,}$",
  "^(?!-)[a-z0-9-]{3,63}(?<!-)$",
  "^(\\w)\\1$",
  "^[a-fA-F0-9]{8}-(?:[a-fA-F0-9]{4}-){3}[a-fA-F0-9]{12}$",
  "^(?<year>\\d{4})/\\k<year>$",
  "\\.pdf$",
  "^[^\\x00-\\x7F]{2}$",
  "^$",
  "^a{0,3}(b|c)*?[0-9]+?$",
  "^[a-zA-Z0-9\\-\\_]+$",
];

test.each(sources)("%s: texts that match", (source) => {
  const pattern = new Pattern(source);
  for (let round = 0; round < 20; round++) {
    const text = pattern.sample(Seed.fromText(source).child(round).random(), 0, 200);
    expect(text, source).toBeDefined();
    expect(pattern.test(text ?? ""), `${text}`).toBe(true);
  }
});

test("lengths are met where the expression leaves a choice", () => {
  const pattern = new Pattern("^[a-z]+(-[a-z]+)*$");
  for (const [min, max] of [
    [1, 1],
    [5, 5],
    [80, 90],
    [250, 250],
  ] as const) {
    const text = pattern.sample(Seed.fromText("length").random(), min, max);
    expect(text?.length).toBeGreaterThanOrEqual(min);
    expect(text?.length).toBeLessThanOrEqual(max);
  }
});

test("an expression that matches nothing gives nothing", () => {
  expect(new Pattern("^a(?!a)a$").sample(Seed.fromText("none").random(), 0, 10)).toBeUndefined();
  expect(new Pattern("^[a-z]{3}$").sample(Seed.fromText("none").random(), 5, 10)).toBeUndefined();
});

test("readable characters come first", () => {
  expect(new Pattern("^[^/]{12}$").sample(Seed.fromText("plain").random(), 0, 20)).toMatch(/^[A-Za-z0-9]{12}$/);
});

test("a dot between characters is a dot", () => {
  const random = Seed.fromText("dot").random();
  expect(new Pattern("^https://files.example.com/x.{2}$").sample(random, 0, 40)).toMatch(
    /^https:\/\/files\.example\.com\/x/,
  );
});
