import type { ApiDescription, Resource, SchemaRegistry } from "@onespec/spec-core";
import { valueAtPlace } from "../response/place-value.js";
import type { Awaitable, Condition, RecordCollection, RecordStore, StoredRecord } from "../store/record-store.js";
import { isKnowable } from "./is-knowable.js";
import { findByOtherId } from "./other-ids.js";
import type { RecordAddress } from "./record-address.js";
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
  /** Could a client of the resource know what records there are? */
  isKnowable(resource: Resource): boolean;
  /** The record at an address, by its key or else by another id that it has, if what the address asks of it holds. */
  find(address: Pick<RecordAddress, "scope" | "where">, key: string): Awaitable<StoredRecord | undefined>;
}

/** The states of all resources. */
export interface ResourceStates {
  of(resource: Resource): ResourceState;
  readonly all: Iterable<ResourceState>;
}

export function createResourceStates(
  api: Pick<ApiDescription, "schemas" | "resources">,
  store: RecordStore,
): ResourceStates {
  const states = new Map<string, ResourceState>();
  let sharers: ReadonlyMap<string, readonly Resource[]> | undefined;
  const of = (resource: Resource): ResourceState => {
    let state = states.get(resource.stateKey);
    if (!state) {
      sharers ??= byStateKey(api.resources);
      state = createState(api.schemas, sharers.get(resource.stateKey) ?? [], resource, store);
      states.set(resource.stateKey, state);
    }
    return state;
  };
  return {
    of,
    get all() {
      return [...new Set(api.resources.map(of))];
    },
  };
}

function byStateKey(resources: readonly Resource[]): ReadonlyMap<string, readonly Resource[]> {
  const sharers = new Map<string, Resource[]>();
  for (const resource of resources) {
    const others = sharers.get(resource.stateKey);
    if (others) others.push(resource);
    else sharers.set(resource.stateKey, [resource]);
  }
  return sharers;
}

/** Is it a whole scope, one that names a single parent at each level? */
export function isWholeScope(scope: ScopePattern): scope is readonly string[] {
  return !scope.includes(undefined);
}

function createState(
  schemas: SchemaRegistry,
  sharers: readonly Resource[],
  fallback: Resource,
  store: RecordStore,
): ResourceState {
  const owner = sharers.find(({ collectionPath, stateKey }) => collectionPath === stateKey) ?? sharers[0] ?? fallback;
  const collection = store.collection(owner.name, { keyOf: (value) => keyInRecord(owner, value) });
  const knowable = new Map<Resource, boolean>();
  const byOtherId = findByOtherId(schemas, owner, collection);
  return {
    owner,
    collection,
    isCreatable: sharers.some(({ roles }) => roles.create || roles.replace),
    isKnowable(resource) {
      const known = knowable.get(resource) ?? isKnowable(schemas, resource);
      knowable.set(resource, known);
      return known;
    },
    find({ scope, where }, key) {
      const found = isWholeScope(scope) ? collection.get(scope, key) : findAnywhere(collection, scope, key);
      const finish = (record: StoredRecord | undefined): Awaitable<StoredRecord | undefined> => {
        if (record === undefined) return byOtherId(scope, key);
        return where.every((condition) => isMet(record, condition)) ? record : undefined;
      };
      return found instanceof Promise ? found.then(finish) : finish(found);
    },
  };
}

/** Only where paths of different depth share records; a scan is fine there. */
async function findAnywhere(
  collection: RecordCollection,
  scope: ScopePattern,
  key: string,
): Promise<StoredRecord | undefined> {
  if (!(await collection.has(scope, key))) return undefined;
  const { records } = await collection.list({ scope });
  return records.find((record) => record.key === key);
}

function isMet({ value }: StoredRecord, { property, value: wanted }: Condition): boolean {
  const found = valueAtPlace(value, property);
  return String(isObject(found) ? found.id : found) === String(wanted);
}

function isObject(value: unknown): value is { readonly id?: unknown } {
  return typeof value === "object" && value !== null;
}
