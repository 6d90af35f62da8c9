import {
  type ApiDescription,
  findIdPlace,
  foldName,
  isObject,
  type Operation,
  objectProperties,
  type Resource,
  type SchemaRegistry,
} from "@onespec/spec-core";
import { isWholeScope, type ResourceState, type ResourceStates, type ScopePattern } from "../model/resource-states.js";
import { valueAtPlace } from "../response/place-value.js";
import type {
  Awaitable,
  Condition,
  RecordCollection,
  RecordPage,
  RecordStore,
  StoredRecord,
} from "../store/record-store.js";
import { chosenKeyReader } from "./chosen-key.js";
import { keyInRecord } from "./record-key.js";

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

function createState(
  schemas: SchemaRegistry,
  sharers: readonly Resource[],
  fallback: Resource,
  store: RecordStore,
): ResourceState {
  const owner = sharers.find(({ collectionPath, stateKey }) => collectionPath === stateKey) ?? sharers[0] ?? fallback;
  const collection = store.collection(owner.name, { keyOf: (value) => keyInRecord(owner, value) });
  const discoverable = new Map<Resource, boolean>();
  const byOtherId = findByOtherId(schemas, owner, collection);
  return {
    owner,
    collection,
    isCreatable: sharers.some(({ roles }) => roles.create || roles.replace),
    isDiscoverable(resource) {
      const known = discoverable.get(resource) ?? isDiscoverable(schemas, resource);
      discoverable.set(resource, known);
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

/**
 * Could a client know what records there are? Where nothing lists them, and what makes one says nothing that leads to it, a
 * client has to guess.
 */
function isDiscoverable(schemas: SchemaRegistry, resource: Resource): boolean {
  const { list, create, replace } = resource.roles;
  if (list !== undefined) return true;
  if (create === undefined) return replace !== undefined;
  // A client that puts records where it likes knows where they are.
  return replace?.responses.some(({ status }) => status === "201") || tellsId(schemas, resource, create);
}

/** By `Location`, in the body of the answer, or because the client chose the id itself. */
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

/** Looks for a record by what a client may take for its id. */
type FindByOtherId = (scope: ScopePattern, text: string) => Awaitable<StoredRecord | undefined>;

/**
 * Real records often have several ids (`id` beside `uuid`, `dispute_id`, `username`), and which of them a path means only their
 * authors know. When nothing has the text as its key, the first record that has it as another id is meant.
 */
function findByOtherId(schemas: SchemaRegistry, resource: Resource, collection: RecordCollection): FindByOtherId {
  let names: readonly string[] | undefined;
  return async (scope, text) => {
    names ??= otherIds(schemas, resource);
    const readings = /^-?\d{1,15}$/.test(text) ? [text, Number(text)] : [text];
    const look = (name: string): Awaitable<RecordPage> =>
      collection.list({ scope, where: [{ property: [name], operator: "in", value: readings }], limit: 1 });
    for (const [index, name] of names.entries()) {
      const page = look(name);
      if (page instanceof Promise) {
        // A database is asked all at once.
        const pages = await Promise.all([page, ...names.slice(index + 1).map(look)]);
        return pages.find(({ records }) => records.length > 0)?.records[0];
      }
      if (page.records[0]) return page.records[0];
    }
    return undefined;
  };
}

/** Properties of the record that look like an id, most likely first; the one that is its id is left out. */
function otherIds(schemas: SchemaRegistry, { schema, id, collectionPath }: Resource): string[] {
  const noun = foldName(
    collectionPath.split("/").findLast((segment) => segment !== "" && !segment.includes("{")) ?? "",
  );
  const nouns = [noun, noun.replace(/ies$/, "y"), noun.replace(/s$/, "")];
  const wanted = [
    ...(id.parameter === undefined ? [] : [foldName(id.parameter)]),
    "id",
    ...nouns.flatMap((one) => ["id", "uuid", "key", "name", "number", "code", "slug"].map((word) => one + word)),
    ...nouns,
    ...["uuid", "guid", "uid", "gid", "sid", "identifier", "key", "slug", "login", "username", "name", "code", "tag"],
  ];
  const present = [...objectProperties(schemas, schema.json).values()]
    // By a secret nothing is found, or paths would tell which one is right.
    .filter(({ name, writeOnly }) => !writeOnly && !isId(id.property, name))
    .map(({ name }) => name);
  return [...new Set(wanted)].flatMap((one) => present.filter((name) => foldName(name) === one));
}

function isId(property: Resource["id"]["property"], name: string): boolean {
  return property?.length === 1 && property[0] === name;
}

/** The resource that owns a shared state: the collection has its name. */
export function stateOwner(resources: readonly Resource[], stateKey: string): Resource | undefined {
  const sharers = resources.filter((resource) => resource.stateKey === stateKey);
  return sharers.find(({ collectionPath }) => collectionPath === stateKey) ?? sharers[0];
}

/** The owner of each state, by its key. */
export function stateOwners(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  const owners = new Map<string, Resource>();
  for (const resource of resources) {
    const { stateKey, collectionPath } = resource;
    if (collectionPath === stateKey ? owners.get(stateKey)?.collectionPath !== stateKey : !owners.has(stateKey))
      owners.set(stateKey, resource);
  }
  return owners;
}
