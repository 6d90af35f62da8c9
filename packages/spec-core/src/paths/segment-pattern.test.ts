import { expect, test } from "vitest";
import { parsePathTemplate } from "./path-template.js";
import { createSegmentPattern, type SegmentPattern } from "./segment-pattern.js";

function patternOf(template: string): SegmentPattern {
  const [segment] = parsePathTemplate(`/${template}`).segments;
  if (segment?.kind !== "pattern") throw new Error(`${template} is no pattern`);
  return createSegmentPattern(segment.parts);
}

test.each([
  ["{id}.json", "7.json", ["7"]],
  ["{id}.json", "7.json.json", ["7.json"]],
  ["{id}.json", ".json", undefined],
  ["{id}.json", "7xjson", undefined],
  ["{from}..{to}", "a..b..c", ["a", "b..c"]],
  ["v{major}.{minor}", "v1.2", ["1", "2"]],
  ["{position}.{format}", "4.52,1.0.json", ["4.52,1.0", "json"]],
  ["{position}.{format}", "4.", undefined],
  ["{position}.{format}", "4.json.", ["4", "json."]],
  ["{position}.{format}", ".json", undefined],
  [".{format}", ".a.b", ["a.b"]],
  ["{a}{b}", "xyz", ["x", "yz"]],
  ["{a}{b}", "x", undefined],
  ["{page}{format}", "a.b.json", ["a.b", ".json"]],
  ["{page}{format}", ".json", [".", "json"]],
  ["{id}:cancel", "7%3Acancel", ["7"]],
  ["{id}:cancel", "7%3acancel", ["7"]],
  ["{id}é", "7%C3%A9", ["7"]],
  ["{a}-{b}-{c}:go", "1-2-3-4:go:go", ["1", "2", "3-4:go"]],
])("%s takes %s for %j", (template, text, expected) => {
  expect(patternOf(template).match(text)).toEqual(expected);
});

test("what is taken is what an expression that goes back over the text would take", () => {
  const letters = ["a", "-", "b", ".", ":"];
  const textOf = (number: number, length: number): string =>
    Array.from({ length }, (_, at) => letters[Math.floor(number / letters.length ** at) % letters.length]).join("");
  const templates = ["{x}-{y}", "{x}-{y}-{z}", "a{x}b", "{x}{y}-", "{x}--{y}:", "-{x}a{y}", "{x}.{y}-{z}"];
  for (const template of templates) {
    const pattern = patternOf(template);
    const source = template.replace(/\./g, "\\.").replace(/\{.\}/g, "(.+?)");
    const expression = new RegExp(`^${source}$`);
    for (let length = 0; length <= 5; length++) {
      for (let number = 0; number < letters.length ** length; number++) {
        const text = textOf(number, length);
        expect(pattern.match(text), `${template} of ${text}`).toEqual(expression.exec(text)?.slice(1));
      }
    }
  }
});

test("patterns that match the same have the same key, those with more text more weight", () => {
  expect(patternOf("{a}.json").key).toBe(patternOf("{b}.json").key);
  expect(patternOf("{a}.json").key).not.toBe(patternOf("{a}.xml").key);
  expect(patternOf("{a}.json").weight).toBe(5);
});

test("a long text that almost fits takes no longer than others: going back over it would never end", () => {
  const text = `${"-a".repeat(200_000)}:g`;
  expect(patternOf("{a}-{b}-{c}-{d}-{e}:go").match(text)).toBeUndefined();
  expect(patternOf("{a}-{b}-{c}-{d}-{e}:go").match(`${text}o`)?.[4]).toHaveLength(399_991);
});
