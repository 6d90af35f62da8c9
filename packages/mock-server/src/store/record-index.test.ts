import fc from "fast-check";
import { expect, test } from "vitest";
import { SortedList } from "./record-index.js";

const compare = (a: number, b: number): number => a - b;

test("it answers as a sorted array would, through thousands of insertions and removals", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3000, max: 3000 }), { minLength: 1500, maxLength: 4000 }), (numbers) => {
      const start = [...new Set(numbers.slice(0, 700))];
      const list = new SortedList(compare, start.toSorted(compare));
      const model = new Set(start);
      for (const number of numbers.slice(700)) {
        // Half of what is there already is taken out again, so that chunks both split and run empty.
        if (model.has(number)) {
          expect(list.remove(number)).toBe(model.delete(number));
        } else {
          list.insert(number);
          model.add(number);
        }
      }
      const sorted = [...model].sort(compare);
      expect(list.slice(0, list.size)).toEqual(sorted);
      expect(list.size).toBe(sorted.length);
      for (const start of [0, 1, 511, 512, 513, sorted.length - 1, sorted.length]) {
        expect(list.slice(start, start + 7)).toEqual(sorted.slice(start, start + 7));
      }
      expect(list.filter((number) => number % 3 === 0).slice(0, list.size)).toEqual(
        sorted.filter((number) => number % 3 === 0),
      );
      for (const probe of [-4000, -1, 0, 77, 4000]) {
        expect(list.rank(probe)).toBe(sorted.filter((number) => number < probe).length);
        expect(list.rankBehind(probe)).toBe(sorted.filter((number) => number <= probe).length);
      }
      for (const number of sorted) expect(list.remove(number)).toBe(true);
      expect(list.size).toBe(0);
      expect(list.remove(1)).toBe(false);
    }),
    { seed: 20260101, numRuns: 10 },
  );
});
