import { type OtherIds, otherIds } from "@onespec/http-contract";
import {
  type ApiDescription,
  findIdPlace,
  getOrMake,
  isObject,
  type Operation,
  type Resource,
  type SchemaRegistry,
  valueAtPlace,
} from "@onespec/spec-core";
import type { ResourceState, ResourceStates, ScopePattern } from "../../model/resource-states.js";
import {
  after,
  type Condition,
  type RecordCollection,
  type RecordStore,
  type StoredRecord,
} from "../../store/record-store.js";
import { isWholeScope } from "../../store/record-table.js";
import { chosenKeyReader, keyInRecord } from "./record-key.js";

export function createResourceStates(
  api: Pick<ApiDescription, "schemas" | "resources" | "operations">,
  store: RecordStore,
): ResourceStates {
  const states = new Map<string, ResourceState>();
  let sharers: ReadonlyMap<string, readonly Resource[]> | undefined;
  let account: { readonly found: Resource | undefined } | undefined;
  let putThere: ReadonlySet<string> | undefined;
  /**
   * True if an operation such as `POST /users/{id}/tags/{tag_id}` creates the record in its path. Computed on first use, because it reads
   * all roles.
   */
  const isPut = ({ stateKey }: Resource): boolean => {
    putThere ??= new Set(
      api.operations.flatMap(({ role }) => (role.kind === "replace" ? [role.resource.stateKey] : [])),
    );
    return putThere.has(stateKey);
  };
  const of = (resource: Resource): ResourceState => {
    return getOrMake(states, resource.stateKey, () => {
      sharers ??= byStateKey(api.resources);
      return createState(api.schemas, sharers.get(resource.stateKey) ?? [], resource, { store, isPut });
    });
  };
  return {
    of,
    get account() {
      account ??= { found: findAccount(api.resources) };
      return account.found;
    },
    get all() {
      return [...new Set(api.resources.map(of))];
    },
  };
}

function findAccount(resources: readonly Resource[]): Resource | undefined {
  const below = (account: Resource): number =>
    resources.filter(({ parents }) => parents[0]?.resource === account).length;
  return resources.find(
    (one) =>
      one.itemPath !== undefined &&
      one.parents.length === 0 &&
      one.roles.list === undefined &&
      below(one) > Math.max(2, resources.length / 2),
  );
}

function byStateKey(resources: readonly Resource[]): ReadonlyMap<string, readonly Resource[]> {
  const sharers = new Map<string, Resource[]>();
  for (const resource of resources) {
    getOrMake(sharers, resource.stateKey, () => []).push(resource);
  }
  return sharers;
}

function createState(
  schemas: SchemaRegistry,
  sharers: readonly Resource[],
  fallback: Resource,
  { store, isPut }: { readonly store: RecordStore; readonly isPut: (resource: Resource) => boolean },
): ResourceState {
  const owner = sharers.find(({ collectionPath, stateKey }) => collectionPath === stateKey) ?? sharers[0] ?? fallback;
  const collection = store.collection(owner.name, { keyOf: (value) => keyInRecord(owner, value) });
  const discoverable = new Map<Resource, boolean>();
  const idsOf = createOtherIds(schemas, [owner, ...sharers.filter((one) => one !== owner)]);
  const byOtherId = findByOtherId(idsOf, collection);
  let last: Promise<unknown> = Promise.resolve();
  return {
    owner,
    collection,
    get isCreatable() {
      return sharers.some(({ roles }) => roles.create ?? roles.replace) || isPut(fallback);
    },
    isDiscoverable(resource) {
      const known = discoverable.get(resource) ?? [resource, ...sharers].some((one) => isDiscoverable(schemas, one));
      discoverable.set(resource, known);
      return known;
    },
    inTurn(run) {
      const result = last.then(run);
      last = result.catch(() => {});
      return result;
    },
    hasOtherNames: (parameter) => idsOf(parameter).isAny,
    find({ scope, where, parameter, isByProperties }, key) {
      if (isByProperties) return after(collection.list({ scope, where }), ({ records }) => records.at(-1));
      const found = isWholeScope(scope) ? collection.get(scope, key) : findAnywhere(collection, scope, key);
      return after(found, (record) => {
        if (record === undefined) return byOtherId(scope, key, parameter);
        return where.every((condition) => isMet(record, condition)) ? record : undefined;
      });
    },
  };
}

/** Used only if paths of different depth share records, so it may scan the collection. */
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

/**
 * True if clients can know the ids of the records. If no operation lists them and creating one does not return its id, a client can only
 * guess.
 */
function isDiscoverable(schemas: SchemaRegistry, resource: Resource): boolean {
  const { list, create, replace } = resource.roles;
  if (list !== undefined) return true;
  if (create === undefined) return replace !== undefined;
  // A client that chooses the ids knows them.
  return replace?.responses.some(({ status }) => status === "201") || tellsId(schemas, resource, create);
}

/** True if a client learns the id of a new record: from `Location`, from the body of the answer, or because it chose the id itself. */
function tellsId(schemas: SchemaRegistry, resource: Resource, create: Operation): boolean {
  const successes = create.responses.filter(({ status }) => /^(?:2|default)/.test(status));
  if (successes.length === 0 || successes.some(({ status }) => status === "201")) return true;
  if (chosenKeyReader(schemas, create, resource).canChoose) return true;
  return successes.some(
    ({ content, headers }) =>
      headers.some(({ name }) => name.toLowerCase() === "location") ||
      content.some(({ schema }) => !schema || findIdPlace(schemas, resource, schema.json) !== undefined),
  );
}

/**
 * Finds a record by another property than its id, if the description allows that in paths.
 * @param parameter the path parameter with the text; `undefined` if only ids count
 */
type FindByOtherId = (
  scope: ScopePattern,
  text: string,
  parameter: string | undefined,
) => Promise<StoredRecord | undefined>;

function createOtherIds(schemas: SchemaRegistry, sharers: readonly Resource[]): (parameter: string) => OtherIds {
  const known = new Map<string, OtherIds>();
  return (parameter) => getOrMake(known, parameter, () => otherIds(schemas, sharers, parameter));
}

function findByOtherId(idsOf: (parameter: string) => OtherIds, collection: RecordCollection): FindByOtherId {
  return async (scope, sent, parameter) => {
    if (parameter === undefined) return undefined;
    const ids = idsOf(parameter);
    // `/users/me` answers the first user.
    if (ids.isSelf(sent)) return (await collection.list({ scope, limit: 1 })).records[0];
    if (!ids.accepts(sent)) return undefined;
    for (const property of ids.places) {
      const text = ids.textOf(property.at(-1) ?? "", sent);
      const readings = /^-?\d{1,15}$/.test(text) ? [text, Number(text)] : [text];
      const where: Condition[] = [{ property, operator: "in", value: readings }];
      // The newest record comes first: the record of a client hides a seed with the same name.
      const found = (await collection.list({ scope, where })).records.at(-1);
      if (found) return found;
    }
    return undefined;
  };
}

/** The resource that owns each state, by its key. The collection has the name of the owner. */
export function stateOwners(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  const owners = new Map<string, Resource>();
  for (const resource of resources) {
    const { stateKey, collectionPath } = resource;
    if (collectionPath === stateKey ? owners.get(stateKey)?.collectionPath !== stateKey : !owners.has(stateKey))
      owners.set(stateKey, resource);
  }
  return owners;
}
