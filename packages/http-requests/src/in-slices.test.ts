import { expect, test, vi } from "vitest";
import { inSlices, SLICE_MS } from "./in-slices.js";

test("of several works only one has its slice in each turn of the event loop", async () => {
  let clock = 0;
  const spy = vi.spyOn(performance, "now").mockImplementation(() => clock);
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turns: number[] = [];
  function* work(): Generator<void, void> {
    for (let step = 0; step < 5; step++) {
      clock += SLICE_MS + 1;
      turns.push(turn);
      yield;
    }
  }
  const first = inSlices(work());
  await Promise.all([first, inSlices(work()), inSlices(work())]);
  isOver = true;
  spy.mockRestore();
  expect(turns).toHaveLength(15);
  expect(new Set(turns).size).toBe(15);
});
