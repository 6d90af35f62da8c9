import { lazily } from "../../lazy/lazily.js";
import type { Operation } from "../../model/api-description.js";
import type { RecordPlace, ResourceRole } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { sameNoun } from "../../words/same-noun.js";
import { findOwnId, type IdClues } from "../ids/id-property.js";
import { ID_WORDS, idWords, isNamedIn } from "../ids/id-words.js";
import { findExampleId, findRecordId, type ShownAt } from "../ids/record-id.js";
import { findBodyPlace, findReadPlace, findReplyPlace } from "../ids/record-place.js";
import { saysUpsert } from "../ids/says-upsert.js";
import { withoutAlternatives } from "../routes/path-shape.js";
import type { Route } from "../routes/routes.js";
import { isUpload } from "../routes/verb-paths.js";
import { type FoundList, findPlainList } from "../shapes/list-shape.js";
import { pathParameter } from "../shapes/operation-schemas.js";
import { isSameRecord, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import {
  asksAlike,
  collectionList,
  collectionNoun,
  createsRecord,
  newIdName,
  searchesRecords,
} from "./is-collection.js";
import type { Pair } from "./pair-paths.js";
import { undescribedId, undescribedList } from "./undescribed-pair.js";

/** Facts about a pair's records, derived from its operations. */
export interface ReadPair {
  readonly pair: Pair;
  readonly noun: string;
  readonly record: JsonSchema;
  /** The schemas of the record in the answers of read, list and create. */
  readonly records: readonly JsonSchema[];
  readonly id: IdClues;
  readonly idProperty: RecordPlace | undefined;
  readonly list: { readonly operation: Operation; readonly answer: JsonSchema; readonly found: FoundList } | undefined;
  readonly roles: Readonly<Partial<Record<ResourceRole, Operation>>>;
}

/** Finds the record schema, the id, the list and the role of each operation. */
export function readPair(reader: SchemaReader, pair: Pair): ReadPair {
  const noun = collectionNoun(pair.collection);
  const id = idClues(pair, noun);
  const record = findRecord(reader, pair, id);
  const found = collectionList(reader, pair.collection, record);
  const operation = pair.collection.get("get");
  const answer = reader.answer(operation);
  const list =
    operation && answer !== undefined && found ? { operation, answer, found } : undescribedList(reader, pair, record);
  const roles = findRoles(reader, pair, { noun, record, id, list: list?.operation });
  const shown = {
    record,
    items: found?.items,
    isListed: list !== undefined,
    created: reader.answer(roles.create),
    written: reader.body(roles.create),
  };
  const idProperty = findRecordId(reader, shown, id, {
    byExample: () => pair.item && findExampleId(reader, shownRecords(reader, pair, { list, record, id }), id),
    byParameter: () => undescribedId(reader, pair, record, id, newIdName(reader, roles.create, pair.item)),
  });
  // Without an id in the records, the paths below them cannot be used.
  if (pair.below && !idProperty) return readPair(reader, { collection: pair.collection, item: undefined });
  return lazily(
    { pair, noun, record, id, idProperty, list, roles },
    {
      records: () =>
        [record, found?.items, createdRecord(reader, roles.create, id)].filter((shown) => shown !== undefined),
    },
  );
}

/** The answers that contain records, with the place of the records. */
function shownRecords(
  reader: SchemaReader,
  { item }: Pair,
  { list, record, id }: Pick<ReadPair, "list" | "record" | "id">,
): ShownAt[] {
  const readOperation = item?.get("get");
  const answer = reader.answer(readOperation);
  return [
    { operation: list?.operation, place: list?.found.at ?? [] },
    { operation: readOperation, place: answer === undefined ? [] : findReadPlace(reader, answer, record, id) },
  ];
}

function createdRecord(reader: SchemaReader, create: Operation | undefined, id: IdClues): JsonSchema | undefined {
  const answer = reader.answer(create);
  return answer === undefined ? undefined : reader.at(answer, findReadPlace(reader, answer, undefined, id));
}

function idClues({ item, below }: Pair, noun: string): IdClues {
  const operations = below ?? item?.operations ?? [];
  const segment = item?.shape.segments.at(-1);
  const name = segment?.kind === "parameter" ? segment.name : undefined;
  let found: ReturnType<typeof pathParameter> | null = null;
  // Most ids are found by name alone, and building all parameters of an operation takes longer.
  const parameter = (): ReturnType<typeof pathParameter> => {
    if (found === null) found = pathParameter(operations, name);
    return found;
  };
  return {
    parameter: name === undefined ? undefined : withoutAlternatives(name),
    get parameterSchema() {
      return parameter()?.schema.json;
    },
    // Each operation may describe the parameter differently.
    get description() {
      const told = operations.map((operation) => pathParameter([operation], name)?.description ?? "");
      return [...new Set(told)].join(" ");
    },
    noun,
  };
}

/**
 * The most complete schema of the record: the answer of a read, or else the list's item, or else the answer or body of
 * a write.
 */
function findRecord(reader: SchemaReader, { collection, item }: Pair, id: IdClues): JsonSchema {
  const unwrap = (answer: JsonSchema | undefined, like: JsonSchema | undefined): JsonSchema | undefined => {
    if (answer === undefined || reader.facts(answer).types.has("array")) return undefined;
    const record = reader.at(answer, findReadPlace(reader, answer, like, id));
    return record !== undefined && reader.facts(record).properties.size > 0 ? record : undefined;
  };
  const listed = collectionList(reader, collection, undefined)?.items;
  const likely = listed !== undefined && reader.facts(listed).properties.size > 0 ? listed : undefined;
  const read = reader.answer(item?.get("get"));
  // Records without declared properties, in an envelope: `{ data: {}, permissions: {} }`.
  const place = likely || listed === undefined || read === undefined ? [] : findReadPlace(reader, read, listed, id);
  const isNamed =
    newIdName(reader, collection.get("post"), item) !== undefined && reader.facts(read ?? true).types.has("object");
  const open = (place.length > 0 || isNamed) && read !== undefined ? reader.at(read, place) : undefined;
  const writes = [collection.get("post"), item?.get("put"), item?.get("patch"), item?.get("post")];
  const describes = (body: JsonSchema | undefined): boolean =>
    body !== undefined &&
    reader.facts(body).properties.size > 0 &&
    findBodyPlace(reader, body, open ?? true, id.noun).length === 0;
  const isOpen = open !== undefined && reader.facts(open).properties.size === 0;
  if (isOpen && !writes.some((write) => describes(reader.body(write)))) return open;
  const shown = likely && shownList(reader, read, likely, id.noun);
  const own = shown ?? unwrap(read, likely) ?? likely;
  if (own !== undefined) return item?.operations.length ? own : (fullerAnswer(reader, collection, own, id) ?? own);
  const answered = writes.map((write) => unwrap(reader.answer(write), undefined));
  const taken = writes.map((write) => unwrap(reader.body(write), undefined));
  const fullest = [...answered, ...taken].find(
    (schema) => schema !== undefined && reader.facts(schema).properties.size > 1,
  );
  return fullest ?? [...answered, ...taken].find((schema) => schema !== undefined) ?? listed ?? read ?? true;
}

/** The record in the create operation's answer, if it has all properties of the list's item and more. */
function fullerAnswer(
  reader: SchemaReader,
  collection: Pair["collection"],
  listed: JsonSchema,
  id: IdClues,
): JsonSchema | undefined {
  const answer = reader.answer(collection.get("post"));
  if (answer === undefined || reader.facts(answer).types.has("array")) return undefined;
  const created = reader.at(answer, findReadPlace(reader, answer, listed, id));
  const { size } = reader.facts(listed).properties;
  if (created === undefined || size < 2 || reader.facts(created).properties.size <= size) return undefined;
  return sharedProperties(reader, listed, created) === size ? created : undefined;
}

/** The items, if the read operation returns a list of the collection's records, whole or in part. */
function shownList(
  reader: SchemaReader,
  answer: JsonSchema | undefined,
  item: JsonSchema,
  noun: string,
): JsonSchema | undefined {
  const found = answer === undefined ? undefined : findPlainList(reader, answer, { noun, record: item });
  if (answer === undefined || !found) return undefined;
  const { size } = reader.facts(item).properties;
  const isFuller = size > 1 && sharedProperties(reader, item, found.items) === size;
  if (!isFuller && !isSameRecord(reader, found.items, item)) return undefined;
  const reply = findReplyPlace(reader, answer, { record: item, idProperty: undefined, noun, mayBePart: false });
  return reply === undefined ? found.items : undefined;
}

function findRoles(
  reader: SchemaReader,
  { collection, item }: Pair,
  { noun, record, id, list }: Pick<ReadPair, "noun" | "record" | "id"> & { list: Operation | undefined },
): ReadPair["roles"] {
  const roles: Partial<Record<ResourceRole, Operation>> = {};
  const set = (role: ResourceRole, operation: Operation | undefined): void => {
    if (operation) roles[role] = operation;
  };
  set("list", list);
  set("create", createOperation());
  set("read", readsOne() ? item?.get("get") : undefined);
  set("replace", item?.get("put"));
  set("update", item?.get("patch") ?? (item?.get("put") && !saysUpdate(item.get("post")) ? undefined : updatingPost()));
  const removal = item?.get("delete");
  const isAnothers = removal !== undefined && removesAnother(removal);
  set("delete", isAnothers ? item?.operations.find((one) => one.method === "delete" && !removesAnother(one)) : removal);
  return roles;

  function removesAnother(removal: Operation): boolean {
    return item !== undefined && removesFromRecord(reader, item, removal, { record, noun });
  }

  /** False for Xero's `{ Invoices: [...] }` with one invoice: it is a list of the invoices with that id. */
  function readsOne(): boolean {
    return shownList(reader, reader.answer(item?.get("get")), record, noun) === undefined;
  }

  function createOperation(): Operation | undefined {
    const posted = collection.get("post");
    const post = posted && !REMOVING.test(posted.id) ? posted : creatingPut();
    if (!post) return undefined;
    if ((!list || asksAlike(reader, post, list)) && searchesRecords(reader, post, record, noun)) return undefined;
    const isLiteral = collection.shape.segments.at(-1)?.kind === "literal";
    const isSaid = list && item?.get("get") && saysCreate(post);
    const makes =
      isLiteral ||
      newIdName(reader, post, item) !== undefined ||
      isSaid ||
      (list && isUpload(post)) ||
      createsRecord(reader, post, record, noun);
    return makes ? post : undefined;
  }

  /**
   * The `PUT` that creates records: Xero's `PUT /Accounts`. In other APIs it may also change the record with a certain
   * value of the body.
   */
  function creatingPut(): Operation | undefined {
    const put = collection.get("put");
    const isUpsert = item && put && saysUpsert(put) && !item.get("put") && takesOneWithoutId(put);
    const makes = put && (isUpsert || ((item ?? list) && saysCreate(put)));
    return makes && createsRecord(reader, put, record, noun) ? put : undefined;
  }

  function takesOneWithoutId(operation: Operation): boolean {
    const body = reader.body(operation);
    if (body === undefined || reader.facts(body).types.has("array")) return false;
    return !findPlainList(reader, body, { noun, record }) && findOwnId(reader, body, id) === undefined;
  }

  /** The `POST` that updates records, as in Stripe's and Twilio's APIs. In other APIs a `POST` starts something. */
  function updatingPost(): Operation | undefined {
    const post = item?.get("post");
    // `POST /tokens/{name}`, "Create a token", is a create if nothing else creates tokens.
    if (post && saysCreate(post) && roles.create === undefined && !item?.get("get")) return undefined;
    return reader.facts(record).properties.size === 0 || createsRecord(reader, post, record, noun) ? post : undefined;
  }
}

/** Ids of operations that take records back: `revokeGrant`. */
const REMOVING = /^(?:revoke|remove|delete|detach|unassign|unlink)(?![a-z])/;

/**
 * True if a `DELETE` removes something from a record and keeps the record: `DELETE /items/{id}?tag_id=`, "Remove tag
 * from item". Its required query parameter is the id of the removed part.
 */
export function removesFromRecord(
  reader: SchemaReader,
  { shape, operations }: Route,
  removal: Operation,
  { record, noun }: Pick<ReadPair, "record" | "noun">,
): boolean {
  const { byFoldedName } = reader.facts(record);
  const { summary = "", description = "" } = removal;
  const said = nameWords(summary || description);
  const takes = (operation: Operation, name: string): boolean =>
    operation.parameters.some((one) => one.in === "query" && one.name === name);
  return removal.parameters.some(({ in: place, name, required }) => {
    const words = idWords(name);
    const owner = words.slice(0, -1);
    if (place !== "query" || !required || owner.length === 0 || !ID_WORDS.has(words.at(-1) ?? "")) return false;
    // The record's id, or the id of a record that it belongs to.
    const around = shape.segments.some((one) => one.kind === "literal" && sameNoun(foldName(one.text), owner.join("")));
    const isOwn = isNamedIn(owner, noun) || byFoldedName.has(foldName(name)) || around;
    const isUsual = operations.some(({ method }) => method === "get") && operations.every((one) => takes(one, name));
    const isBeside = operations.some((one) => one.method === removal.method && !takes(one, name));
    return !isOwn && !isUsual && (isBeside || said.length === 0 || isNamedIn(said, owner.join("")));
  });
}

/** True for "Creates a user". False if the text also mentions an update. */
function saysCreate({ summary, description = "" }: Operation): boolean {
  const text = summary || description;
  return /^(?:creates?|adds?)\b/i.test(text) && !/\b(?:updates?|replaces?|upserts?)\b/i.test(text);
}

/** True for `POST /users/{id}`, "Update a user", next to a `PUT` that replaces the user. */
function saysUpdate(post: Operation | undefined): boolean {
  return post !== undefined && /\b(?:updates?|partial(?:ly)?|modif(?:y|ies)|patch(?:es)?)\b/i.test(post.summary ?? "");
}
