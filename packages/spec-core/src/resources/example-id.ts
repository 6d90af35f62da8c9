import type { Operation } from "../description/api-description.js";
import type { JsonSchema, JsonSchemaObject } from "../schema/schema.js";
import { foldName } from "./fold-name.js";
import { findOwnId, type IdClues } from "./id-property.js";
import { nameWords } from "./name-words.js";
import { successResponse } from "./operation-schemas.js";
import type { RecordPlace } from "./resource.js";
import type { SchemaReader } from "./schema-reader.js";

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

/** What the members that may be ids say of their types. */
function schemaLike(reader: SchemaReader, record: Readonly<Record<string, unknown>>): JsonSchema {
  const properties: Record<string, JsonSchemaObject> = {};
  for (const [name, value] of Object.entries(record)) {
    if (!/id|key|slug|name|code$/i.test(name)) continue;
    if (typeof value === "string") properties[name] = { type: "string" };
    if (typeof value === "number") properties[name] = { type: Number.isInteger(value) ? "integer" : "number" };
  }
  return reader.schemas.schemaOf({ type: "object", properties }).json;
}
