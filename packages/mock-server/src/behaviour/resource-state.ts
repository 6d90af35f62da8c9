import type { Resource } from "@onespec/spec-core";
import type { RecordCollection, RecordStore, StoredRecord } from "../store/record-store.js";
import { keyInRecord } from "./record-key.js";

/** Values of the parents' path parameters, outermost first; `undefined` where a path does not say which. */
export type ScopePattern = readonly (string | undefined)[];

/** The records that one or more resources share. */
export interface ResourceState {
  /** The resource whose collection path names the state. */
  readonly owner: Resource;
  readonly collection: RecordCollection;
  /** Some operation makes records. */
  readonly isCreatable: boolean;
  /** The owner's scope as a path of `resource` gives it. */
  scope(resource: Resource, pathTexts: Readonly<Record<string, string>>): ScopePattern;
  find(scope: ScopePattern, key: string): Promise<StoredRecord | undefined>;
}

/** The states of all resources. */
export interface ResourceStates {
  of(resource: Resource): ResourceState;
  readonly all: Iterable<ResourceState>;
}

export function createResourceStates(resources: readonly Resource[], store: RecordStore): ResourceStates {
  const states = new Map<string, ResourceState>();
  const of = (resource: Resource): ResourceState => {
    let state = states.get(resource.stateKey);
    if (!state) {
      state = createState(resources, resource.stateKey, resource, store);
      states.set(resource.stateKey, state);
    }
    return state;
  };
  return {
    of,
    get all() {
      return [...new Set(resources.map(of))];
    },
  };
}

/** Is it a whole scope, one that names a single parent at each level? */
export function isWholeScope(scope: ScopePattern): scope is readonly string[] {
  return !scope.includes(undefined);
}

function createState(
  resources: readonly Resource[],
  stateKey: string,
  fallback: Resource,
  store: RecordStore,
): ResourceState {
  const sharers = resources.filter((resource) => resource.stateKey === stateKey);
  const owner = sharers.find((resource) => resource.collectionPath === stateKey) ?? sharers[0] ?? fallback;
  const collection = store.collection(owner.name, { keyOf: (value) => keyInRecord(owner, value) });
  return {
    owner,
    collection,
    isCreatable: sharers.some(({ roles }) => roles.create || roles.replace),
    scope(resource, pathTexts) {
      const named = resource.parents.length === owner.parents.length ? resource : owner;
      return named.parents.map(({ parameter }) =>
        Object.hasOwn(pathTexts, parameter) ? pathTexts[parameter] : undefined,
      );
    },
    async find(scope, key) {
      if (isWholeScope(scope)) return collection.get(scope, key);
      // Only where paths of different depth share records; a scan is fine there.
      if (!(await collection.has(scope, key))) return undefined;
      const { records } = await collection.list({ scope });
      return records.find((record) => record.key === key);
    },
  };
}
