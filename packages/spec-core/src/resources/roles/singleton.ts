import { lazily } from "../../lazy/lazily.js";
import type { Operation } from "../../model/api-description.js";
import type { SingletonRole } from "../../model/operation-role.js";
import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { findBodyPlace, findReadPlace, findReplyPlace, takenRecord } from "../ids/record-place.js";
import { asksAlike, collectionNoun } from "../pairs/is-collection.js";
import type { Route, Routes } from "../routes/routes.js";
import { isUpload } from "../routes/verb-paths.js";
import { type FoundList, findPlainList } from "../shapes/list-shape.js";
import type { SchemaReader } from "../shapes/schema-reader.js";

/**
 * The roles of operations that read and write one document at one path. A list is such a document if `PUT` or `PATCH`
 * replaces it as a whole. A `POST` that adds to a list does not count.
 * @param first the collection of which the document is the first record
 */
export function singletonRoles(
  reader: SchemaReader,
  routes: Routes,
  route: Route,
  first: SingletonRole["first"],
): [Operation, SingletonRole][] {
  const reading = route.get("get");
  if (!reading || !WRITING.some((method) => route.get(method) !== undefined)) return [];
  const noun = collectionNoun(route);
  const answer = reader.answer(reading);
  const plainList = (json: JsonSchema | undefined): FoundList | undefined =>
    json === undefined ? undefined : findPlainList(reader, json, { noun, record: undefined });
  const list = plainList(answer);
  const isList = list !== undefined;
  const place = list && listDocument(reader, route, list);
  if (isList && place === undefined) return [];
  const document: Document = lazily(
    {},
    {
      place: () => place ?? (answer === undefined ? [] : findReadPlace(reader, answer, undefined, NO_ID(noun))),
      record: () => (answer === undefined ? undefined : reader.at(answer, document.place)) ?? true,
    },
  );
  const writes = isList ? LIST_WRITING : ["put", "patch", "delete"];
  const post = route.get("post");
  // If `GET /files/{id}/content` returns bytes, an upload with another answer changes the record, not a document.
  const isUploaded = answer === undefined && post && isUpload(post) && reader.answer(post) !== undefined;
  // `GET /pulls/{id}/merge` returns no body: its status shows whether the pull request was merged.
  const isOfRecord = isUploaded || !reading.responses.some(({ content }) => content.length > 0);
  const posting = isList || isOfRecord || (post && asksAlike(reader, post, reading)) ? undefined : post;
  const isPosted = posting !== undefined && writesDocument(reader, posting, document.record, noun);
  if (!isPosted && !writes.some((method) => route.get(method))) return [];
  const roles: [Operation, SingletonRole][] = [];
  const operations: Operation[] = [];
  const writing = PARTS.flatMap(([method]) => (method === "get" || (method === "post" && !isPosted) ? [] : method));
  const named = documentNames(
    reader,
    reading,
    writing.flatMap((method) => route.get(method) ?? []),
    (name) => isEverywhere(routes, name),
  );
  for (const [method, part] of PARTS) {
    const operation = route.get(method);
    if (!operation || (method === "post" && !isPosted)) continue;
    operations.push(operation);
    roles.push([
      operation,
      lazily(
        { kind: "singleton", part, key: route.path, named, operations, first },
        {
          body() {
            const body = reader.body(operation);
            return body === undefined || isList ? [] : findBodyPlace(reader, body, document.record, noun);
          },
          reply() {
            if (method === "get") return document.place;
            const reply = reader.answer(operation);
            if (place && place.length > 0) return plainList(reply)?.at.slice(0, place.length);
            const { record } = document;
            return reply === undefined
              ? undefined
              : findReplyPlace(reader, reply, { record, idProperty: undefined, noun, mayBePart: true });
          },
        },
      ),
    ]);
  }
  return roles;
}

