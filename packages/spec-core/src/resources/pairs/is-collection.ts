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
  const isNamed = found.isPlain && sameNoun(foldName(found.at.at(-1) ?? ""), collectionNoun(collection));
  return isNamed && hasMost(reader, record, found.items) ? found : undefined;
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
  if (reader.facts(reply).types.has("array")) return false;
  const place = findReadPlace(reader, reply, item, { parameter: undefined, parameterSchema: undefined, noun });
  const full = reader.at(reply, place);
  return full !== undefined && hasMost(reader, item, full);
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

/** True for a `POST` that takes in its body what the `GET` beside it takes in its query. */
export function asksAlike(reader: SchemaReader, post: Operation, reading: Operation): boolean {
  const body = reader.body(post);
  const sent = body === undefined ? [] : [...reader.facts(body).byFoldedName.keys()];
  const asked = new Set(reading.parameters.flatMap((one) => (one.in === "query" ? foldName(one.name) : [])));
  const shared = sent.filter((name) => asked.has(name)).length;
  return shared >= MIN_SHARED && shared * 2 >= sent.length;
}

const MIN_SHARED = 3;

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
  if (post === undefined || readsBack(reader, collection, post)) return false;
  return record === undefined || !searchesRecords(reader, post, record, noun);
}

/** `POST /configuration` of the whole document that `GET /configuration` answers, beside `/configuration/{key}`. */
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

export function endsInLiteral(segments: readonly ShapeSegment[]): boolean {
  return segments.at(-1)?.kind === "literal";
}
