import type { Operation } from "../../model/api-description.js";
import type { ManyWrites, OperationRole, Role } from "../../model/operation-role.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { nounForms, sameNoun } from "../../words/same-noun.js";
import type { BuiltResource } from "../build/build-resources.js";
import { findBodyPlace } from "../ids/record-place.js";
import { saysUpsert } from "../ids/says-upsert.js";
import { lastLiteral } from "../routes/path-shape.js";
import type { Route } from "../routes/routes.js";
import { manyRecords, manyWrites } from "../shapes/many-records.js";
import { isSameRecord, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { answersRecord } from "./keyed-paths.js";
import type { KnownPaths } from "./known-paths.js";
import { actionRole, deleteRole, listPlace, writeRole } from "./record-roles.js";

type Verb = "create" | "update" | "upsert" | "remove" | "empty" | "read" | "each";

/**
 * The role of an operation on many records, one word or two behind the path of their collection: `POST /pets/createMany`,
 * `PUT /pets/update_many`, `POST /pets/batch/archive`, `POST /batch/pets`, `POST /pets/delete`, `POST /pets/clear`, and `POST /pets/batch`
 * with a list or with `{ create, update, delete }`. `undefined` if its schemas do not fit.
 */
export function bulkRole(parts: KnownPaths, route: Route, operation: Operation): Role | undefined {
  const target = bulkTarget(parts, route, operation);
  if (!target || operation.method === "get") return undefined;
  const { owner, verb } = target;
  switch (verb) {
    case "create":
      return createRole(parts.reader, operation, owner);
    case "update":
    case "upsert":
      return changeRole(parts.reader, operation, owner, verb);
    case "remove":
      return removalRole(parts, operation, owner) ?? sentRemoval(parts.reader, operation, owner);
    case "empty": {
      // Where a body is sent, it may say which ones.
      const isWhole = operation.method === "post" && operation.requestBody === undefined;
      return isWhole ? { kind: "operation", removes: parts.selecting(owner, operation) } : undefined;
    }
    case "read":
      return undefined;
    case "each":
      if (operation.method === "delete") return removalRole(parts, operation, owner);
      return batchRole(parts.reader, route, operation, owner) ?? createRole(parts.reader, operation, owner);
  }
}

/**
 * The role of another way to make a record, one word behind the collection: `POST /requests/send_with_template` or `PUT /links/upsert`.
 * It answers what reading a record answers.
 */
export function makingRole(
  { reader, calledAt, collectionsBelow }: KnownPaths,
  { shape }: Route,
  operation: Operation,
): Role | undefined {
  const { segments } = shape;
  const last = segments.at(-1);
  const [verb = ""] = last?.kind === "literal" ? nameWords(last.text) : [];
  if (verb === "" || !["post", "put"].includes(operation.method)) return undefined;
  const around = segments.slice(0, -1);
  const own = calledAt(around);
  const isMade = own?.pair.roles.create !== undefined;
  // `POST /templates/schema`, "Create a template", where nothing else makes one.
  const isSaid = own !== undefined && !isMade && saysCreate(operation, own.pair.noun);
  // `POST /documents/text`, "Create a text document", whose answer is a part of the document.
  const tells = own === undefined ? 0 : tellsRecord(reader, operation, own);
  const isForm = tells === 1 && /^(?:creates?|adds?|uploads?)\b/i.test(operation.summary ?? "");
  if (!MAKING.has(verb) && !isSaid && !isForm) return undefined;
  // `POST /wiki/new` beside `/wiki/pages`, where nothing else makes them.
  const below = own ? [] : collectionsBelow(around).filter(({ pair }) => pair.roles.list && !pair.roles.create);
  const isOwn = isMade || isSaid || isForm;
  const owner = isOwn || below.length !== 1 ? own : below[0];
  if (!owner || (owner === own && !isOwn)) return undefined;
  const isShort = owner === own && (isForm || (isSaid && tells >= 0.5));
  if (!isShort && !answersRecord(reader, operation, owner)) return undefined;
  return writeRole(reader, "create", operation, owner.pair, owner.resource);
}

/** The part of an answer's properties that a record has, if its id and something that is sent are among them; else 0. */
function tellsRecord(reader: SchemaReader, operation: Operation, { pair, resource }: BuiltResource): number {
  const [answer, body] = [reader.answer(operation), reader.body(operation)];
  const [id, ...inner] = resource.id.property ?? [];
  if (answer === undefined || body === undefined || id === undefined || inner.length > 0) return 0;
  const { properties } = reader.facts(answer);
  const sent = sharedProperties(reader, body, pair.record);
  return properties.has(id) && sent > 0 ? sharedProperties(reader, answer, pair.record) / properties.size : 0;
}

/** True for "Create a template" of templates, and not for "Create an image" of actions. */
function saysCreate({ summary = "" }: Operation, noun: string): boolean {
  return /^(?:creates?|adds?)\b/i.test(summary) && nounForms(noun).some((form) => foldName(summary).includes(form));
}

/** The role of `POST /lists/{id}` with a list `members`: it makes those below the record that the path names. */
export function childrenRole(
  { reader, collectionsBelow }: KnownPaths,
  { shape: { segments } }: Route,
  operation: Operation,
): Role | undefined {
  const body = operation.method === "post" ? reader.body(operation) : undefined;
  if (body === undefined || segments.at(-1)?.kind !== "parameter") return undefined;
  const names = [...reader.facts(body).byFoldedName.keys()];
  const child = collectionsBelow(segments).find(
    ({ pair }) => pair.roles.create && names.some((name) => sameNoun(name, pair.noun)),
  );
  return child && createRole(reader, operation, child);
}

const MAKING = new Set(["create", "add", "new", "insert", "send", "submit", "register", "upsert", "import", "upload"]);

/**
 * The role of `GET /links/info?domain=&key=` and of `POST /cards/search_by_number`: one word behind a collection, it answers the record
 * that its query, or its body, selects.
 */
export function askedRole(parts: KnownPaths, { shape }: Route, operation: Operation): OperationRole | undefined {
  const { segments, suffix } = shape;
  const word = lastLiteral(segments.slice(-1));
  const isAsked = operation.method === "get" ? ASKED.test(word) : operation.method === "post" && SEARCHED.test(word);
  const owner = isAsked ? parts.collectionAt(segments.slice(0, -1), suffix) : undefined;
  return owner && foundByQuery(parts, owner, operation);
}

/** An operation that answers the record which its query selects. */
export function foundByQuery(parts: KnownPaths, owner: BuiltResource, operation: Operation): OperationRole | undefined {
  if (owner.resource.parents.length > 0 || !answersRecord(parts.reader, operation, owner)) return undefined;
  const { resource, pair } = owner;
  const { list } = parts.selecting(owner, operation);
  if (!list.filters.some(({ operator }) => operator === "eq")) return undefined;
  const { reply = [] } = actionRole(parts.reader, operation, pair, resource);
  return { kind: "operation", finds: { role: { kind: "read", resource, reply }, by: [], list } };
}

const SEARCHED = /^(?:by|get|find|lookup|search|fetch|retrieve)(?:[-_A-Z].*)?$/;

/** Not `preview` or `upcoming`, which show what is not there yet. */
const ASKED = /^(?:info|details?|show|resolve|(?:by|get|find|lookup|search|fetch|retrieve)(?:[-_A-Z].*)?)$/;

function bulkTarget(
  { reader, collectionAt, collectionsBelow }: KnownPaths,
  { shape: { segments, suffix } }: Route,
  operation: Operation,
): { readonly owner: BuiltResource; readonly verb: Verb } | undefined {
  const last = segments.at(-1);
  const before = segments.at(-2);
  const isApart = before?.kind === "literal" && bulkVerb(before.text) === "each";
  // `POST /users/bulk/identify`, "creating or updating many users".
  const said = isApart && saysUpsert(operation) ? "upsert" : undefined;
  const verb = last?.kind === "literal" ? (bulkVerb(last.text) ?? said) : undefined;
  if (verb === undefined) {
    // `POST /batch/objects` beside `/objects`.
    const marked =
      isApart && last?.kind === "literal" ? collectionAt([...segments.slice(0, -2), last], suffix) : undefined;
    return marked && { owner: marked, verb: "each" };
  }
  const around = segments.slice(0, isApart ? -2 : -1);
  // `POST /catalog/batch-delete` with `object_ids`, beside `/catalog/object`.
  const isMeant = ({ pair }: BuiltResource): boolean =>
    nounForms(pair.noun).some((form) => reader.facts(reader.body(operation) ?? true).byFoldedName.has(`${form}ids`));
  const owner = collectionAt(around, suffix) ?? collectionsBelow(around).find(isMeant);
  return owner && { owner, verb };
}

/** The effect of a word of a path on many records; `each`: the body says it. */
export function bulkVerb(text: string): Verb | undefined {
  const words = nameWords(text);
  const own = words.filter((word) => !MARKERS.has(word));
  if (own.length === 0) return words.length === 1 && EACH.has(words[0] ?? "") ? "each" : VERBS.get(words.join(" "));
  return own.length === 1 ? VERBS.get(own[0] ?? "") : undefined;
}

const EACH = new Set(["batch", "bulk"]);
const MARKERS = new Set([
  ...["batch", "bulk", "many", "mass", "multi", "multiple", "all", "with", "list", "array"],
  ...["gdpr", "permanent", "permanently", "hard"],
]);
const VERBS = new Map<string, Verb>([
  ...["create", "add", "insert", "import"].map((word) => [word, "create"] as const),
  ...["update", "patch", "edit", "modify"].map((word) => [word, "update"] as const),
  ...["upsert", "set"].map((word) => [word, "upsert"] as const),
  ...["delete", "remove", "destroy", "archive"].map((word) => [word, "remove"] as const),
  ...["clear", "empty", "purge"].map((word) => [word, "empty"] as const),
  ...["read", "get", "retrieve", "show", "fetch", "list", "scroll", "browse"].map((word) => [word, "read"] as const),
]);

/** It takes a list of records, or of what creating takes one of. */
function createRole(reader: SchemaReader, operation: Operation, { pair, resource }: BuiltResource): Role | undefined {
  const single = reader.body(pair.roles.create);
  const clues = { ...pair, least: 1, taken: single };
  const many = manyRecords(reader, operation, clues);
  const isRecord =
    many &&
    (many.at.length > 0 ||
      [pair.record, single].some((one) => one !== undefined && isSameRecord(reader, many.items, one)));
  return isRecord ? writeRole(reader, "create", operation, clues, resource) : undefined;
}

function changeRole(
  reader: SchemaReader,
  operation: Operation,
  { pair, resource }: BuiltResource,
  mode: ManyWrites["mode"],
): OperationRole | undefined {
  const { record, noun } = pair;
  const [idName] = resource.id.property ?? [];
  const writes = manyWrites(reader, operation, { record, noun, idName, least: 1, mode });
  return writes && { kind: "operation", writes: { resource, ...writes, reply: listPlace(reader, operation, pair) } };
}

/** Its query or body takes a list of ids. */
function removalRole(parts: KnownPaths, operation: Operation, owner: BuiltResource): OperationRole | undefined {
  const removes = parts.selecting(owner, operation);
  const id = owner.resource.id.property?.join("/");
  const isById = removes.list.filters.some(({ property, operator }) => property.join("/") === id && operator === "in");
  return isById ? { kind: "operation", removes } : undefined;
}

/** `POST /contacts/gdpr-delete` with `{ objectId }`: one record goes. */
function sentRemoval(
  reader: SchemaReader,
  operation: Operation,
  { pair, resource }: BuiltResource,
): OperationRole | undefined {
  const [sent, ...others] = sentIds(reader, operation, pair.noun);
  if (operation.method !== "post" || sent === undefined || others.length > 0) return undefined;
  return { kind: "operation", finds: { role: deleteRole(reader, operation, pair, resource), by: [], sent } };
}

/**
 * The role of `POST /contacts/merge` with the ids of two records, whose names tell which one stays: `{ from, into }`,
 * `{ primaryObjectId, objectIdToMerge }`.
 */
export function mergingRole(parts: KnownPaths, { shape }: Route, operation: Operation): OperationRole | undefined {
  const { segments, suffix } = shape;
  const isMerge = operation.method === "post" && /^merge$/i.test(lastLiteral(segments.slice(-1)));
  const owner = isMerge ? parts.collectionAt(segments.slice(0, -1), suffix) : undefined;
  const body = owner && parts.reader.body(operation);
  if (!owner || body === undefined || owner.resource.parents.length > 0) return undefined;
  const texts = [...parts.reader.facts(body).properties].filter(([, schema]) => isId(parts.reader, schema));
  const called = (word: RegExp): string | undefined => {
    const [only, ...others] = texts.filter(([name]) => word.test(name));
    return others.length === 0 ? only?.[0] : undefined;
  };
  const [from, into] = [called(GOES), called(STAYS)];
  if (from === undefined || into === undefined || from === into) return undefined;
  const { resource, pair } = owner;
  const { reply } = actionRole(parts.reader, operation, pair, resource);
  return { kind: "operation", merges: { resource, from, into, reply } };
}

const GOES = /^(?:from|source|old|duplicate|secondary|loser)(?![a-z])|to_?merge$/i;
const STAYS = /^(?:into|to|target|primary|main|master|winner|destination|surviv(?:ing|or))(?![a-z])/;

/** The properties of a body that are the id of a record, by their names. */
function sentIds(reader: SchemaReader, operation: Operation, noun: string): readonly string[] {
  const names = new Set(["id", "uuid", "objectid", "recordid", ...nounForms(noun).map((form) => `${form}id`)]);
  return [...reader.facts(reader.body(operation) ?? true).properties].flatMap(([name, schema]) =>
    names.has(foldName(name)) && isId(reader, schema) ? [name] : [],
  );
}

function isId(reader: SchemaReader, json: JsonSchema): boolean {
  const { types, values } = reader.facts(json);
  return types.size > 0 && values === undefined && [...types].every((type) => type === "string" || type === "integer");
}

/**
 * The role of an operation one or two words behind the path of a collection that its body selects some records of: `POST /orders/cancel`
 * with ids, or one id, does it to each, `PUT /orders/labels` changes that property of each, `POST /orders/labels/delete` removes it. `PUT
 * /orders/labels` with a list of orders that have ids and labels writes these.
 */
export function actsRole(parts: KnownPaths, { shape }: Route, operation: Operation): OperationRole | undefined {
  const { segments, suffix } = shape;
  for (const length of [1, 2]) {
    const behind = segments.slice(-length).map((segment) => (segment.kind === "literal" ? segment.text : ""));
    const owner = behind.includes("") ? undefined : parts.collectionAt(segments.slice(0, -length), suffix);
    if (owner)
      return partWrites(parts.reader, operation, owner, behind) ?? selectedActs(parts, operation, owner, behind);
  }
  return undefined;
}

function partWrites(
  reader: SchemaReader,
  operation: Operation,
  owner: BuiltResource,
  [word = "", ...others]: readonly string[],
): OperationRole | undefined {
  const { pair, resource } = owner;
  const part = [...reader.facts(pair.record).properties.keys()].find((name) =>
    sameNoun(foldName(name), foldName(word)),
  );
  if (part === undefined || part === resource.id.property?.[0] || others.length > 0) return undefined;
  return changeRole(reader, operation, owner, "merge");
}

export function selectedActs(
  parts: KnownPaths,
  operation: Operation,
  owner: BuiltResource,
  behind: readonly string[],
): OperationRole | undefined {
  const { reader } = parts;
  const { pair, resource } = owner;
  const { list } = parts.selecting(owner, operation);
  const id = resource.id.property?.join("/");
  const own = reader.facts(pair.record).properties;
  const sent = [...reader.facts(reader.body(operation) ?? true).properties.keys()];
  const filters = list.filters.filter(({ parameter, property, operator, at }) => {
    if (at.length > 0 || property.join("/") !== id) return at.length > 0;
    // `{ comment_id, text }` makes something of the comment; `{ partner_id, reason }` does something to the partner.
    const isPlain = behind.length === 1 && !sent.some((name) => name !== parameter.name && own.has(name));
    return operator === "in" || isPlain;
  });
  if (!filters.some(({ at }) => at.length === 0)) return undefined;
  // `labels` of a body that names its records is what changes.
  const selectors = list.selectors.filter(({ kind }) => kind !== "entries");
  const [word = "", ...rest] = behind.map((text) => nameWords(text).filter((one) => !MARKERS.has(one))).reverse();
  const words = [...word, ...rest.flat()].join(" ");
  const body = reader.body(operation);
  return {
    kind: "operation",
    acts: {
      resource,
      list: { ...list, filters, selectors },
      words: words === "" ? "update" : words,
      body: body === undefined ? [] : findBodyPlace(reader, body, pair.record, pair.noun),
      reply: listPlace(reader, operation, pair),
    },
  };
}

function batchRole(
  reader: SchemaReader,
  route: Route,
  operation: Operation,
  { resource }: BuiltResource,
): OperationRole | undefined {
  if (route.operations.length > 1) return undefined;
  const properties = [...reader.facts(reader.body(operation) ?? true).properties];
  const list = (words: RegExp): string | undefined =>
    properties.find(([name, json]) => words.test(name) && reader.facts(json).types.has("array"))?.[0];
  const lists = {
    create: list(/^(?:creates?|adds?|inserts?)$/i),
    update: list(/^(?:updates?|upserts?|changes?)$/i),
    delete: list(/^(?:deletes?|removes?)$/i),
  };
  const isBatch = Object.values(lists).filter((name) => name !== undefined).length > 1;
  return isBatch ? { kind: "operation", batch: { resource, lists } } : undefined;
}
