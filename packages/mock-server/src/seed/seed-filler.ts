import type { Resource } from "@onespec/spec-core";
import type { ResourceStates } from "../model/resource-states.js";
import { createRecordPointer, type RecordPointer } from "../relations/record-pointer.js";
import { targetScope } from "../relations/reference.js";
import { type Relations, relationsOf } from "../relations/relations.js";
import { inOneStep } from "../store/record-store.js";
import { isWholeScope } from "../store/row.js";
import type { SeedOptions, SeedParts } from "./create-seeds.js";
import { hasParent, isFilledOnTouch, parentScopes, placeKey } from "./seed-places.js";
import { seedRecords, storeGiven } from "./seed-records.js";

export interface SeedFiller {
  /** Fills every empty resource: parents before children, targets before foreign keys. */
  fillAll(): Promise<void>;
  /** Fills one scope of a resource unless it was filled before. `false`: its parent does not exist (yet). */
  fillPlace(owner: Resource, scope: readonly string[]): Promise<boolean>;
}

export function createSeedFiller(parts: SeedParts, { count, seedValue, given }: SeedOptions): SeedFiller {
  const { api, store, states, operationStates } = parts;
  const relations = relationsOf(parts);
  const pointer = (owner: Resource, isFilled: (target: Resource) => boolean, late: Late[]): RecordPointer =>
    createRecordPointer(parts, owner, {
      seedValue,
      references: relations.from(owner),
      otherEnds: relations.otherEnds(owner),
      isFilled,
      defer: (wait) => void late.push(wait),
    });
  const markFilled = (owner: Resource, scope: readonly string[]): Promise<void> =>
    operationStates.put(placeKey(owner, scope), "seed", { value: count });

  const fillResource = async (owner: Resource, isFilled: (target: Resource) => boolean, late: Late[]) => {
    const { collection } = states.of(owner);
    if ((await collection.count()) > 0) return;
    const point = pointer(owner, isFilled, late);
    const written = given?.of(owner) ?? [];
    await storeGiven(parts, owner, written, point);
    if (count <= written.length) return;
    const scopes = await parentScopes(states, owner);
    if (scopes.length === 0) return;
    await seedRecords(parts, owner, { scopes, first: written.length, count }, point);
    if (!isFilledOnTouch(states, owner)) return;
    for (const scope of scopes.slice(0, count)) await markFilled(owner, scope);
  };

  const placeState = async (owner: Resource, scope: readonly string[]): Promise<"filled" | "empty" | "parentless"> => {
    const { collection } = states.of(owner);
    if ((await operationStates.get(placeKey(owner, scope))) || (await collection.count(scope)) > 0) return "filled";
    return (await hasParent(states, owner, scope)) ? "empty" : "parentless";
  };
  const fillPlace = async (owner: Resource, scope: readonly string[], isNeeded: boolean): Promise<boolean> => {
    const before = await placeState(owner, scope);
    if (before !== "empty") return before === "filled";
    // The targets of its foreign keys come first; their own targets may come later.
    if (isNeeded) {
      for (const reference of relations.from(owner)) {
        const above = targetScope(reference, owner, scope);
        const isElsewhere = reference.target !== owner && isFilledOnTouch(states, reference.target);
        if (isElsewhere && isWholeScope(above)) await fillPlace(reference.target, above, false);
      }
    }
    const point = pointer(owner, () => true, []);
    await seedRecords(parts, owner, { scopes: [scope], first: 0, count }, point);
    await markFilled(owner, scope);
    return true;
  };

  return {
    async fillAll() {
      const late: Late[] = [];
      const filled = new Set<Resource>();
      const owners = [...api.resources].map((one) => states.of(one).owner);
      for (const owner of seedOrder(owners, relations, states)) {
        await fillResource(owner, (target) => filled.has(target), late);
        filled.add(owner);
      }
      for (const wait of late) await wait();
    },
    async fillPlace(owner, scope) {
      // A look without a transaction costs least, and mostly nothing is left to do.
      const before = store.transaction === undefined ? "empty" : await placeState(owner, scope);
      if (before !== "empty") return before === "filled";
      return inOneStep(store, () => fillPlace(owner, scope, true));
    },
  };
}

type Late = () => Promise<void>;

/**
 * The order in which resources are filled. Parents come before their children, and targets before the foreign keys to them; in a
 * cycle of foreign keys the resource that is first in the description comes first.
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
  // A stack of its own, since a chain of thousands would overflow the call stack.
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
