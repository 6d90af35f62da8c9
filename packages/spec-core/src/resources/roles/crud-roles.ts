import { getOrMake } from "../../lazy/caches.js";
import { lazily } from "../../lazy/lazily.js";
import type { Operation } from "../../model/api-description.js";
import type { ListConvention } from "../../model/list-convention.js";
import type {
  FoundRecord,
  LinkedFilter,
  ReadRole,
  Role,
  ViewRole,
  ViewScope,
  WriteRole,
} from "../../model/operation-role.js";
import type { RecordPlace, Resource } from "../../model/resource.js";
import type { BuiltResource } from "../build/build-resources.js";
import { findIdList } from "../ids/id-list.js";
import { findReadPlace } from "../ids/record-place.js";
import { saysUpsert } from "../ids/says-upsert.js";
import { inferListConvention } from "../lists/infer-list-convention.js";
import { createsRecord } from "../pairs/is-collection.js";
import { type ReadPair, removesFromRecord } from "../pairs/read-pair.js";
import { findList } from "../shapes/list-shape.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import type { LinkedFilterFinder } from "./linked-filters.js";
import { actionRole, deleteRole, writeRole } from "./record-roles.js";

/** The roles of the operations that list, create, read, update and delete a resource's records. */
function crudRoles(
  reader: SchemaReader,
  { pair: read, resource }: BuiltResource,
  findLinked: LinkedFilterFinder,
): [Operation, Role][] {
  const { list, create, read: reading, replace, update, delete: removal } = read.roles;
  const listing = read.pair.item?.get("get");
  const view = listing && !reading ? itemView(reader, listing, read, resource) : undefined;
  const roles: [Operation, Role][] = [];
  // A resource with a list operation has a list convention.
  if (list)
    roles.push([list, listRole(reader, read, resource, findLinked)], ...namesakeViews(reader, list, read, resource));
  const { called } = read.pair;
  const add = (operation: Operation | undefined, role: (one: Operation) => FoundRecord["role"]): void => {
    for (const one of operation ? namesakes(reader, read, operation) : []) {
      const own = role(one);
      roles.push([one, called ? { kind: "operation", finds: { role: own, by: [], sent: called.id } } : own]);
    }
  };
  const ids = list ? undefined : idsView(reader, read, resource);
  if (ids) roles.push(ids);
  for (const one of create ? [create, ...byOtherMethods(read.pair, create)] : [])
    roles.push([one, writeRole(reader, "create", one, read, resource)]);
  add(reading, (one) => readRole(reader, one, read, resource));
  if (listing && view) roles.push([listing, view]);
  add(replace, (one) => writeRole(reader, "replace", one, read, resource));
  add(update, (one) => writeRole(reader, "update", one, read, resource));
  add(removal, (one) => deleteRole(reader, one, read, resource));
  const making = read.pair.item?.get("post");
  if (making && making !== update && makesAtPath(reader, making, read))
    roles.push([making, writeRole(reader, "replace", making, read, resource)]);
  for (const act of called?.acts ?? []) add(act, (one) => actionRole(reader, one, read, resource));
  return [...roles, ...bodyIdRoles(reader, read, resource)];
}

/**
 * True for `POST /contents/{filepath}`, "Create a file", next to a `PUT` that updates a file, or if nothing else
 * creates the listed records.
 */
function makesAtPath(reader: SchemaReader, operation: Operation, { record, noun, roles }: ReadPair): boolean {
  const { summary = "", description = "", responses } = operation;
  if (!/^\W*(?:creates?|adds?)\b/i.test(summary || description)) return false;
  if ((roles.replace ?? roles.update) === undefined)
    return (
      roles.create === undefined &&
      roles.list !== undefined &&
      (roles.read === undefined || responses.some(({ status }) => status === "201"))
    );
  // "Creates a rule in the split configuration": the body has no property of the record, so it describes a part of it.
  // The operation counts only if the records are listed and nothing else creates them.
  const body = reader.body(operation);
  const sent = [...(body === undefined ? [] : reader.facts(body).byFoldedName.keys())];
  const known = reader.facts(record).byFoldedName;
  if (sent.length > 0 && known.size > 0 && !sent.some((name) => known.has(name)))
    return roles.create === undefined && roles.list !== undefined;
  return reader.answer(operation) === undefined || createsRecord(reader, operation, record, noun);
}

