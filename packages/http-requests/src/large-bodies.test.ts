import { expect, test, vi } from "vitest";
import { ClientGone } from "./client-gone.js";
import { parseLargeJson } from "./json/parse-large-json.js";
import { LargeBodies } from "./large-bodies.js";

const ANY = { mostValues: Number.POSITIVE_INFINITY };
/** As long as one takes to read in several slices. */
const LONG = `[${'{"a":[1,2,3]},'.repeat(300_000)}1]`;

test("others have their turn while a large body is read", async () => {
  let isOver = false;
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const value = (await new LargeBodies().run(parseLargeJson(LONG, ANY))) as unknown[];
  isOver = true;
  expect(value).toHaveLength(300_001);
  expect(turns).toBeGreaterThan(5);
});

test("one body is read after the other, and one that is refused keeps nobody", async () => {
  const large = new LargeBodies();
  const told: string[] = [];
  function* work(name: string): Generator<void, void> {
    told.push(`${name} begins`);
    yield;
    told.push(`${name} ends`);
  }
  const refused = large.run(parseLargeJson(`${LONG},`, ANY)).catch(() => told.push("refused"));
  await Promise.all([refused, large.run(work("first")), large.run(work("second"))]);
  expect(told).toEqual(["refused", "first begins", "first ends", "second begins", "second ends"]);
});

test("what was begun for a client that is gone stops, and what waited for its turn never begins", async () => {
  const large = new LargeBodies();
  const gone = new AbortController();
  let steps = 0;
  function* work(): Generator<void, void> {
    for (;;) {
      steps += 1;
      if (steps === 3) gone.abort();
      yield;
    }
  }
  const never = vi.fn(function* (): Generator<void, void> {});
  const both = [large.run(work(), gone.signal), large.turn(() => Promise.resolve(never()), gone.signal)];
  for (const each of both) await expect(each).rejects.toThrow(ClientGone);
  expect(steps).toBeGreaterThan(2);
  expect(never).not.toHaveBeenCalled();
  await expect(large.turn(async () => "next")).resolves.toBe("next");
});

test.each([
  [undefined, 100_000],
  [1_048_576, 100_000],
  [10 * 1024 * 1024, 104_857],
  [1_000_000_000, 10_000_000],
])("a limit of %s bytes lets in %s values", (bodyLimit, values) => {
  expect(new LargeBodies(bodyLimit).mostValues).toBe(values);
});
