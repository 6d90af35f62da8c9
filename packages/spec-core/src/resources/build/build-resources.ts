import { getOrMake } from "../../lazy/caches.js";
import { lazily } from "../../lazy/lazily.js";
import type { ListConvention } from "../../model/list-convention.js";
import type { Parent, Resource, ResourceId } from "../../model/resource.js";
import { pathNoun } from "../../paths/path-noun.js";
import type { JsonSchema, Schema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { sameNoun } from "../../words/same-noun.js";
import { findPlaceOfId } from "../ids/id-place.js";
import { inferListConvention } from "../lists/infer-list-convention.js";
import { saidFirstPages } from "../lists/paging-parameters.js";
import type { ReadPair } from "../pairs/read-pair.js";
import { type ShapeSegment, shapeKey, sharedStart, withoutBase } from "../routes/path-shape.js";
import { compareText } from "../routes/routes.js";
import { pathParameter } from "../shapes/operation-schemas.js";
import { hasMost, isSameShape, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { joinMembers } from "./members.js";
import { createItemPaths, findParents, joinNamedParents } from "./parents.js";
import { nameResources } from "./resource-name.js";

export interface BuiltResource {
  readonly pair: ReadPair;
  readonly resource: Resource;
}

/** Builds the resources of all pairs, in alphabetical order of their collection paths. */
export function buildResources(reader: SchemaReader, pairs: readonly ReadPair[]): BuiltResource[] {
  const ordered = pairs.toSorted((a, b) => compareText(pathOf(a), pathOf(b)));
  const names = nameResources(ordered.map(({ pair }) => pair.collection.shape.segments));
  const named = ordered.map((pair, index) => ({ pair, name: names[index] ?? "" }));
  const items = createItemPaths();
  const sharers = new Map<string, Stateful[]>();
  const built: BuiltResource[] = [];
  let said: ReadonlyMap<string, 0 | 1> | undefined;
  const firstPages = (): ReadonlyMap<string, 0 | 1> => {
    said ??= saidFirstPages(
      reader,
      named.flatMap(({ pair }) => pair.list?.operation ?? []),
    );
    return said;
  };
  // Short paths first, so that parents precede the resources below them, and `/users` precedes `/admin/users`.
  for (const { pair, name } of named.toSorted((a, b) => depthOf(a.pair) - depthOf(b.pair))) {
    const resource = buildResource(reader, pair, name);
    built.push({ pair, resource });
  }
  joinNamedParents(built.map(({ resource }) => resource));
  joinNested(reader, built);
  leaveToList(built.map(({ resource }) => resource));
  joinKinds(reader, built);
  addPatterns(reader, built);
  joinMembers(reader, built);
  return built.sort((a, b) => compareText(pathOf(a.pair), pathOf(b.pair)));

  function buildResource(reader: SchemaReader, read: ReadPair, name: string): Resource {
    const { pair, record, idProperty, noun, roles } = read;
    const { segments } = pair.collection.shape;
    const operations = [...pair.collection.operations, ...(pair.item?.operations ?? [])];
    const parameterSchema = (parameter: string) => pathParameter(operations, parameter)?.schema.json;
    const unshared = {
      collectionPath: pair.collection.path,
      itemPath: pair.item?.path,
      parents: findParents(segments, items, { reader, record, idProperty, parameterSchema }),
      id: buildId(reader, read),
      schema: reader.schemas.schemaOf(record),
      roles,
    };
    const earlier = sharers.get(noun) ?? [];
    const shared =
      findSharedState(reader, { resource: unshared, segments, pair: read }, earlier) ??
      (pair.item ? undefined : findOwnKind(reader, read, unshared.parents));
    const resource = lazily(
      { name, stateKey: shared?.stateKey ?? unshared.collectionPath, ...unshared },
      { list: () => buildList(reader, read, firstPages) },
    );
    sharers.set(noun, [...earlier, { resource, segments, pair: read }]);
    if (pair.item) items.add(pair.item.shape.segments, resource);
    return resource;
  }
}

/**
 * The resource of the same kind as its parent: the records of `/tasks/{id}/subtasks` are tasks, if each has a property
 * with the parent's id.
 */
function findOwnKind(
  reader: SchemaReader,
  { noun, records }: ReadPair,
  parents: readonly Parent[],
): Resource | undefined {
  const parent = parents.at(-1);
  const kind = parent?.resource;
  if (!kind || parents.length !== kind.parents.length + 1 || !parent.property) return undefined;
  const own = foldName(pathNoun(kind.collectionPath));
  const isNamed = own.length >= MIN_NOUN && noun.endsWith(own) && noun !== own;
  return isNamed && records.some((record) => isSameShape(reader, record, kind.schema.json)) ? kind : undefined;
}

const MIN_NOUN = 4;

function pathOf({ pair }: ReadPair): string {
  return pair.collection.path;
}

function depthOf({ pair }: ReadPair): number {
  return pair.collection.shape.segments.length;
}

function buildId(reader: SchemaReader, { pair, id, idProperty, record, list, roles }: ReadPair): ResourceId {
  const last = pair.item?.shape.segments.at(-1);
  const parameter = last?.kind === "parameter" ? last.name : undefined;
  const parameterSchema = pathParameter(pair.below ?? pair.item?.operations ?? [], parameter)?.schema;
  const holders = [record, list?.found.items].filter((holder) => holder !== undefined);
  const property =
    idProperty && holders.map((holder) => reader.at(holder, idProperty)).find((json) => json !== undefined);
  const isBare = property !== undefined && saysNothing(reader, property);
  const told = property === undefined || isBare ? (createdId(reader, roles.create, id) ?? property) : property;
  const schema = told === undefined ? parameterSchema : reader.schemas.schemaOf(told);
  const names = pair.item?.operations.map(({ template }) => template.parameters.at(-1) ?? "") ?? [];
  return {
    parameter,
    otherParameters: [...new Set(names)].filter((name) => name !== parameter),
    property: idProperty,
    schema: schema ?? reader.schemas.schemaOf(true),
    parameterSchema,
  };
}

/** True if the schema of an id allows any string. */
function saysNothing(reader: SchemaReader, property: JsonSchema): boolean {
  const json = reader.schemas.follow(property);
  const open = ["type", "description", "title", "readOnly"];
  return typeof json === "object" && json.type === "string" && Object.keys(json).every((word) => open.includes(word));
}

/** The schema of the id in the answer to a create. */
function createdId(
  reader: SchemaReader,
  create: ReadPair["roles"]["create"],
  id: ReadPair["id"],
): JsonSchema | undefined {
  const answer = reader.answer(create);
  const place = answer === undefined ? undefined : findPlaceOfId(reader, answer, id);
  return answer === undefined || !place ? undefined : reader.at(answer, place);
}

function buildList(
  reader: SchemaReader,
  { list, record, id, idProperty, noun, roles }: ReadPair,
  firstPages: () => ReadonlyMap<string, 0 | 1>,
): ListConvention | undefined {
  if (!list) return undefined;
  const written = reader.body(roles.create);
  const convention = inferListConvention(reader, {
    ...list,
    record,
    id: { place: idProperty, parameter: id.parameter },
    noun,
    written,
  });
  const { page } = convention;
  const first = page?.isGuess ? firstPages().get(page.parameter.name) : undefined;
  return page && first !== undefined ? { ...convention, page: { ...page, first } } : convention;
}

/** A resource without a state key yet. */
interface Stateless {
  readonly resource: Pick<Resource, "parents" | "id">;
  /** Its collection path. */
  readonly segments: readonly ShapeSegment[];
  readonly pair: Pick<ReadPair, "records">;
}

/** A resource with a state key. */
interface Stateful extends Stateless {
  readonly resource: Resource;
}

/**
 * Finds the resource with the same records: `/users` for `/admin/users`. The shorter path, or its part after the
 * parents, must be the end of the longer one (without parameters). Both must show the same record with the same id. If
 * only the longer path has a parent, a property must repeat that parent's id: `/customers/{id}/subscriptions` shows the
 * records of `/subscriptions` with that `customer`.
 */
function findSharedState(reader: SchemaReader, one: Stateless, others: readonly Stateful[]): Resource | undefined {
  return others.find((other) => isShared(reader, one, other))?.resource;
}

function isShared(reader: SchemaReader, one: Stateless, other: Stateful): boolean {
  const { id, parents } = one.resource;
  return (
    isEndOf(ownWords(other.segments, one.segments), literals(one.segments)) &&
    id.property?.join("/") === other.resource.id.property?.join("/") &&
    other.resource.parents.every((parent) => parents.some((own) => isSameParent(own, parent))) &&
    parents.every(
      (own) => other.resource.parents.some((parent) => isSameParent(own, parent)) || own.property !== undefined,
    ) &&
    one.pair.records.some((record) => other.pair.records.some((known) => isSameShape(reader, record, known)))
  );
}

/**
 * Gives a flat path the state of a nested one: the comments of `/issues/comments/{comment_id}` are those that
 * `POST /issues/{number}/comments` creates. The flat path must not create records, and both must show the same record
 * with the same id.
 */
function joinNested(reader: SchemaReader, built: readonly BuiltResource[]): void {
  const makers = built.filter(({ pair, resource }) => pair.roles.create && isOwner(resource));
  for (const { pair, resource } of makers.length === 0 ? [] : built) {
    const isOwnList = pair.roles.create !== undefined && pair.list !== undefined;
    if (!pair.pair.item || isOwnList || makesByPut(pair) || !isOwner(resource)) continue;
    const one: Stateful = { resource, segments: pair.pair.collection.shape.segments, pair };
    const homes = makers.filter((maker) => maker.pair.noun === pair.noun && isBelowMore(reader, maker, one));
    const [home, ...others] = homes;
    const isShared = built.some(
      (other) => other.resource !== resource && other.resource.stateKey === resource.stateKey,
    );
    if (home && others.length === 0 && !isShared) Object.assign(resource, { stateKey: home.resource.stateKey });
  }
}

/**
 * Gives a flat item path the state of the only nested list, if nothing creates the records: `/sessions/{id}` uses the
 * sessions of `/projects/{id}/sessions`, so each project has some.
 */
function leaveToList(resources: readonly Resource[]): void {
  const byState = new Map<string, Resource[]>();
  for (const resource of resources) getOrMake(byState, resource.stateKey, () => []).push(resource);
  for (const flat of resources) {
    const sharers = byState.get(flat.collectionPath) ?? [];
    const [, list, ...others] = sharers;
    if (!list || others.length > 0 || flat.roles.list || sharers.some(({ roles }) => roles.create || roles.replace))
      continue;
    for (const one of sharers) Object.assign(one, { stateKey: list.collectionPath });
  }
}

function makesByPut({ roles: { replace } }: ReadPair): boolean {
  return replace?.responses.some(({ status }) => status === "201") === true;
}

function isOwner({ stateKey, collectionPath }: Resource): boolean {
  return stateKey === collectionPath;
}

/** True if the path of `maker` contains the parents of `flat`, and more. */
function isBelowMore(reader: SchemaReader, { pair, resource }: BuiltResource, flat: Stateful): boolean {
  const maker = pair.pair.collection.shape.segments;
  return (
    resource.parents.length > flat.resource.parents.length &&
    isEndOf(withoutShared(flat.segments, maker), literals(maker)) &&
    resource.id.property?.join("/") === flat.resource.id.property?.join("/") &&
    flat.resource.parents.every((parent) => resource.parents.some((own) => isSameParent(own, parent))) &&
    pair.records.some((record) =>
      flat.pair.records.some(
        (known) => isSameShape(reader, record, known) || (!flat.resource.roles.list && hasMost(reader, record, known)),
      ),
    )
  );
}

/**
 * Gives kinds of items the state of all items: the notes of `/boards/{id}/notes/{item_id}` are also items of
 * `/boards/{id}/items/{item_id}`. The path parameter contains the word `item`, nothing else creates items, and a note
 * has most properties of an item.
 */
function joinKinds(reader: SchemaReader, built: readonly BuiltResource[]): void {
  for (const { pair, resource: whole } of built) {
    const word = foldName(whole.id.parameter ?? "").replace(/id$/, "");
    if (!pair.pair.item || !pair.list || pair.roles.create || !isOwner(whole) || !sameNoun(word, pair.noun)) continue;
    const around = aroundOf(pair);
    const { size } = reader.facts(pair.record).properties;
    const kinds = built.filter(
      ({ pair: kind, resource }) =>
        kind.roles.create &&
        aroundOf(kind) === around &&
        resource.id.parameter === whole.id.parameter &&
        kind.noun !== pair.noun &&
        sharedProperties(reader, pair.record, kind.record) >= size * MOST,
    );
    const keys = new Set(kinds.map(({ resource }) => resource.stateKey));
    for (const { resource } of built)
      if (keys.has(resource.stateKey)) Object.assign(resource, { stateKey: whole.stateKey });
  }
}

/** The minimum share of an item's properties that a kind of items has. */
const MOST = 0.75;

function aroundOf({ pair }: ReadPair): string {
  return shapeKey(pair.collection.shape.segments.slice(0, -1));
}

/**
 * Adds the pattern of an id that only a path below the record declares: `/configs/{configId}/items` says that it begins
 * with `cfg_`.
 */
function addPatterns(reader: SchemaReader, built: readonly BuiltResource[]): void {
  const isPatterned = (schema: Schema | undefined): boolean => {
    const json = schema && reader.schemas.follow(schema.json);
    return typeof json === "object" && json.pattern !== undefined;
  };
  for (const { pair, resource } of built) {
    for (const { parameter, resource: parent } of resource.parents) {
      if (!parent || isPatterned(parent.id.parameterSchema)) continue;
      const told = pathParameter(pair.pair.collection.operations, parameter)?.schema;
      if (isPatterned(told)) Object.assign(parent.id, { parameterSchema: told });
    }
  }
}

/**
 * The words after the parents of a path, unless the other path begins with the same parents: an application's commands
 * are not the commands of its guilds.
 */
function ownWords(segments: readonly ShapeSegment[], other: readonly ShapeSegment[]): readonly string[] {
  const length = segments.findLastIndex(({ kind }) => kind !== "literal") + 1;
  const isBeginning = shapeKey(other.slice(0, length)) === shapeKey(segments.slice(0, length));
  return isBeginning ? withoutShared(segments, other) : literals(segments.slice(length));
}

function literals(segments: readonly ShapeSegment[]): string[] {
  return withoutBase(segments).flatMap((segment) => (segment.kind === "literal" ? [foldName(segment.text)] : []));
}

function isEndOf(end: readonly string[], whole: readonly string[]): boolean {
  return end.length > 0 && end.every((word, index) => whole[whole.length - end.length + index] === word);
}

/**
 * The words of a path without the common start of both paths, if they differ before the first parameter: `methods` for
 * `/kb/methods` and `/kb/accounts/{id}/methods`.
 */
function withoutShared(segments: readonly ShapeSegment[], other: readonly ShapeSegment[]): readonly string[] {
  const own = withoutBase(segments);
  const length = sharedStart(own, withoutBase(other));
  const isBase = length < own.length && own.slice(0, length).every(({ kind }) => kind === "literal");
  return literals(isBase ? own.slice(length) : own);
}

function isSameParent(a: Parent, b: Parent): boolean {
  if (a.resource && b.resource) return a.resource.stateKey === b.resource.stateKey;
  return foldName(a.parameter) === foldName(b.parameter);
}