/** The role of a list operation. If its method is not `GET`, its body selects the records. */
function listRole(reader: SchemaReader, pair: ReadPair, resource: Resource, findLinked: LinkedFilterFinder): Role {
  const { list, record, id, idProperty, noun } = pair;
  const convention = (): ListConvention => resource.list as ListConvention;
  const linked = (): readonly LinkedFilter[] => findLinked({ pair, resource }, convention());
  if (!list || list.operation.method === "get") return lazily({ kind: "list", resource }, { list: convention, linked });
  const place = { place: idProperty, parameter: id.parameter };
  const search = (): ListConvention => inferListConvention(reader, { ...list, record, id: place, noun, hasBody: true });
  const scope = parentScope(list.operation, resource);
  return lazily({ kind: "view", resource, scope }, { list: convention, search });
}

/**
 * The operation, and operations with the same method at the same path whose parameter has another name:
 * `/versions/{id}` and `/versions/{number}`.
 */
function namesakes(reader: SchemaReader, read: ReadPair, operation: Operation): readonly Operation[] {
  const { item } = read.pair;
  const isOfAnother = (one: Operation): boolean =>
    item !== undefined && one.method === "delete" && removesFromRecord(reader, item, one, read);
  const shape = nameless(operation);
  const others =
    item?.operations.filter(
      (one) => one !== operation && one.method === operation.method && nameless(one) === shape && !isOfAnother(one),
    ) ?? [];
  return [operation, ...others, ...byOtherMethods(read.pair, operation)];
}

/** The same call with another method: `PATCH /codes/update` next to `POST /codes/update`. */
function byOtherMethods({ called }: ReadPair["pair"], { path }: Operation): Operation[] {
  return (called?.alike ?? []).filter((one) => one.path === path);
}

/** Other lists at the same path, whose parameters have other names. */
function namesakeViews(
  reader: SchemaReader,
  list: Operation,
  read: ReadPair,
  resource: Resource,
): [Operation, ViewRole][] {
  const { pair, record, noun } = read;
  const shape = nameless(list);
  const others = pair.collection.operations.filter((one) => one !== list && nameless(one) === shape);
  return others.flatMap((operation): [Operation, ViewRole][] => {
    const answer = operation.method === "get" ? reader.answer(operation) : undefined;
    const found = answer === undefined ? undefined : findList(reader, answer, { noun, record });
    if (answer === undefined || !found) return [];
    return [[operation, viewRole(reader, read, resource, { operation, answer, found })]];
  });
}

/**
 * The role of an operation whose answer lists the records.
 * @param own the restrictions by path parameters that are no parents
 */
function viewRole(
  reader: SchemaReader,
  { record, noun, id }: ReadPair,
  resource: Resource,
  shown: Pick<Parameters<typeof inferListConvention>[1], "operation" | "answer" | "found">,
  own: readonly ViewScope[] = [],
): ViewRole {
  const scope = [...parentScope(shown.operation, resource), ...own];
  const input = { ...shown, record, noun, id: { place: resource.id.property, parameter: id.parameter } };
  return lazily({ kind: "view", resource, scope }, { list: () => inferListConvention(reader, input) });
}

/** The restrictions by parents, with the parameter names of the operation's path. */
function parentScope({ template }: Operation, { parents }: Resource): ViewScope[] {
  return parents.map(({ parameter, property }, index) => ({
    parameter: template.parameters[index] ?? parameter,
    parent: parameter,
    property,
  }));
}

function nameless({ template }: Operation): string {
  return template.text.replace(/\{[^{}]*\}/g, "{}");
}

