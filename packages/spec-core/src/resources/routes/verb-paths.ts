import type { Operation } from "../../model/api-description.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { findList, findPlainList } from "../shapes/list-shape.js";
import { isSameRecord, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { lastLiteral, type ShapeSegment, segmentNames } from "./path-shape.js";
import type { Route, Routes } from "./routes.js";

const CREATE = ["create", "add", "new", "insert"];
/** `POST /files/content` creates the records that `/files/{id}` reads, if its body is a form with a file. */
const UPLOAD = ["upload", "content"];
/** Verbs that create a record if the answer is the same as that of a read. */
const SEND = ["send", "submit"];
const LIST = ["list", "all", "index"];
/** Verbs that list records if the items are the records of a read, and nothing else lists them. */
const SEARCH = ["search", "query", "list"];
const UPDATE = ["update", "edit", "modify"];
/** Verbs of an update next to a `PUT` that replaces. */
const PARTIAL = ["partial", "patch"];
const REMOVE = ["delete", "remove", "destroy"];

/** True for an operation whose body is a form with files, or a file. */
export function isUpload({ requestBody }: Operation): boolean {
  return (
    requestBody?.content.some(({ type, schema }) => type.startsWith("multipart/") || isFile(schema?.json)) === true
  );
}

function isFile(json: JsonSchema | undefined): boolean {
  return typeof json === "object" && json.type === "string" && json.format === "binary";
}

/**
 * Finds the collection of an API with verbs in its paths: `POST /vendors/create` and `GET /vendors/list` next to
 * `/vendors/{id}`, but no operation at `/vendors`. `undefined` if there are no such paths.
 */
export function findVerbCollection(reader: SchemaReader, routes: Routes, item: Route): Route | undefined {
  const { segments, suffix } = item.shape;
  const before = segments.slice(0, -1);
  if (before.at(-1)?.kind !== "literal" || routes.find(before, suffix)) return undefined;
  const path = item.path.slice(0, item.path.lastIndexOf("/"));
  const none: Route = { path, shape: { segments: before, suffix }, operations: [], get: () => undefined };
  const collection = withVerbs(reader, routes, none, item);
  return collection === none ? undefined : collection;
}

/** Adds the `POST` and `GET` that a collection's path lacks, from `/vendors/create` and `/vendors/list`. */
export function withVerbs(reader: SchemaReader, routes: Routes, collection: Route, item: Route): Route {
  const { segments, suffix } = collection.shape;
  const last = segments.at(-1);
  if (last?.kind !== "literal") return collection;
  const at = verbFinder(routes, segments, suffix);
  const create = (): Operation | undefined => {
    const noun = lastLiteral(segments);
    const own = at([...CREATE, `create-${noun}`, `add-${noun}`], ["post"]);
    if (own) return own;
    const upload = at(UPLOAD, ["post"]);
    if (upload && isUpload(upload)) return upload;
    const sent = collection.operations.length === 0 ? at(SEND, ["post"]) : undefined;
    return sent && isSameAnswer(reader, sent, item.get("get")) ? sent : undefined;
  };
  const search = (): Operation | undefined => {
    const searching = at(SEARCH, ["post"]);
    return searching && listsItems(reader, searching, collection, item) ? searching : undefined;
  };
  const list = (): Operation | undefined =>
    at(LIST, ["get"]) ?? sharedWord(reader, routes, collection, item)?.collection.get("get") ?? search();
  return withMethods(collection, [
    ["post", collection.get("post") ? undefined : create()],
    ["get", collection.get("get") ? undefined : list()],
  ]);
}

/**
 * Adds the methods that an item path lacks, from `POST /vendors/{id}/delete` or `POST /vendors/delete/{id}`, and the
 * same for `update`.
 */
export function withItemVerbs(reader: SchemaReader, routes: Routes, collection: Route, item: Route): Route {
  const { segments, suffix } = item.shape;
  const [id] = segments.slice(-1);
  if (id?.kind !== "parameter") return item;
  const behind = verbFinder(routes, segments, suffix);
  const before = verbFinder(routes, segments.slice(0, -1), suffix, id);
  const at = (verbs: readonly string[], methods: readonly string[]): Operation | undefined =>
    behind(verbs, methods) ?? before(verbs, methods);
  const isChanged = ["put", "patch", "post"].some((method) => item.get(method));
  return withMethods(item, [
    ["get", item.get("get") ? undefined : sharedWord(reader, routes, collection, item)?.item.get("get")],
    [
      "patch",
      item.get("patch") ? undefined : at(isChanged ? PARTIAL : [...UPDATE, ...PARTIAL], ["patch", "post", "put"]),
    ],
    ["delete", item.get("delete") ? undefined : at(REMOVE, ["delete", "post"])],
  ]);
}

/**
 * The paths with one word behind the collection and the item, neither of which has a `GET`: the list `/containers/json`
 * and `/containers/{id}/json`.
 */
function sharedWord(
  reader: SchemaReader,
  routes: Routes,
  collection: Route,
  item: Route,
): { readonly collection: Route; readonly item: Route } | undefined {
  if (collection.operations.some(({ template, method }) => method === "get" && template.text === collection.path))
    return undefined;
  if (item.get("get")) return undefined;
  const { suffix } = item.shape;
  const noun = foldName(lastLiteral(collection.shape.segments));
  const shared = routes.below(item.shape.segments).flatMap((below) => {
    const word = below.shape.segments.at(-1);
    if (word?.kind !== "literal" || !below.get("get")) return [];
    const beside = routes.find([...collection.shape.segments, word], suffix);
    const listed = reader.answer(beside?.get("get"));
    const isList = listed !== undefined && findPlainList(reader, listed, { noun, record: undefined }) !== undefined;
    return beside && isList ? [{ collection: beside, item: below }] : [];
  });
  return shared.length === 1 ? shared[0] : undefined;
}

/** True if both answers are objects with the same properties. */
function isSameAnswer(reader: SchemaReader, one: Operation, other: Operation | undefined): boolean {
  const made = reader.answer(one);
  const read = reader.answer(other);
  if (made === undefined || read === undefined) return false;
  const names = [...reader.facts(read).properties.keys()];
  const { properties } = reader.facts(made);
  return names.length > 0 && names.length === properties.size && names.every((name) => properties.has(name));
}

/**
 * True if an answer is clearly a list of the records that the item path reads. If it reads none, the records that it
 * writes count.
 */
function listsItems(reader: SchemaReader, operation: Operation, collection: Route, item: Route): boolean {
  const answer = reader.answer(operation);
  const noun = foldName(lastLiteral(collection.shape.segments));
  const read = reader.answer(item.get("get"));
  const find = read === undefined ? findPlainList : findList;
  const found = answer === undefined ? undefined : find(reader, answer, { noun, record: read });
  if (!found || reader.facts(found.items).properties.size === 0) return false;
  if (read === undefined) {
    const [name = ""] = item.shape.segments.slice(-1).flatMap(segmentNames);
    const isWritten = ["put", "patch", "delete"].some((method) => item.get(method));
    return isWritten && reader.facts(found.items).byFoldedName.has(foldName(name));
  }
  const { size } = reader.facts(found.items).properties;
  const isShown = (shown: JsonSchema): boolean =>
    isSameRecord(reader, found.items, shown) ||
    (size > 3 && sharedProperties(reader, found.items, shown) >= size * 0.75);
  // The record, or `{ data: record }`.
  return [read, ...reader.facts(read).properties.values()].some(isShown);
}

type VerbFinder = (verbs: readonly string[], methods: readonly string[]) => Operation | undefined;

/** @param last the segment after the verb, if any */
function verbFinder(
  routes: Routes,
  segments: readonly ShapeSegment[],
  suffix: string,
  last?: ShapeSegment,
): VerbFinder {
  return (verbs, methods) => {
    for (const text of verbs) {
      const word: ShapeSegment = { kind: "literal", text };
      const route = routes.find([...segments, word, ...(last ? [last] : [])], suffix);
      const method = methods.find((one) => route?.get(one));
      if (route && method !== undefined) return route.get(method);
    }
    return undefined;
  };
}

/** A route with other operations for some methods. */
export function withMethods(route: Route, more: readonly (readonly [method: string, Operation | undefined])[]): Route {
  const added = new Map(more.flatMap(([method, operation]) => (operation ? [[method, operation] as const] : [])));
  if (added.size === 0) return route;
  return {
    path: route.path,
    shape: route.shape,
    operations: [...route.operations, ...added.values()],
    get: (method) => added.get(method) ?? route.get(method),
  };
}
