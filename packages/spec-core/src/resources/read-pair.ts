import type { Operation } from "../description/api-description.js";
import type { JsonSchema } from "../schema/schema.js";
import { findIdProperty, type IdClues } from "./id-property.js";
import { type FoundList, findList } from "./list-shape.js";
import type { WriteRole } from "./operation-role.js";
import { requestSchema, successSchema } from "./operation-schemas.js";
import { collectionList, collectionNoun, createsRecord, type Pair, searchesRecords } from "./pair-paths.js";
import { findBodyPlace, findReadPlace, findReplyPlace } from "./record-place.js";
import type { RecordPlace, ResourceRole } from "./resource.js";
import type { SchemaReader } from "./schema-reader.js";

/** What one pair's operations say about its records. */
export interface ReadPair {
  readonly pair: Pair;
  readonly noun: string;
  readonly record: JsonSchema;
  /** The record as reading, listing and creating show it. */
  readonly records: readonly JsonSchema[];
  readonly id: IdClues;
  readonly idProperty: RecordPlace | undefined;
  readonly list: { readonly operation: Operation; readonly answer: JsonSchema; readonly found: FoundList } | undefined;
  readonly roles: Readonly<Partial<Record<ResourceRole, Operation>>>;
}

/** Works out the record schema, the id, the list and which operation does what. */
export function readPair(reader: SchemaReader, pair: Pair): ReadPair {
  const noun = collectionNoun(pair.collection);
  const id = idClues(pair, noun);
  const record = findRecord(reader, pair, id);
  const found = collectionList(reader, pair.collection, record);
  const operation = pair.collection.get("get");
  const answer = successSchema(operation);
  const list = operation && answer !== undefined && found ? { operation, answer, found } : undefined;
  const roles = findRoles(reader, pair, { noun, record, list: list?.operation });
  // Some APIs show the id in the list only: Qdrant's collections have their `name` there.
  const idProperty = findIdProperty(reader, record, id) ?? (found && findIdProperty(reader, found.items, id));
  const shown = [record, found?.items, createdRecord(reader, roles.create, id)];
  return { pair, noun, record, records: shown.filter((one) => one !== undefined), id, idProperty, list, roles };
}

/** Where the record stands in a write's body and answer. */
export function writePlaces(
  reader: SchemaReader,
  operation: Operation,
  { record, idProperty, noun }: Pick<ReadPair, "record" | "idProperty" | "noun">,
): WritePlaces {
  const body = requestSchema(operation);
  const bodyFacts = body === undefined ? undefined : reader.facts(body);
  const items = bodyFacts?.types.has("array") ? bodyFacts.items : undefined;
  const many = items !== undefined && !isPatchStep(reader, items);
  return {
    body: body === undefined || items !== undefined ? [] : findBodyPlace(reader, body, record, noun),
    reply: many
      ? manyReplyPlace(reader, operation, record, noun)
      : replyPlace(reader, operation, { record, idProperty, noun }),
    many,
    hasIdInBody: false,
  };
}

/** A step of a JSON Patch (RFC 6902), which some APIs take as plain JSON. */
function isPatchStep(reader: SchemaReader, items: JsonSchema): boolean {
  const { properties } = reader.facts(items);
  return properties.has("op") && properties.has("path");
}

export type WritePlaces = Pick<WriteRole<"create">, "body" | "reply" | "many" | "hasIdInBody">;

/** Where the record stands in what an operation on one record answers. */
export function replyPlace(
  reader: SchemaReader,
  operation: Operation,
  clues: Pick<ReadPair, "record" | "idProperty" | "noun">,
): RecordPlace | undefined {
  const answer = successSchema(operation);
  if (answer === undefined || reader.facts(answer).types.has("array")) return undefined;
  return findReplyPlace(reader, answer, { ...clues, mayBePart: true });
}

