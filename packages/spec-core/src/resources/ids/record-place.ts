import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { objectProperties as propertiesOf } from "../../schema/shape/object-properties.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { sameNoun } from "../../words/same-noun.js";
import { wordList } from "../../words/word-list.js";
import { isAside } from "../shapes/list-shape.js";
import { isSameRecord, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { findOwnId, type IdClues } from "./id-property.js";
import { canBeId } from "./id-types.js";

/** The place of the record in the answer of a read. The record's schema is not known yet, at most the list's item. */
export function findReadPlace(
  reader: SchemaReader,
  answer: JsonSchema,
  item: JsonSchema | undefined,
  clues: IdClues,
): RecordPlace {
  if (item !== undefined && isSameRecord(reader, answer, item)) return [];
  const isRecord = (schema: JsonSchema): boolean => hasOwnId(reader, schema, clues);
  const isOwn = isRecord(answer);
  if (isOwn && (item === undefined || sharedProperties(reader, item, answer) > 1)) return [];
  const inner = objectsIn(reader, answer, isRecord);
  // Envelopes may repeat the id: `{ id, result: { name }, label_columns }` if the list's items are `{ id, name }`.
  if (isOwn) return inner.find((each) => isUsual(each) && isAlike(reader, each.schema, item ?? true))?.place ?? [];
  const same = item === undefined ? undefined : inner.find(({ schema }) => isSameRecord(reader, schema, item));
  if (same) return same.place;
  const named = inner.find(({ place }) => sameNoun(foldName(place.at(-1) ?? ""), clues.noun));
  if (named && (clues.parameter !== undefined || isAlone(reader, answer, named.place))) return named.place;
  const usual = inner.find(({ place }) => USUAL_ENVELOPES.has(foldName(place.at(-1) ?? "")));
  if (usual && (isAlone(reader, answer, usual.place) || isOnlyStructure(reader, answer, usual))) return usual.place;
  const alike = item === undefined ? undefined : mostAlike(reader, answer, inner, item);
  if (alike) return alike.place;
  // Records without declared properties: `{ data: {}, permissions: {} }`.
  if (item !== undefined && isOpen(reader, item)) {
    const [open, ...more] = inner.filter((each) => isUsual(each) && isOpen(reader, each.schema));
    if (open && more.length === 0) return open.place;
  }
  const [only, ...others] = inner.filter(({ place }) => place.length === 1 && !isAside(place[0] ?? ""));
  const isEnvelope = only !== undefined && others.length === 0 && isAlone(reader, answer, only.place);
  return isEnvelope && hasOwnId(reader, only.schema, clues) ? only.place : [];
}

/** True if all other properties of the answer belong to an envelope. */
function isAlone(reader: SchemaReader, answer: JsonSchema, [first]: RecordPlace): boolean {
  for (const name of reader.facts(answer).properties.keys()) if (name !== first && !isAside(name)) return false;
  return true;
}

/**
 * True if all other properties of the answer are plain values or objects without declared properties:
 * `{ resource, operation, data: { id, name }, _raw: {} }`.
 */
export function isOnlyStructure(
  reader: SchemaReader,
  answer: JsonSchema,
  { place: [first], schema: inner }: InnerObject,
): boolean {
  let others = 0;
  for (const [name, schema] of reader.facts(answer).properties) {
    if (name === first || isAside(name)) continue;
    if (!isOpen(reader, schema) && (!canBeId(reader.facts(schema)) || foldName(name).endsWith("id"))) return false;
    others += 1;
  }
  return others < reader.facts(inner).properties.size;
}

/**
 * The place of the record in the answer of a write, a delete or an action. `undefined` if the answer does not contain
 * it.
 */
export function findReplyPlace(
  reader: SchemaReader,
  answer: JsonSchema,
  { record, idProperty, noun, mayBePart }: ReplyClues,
): RecordPlace | undefined {
  if (isSameRecord(reader, answer, record)) return [];
  const { properties, types } = reader.facts(answer);
  // An object is not an id, even if it has the id's name: it is the envelope in `{ namespace: { namespace: "fn-1" } }`.
  const holdsId = (schema: JsonSchema): boolean => {
    const id = idProperty && reader.at(schema, idProperty);
    return id !== undefined && canBeId(reader.facts(id));
  };
  const inner = objectsIn(reader, answer, holdsId);
  const same = inner.find(({ schema }) => isSameRecord(reader, schema, record));
  const telling = [...properties.keys()].filter((name) => !isAside(name));
  const isInRecord = (name: string): boolean =>
    reader.facts(record).properties.has(name) && (name !== idProperty?.[0] || idProperty.length > 1 || holdsId(answer));
  const shared = telling.filter(isInRecord).length;
  const isShared = shared > 0 && shared >= telling.length / 2;
  if (same && !(mayBePart && isShared && holdsId(answer))) return same.place;
  const named = inner.find(({ place }) => sameNoun(foldName(place.at(-1) ?? ""), noun));
  if (!mayBePart) {
    if (named && isMostlyShared(reader, named.schema, record)) return named.place;
    if (isPart(reader, answer, record)) return [];
    return inner.find((each) => isUsual(each) && isPart(reader, each.schema, record))?.place;
  }
  if (properties.size === 0) return types.size === 0 || types.has("object") ? [] : undefined;
  // `{ code: "OK", organization: { code } }` is an envelope: the object has the noun's name and contains the id, and
  // the record has no such property.
  const isEnvelope =
    named && holdsId(named.schema) && shared <= 1 && !reader.facts(record).properties.has(named.place[0] ?? "");
  const around = shared > 1 ? undefined : inner.find((each) => isUsual(each) && isAlike(reader, each.schema, record));
  if (!isEnvelope && !around && (holdsId(answer) || isShared)) return [];
  if (named) return named.place;
  const usual = inner.find(({ place, schema }) => {
    if (!USUAL_ENVELOPES.has(foldName(place.at(-1) ?? ""))) return false;
    const { size } = reader.facts(schema).properties;
    return size === 0 || sharedProperties(reader, schema, record) > 0;
  });
  if (usual) return usual.place;
  const [only, ...others] = inner.filter(({ place }) => place.length === 1);
  return only && others.length === 0 && isMostlyShared(reader, only.schema, record) ? only.place : undefined;
}

/** True if the record has all properties of the schema. */
function isPart(reader: SchemaReader, schema: JsonSchema, record: JsonSchema): boolean {
  const { size } = reader.facts(schema).properties;
  return size >= MIN_TELLING && sharedProperties(reader, schema, record) === size;
}

interface ReplyClues {
  readonly record: JsonSchema;
  readonly idProperty: RecordPlace | undefined;
  readonly noun: string;
  /**
   * True if an answer with only some properties (`{ id }`) counts as the record, since it is known to be about the
   * record.
   */
  readonly mayBePart: boolean;
}

/**
 * The schema with which to compare a request body. It is the record, or its `attributes` (JSON:API) if the body has
 * these properties directly.
 */
export function takenRecord(reader: SchemaReader, body: JsonSchema, record: JsonSchema): JsonSchema {
  const { properties } = reader.facts(record);
  const attributes = properties.has("type") ? properties.get("attributes") : undefined;
  const bodies = [body, ...reader.facts(body).properties.values()];
  const isSent = bodies.some((json) => reader.facts(json).properties.has("attributes"));
  return isSent ? record : (attributes ?? record);
}

/** The place of the record in a request body. */
export function findBodyPlace(reader: SchemaReader, body: JsonSchema, shown: JsonSchema, noun: string): RecordPlace {
  const record = takenRecord(reader, body, shown);
  const { properties } = reader.facts(body);
  const known = reader.facts(record).properties;
  const inner = objectProperties(reader, body, []);
  const same = inner.find(({ schema, place }) => isSameRecord(reader, schema, record) && !known.has(place[0] ?? ""));
  if (same) return same.place;
  // `{ status, subscription: { name } }` is an envelope: the object is required and has the noun's name, and the record
  // has no such property.
  const declared = propertiesOf(reader.schemas, body);
  const beside = [...properties.keys()].filter((name) => known.has(name)).length;
  const called = inner.find(
    ({ place: [name = ""], schema }) =>
      declared.get(name)?.required === true &&
      sameNoun(foldName(name), noun) &&
      !known.has(name) &&
      sharedProperties(reader, schema, record) > beside,
  );
  if (called) return called.place;
  // If the body has other properties of the record next to an object, the object is a part of the record.
  const isAround = ({ place }: InnerObject) =>
    ![...properties.keys()].some((name) => name !== place[0] && known.has(name));
  const around = inner.filter(isAround);
  const envelopes = around.filter(({ place }) => {
    const name = foldName(place[0] ?? "");
    return isCalled(place[0] ?? "", noun) || USUAL_ENVELOPES.has(name) || CHANGES.has(name);
  });
  const best = envelopes.find(({ schema }) => sharedProperties(reader, schema, record) > 0);
  if (best) return best.place;
  const open = envelopes.find(
    (each) => isUsual(each) && isOpen(reader, each.schema) && !known.has(each.place[0] ?? ""),
  );
  if (open) return open.place;
  // Each alternative has one object, and only one of these objects has properties of the record:
  // `{ account: { holder } }` or `{ token: { id } }`.
  const [telling, ...others] = around.filter(({ schema }) => sharedProperties(reader, schema, record) > 1);
  const forms = reader.facts(body).branches;
  const areWrapped = forms.length > 1 && forms.every((form) => reader.facts(form).properties.size === 1);
  if (telling && others.length === 0 && areWrapped) return telling.place;
  const [only] = around;
  const isFile = (json: JsonSchema): boolean => isBinary(reader.facts(json).json);
  // A form may have files next to the record: `{ attributes: { name }, file }`.
  const parts = [...properties.values()].filter((json) => !isFile(json));
  if (!only || parts.length > 1 || known.has(only.place[0] ?? "")) return [];
  return envelopes.length === 1 || sharedProperties(reader, only.schema, record) > 0 ? only.place : [];
}

/** True for the noun itself and for names such as `user_info` for users. */
function isCalled(name: string, noun: string): boolean {
  const words = nameWords(name);
  const own = DATA_WORDS.has(words.at(-1) ?? "") ? words.slice(0, -1) : words;
  return sameNoun(foldName(name), noun) || (own.length > 0 && sameNoun(own.join(""), noun));
}

const DATA_WORDS = new Set(["info", "data", "details", "attributes", "fields", "input", "params", "request"]);
/** Names of envelopes around the changes of an update. */
const CHANGES = new Set(["changeset", "changes"]);

/** True for an object without declared properties. */
function isOpen(reader: SchemaReader, json: JsonSchema): boolean {
  const { types, properties } = reader.facts(json);
  return types.has("object") && properties.size === 0;
}

function isUsual({ place }: InnerObject): boolean {
  return USUAL_ENVELOPES.has(foldName(place.at(-1) ?? ""));
}

function isBinary(json: JsonSchema): boolean {
  return typeof json === "object" && (json.format === "binary" || json.contentMediaType === "application/octet-stream");
}

interface InnerObject {
  readonly place: RecordPlace;
  readonly schema: JsonSchema;
}

/**
 * The objects directly in `json`, and those inside usual envelopes that are not records: `{ data: { customer: {} } }`.
 */
function objectsIn(reader: SchemaReader, json: JsonSchema, isRecord: (schema: JsonSchema) => boolean): InnerObject[] {
  const found = objectProperties(reader, json, []);
  const nested = found.filter(
    ({ place, schema }) => USUAL_ENVELOPES.has(foldName(place[0] ?? "")) && !isRecord(schema),
  );
  return [...found, ...nested.flatMap(({ place, schema }) => objectProperties(reader, schema, place))];
}

function objectProperties(reader: SchemaReader, json: JsonSchema, at: RecordPlace): InnerObject[] {
  const found: InnerObject[] = [];
  for (const [name, schema] of reader.facts(json).properties) {
    if (NEVER.has(foldName(name))) continue;
    const { types, properties } = reader.facts(schema);
    if (types.has("object") || (types.size === 0 && properties.size > 0)) found.push({ place: [...at, name], schema });
  }
  return found;
}

function hasOwnId(reader: SchemaReader, json: JsonSchema, clues: IdClues): boolean {
  const place = findOwnId(reader, json, clues);
  // Text properties of the envelope, such as `code` or `status`, are not ids.
  return place !== undefined && !isAside(place[0] ?? "");
}

function mostAlike(
  reader: SchemaReader,
  answer: JsonSchema,
  inner: readonly InnerObject[],
  item: JsonSchema,
): InnerObject | undefined {
  const { size } = reader.facts(item).properties;
  const own = sharedProperties(reader, item, answer);
  return inner.find(({ schema }) => {
    const shared = sharedProperties(reader, item, schema);
    return shared > own && shared >= size / 2;
  });
}

function isMostlyShared(reader: SchemaReader, part: JsonSchema, whole: JsonSchema): boolean {
  const { size } = reader.facts(part).properties;
  return size > 0 && sharedProperties(reader, part, whole) >= size / 2;
}

/** True if a schema shares enough properties with the record to be one. */
function isAlike(reader: SchemaReader, part: JsonSchema, record: JsonSchema): boolean {
  return sharedProperties(reader, part, record) >= MIN_TELLING || isMostlyShared(reader, part, record);
}

const MIN_TELLING = 3;
const NEVER = new Set(
  wordList(`
  errors error links meta pagination paging included includes warnings messages jsonapi
`),
);
const USUAL_ENVELOPES = new Set(
  wordList(`
  data result item record response payload body object entity resource
`),
);
