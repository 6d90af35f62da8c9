import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonFault, jsonPosition } from "./scan-json.js";

test.each([
  ['[{"a": 1},\n{"a": 2}\n{"a": 3}]', 3],
  ['[{"a": 1},\n{"a": 2},\n]', 3],
  ['[\n{"a": tru}\n]', 2],
  ['[\n{"a": "x}\n]', 2],
  ["[1]\n\n x", 3],
  ["[\n\n[[", 3],
  ["", 1],
])("%j stops being JSON in line %i", (text, line) => {
  expect(findJsonFault(text)?.line).toBe(line);
});

test("it finds the elements of an array", () => {
  const text = '[ {"a":[1,2]}, "x",[3]]';
  expect(["/0", "/1", "/2"].map((pointer) => jsonPosition(text, pointer).column)).toEqual([3, 16, 20]);
});

test("a text is whole exactly when JSON.parse takes it", () => {
  const broken = fc
    .tuple(
      fc.json({ maxDepth: 4 }),
      fc.nat(),
      fc.constantFrom("", ",", '"', "}", "]", "{", "0", "\\", "\n", " ", ":", "e"),
    )
    .map(
      ([text, at, inserted]) =>
        text.slice(0, at % (text.length + 1)) + inserted + text.slice((at % (text.length + 1)) + (at % 2)),
    );
  fc.assert(
    fc.property(fc.oneof(fc.json(), broken), (text) => {
      let parses = true;
      try {
        JSON.parse(text);
      } catch {
        parses = false;
      }
      expect(findJsonFault(text) === undefined).toBe(parses);
    }),
    { seed: 20260101, numRuns: 3000 },
  );
});
