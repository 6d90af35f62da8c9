import { otherIds, ProblemError, selectSuccess, writtenProperties } from "@onespec/http-contract";
import {
  isObject,
  keywordsOf,
  nameWords,
  type Operation,
  objectProperties,
  type RecordPlace,
  type Resource,
  type SchemaRegistry,
  schemaShape,
  valueAtPlace,
} from "@onespec/spec-core";
import { createFileSize } from "../behaviour/record/file-size.js";
import { pathExamples } from "../behaviour/record/id-source.js";
import { memberValue } from "../behaviour/record/member-links.js";
import { isReachable, keyInRecord, withoutId } from "../behaviour/record/record-key.js";
import { createRecordSampler } from "../behaviour/record/record-sampler.js";
import { ownNames } from "../behaviour/record/unique-properties.js";
import type { GivenRecord, GivenSeeds } from "../config/given-seeds.js";
import type { MockContext } from "../model/mock-context.js";
import type { ResourceStates } from "../model/resource-states.js";
import { createRecordPointer, type RecordPointer } from "../relations/record-pointer.js";
import { targetScope } from "../relations/reference.js";
import { type Relations, relationsOf } from "../relations/relations.js";
import { bodyRenaming } from "../response/body-renaming.js";
import { createFileFacts } from "../response/file-facts.js";
import { itemsPlace } from "../response/page-request.js";
import { inOneStep, type JsonObject } from "../store/record-store.js";
import { isWholeScope } from "../store/record-table.js";
import { createAgreeingState } from "./agreeing-state.js";
import { hasParent, isFilledOnTouch, leftKey, parentScopes, pathsAround, placeKey } from "./seed-places.js";

export interface SeedFiller {
  /** Fills every empty resource. Parents come before children, and targets before the foreign keys to them. */
  fillAll(): Promise<void>;
  /** Fills one scope of a resource, unless it is already filled. Returns `false` if its parent does not exist (yet). */
  fillPlace(owner: Resource, scope: readonly string[]): Promise<boolean>;
}

export type SeedParts = Omit<MockContext, "seeds">;

export interface SeedOptions {
  /** Number of records in each resource. 0: only the given ones. */
  readonly count: number;
  /** Seed of the generated values. */
  readonly seedValue: string;
  readonly given: GivenSeeds | undefined;
}

export function createSeedFiller(parts: SeedParts, { count, seedValue, given }: SeedOptions): SeedFiller {
  const { api, store, states, operationStates } = parts;
  const relations = relationsOf(parts);
  const pointer = (
    owner: Resource,
    isFilled: (target: Resource) => boolean,
    late: Late[],
    candidates?: number,
  ): RecordPointer =>
    createRecordPointer(parts, owner, {
      seedValue,
      ...(candidates === undefined ? {} : { candidates }),
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
    for (const path of pathsAround(owner, scope)) if (await operationStates.get(leftKey(path))) return "filled";
    return (await hasParent(states, owner, scope)) ? "empty" : "parentless";
  };
  const fillPlace = async (owner: Resource, scope: readonly string[], isNeeded: boolean): Promise<boolean> => {
    const before = await placeState(owner, scope);
    if (before !== "empty") return before === "filled";
    // First fills the targets of its foreign keys, but not the targets of those.
    if (isNeeded) {
      for (const reference of relations.from(owner)) {
        const above = targetScope(reference, owner, scope);
        const isElsewhere = reference.target !== owner && isFilledOnTouch(states, reference.target);
        if (isElsewhere && isWholeScope(above)) await fillPlace(reference.target, above, false);
      }
    }
    // The records of clients come after the seeds, which name none of them.
    const point = pointer(owner, () => true, [], count);
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
      for (const { path, operation, value } of given?.documents ?? [])
        if (!(await operationStates.get(path))) await operationStates.put(path, operation, { value });
    },
    async fillPlace(owner, scope) {
      // Checks first without a transaction, which is cheaper. Mostly there is nothing to do.
      const before = store.transaction === undefined ? "empty" : await placeState(owner, scope);
      if (before !== "empty") return before === "filled";
      return inOneStep(store, () => fillPlace(owner, scope, true));
    },
  };
}

type Late = () => Promise<void>;

