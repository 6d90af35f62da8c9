import type { Operation } from "../../model/api-description.js";
import type { JsonSchema } from "../../schema/schema.js";
import { objectProperties } from "../../schema/shape/object-properties.js";
import { foldName } from "../../words/fold-name.js";
import { isPlural, sameNoun } from "../../words/same-noun.js";
import { findIdList } from "../ids/id-list.js";
import { findOwnId } from "../ids/id-property.js";
import { findBodyPlace, findReadPlace, findReplyPlace, isOnlyStructure } from "../ids/record-place.js";
import { saysUpsert } from "../ids/says-upsert.js";
import { lastLiteral, type ShapeSegment, segmentNames, sharedStart } from "../routes/path-shape.js";
import type { Route, Routes } from "../routes/routes.js";
import { findVerbCollection, isUpload, withItemVerbs, withVerbs } from "../routes/verb-paths.js";
import { type FoundList, findList, findPlainList, mayHoldList } from "../shapes/list-shape.js";
import { manyRecords, manyWrites } from "../shapes/many-records.js";
import { isSameRecord, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { findCalledPairs, findSingularPair, findUpsertedPair } from "./called-paths.js";

/** The routes of one resource. */
export interface Pair {
  readonly collection: Route;
  /** `undefined` for a collection without ids in paths. It has no operations where only paths below it name records. */
  readonly item: Route | undefined;
  /** The operations below an item path that has none of its own. */
  readonly below?: readonly Operation[];
  /** Set where requests name records in their body or query and not in the path: by which property, and what acts on them. */
  readonly called?: { readonly id: string; readonly acts: readonly Operation[] };
}

/** Finds the collections of a description, each with its item path if it has one. */
export function pairPaths(reader: SchemaReader, routes: Routes): Pair[] {
  const pairs: Pair[] = [];
  /** Their paths. */
  const paired = new Set<string>();
  const orphans: Route[] = [];
  for (const item of routes.all) {
    const { segments, suffix } = item.shape;
    if (segments.at(-1)?.kind !== "parameter") continue;
    const bare = routes.find(segments.slice(0, -1), suffix);
    // `/{id}` is an item only of `/`.
    if (segments.length < 2 && bare === undefined) continue;
    if (bare && isNamedByTwo(reader, routes, bare, item)) continue;
    const collection = bare && withVerbs(reader, routes, bare, item);
    if (!collection || !isCollection(reader, collection, item)) orphans.push(item);
    else addPair(collection, item);
  }
  for (const item of orphans) {
    const collection =
      pluralCollection(reader, routes, item, paired) ??
      verbCollection(reader, routes, item) ??
      nestedCollection(reader, routes, item, paired) ??
      memberCollection(reader, routes, item, paired);
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
    if (isMade || upsertsMany(reader, collection))
      add(itemFromBelow(routes, collection) ?? { collection, item: undefined });
    const upserted = findUpsertedPair(reader, collection, collectionNoun(collection));
    if (upserted && isCollectionAlone(reader, collection, "put")) add(upserted);
  }
  return pairs;

  function addPair(collection: Route, bare: Route): void {
    const item = withItemVerbs(reader, routes, collection, bare);
    if (isItem(reader, collection, item) && !isListAbove(reader, routes, item)) add({ collection, item });
  }

  function add(pair: Pair): void {
    pairs.push(pair);
    paired.add(pair.collection.path);
    if (pair.item) paired.add(pair.item.path);
  }
}

/** `/objects/{container}/{key}` reads what `/objects` makes and lists, by two of its properties. */
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

/** `/files` with `/files/{id}/content` has records at `/files/{id}`, where no operation stands. */
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

/** The last word of a collection path, folded: `users` of `/orgs/{org}/users`. */
export function collectionNoun(collection: Route): string {
  return foldName(lastLiteral(collection.shape.segments));
}

/** The list that a collection answers, if it answers one. A path that ends in a parameter must answer plainly a list, or make what it lists. */
export function collectionList(
  reader: SchemaReader,
  collection: Route,
  record: JsonSchema | undefined,
): FoundList | undefined {
  const answer = reader.answer(collection.get("get"));
  if (answer === undefined) return undefined;
  const found = findList(reader, answer, { noun: collectionNoun(collection), record });
  if (!found || endsInLiteral(collection.shape.segments)) return found;
  if (found.at.length === 0) return found;
  const isMade = madeRecord(reader, collection, record ?? found.items) !== undefined && mayHoldList(reader, answer);
  if (isMade) return found;
  if (record === undefined) return undefined;
  if (isSameRecord(reader, found.items, record))
    return found.isPlain || isEnvelope(reader, collection, answer, found) ? found : undefined;
  // `{ users: [...] }` at `/users/{type}`, of what `/users/{type}/{id}` reads with a few properties more or less.
  const { size } = reader.facts(record).properties;
  const isNamed = found.isPlain && sameNoun(foldName(found.at.at(-1) ?? ""), collectionNoun(collection));
  return isNamed && size > 1 && sharedProperties(reader, record, found.items) >= size * 0.75 ? found : undefined;
}

/** True for `{ service, operation, data: [...] }`: the members beside the list say nothing of a record that the path names. */
function isEnvelope(reader: SchemaReader, collection: Route, answer: JsonSchema, { at, items }: FoundList): boolean {
  const parameter = foldName(collection.shape.segments.flatMap(segmentNames).at(-1) ?? "");
  const isNamed = [...reader.facts(answer).byFoldedName.keys()].some((name) => parameter.endsWith(name));
  return !isNamed && mayHoldList(reader, answer) && isOnlyStructure(reader, answer, { place: at, schema: items });
}

/** The record that `POST` on a collection answers, if that is what reading one does and reading all does not. */
function madeRecord(reader: SchemaReader, collection: Route, record: JsonSchema | undefined): JsonSchema | undefined {
  const made = reader.answer(collection.get("post"));
  const all = reader.answer(collection.get("get"));
  if (made === undefined || record === undefined || !isSameRecord(reader, made, record)) return undefined;
  return all === undefined || !isSameRecord(reader, made, all) ? made : undefined;
}

/** `objectID` of `/indexes/{index}/{objectID}`, which `POST /indexes/{index}`, "Add a record", answers. */
export function newIdName(
  reader: SchemaReader,
  operation: Operation | undefined,
  item: Route | undefined,
): string | undefined {
  const answer = reader.answer(operation);
  const [name] = item?.shape.segments.slice(-1).flatMap(segmentNames) ?? [];
  const makes = operation?.requestBody && /^\W*(?:adds?|creates?|inserts?)\b/i.test(operation.summary ?? "");
  return makes && answer !== undefined && name !== undefined
    ? reader.facts(answer).byFoldedName.get(foldName(name))
    : undefined;
}

/** True if the operation creates a record from its body, judged by its schemas. */
export function createsRecord(
  reader: SchemaReader,
  operation: Operation | undefined,
  record: JsonSchema,
  noun: string,
): boolean {
  if (!operation) return false;
  const reply = reader.answer(operation);
  const clues = { record, idProperty: undefined, noun, mayBePart: false };
  if (reply !== undefined && findReplyPlace(reader, reply, clues) !== undefined) return true;
  if (reply !== undefined && showsMore(reader, reply, record, noun)) return true;
  return takesRecord(reader, operation, record, noun);
}

/** True if an answer has all properties of the list's items, and more. */
function showsMore(reader: SchemaReader, reply: JsonSchema, item: JsonSchema, noun: string): boolean {
  const { size } = reader.facts(item).properties;
  if (size < 2 || reader.facts(reply).types.has("array")) return false;
  const place = findReadPlace(reader, reply, item, { parameter: undefined, parameterSchema: undefined, noun });
  const full = reader.at(reply, place);
  return full !== undefined && sharedProperties(reader, item, full) >= size * 0.75;
}

/** True if the request body is a record, or has mostly its properties. */
function takesRecord(reader: SchemaReader, operation: Operation, record: JsonSchema, noun: string): boolean {
  const body = reader.body(operation);
  if (body === undefined) return false;
  // One record, an array of them, or `{ profiles: [...] }`.
  const single = findPlainList(reader, body, { noun, record })?.items ?? body;
  const taken = reader.at(single, findBodyPlace(reader, single, record, noun));
  if (taken === undefined) return false;
  const { size } = reader.facts(taken).properties;
  if (size > 0 && sharedProperties(reader, taken, record) >= size / 2) return true;
  // `{ note, user, source }` for notes: what it needs is what they show.
  const own = reader.facts(record).properties;
  const required = [...objectProperties(reader.schemas, taken).values()].filter((one) => one.required);
  return required.length > 0 && required.every(({ name }) => own.has(name));
}

/** True for a `POST` on a collection that searches records: it takes none and answers a list. */
export function searchesRecords(reader: SchemaReader, operation: Operation, record: JsonSchema, noun: string): boolean {
  const answer = reader.answer(operation);
  const found = answer === undefined ? undefined : findList(reader, answer, { noun, record });
  if (answer === undefined || !found || isUpload(operation) || !isSameRecord(reader, found.items, record)) return false;
  // DigitalOcean makes one droplet or several, and answers alike.
  if (findReplyPlace(reader, answer, { record, idProperty: undefined, noun, mayBePart: false })) return false;
  const body = reader.body(operation);
  // Medusa takes `files` and answers `files`.
  const isEcho = found.at[0] !== undefined && body !== undefined && reader.at(body, [found.at[0]]) !== undefined;
  return body !== undefined && !isEcho && !takesRecord(reader, operation, record, noun);
}

/** The record that reading at an item path answers, taken out of its envelope; `undefined` for a list or no data. */
function readRecord(reader: SchemaReader, item: Route, noun: string): JsonSchema | undefined {
  const answer = reader.answer(item.get("get"));
  if (answer === undefined || reader.facts(answer).types.has("array")) return undefined;
  const parameter = item.shape.segments.at(-1);
  const name = parameter?.kind === "parameter" ? parameter.name : undefined;
  return reader.at(
    answer,
    findReadPlace(reader, answer, undefined, { parameter: name, parameterSchema: undefined, noun }),
  );
}

function isCollection(reader: SchemaReader, collection: Route, item: Route): boolean {
  if (isPlainlyCollection(collection, item)) return true;
  if (collectionList(reader, collection, undefined) !== undefined) return true;
  const noun = collectionNoun(collection);
  const record = readRecord(reader, item, noun);
  if (collectionList(reader, collection, record) !== undefined) return true;
  // `["red", "blue"]` of `/tags`, beside `PUT` and `DELETE /tags/{tag}`.
  const isWhole = collection.get("put") !== undefined || collection.get("patch") !== undefined;
  if (item.get("delete") && !isWhole && findIdList(reader, collection, item, noun)) return true;
  if (!endsInLiteral(collection.shape.segments))
    return (
      !collection.get("get") &&
      (madeRecord(reader, collection, record) !== undefined ||
        newIdName(reader, collection.get("post"), item) !== undefined)
    );
  // `PUT /points` with a list of what `/points/{id}` reads.
  if (record !== undefined && writesMany(reader, collection, record, noun)) return true;
  const post = collection.get("post");
  if (post === undefined) return false;
  return record === undefined || !searchesRecords(reader, post, record, noun);
}

function writesMany(reader: SchemaReader, collection: Route, record: JsonSchema, noun: string): boolean {
  return ["put", "patch"].some((method) => {
    const operation = collection.get(method);
    return operation !== undefined && manyRecords(reader, operation, { record, noun }) !== undefined;
  });
}

/** All of the methods of a pair: no look at a schema, which takes time, could change what it is taken for. */
function isPlainlyCollection(collection: Route, item: Route): boolean {
  const has = (route: Route, method: string): boolean => route.get(method) !== undefined;
  return (
    endsInLiteral(collection.shape.segments) &&
    has(collection, "get") &&
    has(collection, "post") &&
    has(item, "get") &&
    has(item, "delete") &&
    (has(item, "put") || has(item, "patch"))
  );
}

function isItem(reader: SchemaReader, collection: Route, item: Route): boolean {
  if (["put", "patch", "delete"].some((method) => item.get(method) !== undefined)) return true;
  const read = item.get("get");
  if (read) {
    const answer = reader.answer(read);
    // `GET /comments/{postId}` that answers an array is a list of its own.
    return answer === undefined || !reader.facts(answer).types.has("array");
  }
  const update = item.get("post");
  const list = collectionList(reader, collection, undefined);
  return (
    update !== undefined && list !== undefined && createsRecord(reader, update, list.items, collectionNoun(collection))
  );
}

/** True for `GET /taxonomies/{namespace}` that lists what `/taxonomies/{namespace}/{key}` reads. */
function isListAbove(reader: SchemaReader, routes: Routes, item: Route): boolean {
  if (!item.get("get") || ["put", "patch", "delete"].some((method) => item.get(method))) return false;
  return routes
    .below(item.shape.segments)
    .some((route) => !endsInLiteral(route.shape.segments) && isCollection(reader, item, route));
}

/** `/users` for `/user/{id}` or `/users/user/{id}`, unless it has an item path of its own. */
function pluralCollection(
  reader: SchemaReader,
  routes: Routes,
  item: Route,
  paired: ReadonlySet<string>,
): Route | undefined {
  const before = item.shape.segments.slice(0, -1);
  const noun = before.at(-1);
  if (noun?.kind !== "literal") return undefined;
  const around = before.slice(0, -1);
  const one = foldName(noun.text);
  const beside = routes.below(around).find((route) => {
    const last = route.shape.segments.at(-1);
    if (last?.kind !== "literal" || last.text === noun.text || !sameNoun(foldName(last.text), one)) return false;
    return !paired.has(route.path) && isCollection(reader, route, item);
  });
  if (beside) return beside;
  const many = around.at(-1);
  const above = many?.kind === "literal" && isPlural(foldName(many.text), foldName(noun.text)) ? around : undefined;
  const collection = above && routes.find(above, item.shape.suffix);
  return collection && !paired.has(collection.path) && isCollection(reader, collection, item) ? collection : undefined;
}

/** `/organizations/{org}/teams` for `/teams/{org}/{team}`, where both name the same parents and what one lists is what the other reads. */
function nestedCollection(
  reader: SchemaReader,
  routes: Routes,
  item: Route,
  paired: ReadonlySet<string>,
): Route | undefined {
  const at = item.shape.segments.findLastIndex(({ kind }) => kind !== "parameter");
  const noun = item.shape.segments[at];
  const names = item.shape.segments.flatMap(segmentNames);
  const parents = names.slice(0, -1);
  const areBehind = item.shape.segments.length === at + 1 + names.length;
  if (noun?.kind !== "literal" || parents.length === 0 || !areBehind) return undefined;
  const record = readRecord(reader, item, foldName(noun.text));
  const found = routes.all.filter((route) => {
    const { segments } = route.shape;
    if (paired.has(route.path) || route.get("post") === undefined || lastLiteral(segments) !== noun.text) return false;
    const isBelow = endsInLiteral(segments) && segments.flatMap(segmentNames).join("/") === parents.join("/");
    const listed = isBelow ? collectionList(reader, route, undefined)?.items : undefined;
    if (listed === undefined || record === undefined) return false;
    const { size } = reader.facts(listed).properties;
    return size > 1 && sharedProperties(reader, listed, record) >= size * 0.75;
  });
  return found.length === 1 ? found[0] : undefined;
}

/** `/teams/{id}/members` for `PUT /teams/{id}/users/{userId}`, if it is the only list there whose items have a `user` with an id. */
function memberCollection(
  reader: SchemaReader,
  routes: Routes,
  item: Route,
  paired: ReadonlySet<string>,
): Route | undefined {
  const around = item.shape.segments.slice(0, -2);
  const noun = item.shape.segments.at(-2);
  if (noun?.kind !== "literal" || around.at(-1)?.kind !== "parameter" || !item.get("put") || item.get("get"))
    return undefined;
  const found = routes.below(around).filter((route) => {
    const items =
      paired.has(route.path) || !endsInLiteral(route.shape.segments)
        ? undefined
        : collectionList(reader, route, undefined)?.items;
    return [...reader.facts(items ?? true).properties].some(
      ([name, member]) => isPlural(foldName(noun.text), foldName(name)) && reader.facts(member).properties.has("id"),
    );
  });
  return found.length === 1 ? found[0] : undefined;
}

function verbCollection(reader: SchemaReader, routes: Routes, item: Route): Route | undefined {
  const collection = findVerbCollection(reader, routes, item);
  return collection && isCollection(reader, collection, item) ? collection : undefined;
}

function isCollectionAlone(reader: SchemaReader, collection: Route, method: string): boolean {
  const create = collection.get(method);
  const list = create && collectionList(reader, collection, undefined);
  return list !== undefined && createsRecord(reader, create, list.items, collectionNoun(collection));
}

/** `POST /reactions` of what `GET /posts/{post_id}/reactions` lists, by the `post_id` that they have. */
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

/** A list with a `PUT` that changes or makes some of its records, told by their ids, and a `DELETE`. */
function upsertsMany(reader: SchemaReader, collection: Route): boolean {
  const put = collection.get("put");
  if (!put || !collection.get("delete") || collection.get("post") || !saysUpsert(put)) return false;
  const list = collectionList(reader, collection, undefined);
  const noun = collectionNoun(collection);
  const clues = { parameter: undefined, parameterSchema: undefined, noun };
  const [idName] = (list && findOwnId(reader, list.items, clues)) ?? [];
  return list !== undefined && manyWrites(reader, put, { record: list.items, noun, idName }) !== undefined;
}

function endsInLiteral(segments: readonly ShapeSegment[]): boolean {
  return segments.at(-1)?.kind === "literal";
}
