import type { Operation } from "../../model/api-description.js";
import type { JsonSchema } from "../../schema/schema.js";
import { objectProperties } from "../../schema/shape/object-properties.js";
import { foldName } from "../../words/fold-name.js";
import { sameNoun } from "../../words/same-noun.js";
import { findIdList } from "../ids/id-list.js";
import { findBodyPlace, findReadPlace, findReplyPlace, isOnlyStructure } from "../ids/record-place.js";
import { lastLiteral, type ShapeSegment, segmentNames } from "../routes/path-shape.js";
import type { Route } from "../routes/routes.js";
import { isUpload } from "../routes/verb-paths.js";
import { type FoundList, findList, findPlainList, mayHoldList } from "../shapes/list-shape.js";
import { manyRecords } from "../shapes/many-records.js";
import { hasMost, isSameRecord, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";

/** The last word of a collection path, folded: `users` of `/orgs/{org}/users`. */
export function collectionNoun(collection: Route): string {
  return foldName(lastLiteral(collection.shape.segments));
}

/**
 * The list in the answer of a collection. If the path ends in a parameter, the answer must clearly be a list, or `POST`
 * at the path must create its items. `undefined` if there is no list.
 */
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
  // For `{ users: [...] }` at `/users/{type}`, if `/users/{type}/{id}` reads users with a few properties more or less.
  const isNamed = found.isPlain && sameNoun(foldName(found.at.at(-1) ?? ""), collectionNoun(collection));
  return isNamed && hasMost(reader, record, found.items) ? found : undefined;
}

/**
 * True for `{ service, operation, data: [...] }`: the properties next to the list do not belong to a record that the
 * path identifies.
 */
function isEnvelope(reader: SchemaReader, collection: Route, answer: JsonSchema, { at, items }: FoundList): boolean {
  const parameter = foldName(collection.shape.segments.flatMap(segmentNames).at(-1) ?? "");
  const isNamed = [...reader.facts(answer).byFoldedName.keys()].some((name) => parameter.endsWith(name));
  return !isNamed && mayHoldList(reader, answer) && isOnlyStructure(reader, answer, { place: at, schema: items });
}

/**
 * The record in the answer of a collection's `POST`, if it is the known record and the collection's `GET` returns
 * something else.
 */
function madeRecord(reader: SchemaReader, collection: Route, record: JsonSchema | undefined): JsonSchema | undefined {
  const made = reader.answer(collection.get("post"));
  const all = reader.answer(collection.get("get"));
  if (made === undefined || record === undefined || !isSameRecord(reader, made, record)) return undefined;
  return all === undefined || !isSameRecord(reader, made, all) ? made : undefined;
}

/**
 * The property in the answer of "Add a record" that has the item path's parameter name: `objectID` of
 * `POST /indexes/{index}` for `/indexes/{index}/{objectID}`.
 */
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

/** True if an answer contains most properties of the list's items. */
function showsMore(reader: SchemaReader, reply: JsonSchema, item: JsonSchema, noun: string): boolean {
  if (reader.facts(reply).types.has("array")) return false;
  const place = findReadPlace(reader, reply, item, { parameter: undefined, parameterSchema: undefined, noun });
  const full = reader.at(reply, place);
  return full !== undefined && hasMost(reader, item, full);
}

/** True if the request body is a record, or at least half of its properties are the record's. */
function takesRecord(reader: SchemaReader, operation: Operation, record: JsonSchema, noun: string): boolean {
  const body = reader.body(operation);
  if (body === undefined) return false;
  // One record, an array of them, or `{ profiles: [...] }`.
  const single = findPlainList(reader, body, { noun, record })?.items ?? body;
  const taken = reader.at(single, findBodyPlace(reader, single, record, noun));
  if (taken === undefined) return false;
  const { size } = reader.facts(taken).properties;
  if (size > 0 && sharedProperties(reader, taken, record) >= size / 2) return true;
  // For `{ note, user, source }`: all required properties are properties of a note.
  const own = reader.facts(record).properties;
  const required = [...objectProperties(reader.schemas, taken).values()].filter((one) => one.required);
  return required.length > 0 && required.every(({ name }) => own.has(name));
}

