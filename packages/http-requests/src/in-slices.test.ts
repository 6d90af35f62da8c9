import { expect, test, vi } from "vitest";
import { inSlices } from "./in-slices.js";

test("of several works whose steps are long only one has a step in each turn of the event loop", async () => {
  let clock = performance.now() + 1000;
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
      clock += 20;
      turns.push(turn);
      yield;
    }
  }
  await Promise.all([inSlices(work()), inSlices(work()), inSlices(work())]);
  isOver = true;
  spy.mockRestore();
  expect(turns).toHaveLength(15);
  expect(new Set(turns).size).toBe(15);
});
