import type { Operation } from "../../model/api-description.js";
import type { ManyWrites, OperationRole, Role } from "../../model/operation-role.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { nounForms, sameNoun } from "../../words/same-noun.js";
import type { BuiltResource } from "../build/build-resources.js";
import { saysUpsert } from "../ids/says-upsert.js";
import { lastLiteral } from "../routes/path-shape.js";
import type { Route } from "../routes/routes.js";
import { manyRecords, manyWrites } from "../shapes/many-records.js";
import { isSameRecord } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import type { KnownPaths } from "./known-paths.js";
import { actionRole, deleteRole, listPlace, writeRole } from "./record-roles.js";

type Verb = "create" | "update" | "upsert" | "remove" | "empty" | "read" | "each";

/**
 * The role of an operation on many records, whose path is the collection's path with one or two words:
 * `POST /pets/createMany`, `PUT /pets/update_many`, `POST /pets/batch/archive`, `POST /batch/pets`,
 * `POST /pets/delete`, `POST /pets/clear`. The body of `POST /pets/batch` is a list or `{ create, update, delete }`.
 * `undefined` if the schemas do not fit.
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
      // An operation with a body may remove only some records.
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

/** The role of `POST /lists/{id}` with a list `members` in its body: it creates records of `/lists/{id}/members`. */
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

/** The collection and the verb of `/StopVms` or `/DeleteVms`, next to `/CreateVms`. */
export function calledTarget(
  { calledAt }: KnownPaths,
  { shape: { segments } }: Route,
): { readonly owner: BuiltResource; readonly word: string } | undefined {
  const [word = "", ...noun] = nameWords(lastLiteral(segments.slice(-1)));
  const owner = nounForms(noun.join(""))
    .map((text) => calledAt([...segments.slice(0, -1), { kind: "literal", text }]))
    .find((one) => one?.pair.pair.called);
  return owner && { owner, word };
}

function bulkTarget(
  paths: KnownPaths,
  route: Route,
  operation: Operation,
): { readonly owner: BuiltResource; readonly verb: Verb } | undefined {
  const { reader, collectionAt, collectionsBelow } = paths;
  const { segments, suffix } = route.shape;
  const called = calledTarget(paths, route);
  if (called) return VERBS.get(called.word) === "remove" ? { owner: called.owner, verb: "remove" } : undefined;
  const last = segments.at(-1);
  const before = segments.at(-2);
  const isApart = before?.kind === "literal" && bulkVerb(before.text) === "each";
  // For `POST /users/bulk/identify`, described as "creating or updating many users".
  const said = isApart && saysUpsert(operation) ? "upsert" : undefined;
  const verb = last?.kind === "literal" ? (bulkVerb(last.text) ?? said) : undefined;
  if (verb === undefined) {
    // For `POST /batch/objects` next to `/objects`.
    const marked =
      isApart && last?.kind === "literal" ? collectionAt([...segments.slice(0, -2), last], suffix) : undefined;
    return marked && { owner: marked, verb: "each" };
  }
  const around = segments.slice(0, isApart ? -2 : -1);
  // True for `/catalog/object` if the operation is `POST /catalog/batch-delete` with `object_ids`.
  const isMeant = ({ pair }: BuiltResource): boolean =>
    nounForms(pair.noun).some((form) => reader.facts(reader.body(operation) ?? true).byFoldedName.has(`${form}ids`));
  const owner = collectionAt(around, suffix) ?? collectionsBelow(around).find(isMeant);
  return owner && { owner, verb };
}

/**
 * The effect of a path's word on many records: `remove` for `deleteMany`. `each` is for `batch` and `bulk`: the method
 * and the body decide.
 */
export function bulkVerb(text: string): Verb | undefined {
  const words = nameWords(text);
  const own = words.filter((word) => !MARKERS.has(word));
  if (own.length === 0) return words.length === 1 && EACH.has(words[0] ?? "") ? "each" : VERBS.get(words.join(" "));
  return own.length === 1 ? VERBS.get(own[0] ?? "") : undefined;
}

const EACH = new Set(["batch", "bulk"]);

export const MARKERS: ReadonlySet<string> = new Set([
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

/**
 * The role of an operation that creates the records of a list. Each item is a record, or has the schema of the body
 * that creates one record.
 */
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

export function changeRole(
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

/** The role of a removal whose query or body has a list of ids, or whose body is one. */
function removalRole(parts: KnownPaths, operation: Operation, owner: BuiltResource): OperationRole | undefined {
  const removes = parts.selecting(owner, operation);
  const id = owner.resource.id.property?.join("/");
  const isById = removes.list.filters.some(({ property, operator }) => property.join("/") === id && operator === "in");
  const { items } = parts.reader.facts(parts.reader.body(operation) ?? true);
  const isOfIds = items !== undefined && isId(parts.reader, items);
  return isById || isOfIds ? { kind: "operation", removes } : undefined;
}

/** The role of `POST /contacts/gdpr-delete` with `{ objectId }`: it deletes one record. */
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
 * The role of `POST /contacts/merge` with the ids of two records. The names of the properties tell which record stays:
 * `{ from, into }`, `{ primaryObjectId, objectIdToMerge }`.
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

/** The names of the body's properties that contain the id of a record: `id`, `objectId`, or `petId` for pets. */
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
