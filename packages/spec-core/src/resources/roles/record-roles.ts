import { lazily } from "../../lazy/lazily.js";
import type { Operation } from "../../model/api-description.js";
import type { ActionRole, DeleteRole, WriteRole } from "../../model/operation-role.js";
import type { RecordPlace, Resource } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { findBodyPlace, findReplyPlace } from "../ids/record-place.js";
import { findList } from "../shapes/list-shape.js";
import { type ManyRecords, manyItems, manyRecords } from "../shapes/many-records.js";
import { isSameShape, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";

/** Facts about the records that an operation writes. */
interface RecordClues {
  readonly record: JsonSchema;
  readonly idProperty: RecordPlace | undefined;
  readonly noun: string;
  /** @see manyRecords */
  readonly least?: number;
  readonly taken?: JsonSchema | undefined;
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
  const role: WriteRole<Kind> = lazily(
    { kind, resource, hasIdInBody },
    {
      body: (): RecordPlace => {
        const body = reader.body(operation);
        if (kind === "create" && resource.members?.ids) return resource.members.ids;
        if (body === undefined || reader.facts(body).types.has("array")) return [];
        // Xero also accepts `{ Invoices: [...] }` with one invoice.
        const many = hasIdInBody ? undefined : manyRecords(reader, operation, clues);
        if (many) return isFormOfOne(reader, body, many) ? [] : many.at;
        return findBodyPlace(reader, body, clues.record, clues.noun);
      },
      reply: () => (role.many ? listPlace(reader, operation, clues) : replyPlace(reader, operation, clues, true)),
      many: () =>
        kind === "create"
          ? (sendsMembers(reader, operation, resource) ?? isOfMany(reader, operation, clues))
          : manyItems(reader, operation) !== undefined,
      manyAt: () => (kind === "create" && !role.many ? manyBeside(reader, operation, clues, role.body) : undefined),
    },
  );
  return role;
}

/** True if every allowed body of the operation is or contains a list of records. */
function isOfMany(reader: SchemaReader, operation: Operation, clues: RecordClues): boolean {
  const many = manyRecords(reader, operation, clues);
  const body = reader.body(operation);
  return many !== undefined && body !== undefined && !isFormOfOne(reader, body, many);
}

/** True if the body may also be a single record: `oneOf: [Item, { items: [Item] }]`. */
function isFormOfOne(reader: SchemaReader, body: JsonSchema, { at, items }: ManyRecords): boolean {
  return at.length > 0 && reader.facts(body).branches.some((form) => isSameShape(reader, form, items));
}

/**
 * The place of a list of records that the body may contain instead of one record: `{ order }` or `{ orders: [...] }`.
 * Neither property may be required, and the body may have no others.
 */
function manyBeside(
  reader: SchemaReader,
  operation: Operation,
  clues: RecordClues,
  place: RecordPlace,
): RecordPlace | undefined {
  if (place.length === 0) return manyRecords(reader, operation, clues)?.at;
  const body = reader.body(operation);
  const one = body !== undefined && place.length === 1 ? reader.at(body, place) : undefined;
  if (body === undefined || one === undefined) return undefined;
  const { properties, json } = reader.facts(body);
  const isRequired = typeof json === "object" && (json.required ?? []).length > 0;
  const [list, ...others] = [...properties].filter(([name]) => name !== place[0]);
  const items = list && reader.facts(list[1]).items;
  if (!list || items === undefined || others.length > 0 || isRequired) return undefined;
  return isSameShape(reader, items, one) ? [list[0]] : undefined;
}

/** True if a request sends several members at once. `undefined` if the records are not members. */
function sendsMembers(reader: SchemaReader, operation: Operation, { members }: Resource): boolean | undefined {
  const body = reader.body(operation);
  const ids = members?.ids && body !== undefined ? reader.at(body, members.ids) : undefined;
  return ids === undefined ? undefined : reader.facts(ids).types.has("array");
}

export function deleteRole(
  reader: SchemaReader,
  operation: Operation,
  clues: RecordClues,
  resource: Resource,
): DeleteRole {
  return lazily({ kind: "delete", resource }, { reply: () => replyPlace(reader, operation, clues, true) });
}

/**
 * The role of an operation that does something to one record. Its answer counts as the record only if that is clear, or
 * if it has the schema of the create operation's answer.
 */
export function actionRole(
  reader: SchemaReader,
  operation: Operation,
  clues: RecordClues,
  resource: Resource,
): ActionRole {
  const reply = (): RecordPlace | undefined => {
    const { create } = resource.roles;
    const [made, answered = false] = [create, operation].map((one) =>
      reader.schemas.follow(reader.answer(one) ?? false),
    );
    // The writes may share another answer, such as a job. So the answer must have properties of the record.
    const shared = sharedProperties(reader, clues.record, answered);
    const isMade = made === answered && shared > 0 && shared * 2 >= reader.facts(answered).properties.size;
    return replyPlace(reader, operation, clues, isMade);
  };
  return lazily({ kind: "action", resource }, { reply });
}

export function replyPlace(
  reader: SchemaReader,
  operation: Operation,
  { record, idProperty, noun }: RecordClues,
  mayBePart: boolean,
): RecordPlace | undefined {
  const answer = reader.answer(operation);
  if (answer === undefined || reader.facts(answer).types.has("array")) return undefined;
  return findReplyPlace(reader, answer, { record, idProperty, noun, mayBePart });
}

export function listPlace(
  reader: SchemaReader,
  operation: Operation,
  { record, noun }: RecordClues,
): RecordPlace | undefined {
  const answer = reader.answer(operation);
  return answer === undefined ? undefined : findList(reader, answer, { noun, record })?.at;
}
