import { getOrMake } from "../../lazy/caches.js";
import type { RecordPlace, Resource } from "../../model/resource.js";
import type { JsonSchema, SchemaRegistry } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { nounForms, sameNoun } from "../../words/same-noun.js";
import { wordList } from "../../words/word-list.js";
import { readEnvelope } from "../shapes/envelope-shape.js";
import { findList, isAside } from "../shapes/list-shape.js";
import { isSameRecord, sharedProperties } from "../shapes/same-record.js";
import { createSchemaReader, type SchemaReader } from "../shapes/schema-reader.js";
import { findOwnId, type IdClues } from "./id-property.js";
import { canBeId } from "./id-types.js";

/**
 * The place of a record's id in a value that is not the whole record: `{ exportId }` or `{ video: { id } }` in the
 * answer to a create, `name` in a list below `/pools/{pool_name}`. `undefined` if the value does not contain the id.
 */
export function findIdPlace(schemas: SchemaRegistry, resource: Resource, json: JsonSchema): RecordPlace | undefined {
  const reader = readerOf(schemas);
  const { property, parameter, parameterSchema } = resource.id;
  const { byFoldedName, properties } = reader.facts(json);
  // Clients read the id from the property that has the name of the path's parameter.
  const exact = byFoldedName.get(foldName(parameter ?? ""));
  if (exact !== undefined && canBeId(reader.facts(properties.get(exact) ?? true))) {
    return property?.length === 1 && property[0] === exact ? property : [exact];
  }
  if (property && reader.at(json, property) !== undefined) return property;
  const noun = lastNoun(resource.collectionPath);
  return findPlaceOfId(reader, json, { parameter, parameterSchema: parameterSchema?.json, noun });
}

/**
 * The place of the id in an envelope, if the record in it does not contain the id: `id` of `{ id, result: { name } }`.
 */
export function findEnvelopeId(
  schemas: SchemaRegistry,
  resource: Resource,
  json: JsonSchema,
  reply: RecordPlace,
): RecordPlace | undefined {
  const shown = reply.length === 0 ? undefined : readerOf(schemas).at(json, reply);
  if (shown === undefined || findIdPlace(schemas, resource, shown)) return undefined;
  const place = findIdPlace(schemas, resource, json);
  return place && place[0] !== reply[0] ? place : undefined;
}

/**
 * The place of a list of the resource's records in an answer: `data` of `{ data: [...] }` if a create returns all
 * records that it created. `undefined` if there is none.
 */
export function findRecordList(schemas: SchemaRegistry, resource: Resource, json: JsonSchema): RecordPlace | undefined {
  const reader = readerOf(schemas);
  const record = resource.schema.json;
  const found = findList(reader, json, { noun: lastNoun(resource.collectionPath), record });
  if (!found) return undefined;
  // The items of an answer may have a separate schema, with fewer or more properties than the record.
  const [id, ...inner] = resource.id.property ?? [];
  const { properties } = reader.facts(found.items);
  const isPart =
    id !== undefined &&
    inner.length === 0 &&
    properties.has(id) &&
    properties.size > 3 &&
    (sharedProperties(reader, found.items, record) === properties.size ||
      sharedProperties(reader, record, found.items) === reader.facts(record).properties.size);
  return isPart || isSameRecord(reader, found.items, record) ? found.at : undefined;
}

/** The place of the number of records in an answer with a list at `list`. `undefined` if there is none. */
export function findListCount(schemas: SchemaRegistry, json: JsonSchema, list: RecordPlace): RecordPlace | undefined {
  const shape = readEnvelope(readerOf(schemas), json, list, []);
  return shape.kind === "envelope" ? (shape.totalAt ?? shape.countAt) : undefined;
}

/**
 * The place of a list of ids in an answer: `order_ids`, at the top or in an object there. `undefined` if there is none.
 */
export function findRecordIds(schemas: SchemaRegistry, resource: Resource, json: JsonSchema): RecordPlace | undefined {
  const reader = readerOf(schemas);
  const names = nounForms(lastNoun(resource.collectionPath)).map((form) => `${form}ids`);
  const isRecord = (schema: JsonSchema): boolean => isSameRecord(reader, schema, resource.schema.json);
  const idsIn = (holder: JsonSchema): string | undefined => {
    if (isRecord(holder)) return undefined;
    const { byFoldedName, properties } = reader.facts(holder);
    const name = names.map((form) => byFoldedName.get(form)).find((found) => found !== undefined);
    const { items } = reader.facts((name !== undefined && properties.get(name)) || true);
    const types = items === undefined ? undefined : reader.facts(items).types;
    return types?.has("string") || types?.has("integer") ? name : undefined;
  };
  const own = idsIn(json);
  if (own !== undefined) return [own];
  for (const [holder, schema] of reader.facts(json).properties) {
    const inner = idsIn(schema);
    if (inner !== undefined) return [holder, inner];
  }
  return undefined;
}

/** One reader for each description, because a reader caches its results. */
const readers = new WeakMap<SchemaRegistry, SchemaReader>();

function readerOf(schemas: SchemaRegistry): SchemaReader {
  return getOrMake(readers, schemas, () => createSchemaReader(schemas));
}

/** Like `findIdPlace`, but with the clues instead of the resource. */
export function findPlaceOfId(reader: SchemaReader, json: JsonSchema, clues: IdClues): RecordPlace | undefined {
  const own = findOwnId(reader, json, clues);
  if (own && !isAside(own[0] ?? "")) return own;
  const inner: RecordPlace[] = [];
  for (const [name, schema] of reader.facts(json).properties) {
    const { types, properties } = reader.facts(schema);
    if (types.has("array") || properties.size === 0 || NEVER.has(foldName(name))) continue;
    const place = findOwnId(reader, schema, clues);
    if (place) inner.push([name, ...place]);
  }
  const named = inner.find(([name = ""]) => sameNoun(foldName(name), clues.noun));
  if (named !== undefined || inner.length === 1) return named ?? inner[0];
  // In an answer that is not the record, such as `{ key, status }`, the `key` identifies the record.
  const { byFoldedName, properties } = reader.facts(json);
  const key = byFoldedName.get("key");
  const facts = key === undefined ? undefined : reader.facts(properties.get(key) ?? true);
  return key !== undefined && facts && canBeId(facts) && facts.values === undefined ? [key] : undefined;
}

function lastNoun(path: string): string {
  const literals = path.split("/").filter((segment) => segment !== "" && !segment.includes("{"));
  return foldName(literals.at(-1) ?? "");
}

const NEVER = new Set(
  wordList(`
  error errors links meta pagination paging included includes warnings messages
`),
);
