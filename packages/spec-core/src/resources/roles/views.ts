import { lazily } from "../../lazy/lazily.js";
import type { Operation } from "../../model/api-description.js";
import type { ViewLinks, ViewRole, ViewScope } from "../../model/operation-role.js";
import type { Parent, RecordPlace, Resource } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { memoize } from "../../words/memoize.js";
import { sameNoun } from "../../words/same-noun.js";
import type { BuiltResource } from "../build/build-resources.js";
import { findDescribedProperty, findElementProperty, findParentProperty } from "../build/parents.js";
import { inferListConvention } from "../lists/infer-list-convention.js";
import { lastLiteral, type ShapeSegment, segmentNames, shapeKey, sharedStart } from "../routes/path-shape.js";
import type { Route, Routes } from "../routes/routes.js";
import { type FoundList, findList, findPlainList, mayHoldList } from "../shapes/list-shape.js";
import { isPartOf, isSameRecord, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { addedLinks } from "./added-links.js";

/**
 * Finds the view that an operation is: a list of some resource's records at another path, or a search by `POST`.
 * @param noun the word for the records, folded, where it is not the last of the path
 */
export type ViewFinder = (route: Route, operation: Operation, noun?: string) => ViewRole | undefined;

export function createViewFinder(reader: SchemaReader, routes: Routes, built: readonly BuiltResource[]): ViewFinder {
  let known: ReadonlyMap<number, readonly Viewable[]> | undefined;
  return (route, operation, noun = foldName(lastLiteral(route.shape.segments))) => {
    const answer = reader.answer(operation);
    if (answer === undefined) return undefined;
    const { segments } = route.shape;
    const isSearch = operation.method === "post";
    known ??= viewablesBySize(reader, built);
    const clues = { noun, record: undefined };
    const isAsked = isSearch || isSearchWord(lastLiteral(segments));
    const found =
      (isSearch ? findList : findPlainList)(reader, answer, clues) ??
      (isAsked ? findSearched(reader, operation, answer) : undefined);
    if (!found) return undefined;
    const same = (known.get(reader.facts(found.items).properties.size) ?? []).filter(({ record }) =>
      isSameRecord(reader, found.items, record),
    );
    const isBelow = segments.at(-2)?.kind === "parameter";
    const isOther = isAsked ? isHit(reader, segments, found, operation) : isKin(reader, segments, found);
    const hits = same.length === 0 && (isAsked || isBelow) ? [...known.values()].flat().filter(isOther) : [];
    const candidates = [...same, ...hits]
      .filter((viewable) => isHome(reader, viewable) || isOfCollection(segments, viewable))
      .map((viewable) => ({ ...viewable, near: sharedStart(segments, viewable.collection) }))
      .sort(
        (a, b) =>
          linksElsewhere(a) - linksElsewhere(b) ||
          unnamedParents(segments, a) - unnamedParents(segments, b) ||
          b.near - a.near ||
          a.collection.length - b.collection.length ||
          rolesOf(b) - rolesOf(a),
      );
    const added = candidates.length > 0 && !isSearch ? addedLinks(reader, routes, route) : undefined;
    for (const candidate of candidates) {
      const { resource } = candidate;
      // A task's dependencies, which are added to it, are not its subtasks.
      if (added && resource.parents.length > 0 && !isNamedLike(segments, candidate)) continue;
      const scope = findScope(reader, isSearch ? withoutSearchWord(route) : route, operation, candidate, built, added);
      if (!scope) continue;
      const record = resource.schema.json;
      const id = { place: resource.id.property, parameter: resource.id.parameter };
      return lazily(
        { kind: "view", resource, scope },
        {
          list: () => inferListConvention(reader, { operation, answer, found, record, id, noun: candidate.noun }),
          search: () =>
            operation.method === "post"
              ? inferListConvention(reader, {
                  operation,
                  answer,
                  found,
                  record,
                  id,
                  noun: candidate.noun,
                  hasBody: true,
                })
              : undefined,
        },
      );
    }
    return undefined;
  };
}

/**
 * The only list of records in an answer, whatever stands beside it; of several, as `{ albums: { items }, assets: { items } }`, the one
 * whose items have most of the properties that the body asks for.
 */
function findSearched(reader: SchemaReader, operation: Operation, answer: JsonSchema): FoundList | undefined {
  const asked = reader.body(operation);
  const lists = [...reader.facts(answer).properties].flatMap(([name, holder]) => {
    const { types, items } = reader.facts(holder);
    const isRecords = items !== undefined && reader.facts(items).properties.size > 0;
    const own = types.has("array") && isRecords ? { at: [], items, isPlain: true } : undefined;
    const inner = types.has("array") || !mayHoldList(reader, holder) ? undefined : holder;
    const found = own ?? (inner && findPlainList(reader, inner, { noun: "", record: undefined }));
    return found
      ? [{ ...found, at: [name, ...found.at], shared: asked ? sharedProperties(reader, asked, found.items) : 0 }]
      : [];
  });
  const [most, next] = lists.sort((a, b) => b.shared - a.shared);
  return most && (!next || (most.shared >= MIN_ASKED && most.shared > next.shared)) ? most : undefined;
}

const MIN_ASKED = 3;

/** `POST /points/search`, whose hits are points with a score, or points without what costs: they are of one kind with a record of that collection, and have its id. */
function isHit(
  reader: SchemaReader,
  segments: readonly ShapeSegment[],
  { items }: FoundList,
  { method, parameters }: Operation,
) {
  const { properties } = reader.facts(items);
  // `GET /users/search?username=`, whose hits are an id and a username.
  const isNamed = method === "get" && parameters.some((one) => one.in === "query" && properties.has(one.name));
  return ({ resource, record, collection }: Viewable): boolean => {
    const [idName] = resource.id.property ?? [];
    const { size } = reader.facts(record).properties;
    const isBelow =
      collection.length === segments.length - 1 && sharedStart(segments, collection) === collection.length;
    if (!isBelow || idName === undefined || !properties.has(idName) || size < 3) return false;
    const shared = sharedProperties(reader, record, items);
    return (
      shared === size ||
      (isNamed && shared === properties.size) ||
      (shared >= properties.size * 0.75 && shared >= 3 && shared * 2 > size)
    );
  };
}

/** `/payees/{payee_id}/transactions`, whose transactions have a few properties more or less than those of `/transactions`. */
function isKin(reader: SchemaReader, segments: readonly ShapeSegment[], { items }: FoundList) {
  const { properties } = reader.facts(items);
  const noun = foldName(lastLiteral(segments));
  return (viewable: Viewable): boolean => {
    if (!sameNoun(noun, viewable.noun)) return false;
    const [idName] = viewable.resource.id.property ?? [];
    if (idName === undefined || !properties.has(idName) || !isHome(reader, viewable)) return false;
    const { size } = reader.facts(viewable.record).properties;
    const shared = sharedProperties(reader, viewable.record, items);
    return shared >= MIN_ASKED && shared >= Math.max(size, properties.size) * KIN;
  };
}

/** The part of the properties that two schemas of one thing share. */
const KIN = 0.75;

/** `search` of `/users/search`, `orders-query`. */
export function isSearchWord(word: string): boolean {
  return SEARCHING.test(word.replace(/([a-z\d])([A-Z])/g, "$1-$2"));
}

/** `/groups/{id}/users/search` asks for what `/groups/{id}/users` names. */
function withoutSearchWord(route: Route): Route {
  const { segments, suffix } = route.shape;
  const last = segments.at(-1);
  if (last?.kind !== "literal" || !isSearchWord(last.text)) return route;
  return { ...route, shape: { segments: segments.slice(0, -1), suffix } };
}

const SEARCHING = /(?:^|[^a-z])(?:search|query|find|filter|lookup)$/i;

/** Schemas with different numbers of properties are never the same record. */
function viewablesBySize(
  reader: SchemaReader,
  built: readonly BuiltResource[],
): ReadonlyMap<number, readonly Viewable[]> {
  const bySize = new Map<number, Viewable[]>();
  for (const { pair, resource } of built) {
    for (const record of new Set([pair.record, pair.list?.found.items])) {
      if (record === undefined) continue;
      const facts = reader.facts(record);
      const sizes = [facts, ...facts.branches.map((branch) => reader.facts(branch))].map(
        ({ properties }) => properties.size,
      );
      for (const size of new Set(sizes)) {
        const viewables = bySize.get(size) ?? [];
        viewables.push({ resource, record, noun: pair.noun, collection: pair.pair.collection.shape.segments });
        bySize.set(size, viewables);
      }
    }
  }
  return bySize;
}

/** Parents without a resource that the path does not name: `/repos/search` is no list of the forks of some repository. */
function unnamedParents(segments: readonly ShapeSegment[], { resource }: Viewable): number {
  const named = segments.flatMap(segmentNames);
  return resource.parents.filter((parent) => !parent.resource && !named.includes(parent.parameter)).length;
}

/** Links to records come behind the records, unless the path goes on from that of the links. */
function linksElsewhere({ resource, collection, near }: Viewable & { readonly near: number }): number {
  return resource.members && near < collection.length ? 1 : 0;
}

function rolesOf({ resource }: Viewable): number {
  return Object.keys(resource.roles).length;
}

interface Viewable {
  readonly resource: Resource;
  readonly record: JsonSchema;
  readonly noun: string;
  readonly collection: readonly ShapeSegment[];
}

/** Records are made or read there, not only linked: GitHub's `/user/blocks` is not where users live. */
export function isHome(reader: SchemaReader, { resource: { roles } }: Pick<Viewable, "resource">): boolean {
  return roles.create !== undefined || reader.answer(roles.read) !== undefined;
}

/** True if the path is below the collection, or ends in the same word. */
function isOfCollection(segments: readonly ShapeSegment[], { collection, noun }: Viewable): boolean {
  return sharedStart(segments, collection) === collection.length || isNamedLike(segments, { noun });
}

function isNamedLike(segments: readonly ShapeSegment[], { noun }: Pick<Viewable, "noun">): boolean {
  return sameNoun(foldName(lastLiteral(segments)), noun);
}

/** The restriction that each path parameter sets; `undefined` when one of them restricts nothing that is known. */
export function findScope(
  reader: SchemaReader,
  { shape: { segments } }: Route,
  operation: Operation,
  viewable: Viewable,
  built: readonly BuiltResource[],
  added: ViewLinks | undefined,
): ViewScope[] | undefined {
  const { resource, collection } = viewable;
  const scope: ViewScope[] = [];
  for (const [index, segment] of segments.entries()) {
    const owner = foldName(lastLiteral(segments.slice(0, index)));
    for (const parameter of segmentNames(segment)) {
      const prefix = segments.slice(0, index + 1);
      const parent = resource.parents.find(
        (one) => isAt(one.resource, prefix) || isNamed(one, parameter, owner, collection),
      );
      const clues = {
        record: resource.schema.json,
        idProperty: resource.id.property,
        parameterSchema: (name: string) =>
          operation.parameters.find((one) => one.in === "path" && one.name === name)?.schema.json,
      };
      const property = parent
        ? parent.property
        : (findParentProperty(reader, parameter, owner, clues) ??
          findElementProperty(reader, parameter, owner, clues) ??
          findDescribedProperty(reader, parameter, owner, clues) ??
          findHolder(reader, built, prefix, clues));
      const isOwner = index === segments.length - 2 && resource.parents.length === 0;
      const isSameNoun = isNamedLike(segments, viewable);
      const links = parent || property ? undefined : findLinks(reader, built, segments, index, resource, isSameNoun);
      const through = links ?? (isOwner && !(property && isSameNoun) ? added : undefined);
      if (through) scope.push({ parameter, parent: undefined, property: undefined, through });
      if (through) continue;
      if (!parent && !property) return undefined;
      scope.push({ parameter, parent: parent?.parameter, property });
    }
  }
  // Two lists below one parent, such as a task's subtasks and its dependencies, are no views of each other.
  const isBeside = scope.some(({ parent, property }) => parent !== undefined && property === undefined);
  const isLinked = scope.some(({ through }) => through !== undefined);
  return isBeside && !isLinked && !isOfCollection(segments, viewable) ? undefined : scope;
}

/** The `parent` of a record, where that is what the path names: the folder of a file. */
function findHolder(
  reader: SchemaReader,
  built: readonly BuiltResource[],
  prefix: readonly ShapeSegment[],
  clues: Parameters<typeof findParentProperty>[3],
): RecordPlace | undefined {
  const place = findParentProperty(reader, "parent_id", "parent", clues);
  const held = place && place.length > 1 ? reader.at(clues.record, place.slice(0, -1)) : undefined;
  const owner = held === undefined ? undefined : built.find(({ resource }) => isAt(resource, prefix));
  if (!owner || held === undefined) return undefined;
  const { record } = owner.pair;
  return isSameRecord(reader, held, record) || isPartOf(reader, held, record) ? place : undefined;
}

/** The links between the record that a path names and the records that it lists: `/lists/{id}/profiles`, `/profiles/{id}/lists`. */
function findLinks(
  reader: SchemaReader,
  built: readonly BuiltResource[],
  segments: readonly ShapeSegment[],
  index: number,
  shown: Resource,
  isNamedAsShown: boolean,
): ViewLinks | undefined {
  const item = segments.slice(0, index + 1);
  const around = segments.slice(0, index).flatMap(segmentNames);
  const noun = foldName(lastLiteral(segments));
  for (const { resource: links, pair } of built) {
    const owner = links.members && links.parents.at(-1)?.resource;
    if (!links.members || !owner) continue;
    if (!links.parents.slice(0, -1).every(({ parameter }) => around.includes(parameter))) continue;
    // `/items/{id}/categories` shows what `/items/{id}/relationships/categories` links, catalog categories.
    const isOwners = owner === shown && isAt(links.members.resource, item);
    // `/groups/{id}/members` shows the users of `/users/{id}/groups`.
    if (isOwners && (isNamedAsShown || noun === "members")) return { links, shows: "owners" };
    if (!isNamedAsShown && !sameNoun(pair.noun, noun)) continue;
    if (links.members.resource === shown && isAt(owner, item)) return { links, shows: "members" };
    if (isOwners) return { links, shows: "owners" };
  }
  if (!isNamedAsShown || index !== segments.length - 2 || shown.parents.length > 0) return undefined;
  const owner = built.find(({ resource }) => resource.parents.length === 0 && isAt(resource, item));
  const at = owner && findNamed(reader, owner, noun, shown);
  return owner && at ? { links: owner.resource, shows: "named", at } : undefined;
}

/** The list of a record that names others by their ids: `relationships.tags.data` of JSON:API, or `tags` itself. */
function findNamed(
  reader: SchemaReader,
  { pair }: BuiltResource,
  noun: string,
  { id }: Resource,
): RecordPlace | undefined {
  const [idName] = id.property ?? [];
  const holders = [["relationships"], []];
  for (const holder of holders) {
    const facts = reader.facts(reader.at(pair.record, holder) ?? true);
    const name = facts.byFoldedName.get(noun);
    const place = name === undefined ? undefined : [...holder, name, ...(holder.length > 0 ? ["data"] : [])];
    const list = place && reader.at(pair.record, place);
    const items = list === undefined ? undefined : reader.facts(list).items;
    if (!place || items === undefined || idName === undefined) continue;
    const { properties, types } = reader.facts(items);
    if (properties.has(idName) || (types.has("string") && holder.length === 0 && properties.size === 0)) return place;
  }
  return undefined;
}

/** The same name behind the same word: `{id}` of `/servers` is not `{id}` of `/images`. */
function isNamed(parent: Parent, parameter: string, owner: string, collection: readonly ShapeSegment[]): boolean {
  if (foldName(parent.parameter) !== foldName(parameter)) return false;
  const place = collection.findIndex((segment) => segmentNames(segment).includes(parent.parameter));
  return !GENERIC.has(foldName(parameter)) || foldName(lastLiteral(collection.slice(0, place))) === owner;
}

const GENERIC = new Set(["id", "uuid", "guid", "uid", "sid", "gid", "key", "slug", "name", "identifier"]);

function isAt(resource: Resource | undefined, segments: readonly ShapeSegment[]): boolean {
  return resource?.itemPath !== undefined && shapeKey(segments) === keyOfPath(resource.itemPath);
}

const keyOfPath = memoize((path) => path.slice(1).replace(/\{[^{}]*\}/g, "{}"));
