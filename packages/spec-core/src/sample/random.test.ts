import { expect, test } from "vitest";
import { Seed } from "./random.js";

test("the same text and path give the same numbers on every machine", () => {
  const random = Seed.fromText("onespec").child("pets").child(3).random();
  expect([random.next(), random.integer(1, 6), random.text(8, "abcdef")]).toMatchInlineSnapshot(`
    [
      0.9852397446520627,
      6,
      "dbcbaedc",
    ]
  `);
  const again = Seed.fromText("onespec").child("pets").child(3).random();
  expect(again.next()).toBe(Seed.fromText("onespec").child("pets").child(3).random().next());
});

test("a key that looks like an index is another part than the index", () => {
  const seed = Seed.fromText("x");
  expect(seed.child("1").random().next()).not.toBe(seed.child(1).random().next());
});

test("numbers cover their range evenly, both ends included", () => {
  const random = Seed.fromText("dice").random();
  const counts = new Map<number, number>();
  for (let round = 0; round < 6000; round++) {
    const face = random.integer(1, 6);
    counts.set(face, (counts.get(face) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test("ranges beyond 32 bits stay in range", () => {
  const random = Seed.fromText("large").random();
  for (let round = 0; round < 1000; round++) {
    const value = random.integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    expect(Number.isSafeInteger(value)).toBe(true);
  }
});
