import { afterEach, expect, test, vi } from "vitest";
import { inTurn, takeTurn } from "./turns.js";

afterEach(async () => {
  vi.restoreAllMocks();
  await nextTurn();
});

/** Goes on from test to test, as a clock does. */
let clock = 1_000_000;

/** Works that take a while of this clock, and which of them are done. */
function works() {
  clock += 1000;
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

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test("of what takes long each has a turn of the event loop, in the order in which it came", async () => {
  const { done, work } = works();
  for (const name of ["a", "b", "c", "d"]) takeTurn(work(name, 20));
  expect(done).toEqual(["a"]);
  await nextTurn();
  expect(done).toEqual(["a", "b"]);
  takeTurn(work("e", 1));
  await nextTurn();
  await nextTurn();
  expect(done).toEqual(["a", "b", "c", "d"]);
  await nextTurn();
  expect(done).toEqual(["a", "b", "c", "d", "e"]);
});

test("what is done quickly, or comes after a rest, does not wait", () => {
  const { done, work, wait } = works();
  for (let index = 0; index < 10; index++) takeTurn(work(`quick ${index}`, 0.5));
  expect(done).toHaveLength(10);
  for (let index = 0; index < 3; index++) {
    wait(5);
    takeTurn(work(`long ${index}`, 20));
  }
  expect(done).toHaveLength(13);
});

test("a work that goes on after others of its turn goes on in the next, behind who waited before", async () => {
  const { done, work } = works();
  const goOn = (name: string): Promise<void> | void => inTurn(work(name, 20));
  takeTurn(() => void goOn("a"));
  takeTurn(work("b", 20));
  const later = goOn("a, later");
  expect(done).toEqual(["a"]);
  await later;
  expect(done).toEqual(["a", "b", "a, later"]);
});