function readRole(reader: SchemaReader, operation: Operation, { record, id }: ReadPair, resource: Resource): ReadRole {
  const reply = (): RecordPlace | undefined => {
    const answer = reader.answer(operation);
    if (answer === undefined || reader.facts(answer).types.has("array")) return undefined;
    return findReadPlace(reader, answer, record, id);
  };
  return lazily({ kind: "read", resource }, { reply });
}

/** The role of `GET /bounces/{email}` if its answer is an array: it lists the records with that id. */
function itemView(
  reader: SchemaReader,
  operation: Operation,
  read: ReadPair,
  resource: Resource,
): ViewRole | undefined {
  const answer = reader.answer(operation);
  const found = answer === undefined ? undefined : findList(reader, answer, read);
  const parameter = operation.template.parameters.at(-1);
  if (answer === undefined || !found || !parameter || !resource.id.property) return undefined;
  const own = { parameter, parent: undefined, property: resource.id.property };
  return viewRole(reader, read, resource, { operation, answer, found }, [own]);
}

/** The role of `GET /tags` if it returns only the ids of the tags, as plain strings. */
function idsView(reader: SchemaReader, read: ReadPair, resource: Resource): [Operation, ViewRole] | undefined {
  const { pair, noun } = read;
  const operation = pair.collection.get("get");
  const answer = reader.answer(operation);
  const found = operation && pair.item && findIdList(reader, pair.collection, pair.item, noun);
  if (!operation || answer === undefined || !found) return undefined;
  return [operation, viewRole(reader, read, resource, { operation, answer, found })];
}

/** The roles of operations such as `PUT /pet` in Swagger's pet store: the id in the body identifies the record. */
function bodyIdRoles(reader: SchemaReader, read: ReadPair, resource: Resource): [Operation, Role][] {
  const roles: [Operation, Role][] = [];
  const add = (kind: "replace" | "update", operation: Operation | undefined): void => {
    const body = reader.body(operation);
    if (!operation || body === undefined || !read.idProperty || !read.pair.item) return;
    const role: WriteRole<typeof kind> = writeRole(reader, kind, operation, read, resource, true);
    const holdsId = reader.at(body, [...role.body, ...read.idProperty]) !== undefined;
    // `PATCH /todos?where=…` next to `PATCH /todos/{id}` changes the records that the query selects, and returns their
    // number.
    const isOfMany =
      role.reply === undefined &&
      operation.parameters.some((parameter) => parameter.in === "query") &&
      read.pair.item.get(operation.method) !== undefined;
    if (role.many || isOfMany || !createsRecord(reader, operation, read.record, read.noun)) return;
    if (holdsId) roles.push([operation, role]);
    // "Update or create a source" without an id in the body: another unique property identifies the source.
    else if (saysUpsert(operation) && role.reply !== undefined)
      roles.push([operation, writeRole(reader, "create", operation, read, resource)]);
  };
  const put = read.pair.collection.get("put");
  if (put !== read.roles.create) add("replace", put);
  add("update", read.pair.collection.get("patch"));
  return roles;
}

/** Finds the role of an operation. `undefined` if this finder has none for it. */
export type RoleFinder = (operation: Operation) => Role | undefined;

/** Finds the roles of operations in pairs. The roles of a pair are computed when one of them is first requested. */
export function createPairRoles(
  reader: SchemaReader,
  built: readonly BuiltResource[],
  findLinked: LinkedFilterFinder,
): RoleFinder {
  const roles = new Map<Operation, Role>();
  const waiting = new Map<Operation, BuiltResource[]>();
  for (const one of built) {
    const { collection, item } = one.pair.pair;
    for (const operation of collection.operations) wait(operation, one);
    for (const operation of item?.operations ?? []) wait(operation, one);
  }
  return (operation) => {
    const pairs = waiting.get(operation);
    if (pairs) {
      waiting.delete(operation);
      for (const pair of pairs) for (const [own, role] of crudRoles(reader, pair, findLinked)) roles.set(own, role);
    }
    return roles.get(operation);
  };

  function wait(operation: Operation, one: BuiltResource): void {
    getOrMake(waiting, operation, () => []).push(one);
  }
}
