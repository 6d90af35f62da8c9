import { findReplyPlace } from "../ids/record-place.js";
import { collectionNoun } from "../pairs/is-collection.js";
import type { Pair } from "../pairs/pair-paths.js";
import { type ReadPair, readPair } from "../pairs/read-pair.js";
import { segmentNames } from "../routes/path-shape.js";
import type { Route, Routes } from "../routes/routes.js";
import { findList } from "../shapes/list-shape.js";
import { pathParameter } from "../shapes/operation-schemas.js";
import { hasMost, isSameShape } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { findParentProperty } from "./parent-property.js";

/**
 * Finds pairs for item paths whose collection is below a parent: `/apps/{id}` for `/accounts/{account_id}/apps`. Their
 * collection path has no operations. Either the nested collections show the same record and it repeats their parents,
 * or only one nested collection creates such records.
 */
export function findShallowItemPaths(reader: SchemaReader, routes: Routes, known: readonly ReadPair[]): ReadPair[] {
  const taken = new Set(known.flatMap(({ pair }) => [pair.collection.path, ...(pair.item ? [pair.item.path] : [])]));
  const items = routes.all.filter((route) => !taken.has(route.path) && isItem(route));
  const nouns = new Set(items.map(collectionNoun));
  const nested = [
    ...known.filter(({ pair, noun }) => nouns.has(noun) && hasParents(pair.collection)),
    ...collectionsAlone(reader, routes, taken, nouns),
  ];
  const found = new Set<ReadPair>();
  for (const item of items) {
    const noun = collectionNoun(item);
    const shallow = shallowPair(item);
    const isFlat = !hasParents(shallow.collection);
    const likely = nested.filter((other) => other.noun === noun && (isFlat || other.pair.item === undefined));
    if (likely.length === 0) continue;
    const read = knownByOne(reader, readPair(reader, shallow), isFlat ? likely : []);
    const same = likely.filter((other) => isOfOneKind(reader, read, other));
    const showing = same.filter((other) => isShownBy(reader, read, other));
    // Lists often omit properties that a read returns.
    const kin = same.length > 0 ? same : likely.filter((other) => isShortOf(reader, read, other));
    const makers = isFlat && (read.roles.read ?? read.roles.delete) ? kin.filter(({ roles }) => roles.create) : [];
    for (const one of showing.length > 0 ? [read, ...showing] : makers.length === 1 ? [read, ...makers] : [])
      found.add(one);
  }
  for (const read of known) found.delete(read);
  return [...found];
}

/**
 * Finds collection paths with only a `POST` that creates the records of a nested collection: `/links` for
 * `GET /files/{file_key}/links`. Its answer must be such a record or a list of them, and the record must repeat the
 * parents.
 */
export function findShallowCollections(reader: SchemaReader, routes: Routes, known: readonly ReadPair[]): ReadPair[] {
  const taken = new Set(known.flatMap(({ pair }) => [pair.collection, ...(pair.item ? [pair.item] : [])]));
  const nested = known.filter(({ pair, roles, list }) => list && !roles.create && hasParents(pair.collection));
  const nouns = new Set(nested.map(({ noun }) => noun));
  return routes.all.flatMap((collection): ReadPair[] => {
    const post = collection.get("post");
    const noun = collectionNoun(collection);
    const isAlone = post !== undefined && !collection.get("get") && !taken.has(collection) && nouns.has(noun);
    if (!isAlone || hasParents(collection) || collection.shape.segments.at(-1)?.kind !== "literal") return [];
    const answer = reader.answer(post);
    const home = nested.find((other) => {
      if (other.noun !== noun || answer === undefined) return false;
      const clues = { record: other.record, idProperty: other.idProperty, noun, mayBePart: false };
      const place = findReplyPlace(reader, answer, clues);
      const made = place ? reader.at(answer, place) : findList(reader, answer, clues)?.items;
      return (
        made !== undefined &&
        isSameShape(reader, made, other.record) &&
        other.idProperty &&
        isShownBy(reader, other, other)
      );
    });
    if (!home) return [];
    const { record, idProperty } = home;
    return [{ ...readPair(reader, { collection, item: undefined }), record, idProperty, records: [record] }];
  });
}

