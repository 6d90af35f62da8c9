import { lazily } from "../../lazy/lazily.js";
import type { Operation } from "../../model/api-description.js";
import type { ViewRole } from "../../model/operation-role.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { sameNoun } from "../../words/same-noun.js";
import type { BuiltResource } from "../build/build-resources.js";
import { inferListConvention } from "../lists/infer-list-convention.js";
import { lastLiteral, type ShapeSegment, segmentNames, sharedStart } from "../routes/path-shape.js";
import type { Route } from "../routes/routes.js";
import { type FoundList, findList, findPlainList, mayHoldList } from "../shapes/list-shape.js";
import { isSameRecord, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import type { Links } from "./links.js";
import { findScope, isNamedLike, isOfCollection, type Viewable } from "./view-scope.js";

/**
 * Finds the role of an operation that lists a resource's records at another path, or searches them with `POST` or
 * `QUERY`.
 * @param noun the folded word for the records, if it is not the last of the path
 */
export type ViewFinder = (route: Route, operation: Operation, noun?: string) => ViewRole | undefined;

export function createViewFinder(reader: SchemaReader, links: Links, built: readonly BuiltResource[]): ViewFinder {
  let known: ReadonlyMap<number, readonly Viewable[]> | undefined;
  return (route, operation, noun = foldName(lastLiteral(route.shape.segments))) => {
    const answer = reader.answer(operation);
    if (answer === undefined) return undefined;
    const { segments } = route.shape;
    const isSearch = operation.method === "post" || operation.method === "query";
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
    const added = isSearch ? undefined : links.named(route);
    const isUnknown = added !== undefined && same.length === 0 && hits.length === 0;
    const summaries = isUnknown ? [...known.values()].flat().filter(isSummarized(reader, segments, found)) : [];
    const candidates = [...same, ...hits, ...summaries]
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
    for (const candidate of candidates) {
      const { resource } = candidate;
      // The dependencies that actions add to a task are not its subtasks.
      if (added && resource.parents.length > 0 && !isNamedLike(segments, candidate)) continue;
      const asked = isSearch ? withoutSearchWord(route) : route;
      const scope = findScope(reader, asked, operation, candidate, built, { ...links, named: () => added });
      if (!scope) continue;
      const record = resource.schema.json;
      const id = { place: resource.id.property, parameter: resource.id.parameter };
      const input = { operation, answer, found, record, id, noun: candidate.noun };
      return lazily(
        { kind: "view", resource, scope },
        {
          list: () => inferListConvention(reader, input),
          search: () => (isSearch ? inferListConvention(reader, { ...input, hasBody: true }) : undefined),
        },
      );
    }
    return undefined;
  };
}

/**
 * The only list of records in an answer, which may also have other properties. If there are several, as in
 * `{ albums: { items }, assets: { items } }`, it is the list whose items have most properties of the body.
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

/**
 * Returns a test for collections: are the hits of a search, such as `POST /points/search`, records of the collection?
 * Hits may have a score, or lack some properties. They must have the id and share most properties with the records.
 */
function isHit(
  reader: SchemaReader,
  segments: readonly ShapeSegment[],
  { items }: FoundList,
  { method, parameters }: Operation,
) {
  const { properties } = reader.facts(items);
  // For `GET /users/search?username=`, whose hits only have an id and a username.
  const isNamed = method === "get" && parameters.some((one) => one.in === "query" && properties.has(one.name));
  return ({ resource, record, collection }: Viewable): boolean => {
    const [idName] = resource.id.property ?? [];
    const { size } = reader.facts(record).properties;
    const isBelow =
      collection.length === segments.length - 1 && sharedStart(segments, collection) === collection.length;
    if (!isBelow || idName === undefined || !properties.has(idName) || size < 3) return false;
    // If nothing else lists the records, the hits may show only some properties.
    const isOnlyList = method === "get" && resource.roles.list === undefined && properties.size > 1;
    const shared = sharedProperties(reader, record, items);
    return (
      shared === size ||
      ((isNamed || isOnlyList) && shared === properties.size) ||
      (shared >= properties.size * 0.75 && shared >= 3 && shared * 2 > size)
    );
  };
}

/**
 * Returns a test: are the items of `/payees/{payee_id}/transactions` records of `/transactions`? They may have a few
 * properties more or less.
 */
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

/**
 * Returns a test: does `/roles/{id}/users` list users with only a few of their properties? Actions add these users by
 * their ids.
 */
function isSummarized(reader: SchemaReader, segments: readonly ShapeSegment[], { items }: FoundList) {
  const { properties } = reader.facts(items);
  const noun = foldName(lastLiteral(segments));
  return (viewable: Viewable): boolean => {
    const [idName = ""] = viewable.resource.id.property ?? [];
    const isNamed = sameNoun(noun, viewable.noun) || nameWords(idName).length > 1;
    if (!isNamed || !properties.has(idName) || viewable.resource.parents.length > 0) return false;
    return properties.size > 1 && sharedProperties(reader, items, viewable.record) >= properties.size * KIN;
  };
}

/** The minimum share of properties that two schemas of one thing have in common. */
const KIN = 0.75;

/** True for words such as `search` in `/users/search`, `orders-query`, or `paginated` in `/users/paginated`. */
export function isSearchWord(word: string): boolean {
  return SEARCHING.test(word.replace(/([a-z\d])([A-Z])/g, "$1-$2"));
}

/** Removes the search word of a path: `/groups/{id}/users/search` searches `/groups/{id}/users`. */
function withoutSearchWord(route: Route): Route {
  const { segments, suffix } = route.shape;
  const last = segments.at(-1);
  if (last?.kind !== "literal" || !isSearchWord(last.text)) return route;
  return { ...route, shape: { segments: segments.slice(0, -1), suffix } };
}

const SEARCHING = /(?:^|[^a-z])(?:search|query|find|filter|lookup|paginated|paged)$/i;

/** Groups records by their number of properties, since schemas with different numbers are never the same record. */
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

/**
 * The number of parents without a resource that the path does not contain. `/repos/search` does not list the forks of
 * some repository.
 */
function unnamedParents(segments: readonly ShapeSegment[], { resource }: Viewable): number {
  const named = segments.flatMap(segmentNames);
  return resource.parents.filter((parent) => !parent.resource && !named.includes(parent.parameter)).length;
}

/** 1 for links, which are sorted after records. 0 for records, and for links if their path is the start of the path. */
function linksElsewhere({ resource, collection, near }: Viewable & { readonly near: number }): number {
  return resource.members && near < collection.length ? 1 : 0;
}

function rolesOf({ resource }: Viewable): number {
  return Object.keys(resource.roles).length;
}

/** True if the resource creates or reads its records. GitHub's `/user/blocks` only links to users. */
export function isHome(reader: SchemaReader, { resource: { roles } }: Pick<Viewable, "resource">): boolean {
  return roles.create !== undefined || reader.answer(roles.read) !== undefined;
}
