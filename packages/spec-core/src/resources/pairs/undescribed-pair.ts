import type { Operation } from "../../model/api-description.js";
import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { nameWords } from "../../words/name-words.js";
import { wordList } from "../../words/word-list.js";
import type { IdClues } from "../ids/id-property.js";
import type { FoundList } from "../shapes/list-shape.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import type { Pair } from "./pair-paths.js";

/**
 * True if an operation does not describe its successful answer. Many tools write only `200: OK`, or JSON of any kind:
 * FastAPI writes `{}` for a function without a return type.
 */
function isUndescribed(reader: SchemaReader, operation: Operation | undefined): boolean {
  const successes = (operation?.responses ?? []).filter(({ status }) => /^(?:20[01]|2XX|default)$/.test(status));
  if (successes.length === 0) return false;
  return successes.every(({ content }) =>
    content.every(({ type, schema }) => /[/+]json\b/.test(type) && (!schema || saysNothing(reader, schema.json))),
  );
}

/** True if the schema allows anything, or a list of anything. */
function saysNothing(reader: SchemaReader, json: JsonSchema): boolean {
  const { json: own } = reader.facts(json);
  if (typeof own === "boolean") return own;
  if (own.type === "array") return own.items !== undefined && isAnything(reader, own.items);
  return isAnything(reader, own);
}

function isAnything(reader: SchemaReader, json: JsonSchema): boolean {
  const { json: own } = reader.facts(json);
  return own === true || (typeof own === "object" && Object.keys(own).every((keyword) => ANNOTATIONS.has(keyword)));
}

/** True for an object without known properties: `{ type: object }`. */
function isAnyObject(reader: SchemaReader, json: JsonSchema): boolean {
  const { json: own, types, properties } = reader.facts(json);
  const isOpen = typeof own === "object" && (own.additionalProperties ?? true) === true;
  return isOpen && types.has("object") && properties.size === 0;
}

function answersAny(reader: SchemaReader, operation: Operation): boolean {
  const answer = reader.answer(operation);
  return answer !== undefined && isAnyObject(reader, answer);
}

const ANNOTATIONS = new Set(["title", "description", "deprecated", "readOnly", "writeOnly"]);

/**
 * The list of a collection whose answer is not described. Such a collection, if it has an item path, is assumed to
 * return its records.
 */
export function undescribedList(
  reader: SchemaReader,
  { collection, item }: Pair,
  record: JsonSchema,
): { readonly operation: Operation; readonly answer: JsonSchema; readonly found: FoundList } | undefined {
  const operation = collection.get("get");
  const { segments } = collection.shape;
  if (!operation || !item || !isUndescribed(reader, operation) || segments.at(-1)?.kind !== "literal") return undefined;
  const answer = reader.schemas.schemaOf({ type: "array", items: record }).json;
  return { operation, answer, found: { at: [], items: record, isPlain: true } };
}

/**
 * The id of a pair whose answers, or whose records, are not described: the last word of the path's parameter, mostly
 * `id`.
 * @param created the property with that name in the answer of the create operation
 */
export function undescribedId(
  reader: SchemaReader,
  { collection, item }: Pair,
  record: JsonSchema,
  { parameter }: IdClues,
  created: string | undefined,
): RecordPlace | undefined {
  const shown = [collection.get("get"), collection.get("post"), item?.get("get")].filter((one) => one !== undefined);
  if (parameter === undefined || shown.length === 0) return undefined;
  const isKnownByFilter = mayHoldMore(reader, record) && isFilter(collection.get("get"), parameter);
  const isUnknown =
    isAnyObject(reader, record) || shown.every((one) => isUndescribed(reader, one) || answersAny(reader, one));
  if (!isUnknown) return isKnownByFilter ? [parameter] : undefined;
  if (created !== undefined) return [created];
  const words = nameWords(parameter);
  const last = words.at(-1) ?? "id";
  return [IDS.has(last) ? last : "id"];
}

/** True if the schema allows more properties than the declared ones. */
function mayHoldMore(reader: SchemaReader, record: JsonSchema): boolean {
  const { json } = reader.facts(record);
  return typeof json === "object" && (json.additionalProperties ?? false) !== false;
}

/** True if the list has a query parameter with that name: `/buckets?id=` next to `/buckets/{id}`. */
function isFilter(list: Operation | undefined, name: string): boolean {
  return list?.parameters.some((one) => one.in === "query" && one.name === name) === true;
}

const IDS = new Set(
  wordList(`
  serial id uuid guid uid sid slug key code name username email number
`),
);
