import type { Resource } from "@onespec/spec-core";
import { expect, test } from "vitest";
import type { ResourceStates } from "../model/resource-states.js";
import type { Relations } from "../relations/relations.js";
import { seedOrder } from "./seed-filler.js";

/** Resources of which each is named by its position; `needs` says what foreign keys name and what paths stand below. */
function order(count: number, needs: (index: number) => { parent?: number; names?: readonly number[] }): number[] {
  const all = Array.from({ length: count }, () => ({ parents: [] as object[] }));
  const at = (index: number): Resource => all[index] as unknown as Resource;
  for (const [index, { parents }] of all.entries()) {
    const { parent } = needs(index);
    if (parent !== undefined) parents.push({ resource: at(parent) });
  }
  const owners = all.map((_, index) => at(index));
  const positions = new Map(owners.map((owner, index) => [owner, index]));
  const states = { of: (owner: Resource) => ({ owner }) } as unknown as ResourceStates;
  const from = (owner: Resource): unknown[] =>
    (needs(positions.get(owner) ?? 0).names ?? []).map((target) => ({ target: at(target) }));
  const relations = { from } as unknown as Relations;
  return [...seedOrder(owners, relations, states)].map((owner) => positions.get(owner) ?? -1);
}

test("parents and what foreign keys name come first", () => {
  expect(order(4, (index) => [{ names: [2] }, { parent: 0 }, { parent: 3 }, {}][index] ?? {})).toEqual([3, 2, 0, 1]);
});

test("in a circle the first comes first, and parents before children all the same", () => {
  expect(order(3, (index) => ({ names: [(index + 1) % 3] }))).toEqual([2, 1, 0]);
  expect(order(2, (index) => (index === 0 ? { names: [1] } : { parent: 0 }))).toEqual([0, 1]);
});

test("tens of thousands may each need the next", () => {
  const count = 50_000;
  const made = order(count, (index) => (index + 1 < count ? { names: [index + 1] } : {}));
  expect(made.slice(0, 2)).toEqual([count - 1, count - 2]);
  expect(made).toHaveLength(count);
});