/**
 * The order in which resources are filled. Parents come before their children, and targets before the foreign keys to
 * them. In a cycle of foreign keys, the resource that comes first in the description is first.
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
    const members = resource.members?.resource;
    if (members && !waitsForBegun(members)) yield states.of(members).owner;
    for (const { target } of relations.from(resource)) {
      if (!begun.has(target) && !waitsForBegun(target)) yield target;
    }
  }
  // An explicit stack, because recursion through a chain of thousands would overflow the call stack.
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

interface SeedSpread {
  /** The scopes to distribute the records to, in turn. */
  readonly scopes: readonly (readonly string[])[];
  /** Number of the first record to generate, from 0. The records before it were given. */
  readonly first: number;
  readonly count: number;
}

/** Creates records of a resource: first from the description's examples, then from its schema. */
async function seedRecords(
  { api, schemas, fitting, states, records }: SeedParts,
  resource: Resource,
  { scopes, first, count }: SeedSpread,
  point: RecordPointer,
): Promise<void> {
  const { collection } = states.of(resource);
  const examples = recordExamples(schemas, resource);
  const shownIds = [...createShownIds(schemas, resource)];
  const sampleFirst = createRecordSampler(schemas, fitting, resource);
  const sampleOther = createRecordSampler(schemas, fitting, resource, { isVaried: true });
  const withOwnNames = createNameKeeper(schemas, resource);
  const withFile = createFileFacts(api, resource);
  const withSize = createFileSize(api, fitting, resource);
  const agreeing = createAgreeingState(schemas, resource);
  const members =
    resource.members && (await states.of(resource.members.resource).collection.list({ limit: count })).records;
  for (let index = first; index < count; index++) {
    const scope = scopes[index % scopes.length] ?? [];
    const member = members?.[index % members.length];
    if (member) {
      const made = await records.make(resource, memberValue(schemas, resource, member), {
        scope,
        parents: scope,
        key: member.key,
      });
      await collection.insert(made);
      continue;
    }
    const example = examples[index];
    const seed = `${resource.stateKey} ${index + 1}`;
    const made = example ?? (index === 0 ? sampleFirst : sampleOther)(seed);
    const named = withOwnNames(isObject(made) ? made : {}, index + 1);
    const value = example ? named : agreeing(withFile?.(named) ?? named);
    const own = example ? keyInRecord(resource, example) : shownIds.shift();
    const isFree = own !== undefined && isReachable(schemas, resource, own) && !(await collection.has(scope, own));
    const key = isFree ? own : undefined;
    const written = key === undefined ? withoutId(resource, value) : value;
    const record = await records.make(resource, written, { scope, parents: scope, key }).catch(noFreeId);
    if (!record) return;
    const sized = (example ? undefined : withSize?.(record)) ?? record;
    await collection.insert(await point(sized, { number: index + 1, isExample: example !== undefined }));
  }
}

/**
 * The ids in the description's examples of the path. Readers try these paths, so records with these ids are created.
 * None if clients choose the ids of new records: they also try to create the example.
 */
function createShownIds(schemas: SchemaRegistry, resource: Resource): readonly string[] {
  const { property, parameter, schema } = resource.id;
  const { create, replace } = resource.roles;
  const written = [create, replace].flatMap((operation) => writtenProperties(schemas, operation));
  if (written.some(({ name, readOnly }) => name === property?.[0] && !readOnly)) return [];
  const { isSelf } = otherIds(schemas, [resource], parameter ?? "");
  const { isValid } = schemas.validator(schema, "response");
  return pathExamples(schemas, resource).filter((id) => isValid(id) && !isSelf(id));
}

/**
 * Makes names unique. `web` becomes `web-2` if a path can contain the name (`/servers/{id_or_name}`). Other names get a
 * number: `Fennel`, `Fennel 2`.
 */
