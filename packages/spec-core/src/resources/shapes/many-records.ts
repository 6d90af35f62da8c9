import type { Operation } from "../../model/api-description.js";
import type { ManyWrites } from "../../model/operation-role.js";
import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { sameNoun } from "../../words/same-noun.js";
import { isAside } from "./list-shape.js";
import { isSameRecord, sharedProperties } from "./same-record.js";
import type { SchemaReader } from "./schema-reader.js";

/** A list of records in a request body. */
export interface ManyRecords {
  /** The place of the array. `[]` if it is the body itself. */
  readonly at: RecordPlace;
  readonly items: JsonSchema;
}

interface ManyClues {
  readonly record: JsonSchema;
  readonly noun: string;
  /** The minimum number of properties of an item if the list does not have the collection's noun. */
  readonly least?: number;
  /** The schema of the body that creates one record. */
  readonly taken?: JsonSchema | undefined;
}

/** The records in a body that is an array, or an object with one: `{ contacts: [...] }`. */
export function manyRecords(reader: SchemaReader, operation: Operation, clues: ManyClues): ManyRecords | undefined {
  const bare = manyItems(reader, operation);
  if (bare !== undefined) return { at: [], items: bare };
  const body = reader.body(operation);
  if (body === undefined) return undefined;
  const whole = listsOf(reader, body, clues);
  // One alternative of the body may contain them: a list, or columns of ids and values.
  const forms = whole.length > 0 ? whole : reader.facts(body).branches.flatMap((form) => listsOf(reader, form, clues));
  return forms.length === 1 ? forms[0] : undefined;
}

/** The properties of a body that are lists of records. */
function listsOf(reader: SchemaReader, body: JsonSchema, clues: ManyClues): ManyRecords[] {
  const { properties, json } = reader.facts(body);
  const own = reader.facts(clues.record).properties;
  const required = typeof json === "object" ? (json.required ?? []) : [];
  const isNamed = (name: string): boolean => sameNoun(foldName(name), clues.noun);
  const others = [...properties.keys()].filter((name) => isNamed(name) || !isAside(name));
  return others.flatMap((name): ManyRecords[] => {
    const { types, items } = reader.facts(properties.get(name) ?? true);
    if (!types.has("array") || items === undefined || own.has(name)) return [];
    // Next to other properties, a list must be required, or clearly be of the collection's records.
    const isSure = isNamed(name) && isSameRecord(reader, items, clues.record);
    if (others.length > 1 && !required.includes(name) && !isSure) return [];
    return isRecord(reader, items, clues, name) ? [{ at: [name], items }] : [];
  });
}

/** The items of a request body that is an array of records. */
export function manyItems(reader: SchemaReader, operation: Operation): JsonSchema | undefined {
  const body = reader.body(operation);
  const facts = body === undefined ? undefined : reader.facts(body);
  const items = facts?.types.has("array") ? facts.items : undefined;
  return items !== undefined && !isPatchStep(reader, items) ? items : undefined;
}

/** True for a step of a JSON Patch (RFC 6902), which some APIs accept as plain JSON. */
function isPatchStep(reader: SchemaReader, items: JsonSchema): boolean {
  const { properties } = reader.facts(items);
  return properties.has("op") && properties.has("path");
}

/**
 * True if at least half of the item's properties are the record's. A list without the collection's noun needs more of
 * them.
 */
function isRecord(
  reader: SchemaReader,
  items: JsonSchema,
  { record, noun, least = MIN_TELLING, taken }: ManyClues,
  name: string,
): boolean {
  if (isSameRecord(reader, items, record)) return true;
  if (taken !== undefined && isSameRecord(reader, items, taken)) return true;
  const { size } = reader.facts(items).properties;
  // For references in JSON:API: `{ data: [{ type, id }] }`.
  const isWhole = size === reader.facts(record).properties.size && reader.facts(items).properties.has("type");
  const isNamed = sameNoun(foldName(name), noun) || (isWhole && sharedProperties(reader, items, record) === size);
  return size >= (isNamed ? 1 : least) && sharedProperties(reader, items, record) >= size / 2;
}

const MIN_TELLING = 3;

/**
 * Reads the body of `PUT /commands` or `PATCH /commands` with a list of the collection's records. `undefined` if the
 * body is something else.
 * @param idName the property with the id, if it is at the top level
 */
export function manyWrites(
  reader: SchemaReader,
  operation: Operation,
  {
    idName,
    mode: told,
    ...clues
  }: ManyClues & { readonly idName: string | undefined; readonly mode?: ManyWrites["mode"] | undefined },
): Pick<ManyWrites, "body" | "items" | "mode" | "naturalKey"> | undefined {
  const { record } = clues;
  const many = manyRecords(reader, operation, clues);
  if (!many) return undefined;
  const { properties } = reader.facts(many.items);
  const shared = sharedProperties(reader, many.items, record);
  if (shared === 0 || shared < properties.size / 2) return undefined;
  const mode = told ?? (operation.method === "patch" ? "update" : writeMode(operation));
  const naturalKey = findNaturalKey(reader, many.items, record, idName);
  // A change must identify its record.
  const isNamed = naturalKey !== undefined || (idName !== undefined && properties.has(idName));
  if (mode !== "replace" && !isNamed) return undefined;
  return { body: many.at, items: reader.schemas.schemaOf(many.items), mode, naturalKey };
}

/**
 * The effect of a sent list: it replaces the collection, unless the description says that records are changed or added.
 */
function writeMode({ id, summary = "", description = "" }: Operation): ManyWrites["mode"] {
  const head = [...nameWords(id), ...nameWords(summary)].join(" ");
  if (/\b(?:upserts?|add or update|create or update)\b/i.test(`${head} ${description}`)) return "upsert";
  if (/\b(?:replac\w+|overwrit\w+|(?:re)?sets?)\b/.test(head) || REPLACES.test(description)) return "replace";
  return CHANGES.test(`${head} ${description}`) ? "upsert" : "replace";
}

const REPLACES = /\b(?:replac|overwrit)\w*|\b(?:remov|delet)\w+ (?:all|any|every)\b/i;
const CHANGES = /\b(?:creat|updat|add|insert|merg|modif|edit|chang|bulk|batch|patch|import|append)\w*\b/i;

/** The property that identifies records without an id. `undefined` if there is none. */
function findNaturalKey(
  reader: SchemaReader,
  items: JsonSchema,
  record: JsonSchema,
  idName: string | undefined,
): string | undefined {
  const { properties, json } = reader.facts(items);
  const own = reader.facts(record).properties;
  const required = typeof json === "object" ? (json.required ?? []) : [];
  const names = [...properties.keys()].filter((name) => name !== idName && own.has(name));
  for (const word of NATURAL_KEYS) {
    const found = names.find((name) => foldName(name) === word);
    if (found !== undefined && (word !== "name" || required.includes(found))) return found;
  }
  return undefined;
}

/** Folded names of properties that identify records without an id, the most likely first. */
export const NATURAL_KEYS: readonly string[] = [
  "externalid",
  "email",
  "emailaddress",
  "key",
  "slug",
  "code",
  "username",
  "handle",
  "name",
];
