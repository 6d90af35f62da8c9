import fc from "fast-check";
import { expect, test } from "vitest";
import { lineDiff } from "../../src/change/line-diff.js";

test("shows three lines around a change, and dots between places", () => {
  const before = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n";
  expect(lineDiff(before, before.replace("a\n", "A\n").replace("k\n", ""))).toBe(
    "-a\n+A\n b\n c\n d\n...\n h\n i\n j\n-k\n",
  );
});

test("adds and removes exactly what the texts differ by", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 });
  const whole = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(whole(before), whole(after)).split("\n").slice(0, -1);
      const marked = (mark: string): string[] => lines.filter((line) => line[0] === mark).map((line) => line.slice(1));
      const left: string[] = [...before];
      for (const line of marked("-")) left.splice(left.indexOf(line), 1);
      expect([...left, ...marked("+")].sort()).toEqual([...after].sort());
      expect(lines.length === 0).toBe(whole(before) === whole(after));
    }),
    { seed: 1, numRuns: 500 },
  );
});
