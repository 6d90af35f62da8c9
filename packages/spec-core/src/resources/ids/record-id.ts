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

/** How the operations of a pair show its records. */
interface ShownRecord {
  readonly record: JsonSchema;
  /** As the list shows it. */
  readonly items: JsonSchema | undefined;
  readonly isListed: boolean;
  /** The answer to a create, whether it holds the record or not. */
  readonly created: JsonSchema | undefined;
  /** The body of a create. */
  readonly written: JsonSchema | undefined;
}

/** Other ways to an id, for when no property is called like one. */
interface OtherWays {
  readonly byExample: () => RecordPlace | undefined;
  readonly byParameter: () => RecordPlace | undefined;
}

/** Where a pair's records hold their id; `undefined`: they do not. */
export function findRecordId(
  reader: SchemaReader,
  shown: ShownRecord,
  id: IdClues,
  { byExample, byParameter }: OtherWays,
): RecordPlace | undefined {
  // Some APIs show the id in the list only: Qdrant's collections have their `name` there.
  const own = idOfBoth(reader, shown, id);
  if (own) return isToldElsewhere(reader, shown, id) ? undefined : own;
  return byExample() ?? byParameter() ?? lastId(reader, shown, id);
}

/** The id of a record; where a list shows its records without that, but with another that the record has as well, the other. */
function idOfBoth(reader: SchemaReader, { record, items }: ShownRecord, id: IdClues): RecordPlace | undefined {
  const own = findIdProperty(reader, record, id);
  if (items === undefined) return own;
  // Postman reads `/environments/{environment_uid}`: the list shows `id` and `uid`, reading one answers `id` alone.
  const named = own && findNamedId(reader, record, id) === undefined ? findNamedId(reader, items, id) : undefined;
  if (named) return named;
  if (own && reader.at(items, own) !== undefined) return own;
  const listed = findIdProperty(reader, items, id);
  return own && listed && reader.at(record, listed) === undefined ? own : (listed ?? own);
}

/**
 * True if the answer to a create has the path's parameter by name, is not the record, and nothing else leads to records. A property
 * of the record with another name is then no id: Signal K's charts have a number, and are made with a UUID.
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
 * If nothing marks an id: the property that every record has and people use: the `name` of Jupyter's terminals. Requests that may have the
 * id beside it show that it is another one, which Spring Data REST leaves out of its answers.
 */
function lastId(reader: SchemaReader, { record, created, written }: ShownRecord, id: IdClues): RecordPlace | undefined {
  const isSent = written !== undefined && findNamedId(reader, written, id) !== undefined;
  if (isSent || !isPlainText(reader, id.parameterSchema)) return undefined;
  const told = created === undefined ? undefined : findPlaceOfId(reader, created, id);
  if (told) return told.length === 1 && reader.at(record, told) !== undefined ? told : undefined;
  const { json, properties, types } = reader.facts(record);
  const required = typeof json === "object" && !types.has("array") ? (json.required ?? []) : [];
  // Servers make slugs, so that these need not be required.
  const isThere = (name: string): boolean => required.includes(name) || (name === "slug" && properties.has(name));
  const name = LAST_IDS.find((usual) => isThere(usual) && canBeId(reader.facts(properties.get(usual) ?? true)));
  return name === undefined ? undefined : [name];
}

const LAST_IDS = ["slug", "key", "name"];

/** Any text at all: what is written in some way is no name. */
function isPlainText(reader: SchemaReader, schema: JsonSchema | undefined): boolean {
  const { json, types } = reader.facts(schema ?? true);
  if (typeof json !== "object" || !types.has("string")) return false;
  return json.format === undefined && json.pattern === undefined && json.maxLength === undefined && !json.enum;
}

/** An answer that shows records, and where. */
export interface ShownAt {
  readonly operation: Operation | undefined;
  readonly place: RecordPlace;
}

/**
 * The id that the examples of answers show and their schemas leave out: half of all hand-written schemas are incomplete, and their
 * authors paste examples from the real thing.
 */
export function findExampleId(
  reader: SchemaReader,
  shown: readonly ShownAt[],
  clues: IdClues,
): RecordPlace | undefined {
  // `id` is none of `{subject_digest}`: without a schema nothing else speaks for it.
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

/** A schema with the types of the members that may be ids. */
function schemaLike(reader: SchemaReader, record: Readonly<Record<string, unknown>>): JsonSchema {
  const properties: Record<string, JsonSchemaObject> = {};
  for (const [name, value] of Object.entries(record)) {
    if (!/id|key|slug|name|code$/i.test(name)) continue;
    if (typeof value === "string") properties[name] = { type: "string" };
    if (typeof value === "number") properties[name] = { type: Number.isInteger(value) ? "integer" : "number" };
  }
  return reader.schemas.schemaOf({ type: "object", properties }).json;
}
