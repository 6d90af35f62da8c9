import type { ApiDescription, Resource, SchemaRegistry } from "@onespec/spec-core";
import type { OperationStates } from "../behaviour/operation-state.js";
import type { RecordFactories } from "../behaviour/record-factory.js";
import { isWholeScope, type ResourceStates, type ScopePattern } from "../behaviour/resource-state.js";
import type { Fitting } from "../response/fitting.js";
import type { RecordStore } from "../store/record-store.js";
import type { GivenSeeds } from "./given-seeds.js";
import type { SeedFiller } from "./seed-filler.js";
import { isFilledOnTouch, placeKey } from "./seed-places.js";
import type { Seeds } from "./seeds.js";

export interface SeedParts {
  readonly store: RecordStore;
  readonly api: ApiDescription;
  readonly schemas: SchemaRegistry;
  readonly fitting: Fitting;
  readonly states: ResourceStates;
  readonly records: RecordFactories;
  readonly operationStates: OperationStates;
}

export interface SeedWish {
  /** Records a resource; 0: none but those that are given. */
  readonly count: number;
  /** Text from which made-up records follow. */
  readonly seedValue: string;
  readonly given: GivenSeeds | undefined;
}

/** Without a wish nothing is loaded for it. */
export function createSeeds(parts: SeedParts, wish: SeedWish): Seeds {
  const { count, given } = wish;
  if (count === 0 && !given) return { fillAll: async () => {}, fill: () => undefined };
  let loading: Promise<SeedFiller> | undefined;
  const filler = (): Promise<SeedFiller> => {
    loading ??= import("./seed-filler.js").then(({ createSeedFiller }) => createSeedFiller(parts, wish));
    return loading;
  };
  const places = new Map<string, Promise<void>>();
  // One after the other: a place may need another one filled first, which may need this one.
  let last: Promise<unknown> = Promise.resolve();
  const fillPlace = (owner: Resource, scope: readonly string[]): Promise<void> => {
    const key = placeKey(owner, scope);
    let filling = places.get(key);
    if (!filling) {
      const work = last.then(filler).then(({ fillPlace }) => fillPlace(owner, scope));
      last = work.catch(() => {});
      // A server that shares its state asks each time: another one may have put it back to where it began.
      const isRemembered = parts.store.transaction === undefined;
      filling = work.then(
        (isFilled) => void ((isFilled && isRemembered) || places.delete(key)),
        (error: unknown) => {
          places.delete(key);
          throw error;
        },
      );
      places.set(key, filling);
    }
    return filling;
  };
  return {
    fillAll: async () => (await filler()).fillAll(),
    fill(resource: Resource, scope: ScopePattern) {
      if (count === 0 || !isWholeScope(scope) || scope.length === 0) return undefined;
      const { owner } = parts.states.of(resource);
      return isFilledOnTouch(parts.states, owner) ? fillPlace(owner, scope) : undefined;
    },
  };
}