/** Where an action answers with the record: only when the answer is plainly one. */
export function actionReply(
  reader: SchemaReader,
  operation: Operation,
  { record, idProperty, noun }: Pick<ReadPair, "record" | "idProperty" | "noun">,
): RecordPlace | undefined {
  const answer = successSchema(operation);
  if (answer === undefined || reader.facts(answer).types.has("array")) return undefined;
  return findReplyPlace(reader, answer, { record, idProperty, noun, mayBePart: false });
}

function manyReplyPlace(
  reader: SchemaReader,
  operation: Operation,
  record: JsonSchema,
  noun: string,
): RecordPlace | undefined {
  const answer = successSchema(operation);
  return answer === undefined ? undefined : findList(reader, answer, { noun, record })?.at;
}

function createdRecord(reader: SchemaReader, create: Operation | undefined, id: IdClues): JsonSchema | undefined {
  const answer = successSchema(create);
  return answer === undefined ? undefined : reader.at(answer, findReadPlace(reader, answer, undefined, id));
}

function idClues({ item }: Pair, noun: string): IdClues {
  const segment = item?.shape.segments.at(-1);
  const parameter = segment?.kind === "parameter" ? segment.name : undefined;
  return { parameter, parameterSchema: item && pathParameter(item.operations, parameter)?.schema.json, noun };
}

export function pathParameter(
  operations: readonly Operation[],
  name: string | undefined,
): Operation["parameters"][number] | undefined {
  for (const { parameters } of operations) {
    const found = parameters.find((parameter) => parameter.in === "path" && parameter.name === name);
    if (found) return found;
  }
  return undefined;
}

/** The record as the API shows it most fully: what reading answers, else a list's item, else what writing answers or takes. */
function findRecord(reader: SchemaReader, { collection, item }: Pair, id: IdClues): JsonSchema {
  const unwrap = (answer: JsonSchema | undefined, like: JsonSchema | undefined): JsonSchema | undefined => {
    if (answer === undefined || reader.facts(answer).types.has("array")) return undefined;
    const record = reader.at(answer, findReadPlace(reader, answer, like, id));
    return record !== undefined && reader.facts(record).properties.size > 0 ? record : undefined;
  };
  const listed = collectionList(reader, collection, undefined)?.items;
  const likely = listed !== undefined && reader.facts(listed).properties.size > 0 ? listed : undefined;
  const read = successSchema(item?.get("get"));
  const own = unwrap(read, likely) ?? likely;
  if (own !== undefined) return own;
  const writes = [collection.get("post"), item?.get("put"), item?.get("patch"), item?.get("post")];
  const answered = writes.map((write) => unwrap(successSchema(write), undefined));
  const taken = writes.map((write) => unwrap(requestSchema(write), undefined));
  const fullest = [...answered, ...taken].find(
    (schema) => schema !== undefined && reader.facts(schema).properties.size > 1,
  );
  return fullest ?? [...answered, ...taken].find((schema) => schema !== undefined) ?? listed ?? read ?? true;
}

function findRoles(
  reader: SchemaReader,
  { collection, item }: Pair,
  { noun, record, list }: { noun: string; record: JsonSchema; list: Operation | undefined },
): ReadPair["roles"] {
  const roles: Partial<Record<ResourceRole, Operation>> = {};
  const set = (role: ResourceRole, operation: Operation | undefined): void => {
    if (operation) roles[role] = operation;
  };
  set("list", list);
  set("create", createOperation());
  set("read", item?.get("get"));
  set("replace", item?.get("put"));
  set("update", item?.get("patch") ?? (item?.get("put") ? undefined : updatingPost()));
  set("delete", item?.get("delete"));
  return roles;

  function createOperation(): Operation | undefined {
    const post = collection.get("post");
    if (!post || searchesRecords(reader, post, record, noun)) return undefined;
    const isLiteral = collection.shape.segments.at(-1)?.kind === "literal";
    return isLiteral || createsRecord(reader, post, record, noun) ? post : undefined;
  }

  /** Stripe and Twilio update by `POST`; elsewhere it starts something. */
  function updatingPost(): Operation | undefined {
    const post = item?.get("post");
    return reader.facts(record).properties.size === 0 || createsRecord(reader, post, record, noun) ? post : undefined;
  }
}