function createNameKeeper(
  schemas: SchemaRegistry,
  resource: Resource,
): (value: JsonObject, number: number) => JsonObject {
  const found = new Set(otherIds(schemas, [resource], resource.id.parameter ?? "").names);
  // Clients send the example of a name in their first request, so no generated record may use it.
  const unique = new Set(ownNames(schemas, resource.roles.create, resource));
  const properties = objectProperties(schemas, resource.schema.json);
  const names = [...properties.values()].filter(
    ({ name, schema }) =>
      found.has(name) ||
      unique.has(name) ||
      (isTitle(name) && schemaShape(schemas, schema).values.length === 0 && !isGivenId(resource, name)),
  );
  const taken = new Set<string>();
  return (value, number) => {
    const kept = { ...value };
    for (const { name, schema } of names) {
      const text = value[name];
      if (typeof text !== "string") continue;
      const isOneWord = found.has(name) || (unique.has(name) && !text.includes(" "));
      const { isValid } = schemas.validator(schemas.schemaOf(schema), "response");
      const forms = isOneWord
        ? ["-", "_", ""].map((mark) => text.replace(/^[\w-]*/, `$&${mark}${number}`))
        : [`${text} ${number}`];
      const varied = unique.has(name) || taken.has(`${name} ${text}`) ? forms.find(isValid) : undefined;
      if (varied !== undefined) kept[name] = varied;
      taken.add(`${name} ${kept[name]}`);
    }
    return kept;
  };
}

function isTitle(name: string): boolean {
  const words = nameWords(name);
  return ["name", "title", "subject"].includes(words.at(-1) ?? "") && !PERSONAL.has(words.at(-2) ?? "");
}

/** Several people may have the same first name. */
const PERSONAL = new Set(["first", "last", "given", "family", "middle", "sur"]);

function isGivenId({ id, parents }: Resource, name: string): boolean {
  return [id, ...parents].some(({ property }) => property?.[0] === name);
}

/** Stores given records. A record without an id gets a free one. */
async function storeGiven(
  { states, records }: Pick<SeedParts, "states" | "records">,
  resource: Resource,
  given: readonly GivenRecord[],
  point: RecordPointer,
): Promise<void> {
  const { collection } = states.of(resource);
  const taken = new Set(given.flatMap(({ scope, key }) => (key === undefined ? [] : [placeOf(scope, key)])));
  for (const [index, { scope, key, value }] of given.entries()) {
    for (let attempt = 0; attempt <= taken.size; attempt++) {
      const record = await records.make(resource, value, { scope, parents: scope, key, isGiven: true }).catch(noFreeId);
      if (!record) return;
      if (key === undefined && taken.has(placeOf(scope, record.key))) continue;
      await collection.insert(await point(record, { number: index + 1, written: value }));
      break;
    }
  }
}

function placeOf(scope: readonly string[], key: string): string {
  return JSON.stringify([scope, key]);
}

/** Ignores the error that no id is free: an enum of three values allows only three records. */
function noFreeId(error: unknown): undefined {
  if (error instanceof ProblemError) return undefined;
  throw error;
}

/** The records in the description's examples: those of the read, list and create operations, and of the schema. */
function recordExamples(schemas: SchemaRegistry, resource: Resource): readonly JsonObject[] {
  const { read, list, create } = resource.roles;
  const found: unknown[] = [];
  // A list may call the id as the create does: `name`, where reading one record shows `pool_name`.
  const named = (one: unknown): unknown =>
    create && keyInRecord(resource, one) === undefined ? bodyRenaming(schemas, create, resource.schema.json)(one) : one;
  if (list?.role.kind === "list") {
    const { shape, item } = list.role.list;
    for (const value of answerExamples(list, itemsPlace(shape))) {
      if (Array.isArray(value)) found.push(...value.map((one) => named(valueAtPlace(one, item))));
    }
  }
  if (read?.role.kind === "read" && read.role.reply) found.push(...answerExamples(read, read.role.reply));
  if (create?.role.kind === "create" && create.role.reply) found.push(...answerExamples(create, create.role.reply));
  found.push(...(keywordsOf(schemas, resource.schema.json).examples ?? []));
  if (found.length === 0) return [];
  const validator = schemas.validator(resource.schema, "response");
  const keys = new Set<string>();
  return found.filter((value): value is JsonObject => {
    if (!isObject(value) || !validator.isValid(value)) return false;
    // The list and the read often show the same record.
    const key = keyInRecord(resource, value);
    const isKnown = key !== undefined && keys.has(key);
    if (key !== undefined) keys.add(key);
    return !isKnown;
  });
}

function answerExamples(operation: Operation, place: RecordPlace): readonly unknown[] {
  const content = selectSuccess(operation).response?.content ?? [];
  return content.flatMap(({ examples }) => examples.map(({ value }) => valueAtPlace(value, place)));
}
