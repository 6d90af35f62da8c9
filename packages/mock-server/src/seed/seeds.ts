import { getOrMake, type Resource } from "@onespec/spec-core";
import type { Seeds } from "../model/mock-context.js";
import type { ScopePattern } from "../model/resource-states.js";
import { isWholeScope } from "../store/record-table.js";
import type { SeedFiller, SeedOptions, SeedParts } from "./seed-filler.js";
import { isFilledOnTouch, leftKey, placeKey } from "./seed-places.js";

/** Creates the seeds. Their code is loaded only if there are any. */
export function createSeeds(parts: SeedParts, options: SeedOptions): Seeds {
  const { count, given } = options;
  const isEmpty = count === 0 && !given;
  let loading: Promise<SeedFiller> | undefined;
  const filler = (): Promise<SeedFiller> => {
    loading ??= import("./seed-filler.js").then(({ createSeedFiller }) => createSeedFiller(parts, options));
    return loading;
  };
  const places = new Map<string, Promise<void>>();
  // Scopes are filled one after another. A scope may need another one filled first, which in turn may need this one.
  let last: Promise<unknown> = Promise.resolve();
  const fillPlace = (owner: Resource, scope: readonly string[]): Promise<void> => {
    const key = placeKey(owner, scope);
    return getOrMake(places, key, () => {
      const work = last.then(filler).then(({ fillPlace }) => fillPlace(owner, scope));
      last = work.catch(() => {});
      // With a shared store the check is repeated each time, since another server may have reset the store.
      const isRemembered = parts.store.transaction === undefined;
      return work.then(
        (isFilled) => void ((isFilled && isRemembered) || places.delete(key)),
        (error: unknown) => {
          places.delete(key);
          throw error;
        },
      );
    });
  };
  const toFill = (resource: Resource, scope: ScopePattern): readonly [Resource, readonly string[]] | undefined => {
    if (count === 0 || !isWholeScope(scope) || scope.length === 0) return undefined;
    const { owner } = parts.states.of(resource);
    return isFilledOnTouch(parts.states, owner) ? [owner, scope] : undefined;
  };
  return {
    count,
    isLate: (resource) => !isEmpty && isFilledOnTouch(parts.states, parts.states.of(resource).owner),
    fillAll: async () => (isEmpty ? undefined : (await filler()).fillAll()),
    fill(resource: Resource, scope: ScopePattern) {
      const place = toFill(resource, scope);
      return place && fillPlace(...place);
    },
    leave(resource: Resource, scope: ScopePattern) {
      const place = toFill(resource, scope);
      if (!place || places.has(placeKey(...place))) return undefined;
      return parts.operationStates.put(placeKey(...place), "seed", { value: 0 });
    },
    leaveBelow: (path) => (count === 0 ? undefined : parts.operationStates.put(leftKey(path), "seed", { value: 0 })),
  };
}