function hasParents({ shape }: Route): boolean {
  return shape.segments.some((segment) => segmentNames(segment).length > 0);
}

function isItem({ shape: { segments }, operations }: Route): boolean {
  if (segments.at(-1)?.kind !== "parameter" || segments.at(-2)?.kind !== "literal") return false;
  return operations.some(({ method }) => ITEM_METHODS.has(method));
}

/**
 * Nested collections that cannot be both listed and created: `POST /projects/{id}/briefs` without a list, or a `GET` if
 * nothing creates the records.
 */
function collectionsAlone(
  reader: SchemaReader,
  routes: Routes,
  taken: ReadonlySet<string>,
  nouns: ReadonlySet<string>,
): ReadPair[] {
  const made = new Set(routes.all.flatMap((route) => (route.get("post") ? collectionNoun(route) : [])));
  const collections = routes.all.filter((route) => {
    const { segments } = route.shape;
    const isNested = segments.at(-1)?.kind === "literal" && segments.at(-2)?.kind === "parameter";
    const noun = collectionNoun(route);
    const isAlone = route.get("post") ? !route.get("get") : route.get("get") !== undefined && !made.has(noun);
    return isNested && isAlone && !taken.has(route.path) && nouns.has(noun);
  });
  return collections.map((collection) => readPair(reader, { collection, item: undefined }));
}

const ITEM_METHODS = new Set(["get", "put", "patch", "delete"]);

function shallowPair(item: Route): Pair {
  const { segments, suffix } = item.shape;
  const path = item.path.slice(0, item.path.lastIndexOf("/"));
  const collection: Route = {
    path,
    shape: { segments: segments.slice(0, -1), suffix },
    operations: [],
    get: () => undefined,
  };
  return { collection, item };
}

/**
 * For an item path that shows no record, such as `DELETE /secrets/{id}`: adds the record of the only collection with
 * that noun.
 */
function knownByOne(reader: SchemaReader, read: ReadPair, nested: readonly ReadPair[]): ReadPair {
  const [only, ...others] = nested;
  const isSilent = reader.facts(read.record).properties.size === 0 && read.idProperty === undefined;
  if (!isSilent || !only?.roles.create || only.pair.item || others.length > 0) return read;
  const { record, records } = only;
  const idProperty = only.idProperty ?? (reader.facts(record).properties.has("id") ? ["id"] : undefined);
  return idProperty === undefined ? read : { ...read, record, records, idProperty };
}

function isOfOneKind(reader: SchemaReader, { record, idProperty }: ReadPair, { records }: ReadPair): boolean {
  return idProperty !== undefined && records.some((shown) => isSameShape(reader, shown, record));
}

function isShortOf(reader: SchemaReader, { record, idProperty }: ReadPair, other: ReadPair): boolean {
  const isSameId = idProperty !== undefined && idProperty.join() === other.idProperty?.join();
  return isSameId && other.records.some((shown) => hasMost(reader, shown, record));
}

/** True if the record has a property for each of its parents. */
function isShownBy(reader: SchemaReader, { record, idProperty }: ReadPair, { pair }: ReadPair): boolean {
  const { segments } = pair.collection.shape;
  const parameterSchema = (name: string) => pathParameter(pair.collection.operations, name)?.schema.json;
  const clues = { reader, record, idProperty, parameterSchema };
  return segments.every((segment, index) => {
    const before = segments[index - 1];
    const noun = before?.kind === "literal" ? before.text : "";
    return segmentNames(segment).every((name) => findParentProperty(name, noun.toLowerCase(), clues) !== undefined);
  });
}
