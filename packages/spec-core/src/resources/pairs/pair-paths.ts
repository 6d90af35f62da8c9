import type { Operation } from "../../model/api-description.js";
import { foldName } from "../../words/fold-name.js";
import { nounForms } from "../../words/same-noun.js";
import { findOwnId } from "../ids/id-property.js";
import { saysUpsert } from "../ids/says-upsert.js";
import { lastLiteral, segmentNames, sharedStart } from "../routes/path-shape.js";
import type { Route, Routes } from "../routes/routes.js";
import { withItemVerbs, withVerbs } from "../routes/verb-paths.js";
import { mayHoldList } from "../shapes/list-shape.js";
import { manyWrites } from "../shapes/many-records.js";
import { isSameRecord, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { findCalledPairs, findSingularPair, findUpsertedPair } from "./called-paths.js";
import {
  attachedItem,
  nestedCollection,
  pluralCollection,
  verbCollection,
  withListBeside,
} from "./collection-elsewhere.js";
import {
  asksAlike,
  collectionList,
  collectionNoun,
  createsRecord,
  endsInLiteral,
  isCollection,
  readRecord,
} from "./is-collection.js";

/** The routes of one resource. */
export interface Pair {
  readonly collection: Route;
  /**
   * `undefined` if the collection's records have no paths. The route has no operations if only longer paths contain the
   * id.
   */
  readonly item: Route | undefined;
  /** The operations below the item path, if the item path has none. */
  readonly below?: readonly Operation[];
  /**
   * Set if requests have the id in their body or query instead of the path: the property with the id, and the actions
   * on records.
   */
  readonly called?: { readonly id: string; readonly acts: readonly Operation[]; readonly alike?: readonly Operation[] };
}

/** Finds the collections of a description, each with its item path if it has one. */
export function pairPaths(reader: SchemaReader, routes: Routes): Pair[] {
  const pairs: Pair[] = [];
  /** The paths of the pairs. */
  const paired = new Set<string>();
  const orphans: Route[] = [];
  for (const route of routes.all) {
    const item = attachedItem(reader, routes, route) ?? route;
    const { segments, suffix } = item.shape;
    if (segments.at(-1)?.kind !== "parameter") continue;
    const bare = routes.find(segments.slice(0, -1), suffix);
    // `/{id}` is an item path only if there is a path `/`.
    if (segments.length < 2 && bare === undefined) continue;
    if (bare && isNamedByTwo(reader, routes, bare, item)) continue;
    const collection = bare && withListBeside(reader, routes, withVerbs(reader, routes, bare, item));
    if (!collection || !isCollection(reader, collection, item)) orphans.push(item);
    else addPair(collection, item);
  }
  for (const item of orphans) {
    const collection =
      pluralCollection(reader, routes, item, paired) ??
      verbCollection(reader, routes, item) ??
      nestedCollection(reader, routes, item, paired);
    if (collection) addPair(collection, item);
  }
  for (const pair of findCalledPairs(reader, routes)) {
    add(pair);
    for (const { template } of pair.collection.operations) paired.add(template.text);
  }
  for (const collection of routes.all) {
    if (paired.has(collection.path)) continue;
    const singular = findSingularPair(reader, routes, collection);
    if (singular) {
      add(singular);
      continue;
    }
    const isMade = isCollectionAlone(reader, collection, "post") || isListedBelow(reader, routes, collection);
    const isSelected = removesByQuery(reader, collection) || isSearched(reader, collection);
    if (isMade || upsertsMany(reader, collection) || isSelected)
      add(itemFromBelow(routes, collection) ?? { collection, item: undefined });
    const upserted = findUpsertedPair(reader, collection, collectionNoun(collection));
    if (upserted && isCollectionAlone(reader, collection, "put")) add(upserted);
  }
  return pairs;

  function addPair(collection: Route, bare: Route): void {
    const item = withItemVerbs(reader, routes, collection, bare);
    if (!isItem(reader, collection, item) || isListAbove(reader, routes, item)) return;
    add({ collection, item: listsAlike(reader, collection, item) ? undefined : item });
  }

  function add(pair: Pair): void {
    pairs.push(pair);
    paired.add(pair.collection.path);
    if (pair.item) paired.add(pair.item.path);
  }
}

/**
 * True if the path identifies a record by two of its properties: `/objects/{container}/{key}` reads the records that
 * `/objects` creates and lists.
 */
function isNamedByTwo(reader: SchemaReader, routes: Routes, collection: Route, item: Route): boolean {
  const { segments, suffix } = collection.shape;
  const names = item.shape.segments.slice(-2).flatMap(segmentNames);
  const isBelow = segments.at(-1)?.kind === "parameter" && !collection.get("post");
  const above = isBelow ? routes.find(segments.slice(0, -1), suffix) : undefined;
  const made = above?.get("post") ? collectionList(reader, above, undefined)?.items : undefined;
  const record = above && made ? readRecord(reader, item, collectionNoun(above)) : undefined;
  if (!made || record === undefined || !isSameRecord(reader, record, made)) return false;
  return names.every((name) => reader.facts(record).byFoldedName.has(foldName(name)));
}

/**
 * The pair of a collection whose item path has no operations: `/files` and `/files/{id}`, if there is only
 * `/files/{id}/content`.
 */
function itemFromBelow(routes: Routes, collection: Route): Pair | undefined {
  const { segments } = collection.shape;
  const deeper = routes.all.filter(({ shape }) => {
    const [parameter, next] = shape.segments.slice(segments.length);
    const isBelow = parameter?.kind === "parameter" && next?.kind === "literal";
    return isBelow && sharedStart(shape.segments, segments) === segments.length;
  });
  const parameter = deeper[0]?.shape.segments[segments.length];
  if (parameter?.kind !== "parameter") return undefined;
  const path = `${collection.path.replace(/\/$/, "")}/{${parameter.name}}`;
  const shape = { segments: [...segments, parameter], suffix: "" };
  const item: Route = { path, shape, operations: [], get: () => undefined };
  return { collection, item, below: deeper.flatMap(({ operations }) => operations) };
}

function isItem(reader: SchemaReader, collection: Route, item: Route): boolean {
  if (["put", "patch", "delete"].some((method) => item.get(method) !== undefined)) return true;
  const read = item.get("get");
  if (read) {
    const answer = reader.answer(read);
    // `GET /comments/{postId}` with an array in its answer is a separate list.
    return answer === undefined || !reader.facts(answer).types.has("array") || isListOfOne(reader, collection, item);
  }
  const update = item.get("post");
  const list = collectionList(reader, collection, undefined);
  return (
    update !== undefined && list !== undefined && createsRecord(reader, update, list.items, collectionNoun(collection))
  );
}

/** True if `GET /roads/{id}` returns an array with those records of `GET /roads` that have the id. */
function isListOfOne(reader: SchemaReader, collection: Route, item: Route): boolean {
  const [parameter = ""] = item.shape.segments.slice(-1).flatMap(segmentNames).map(foldName);
  const noun = collectionNoun(collection);
  const isOwnId = ["", ...nounForms(noun)].some((form) => [`${form}id`, `${form}ids`].includes(parameter));
  if (!isOwnId || !endsInLiteral(collection.shape.segments)) return false;
  const list = collectionList(reader, collection, undefined);
  const { items } = reader.facts(reader.answer(item.get("get")) ?? true);
  if (!list || items === undefined || !isSameRecord(reader, items, list.items)) return false;
  return findOwnId(reader, items, { parameter: undefined, parameterSchema: undefined, noun }) !== undefined;
}

/**
 * True if `GET /events/{feature}` lists records like `GET /events`. Both return `{ events, total }`, the first also the
 * `feature`, and events have both an `id` and a `feature`.
 */
function listsAlike(reader: SchemaReader, collection: Route, item: Route): boolean {
  const answer = item.operations.length === 1 ? reader.answer(item.get("get")) : undefined;
  const whole = reader.answer(collection.get("get"));
  const list = collectionList(reader, collection, undefined);
  if (answer === undefined || whole === undefined || !list || list.at.length === 0) return false;
  const own = reader.facts(list.items).byFoldedName;
  const [parameter = ""] = item.shape.segments.slice(-1).flatMap(segmentNames).map(foldName);
  if (parameter === "id" || !own.has("id") || !own.has(parameter) || !mayHoldList(reader, answer)) return false;
  const { items } = reader.facts(reader.at(answer, list.at) ?? true);
  const isSame = items !== undefined && isSameRecord(reader, items, list.items);
  return isSame && sharedProperties(reader, whole, answer) === reader.facts(whole).properties.size;
}

/** True if `GET /taxonomies/{namespace}` lists the records that `/taxonomies/{namespace}/{key}` reads. */
function isListAbove(reader: SchemaReader, routes: Routes, item: Route): boolean {
  if (!item.get("get") || ["put", "patch", "delete"].some((method) => item.get(method))) return false;
  return routes
    .below(item.shape.segments)
    .some((route) => !endsInLiteral(route.shape.segments) && isCollection(reader, item, route));
}

function isCollectionAlone(reader: SchemaReader, collection: Route, method: string): boolean {
  const create = collection.get(method);
  const list = create && collectionList(reader, collection, undefined);
  return list !== undefined && createsRecord(reader, create, list.items, collectionNoun(collection));
}

/** True for `POST /reactions` if `GET /posts/{post_id}/reactions` lists its records, and these have a `post_id`. */
function isListedBelow(reader: SchemaReader, routes: Routes, collection: Route): boolean {
  const made = collection.operations.length === 1 ? reader.answer(collection.get("post")) : undefined;
  if (made === undefined || !endsInLiteral(collection.shape.segments)) return false;
  const own = reader.facts(made).byFoldedName;
  const noun = lastLiteral(collection.shape.segments);
  return routes.all.some((route) => {
    const [parent, word] = route.shape.segments.slice(-2);
    if (parent?.kind !== "parameter" || word?.kind !== "literal" || word.text !== noun) return false;
    const list = own.has(foldName(parent.name)) ? collectionList(reader, route, undefined) : undefined;
    return list !== undefined && !route.get("post") && isSameRecord(reader, list.items, made);
  });
}

/** True for a list with a `DELETE`, and a `PUT` that creates or changes several records by their ids. */
function upsertsMany(reader: SchemaReader, collection: Route): boolean {
  const put = collection.get("put");
  if (!put || !collection.get("delete") || collection.get("post") || !saysUpsert(put)) return false;
  const list = collectionList(reader, collection, undefined);
  const noun = collectionNoun(collection);
  const clues = { parameter: undefined, parameterSchema: undefined, noun };
  const [idName] = (list && findOwnId(reader, list.items, clues)) ?? [];
  return list !== undefined && manyWrites(reader, put, { record: list.items, noun, idName }) !== undefined;
}

/** True for `DELETE /devices?id=` if `GET /devices` lists the records. */
function removesByQuery(reader: SchemaReader, collection: Route): boolean {
  const removal = collection.get("delete");
  const list = removal && collectionList(reader, collection, undefined);
  const clues = { parameter: undefined, parameterSchema: undefined, noun: collectionNoun(collection) };
  const [idName = ""] = (list && findOwnId(reader, list.items, clues)) ?? [];
  return (
    removal?.parameters.some(
      ({ in: place, name, required }) => place === "query" && required && foldName(name) === foldName(idName),
    ) === true
  );
}

/** True for `POST /countries` if its body has the filters that `GET /countries` has in its query. */
function isSearched(reader: SchemaReader, collection: Route): boolean {
  const [list, post] = ["get", "post"].map((method) => collection.get(method));
  return (
    list !== undefined &&
    post !== undefined &&
    asksAlike(reader, post, list) &&
    collectionList(reader, collection, undefined) !== undefined
  );
}
