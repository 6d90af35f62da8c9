import type { Fitting } from "@onespec/http-contract";
import { type ApiDescription, getOrMake, type Resource, type SchemaRegistry } from "@onespec/spec-core";
import type { GivenSeeds } from "../config/given-seeds.js";
import type { OperationStates, RecordFactories, Seeds } from "../model/mock-context.js";
import type { ResourceStates, ScopePattern } from "../model/resource-states.js";
import type { RecordStore } from "../store/record-store.js";
import { isWholeScope } from "../store/row.js";
import type { SeedFiller } from "./seed-filler.js";
import { isFilledOnTouch, leftKey, placeKey } from "./seed-places.js";

export interface SeedParts {
  readonly store: RecordStore;
  readonly api: ApiDescription;
  readonly schemas: SchemaRegistry;
  readonly fitting: Fitting;
  readonly states: ResourceStates;
  readonly records: RecordFactories;
  readonly operationStates: OperationStates;
}

export interface SeedOptions {
  /** Records a resource; 0: none but those that are given. */
  readonly count: number;
  /** Text from which made-up records follow. */
  readonly seedValue: string;
  readonly given: GivenSeeds | undefined;
}

/** Without seeds, their code is not loaded. */
export function createSeeds(parts: SeedParts, options: SeedOptions): Seeds {
  const { count, given } = options;
  if (count === 0 && !given)
    return {
      fillAll: async () => {},
      fill: () => undefined,
      leave: () => undefined,
      leaveBelow: () => undefined,
      isLate: () => false,
    };
  let loading: Promise<SeedFiller> | undefined;
  const filler = (): Promise<SeedFiller> => {
    loading ??= import("./seed-filler.js").then(({ createSeedFiller }) => createSeedFiller(parts, options));
    return loading;
  };
  const places = new Map<string, Promise<void>>();
  // One after the other: a scope may need another one filled first, which may need this one.
  let last: Promise<unknown> = Promise.resolve();
  const fillPlace = (owner: Resource, scope: readonly string[]): Promise<void> => {
    const key = placeKey(owner, scope);
    return getOrMake(places, key, () => {
      const work = last.then(filler).then(({ fillPlace }) => fillPlace(owner, scope));
      last = work.catch(() => {});
      // A server that shares its store checks each time, since another server may have reset it.
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
    isLate: (resource) => isFilledOnTouch(parts.states, parts.states.of(resource).owner),
    fillAll: async () => (await filler()).fillAll(),
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