/** True if the body of a `POST` has at least half of its properties from the query of the `GET` at the same path. */
export function asksAlike(reader: SchemaReader, post: Operation, reading: Operation): boolean {
  const body = reader.body(post);
  const sent = body === undefined ? [] : [...reader.facts(body).byFoldedName.keys()];
  const asked = new Set(reading.parameters.flatMap((one) => (one.in === "query" ? foldName(one.name) : [])));
  const shared = sent.filter((name) => asked.has(name)).length;
  return shared >= MIN_SHARED && shared * 2 >= sent.length;
}

const MIN_SHARED = 3;

/** True for a `POST` on a collection that searches records: it accepts no record and returns a list. */
export function searchesRecords(reader: SchemaReader, operation: Operation, record: JsonSchema, noun: string): boolean {
  const answer = reader.answer(operation);
  const found = answer === undefined ? undefined : findList(reader, answer, { noun, record });
  if (answer === undefined || !found || isUpload(operation) || !isSameRecord(reader, found.items, record)) return false;
  // DigitalOcean's `POST` creates one droplet or several, and its answer has a list in both cases.
  if (findReplyPlace(reader, answer, { record, idProperty: undefined, noun, mayBePart: false })) return false;
  const body = reader.body(operation);
  // Medusa's upload accepts `files` and returns `files`.
  const isEcho = found.at[0] !== undefined && body !== undefined && reader.at(body, [found.at[0]]) !== undefined;
  return body !== undefined && !isEcho && !takesRecord(reader, operation, record, noun);
}

/** The record in the answer of an item path's `GET`, without its envelope. `undefined` for a list, or without data. */
export function readRecord(reader: SchemaReader, item: Route, noun: string): JsonSchema | undefined {
  const answer = reader.answer(item.get("get"));
  if (answer === undefined || reader.facts(answer).types.has("array")) return undefined;
  const parameter = item.shape.segments.at(-1);
  const name = parameter?.kind === "parameter" ? parameter.name : undefined;
  return reader.at(
    answer,
    findReadPlace(reader, answer, undefined, { parameter: name, parameterSchema: undefined, noun }),
  );
}

export function isCollection(reader: SchemaReader, collection: Route, item: Route): boolean {
  if (isPlainlyCollection(collection, item)) return true;
  if (collectionList(reader, collection, undefined) !== undefined) return true;
  const noun = collectionNoun(collection);
  const record = readRecord(reader, item, noun);
  if (collectionList(reader, collection, record) !== undefined) return true;
  // For `["red", "blue"]` of `/tags`, next to `PUT` and `DELETE /tags/{tag}`.
  const isWhole = collection.get("put") !== undefined || collection.get("patch") !== undefined;
  if (item.get("delete") && !isWhole && findIdList(reader, collection, item, noun)) return true;
  if (!endsInLiteral(collection.shape.segments))
    return (
      !collection.get("get") &&
      (madeRecord(reader, collection, record) !== undefined ||
        newIdName(reader, collection.get("post"), item) !== undefined)
    );
  // For `PUT /points` with a list of the records that `/points/{id}` reads.
  if (record !== undefined && writesMany(reader, collection, record, noun)) return true;
  const post = collection.get("post");
  if (post === undefined || readsBack(reader, collection, post)) return false;
  return record === undefined || !searchesRecords(reader, post, record, noun);
}

/** True if `POST` sends the whole document that `GET` returns: `/configuration` next to `/configuration/{key}`. */
function readsBack(reader: SchemaReader, collection: Route, post: Operation): boolean {
  const [sent, shown] = [reader.body(post), reader.answer(collection.get("get"))];
  return sent !== undefined && shown !== undefined && isSameRecord(reader, sent, shown);
}

function writesMany(reader: SchemaReader, collection: Route, record: JsonSchema, noun: string): boolean {
  return ["put", "patch"].some((method) => {
    const operation = collection.get(method);
    return operation !== undefined && manyRecords(reader, operation, { record, noun }) !== undefined;
  });
}

/** True if the paths have all methods of a pair. Then the schemas need not be read, which takes time. */
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

export function endsInLiteral(segments: readonly ShapeSegment[]): boolean {
  return segments.at(-1)?.kind === "literal";
}