/** The role of an action on a document. @param reading the role of the operation that reads the document */
export function singletonAction(reader: SchemaReader, operation: Operation, reading: SingletonRole): SingletonRole {
  const { key, named, operations } = reading;
  const read = operations.find(({ method }) => method === "get");
  return lazily(
    { kind: "singleton", part: "update", key, named, operations, body: [] },
    {
      reply() {
        const [shown, reply] = [reader.answer(read), reader.answer(operation)];
        const record = shown === undefined ? undefined : reader.at(shown, reading.reply ?? []);
        return record === undefined || reply === undefined
          ? undefined
          : findReplyPlace(reader, reply, { record, idProperty: undefined, noun: "", mayBePart: false });
      },
    },
  );
}

/**
 * The place of the document in an answer that contains a list. It is the list if a write sends `[...]`, or the object
 * around it if a write sends `{ items: [...] }` or `{ settings: { items: [...] } }`. `undefined` if no write sends the
 * list.
 */
function listDocument(reader: SchemaReader, route: Route, { at }: FoundList): RecordPlace | undefined {
  if (at.length === 0) return [];
  for (const method of LIST_WRITING) {
    const operation = route.get(method);
    if (!operation) continue;
    const { types, properties } = reader.facts(reader.body(operation) ?? true);
    if (types.has("array")) return at;
    const holder = properties.size === 0 ? at.length - 1 : at.findIndex((name) => properties.has(name));
    if (holder >= 0) return at.slice(0, holder);
  }
  return undefined;
}

/** True if a `POST` writes the document. A `POST` whose body has no property of the document does something else. */
function writesDocument(reader: SchemaReader, operation: Operation, document: JsonSchema, noun: string): boolean {
  if (!operation.requestBody) return false;
  const body = reader.body(operation);
  if (body === undefined || reader.facts(document).properties.size === 0) return true;
  const taken = reader.at(body, findBodyPlace(reader, body, document, noun)) ?? body;
  const { types, properties, byFoldedName } = reader.facts(taken);
  // A plain string or number cannot be a part of the document.
  if (types.size > 0 && !types.has("object") && !types.has("array")) return false;
  // Names are compared without case and `_`: a form's `DefaultTimer` is the document's `default_timer`.
  const { byFoldedName: known } = reader.facts(takenRecord(reader, body, document));
  return properties.size === 0 || [...byFoldedName.keys()].some((name) => known.has(name));
}

/**
 * The query parameters that select the document: `key` and `namespace` of `GET /items?key=a&namespace=b`. At least one
 * is required, and every write has them in its query or body.
 */
function documentNames(
  reader: SchemaReader,
  reading: Operation,
  writes: readonly Operation[],
  isElsewhere: (name: string) => boolean,
): readonly string[] {
  const takes = (operation: Operation, name: string): boolean =>
    operation.parameters.some((one) => one.in === "query" && one.name === name) ||
    reader.facts(reader.body(operation) ?? true).properties.has(name);
  const shared = reading.parameters.filter(
    (one) => one.in === "query" && writes.every((operation) => takes(operation, one.name)) && !isElsewhere(one.name),
  );
  if (!shared.some(({ required }) => required)) return [];
  const { properties } = reader.facts(reader.answer(reading) ?? true);
  return shared.filter(({ name, required }) => required || properties.has(name)).map(({ name }) => name);
}

/** True for a parameter of most paths, such as the version of the API. It does not select a document. */
function isEverywhere({ all }: Routes, name: string): boolean {
  const takes = ({ parameters }: Operation): boolean =>
    parameters.some((one) => one.in === "query" && one.name === name);
  const count = all.filter(({ operations }) => operations.some(takes)).length;
  return count > 2 && count * 2 > all.length;
}

/** The document that `GET` at the path returns. */
interface Document {
  readonly place: RecordPlace;
  readonly record: JsonSchema;
}

const NO_ID = (noun: string) => ({ parameter: undefined, parameterSchema: undefined, noun });

const LIST_WRITING = ["put", "patch"];
const WRITING = ["put", "patch", "post", "delete"];

const PARTS: readonly (readonly [string, SingletonRole["part"]])[] = [
  ["get", "read"],
  ["put", "replace"],
  ["patch", "update"],
  ["post", "update"],
  ["delete", "delete"],
];
