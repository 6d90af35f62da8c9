import type { Operation } from "../description/api-description.js";
import type { Role } from "./operation-role.js";
import { requestSchema, successSchema } from "./operation-schemas.js";
import { createsRecord } from "./pair-paths.js";
import { type ReadPair, replyPlace, writePlaces } from "./read-pair.js";
import { findReadPlace } from "./record-place.js";
import type { Resource } from "./resource.js";
import type { SchemaReader } from "./schema-reader.js";

/** The roles of the operations that list, make, read, change and remove a resource's records. */
export function crudRoles(reader: SchemaReader, read: ReadPair, resource: Resource): [Operation, Role][] {
  const { list, create, read: reading, replace, update, delete: removal } = read.roles;
  const roles: [Operation, Role][] = [];
  if (list && resource.list) roles.push([list, { kind: "list", resource, list: resource.list }]);
  if (create) roles.push([create, { kind: "create", resource, ...writePlaces(reader, create, read) }]);
  if (reading) roles.push([reading, { kind: "read", resource, reply: readPlace(reader, reading, read) }]);
  if (replace) roles.push([replace, { kind: "replace", resource, ...writePlaces(reader, replace, read) }]);
  if (update) roles.push([update, { kind: "update", resource, ...writePlaces(reader, update, read) }]);
  if (removal) roles.push([removal, { kind: "delete", resource, reply: replyPlace(reader, removal, read) }]);
  return [...roles, ...bodyIdRoles(reader, read, resource)];
}

/** `PUT /pet` of Swagger's pet store: the record to write is the one whose id the body holds. */
function bodyIdRoles(reader: SchemaReader, read: ReadPair, resource: Resource): [Operation, Role][] {
  const roles: [Operation, Role][] = [];
  for (const [method, kind] of [["put", "replace"] as const, ["patch", "update"] as const]) {
    const operation = read.pair.collection.get(method);
    const body = requestSchema(operation);
    if (!operation || body === undefined || !read.idProperty || !read.pair.item) continue;
    const places = writePlaces(reader, operation, read);
    const holdsId = reader.at(body, [...places.body, ...read.idProperty]) !== undefined;
    if (places.many || !holdsId || !createsRecord(reader, operation, read.record, read.noun)) continue;
    roles.push([operation, { kind, resource, ...places, hasIdInBody: true }]);
  }
  return roles;
}

function readPlace(reader: SchemaReader, operation: Operation, { record, id }: ReadPair): Resource["id"]["property"] {
  const answer = successSchema(operation);
  if (answer === undefined || reader.facts(answer).types.has("array")) return undefined;
  return findReadPlace(reader, answer, record, id);
}
