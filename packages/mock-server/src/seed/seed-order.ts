import type { Resource } from "@onespec/spec-core";
import type { ResourceStates } from "../behaviour/resource-state.js";
import type { Relations } from "../relations/relations.js";

/**
 * Parents come before their children always, and what foreign keys name before what has them, as long as that is possible:
 * in a circle the resource that comes first in the description comes first.
 */
export function seedOrder(
  owners: readonly Resource[],
  relations: Relations,
  states: ResourceStates,
): ReadonlySet<Resource> {
  const order = new Set<Resource>();
  const begun = new Set<Resource>();
  const parentsOf = ({ parents }: Resource): readonly Resource[] =>
    parents.flatMap(({ resource }) => (resource ? [states.of(resource).owner] : []));
  const waitsForBegun = (resource: Resource): boolean =>
    parentsOf(resource).some((parent) => (begun.has(parent) && !order.has(parent)) || waitsForBegun(parent));
  function* neededBy(resource: Resource): Generator<Resource, void> {
    yield* parentsOf(resource);
    for (const { target } of relations.from(resource)) {
      if (!begun.has(target) && !waitsForBegun(target)) yield target;
    }
  }
  // Thousands may each need the next, which is deeper than calls can go.
  const open: { readonly resource: Resource; readonly needed: Generator<Resource, void> }[] = [];
  const begin = (resource: Resource): void => {
    if (begun.has(resource)) return;
    begun.add(resource);
    open.push({ resource, needed: neededBy(resource) });
  };
  for (const owner of owners) {
    begin(owner);
    for (let last = open.at(-1); last; last = open.at(-1)) {
      const next = last.needed.next();
      if (!next.done) begin(next.value);
      else {
        order.add(last.resource);
        open.pop();
      }
    }
  }
  return order;
}
