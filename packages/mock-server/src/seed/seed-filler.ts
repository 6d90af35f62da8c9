import { setImmediate } from "node:timers/promises";
import type { Resource } from "@onespec/spec-core";
import { isWholeScope } from "../behaviour/resource-state.js";
import { createRecordPointer, type RecordPointer } from "../relations/record-pointer.js";
import { targetScope } from "../relations/related-records.js";
import { relationsOf } from "../relations/relations.js";
import { inOneStep } from "../store/in-one-step.js";
import type { SeedParts, SeedWish } from "./create-seeds.js";
import { seedOrder } from "./seed-order.js";
import { hasParent, isFilledOnTouch, parentScopes, placeKey } from "./seed-places.js";
import { seedRecords, storeGiven } from "./seed-records.js";

/** In milliseconds. Short, as a first request needs two turns of the event loop: one to connect, one to ask. */
const SLICE_MS = 2;

export interface SeedFiller {
  /** Fills every resource that is empty: parents before children, and what foreign keys name before what has them. */
  fillAll(): Promise<void>;
  /** Fills one place of a resource unless it was filled before. `false`: its parent is not there (yet). */
  fillPlace(owner: Resource, scope: readonly string[]): Promise<boolean>;
}

export function createSeedFiller(parts: SeedParts, { count, seedValue, given }: SeedWish): SeedFiller {
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
    // What this place names comes first; what that names in turn need not be there yet.
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
      let turnEnds = performance.now() + SLICE_MS;
      const owners = [...api.resources].map((one) => states.of(one).owner);
      for (const owner of seedOrder(owners, relations, states)) {
        await fillResource(owner, (target) => filled.has(target), late);
        filled.add(owner);
        // A store that keeps nothing until the end makes nobody wait.
        if (performance.now() < turnEnds) continue;
        await setImmediate();
        turnEnds = performance.now() + SLICE_MS;
      }
      for (const wait of late) await wait();
    },
    async fillPlace(owner, scope) {
      // Nobody is kept waiting unless there is something to do.
      const before = store.transaction === undefined ? "empty" : await placeState(owner, scope);
      if (before !== "empty") return before === "filled";
      return inOneStep(store, () => fillPlace(owner, scope, true));
    },
  };
}

type Late = () => Promise<void>;
