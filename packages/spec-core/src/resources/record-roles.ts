import type { Operation } from "../description/api-description.js";
import type { JsonSchema } from "../schema/schema.js";
import { LazyReplyRole, LazyWriteRole } from "./lazy-roles.js";
import { findList } from "./list-shape.js";
import type { ActionRole, DeleteRole, WriteRole } from "./operation-role.js";
import { findBodyPlace, findReplyPlace } from "./record-place.js";
import type { RecordPlace, Resource } from "./resource.js";
import type { SchemaReader } from "./schema-reader.js";

/** What is known of the records that an operation writes. */
export interface RecordClues {
  readonly record: JsonSchema;
  readonly idProperty: RecordPlace | undefined;
  readonly noun: string;
}

/** The role of an operation that writes records of a resource. */
export function writeRole<Kind extends "create" | "replace" | "update">(
  reader: SchemaReader,
  kind: Kind,
  operation: Operation,
  clues: RecordClues,
  resource: Resource,
  hasIdInBody = false,
): WriteRole<Kind> {
  return new LazyWriteRole(kind, resource, hasIdInBody, {
    body() {
      const body = reader.body(operation);
      if (body === undefined || reader.facts(body).types.has("array")) return [];
      return findBodyPlace(reader, body, clues.record, clues.noun);
    },
    reply: (isMany) => (isMany ? listPlace(reader, operation, clues) : replyPlace(reader, operation, clues, true)),
    many: () => manyItems(reader, operation) !== undefined,
  });
}

export function deleteRole(
  reader: SchemaReader,
  operation: Operation,
  clues: RecordClues,
  resource: Resource,
): DeleteRole {
  return new LazyReplyRole("delete", resource, () => replyPlace(reader, operation, clues, true));
}

/** The role of an operation that does something to one record; it counts as answering the record only when it plainly does. */
export function actionRole(
  reader: SchemaReader,
  operation: Operation,
  clues: RecordClues,
  resource: Resource,
): ActionRole {
  return new LazyReplyRole("action", resource, () => replyPlace(reader, operation, clues, false));
}

/** The items of a request body that is an array of records. */
export function manyItems(reader: SchemaReader, operation: Operation): JsonSchema | undefined {
  const body = reader.body(operation);
  const facts = body === undefined ? undefined : reader.facts(body);
  const items = facts?.types.has("array") ? facts.items : undefined;
  return items !== undefined && !isPatchStep(reader, items) ? items : undefined;
}

/** A step of a JSON Patch (RFC 6902), which some APIs take as plain JSON. */
function isPatchStep(reader: SchemaReader, items: JsonSchema): boolean {
  const { properties } = reader.facts(items);
  return properties.has("op") && properties.has("path");
}

function replyPlace(
  reader: SchemaReader,
  operation: Operation,
  { record, idProperty, noun }: RecordClues,
  mayBePart: boolean,
): RecordPlace | undefined {
  const answer = reader.answer(operation);
  if (answer === undefined || reader.facts(answer).types.has("array")) return undefined;
  return findReplyPlace(reader, answer, { record, idProperty, noun, mayBePart });
}

function listPlace(reader: SchemaReader, operation: Operation, { record, noun }: RecordClues): RecordPlace | undefined {
  const answer = reader.answer(operation);
  return answer === undefined ? undefined : findList(reader, answer, { noun, record })?.at;
}
