import type { Operation } from "../../model/api-description.js";
import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema, JsonSchemaObject } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { successResponse } from "../shapes/operation-schemas.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { findPlaceOfId } from "./id-place.js";
import { findIdProperty, findNamedId, findOwnId, type IdClues } from "./id-property.js";
import { canBeId } from "./id-types.js";
import { findReplyPlace } from "./record-place.js";

/** The schemas with which the operations of a pair show its records. */
interface ShownRecord {
  readonly record: JsonSchema;
  /** An item of the list. */
  readonly items: JsonSchema | undefined;
  readonly isListed: boolean;
  /** The answer to a create. It need not contain the record. */
  readonly created: JsonSchema | undefined;
  /** The body of a create. */
  readonly written: JsonSchema | undefined;
}

/** Other ways to find an id, if no property has a usual name. */
interface OtherWays {
  readonly byExample: () => RecordPlace | undefined;
  readonly byParameter: () => RecordPlace | undefined;
}

/** The place of the id in a pair's records. `undefined` if they do not contain it. */
export function findRecordId(
  reader: SchemaReader,
  shown: ShownRecord,
  id: IdClues,
  { byExample, byParameter }: OtherWays,
): RecordPlace | undefined {
  // Some APIs show the id only in the list: the `name` of Qdrant's collections.
  const own = idOfBoth(reader, shown, id);
  if (own) return isToldElsewhere(reader, shown, id) ? undefined : own;
  return byExample() ?? byParameter() ?? lastId(reader, shown, id);
}

/**
 * The id of a record. If the list's items lack that id but have another one that the record has too, it is the other
 * one.
 */
function idOfBoth(reader: SchemaReader, { record, items }: ShownRecord, id: IdClues): RecordPlace | undefined {
  const own = findIdProperty(reader, record, id);
  if (items === undefined) return own;
  // In Postman's API, `/environments/{environment_uid}` returns only the `id`, while the list shows `id` and `uid`.
  const named = own && findNamedId(reader, record, id) === undefined ? findNamedId(reader, items, id) : undefined;
  if (named) return named;
  if (own && reader.at(items, own) !== undefined) return own;
  const listed = findIdProperty(reader, items, id);
  return own && listed && reader.at(record, listed) === undefined ? own : (listed ?? own);
}

/**
 * True if only the answer to a create contains the id: it has a property with the name of the path's parameter, it is
 * not the record, and there is no list. Other properties of the record are then no ids: Signal K's charts have a
 * number, but their id is a UUID.
 */
function isToldElsewhere(reader: SchemaReader, { record, created, isListed }: ShownRecord, id: IdClues): boolean {
  if (created === undefined || isListed || id.parameter === undefined) return false;
  if (findNamedId(reader, record, id) !== undefined) return false;
  const { noun } = id;
  return (
    reader.facts(created).byFoldedName.has(foldName(id.parameter)) &&
    findReplyPlace(reader, created, { record, idProperty: undefined, noun, mayBePart: false }) === undefined
  );
}

/**
 * The last resort: a property that every record has and that people use as a name, such as the `name` of Jupyter's
 * terminals. `undefined` if requests may contain a separate id, which Spring Data REST omits from its answers.
 */
function lastId(reader: SchemaReader, { record, created, written }: ShownRecord, id: IdClues): RecordPlace | undefined {
  const isSent = written !== undefined && findNamedId(reader, written, id) !== undefined;
  if (isSent || !isPlainText(reader, id.parameterSchema)) return undefined;
  const told = created === undefined ? undefined : findPlaceOfId(reader, created, id);
  if (told) return told.length === 1 && reader.at(record, told) !== undefined ? told : undefined;
  const { json, properties, types } = reader.facts(record);
  const required = typeof json === "object" && !types.has("array") ? (json.required ?? []) : [];
  // Servers generate slugs, so a `slug` need not be required.
  const isThere = (name: string): boolean => required.includes(name) || (name === "slug" && properties.has(name));
  const name = LAST_IDS.find((usual) => isThere(usual) && canBeId(reader.facts(properties.get(usual) ?? true)));
  return name === undefined ? undefined : [name];
}

const LAST_IDS = ["slug", "key", "name"];

/** True for strings without a format, pattern, `enum` or maximum length. Others are not names. */
function isPlainText(reader: SchemaReader, schema: JsonSchema | undefined): boolean {
  const { json, types } = reader.facts(schema ?? true);
  if (typeof json !== "object" || !types.has("string")) return false;
  return json.format === undefined && json.pattern === undefined && json.maxLength === undefined && !json.enum;
}

/** An answer that contains records, and their place in it. */
export interface ShownAt {
  readonly operation: Operation | undefined;
  readonly place: RecordPlace;
}

/**
 * The id in the examples of answers, if the schemas lack it. Many hand-written schemas are incomplete, but their
 * examples are real answers.
 */
export function findExampleId(
  reader: SchemaReader,
  shown: readonly ShownAt[],
  clues: IdClues,
): RecordPlace | undefined {
  // An example's `id` does not count for `{subject_digest}`: without a schema, the names must agree.
  const word = nameWords(clues.parameter ?? "").at(-1) ?? "";
  if (word === "") return undefined;
  for (const { operation, place } of shown) {
    for (const { value } of successResponse(operation)?.examples ?? []) {
      const found = firstRecord(place.reduce(memberOf, value));
      const id = found && findOwnId(reader, schemaLike(reader, found), { ...clues, description: undefined });
      if (id?.length === 1 && foldName(id[0] ?? "").endsWith(word)) return id;
    }
  }
  return undefined;
}

function firstRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "object" && first !== null ? (first as Readonly<Record<string, unknown>>) : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** A schema with the types of those members that may be ids. */
function schemaLike(reader: SchemaReader, record: Readonly<Record<string, unknown>>): JsonSchema {
  const properties: Record<string, JsonSchemaObject> = {};
  for (const [name, value] of Object.entries(record)) {
    if (!/id|key|slug|name|code$/i.test(name)) continue;
    if (typeof value === "string") properties[name] = { type: "string" };
    if (typeof value === "number") properties[name] = { type: Number.isInteger(value) ? "integer" : "number" };
  }
  return reader.schemas.schemaOf({ type: "object", properties }).json;
}
