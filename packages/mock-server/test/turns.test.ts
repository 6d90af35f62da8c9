import { afterEach, expect, test, vi } from "vitest";
import { Turns } from "../src/server/turns.js";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Works that take a while of a clock of their own, and which of them are done. */
function works() {
  let clock = 1000;
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  const done: string[] = [];
  return {
    done,
    wait(milliseconds: number): void {
      clock += milliseconds;
    },
    work(name: string, milliseconds: number): () => void {
      return () => {
        clock += milliseconds;
        done.push(name);
      };
    },
  };
}

test("of what takes long each has a turn of the event loop, in the order in which it came", async () => {
  const turns = new Turns();
  const { done, work } = works();
  for (const name of ["a", "b", "c", "d"]) turns.take(work(name, 20));
  expect(done).toEqual(["a"]);
  await nextTurn();
  expect(done).toEqual(["a", "b"]);
  turns.take(work("e", 1));
  await nextTurn();
  await nextTurn();
  expect(done).toEqual(["a", "b", "c", "d"]);
  await nextTurn();
  expect(done).toEqual(["a", "b", "c", "d", "e"]);
});

test("what is done quickly, or comes after a rest, does not wait", () => {
  const turns = new Turns();
  const { done, work, wait } = works();
  for (let index = 0; index < 10; index++) turns.take(work(`quick ${index}`, 0.5));
  expect(done).toHaveLength(10);
  for (let index = 0; index < 3; index++) {
    turns.take(work(`long ${index}`, 20));
    wait(5);
  }
  expect(done).toHaveLength(13);
});

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
