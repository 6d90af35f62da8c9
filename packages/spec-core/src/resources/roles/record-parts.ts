import type { Operation } from "../../model/api-description.js";
import type { Role, WriteRole } from "../../model/operation-role.js";
import type { JsonSchema } from "../../schema/schema.js";
import { ADDING, REMOVING } from "../../words/list-verbs.js";
import { nameWords } from "../../words/name-words.js";
import type { BuiltResource } from "../build/build-resources.js";
import type { Route } from "../routes/routes.js";
import { isSameRecord, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { actionRole, writeRole } from "./record-roles.js";

/**
 * The roles of operations below an item path that read and change one part of the record. The path of Kubernetes'
 * `/deployments/{name}/status` ends in the name of an object in the record, and its answer is the whole record. The
 * answer of `/deployments/{name}/scale` is an excerpt of the record.
 * @param part the last segment of the path
 */
export function recordPartRoles(
  reader: SchemaReader,
  route: Route,
  part: string,
  { pair, resource }: BuiltResource,
): [Operation, Role][] {
  const reading = route.get("get");
  const answer = reader.answer(reading);
  const replace = route.get("put");
  const update = route.get("patch");
  if (!reading || answer === undefined) return [];
  const property = reader.at(pair.record, [part]);
  if (property === undefined && (replace || update) && isExcerpt(reader, answer, pair)) {
    // The excerpt contains only some properties, so `PUT` keeps the others.
    const writing = [replace, update].flatMap((operation): [Operation, Role][] =>
      operation ? [[operation, writeRole(reader, "update", operation, pair, resource)]] : [],
    );
    return [[reading, { kind: "read", resource, reply: [] }], ...writing];
  }
  if (property === undefined) return [];
  if (reader.facts(property).properties.size === 0 || isSameRecord(reader, property, pair.record)) return [];
  if (!isSameRecord(reader, answer, pair.record)) return [];
  const roles: [Operation, Role][] = [[reading, { kind: "read", resource, reply: [] }]];
  if (replace) roles.push([replace, writeRole(reader, "replace", replace, pair, resource)]);
  if (update) roles.push([update, writeRole(reader, "update", update, pair, resource)]);
  return roles;
}

/** The role of `PATCH /users/{id}/metadata`, if its body has only properties of the user and its answer is the user. */
export function partRole(
  reader: SchemaReader,
  operation: Operation,
  { pair, resource }: BuiltResource,
): WriteRole<"update"> | undefined {
  const body = operation.method === "patch" || operation.method === "put" ? reader.body(operation) : undefined;
  if (body === undefined || operation.template.parameters.length !== resource.parents.length + 1) return undefined;
  // `PUT /teams/{id}/add` keeps the other members.
  const [verb = ""] = nameWords(operation.path.slice(operation.path.lastIndexOf("/") + 1));
  if (ADDING.has(verb) || REMOVING.has(verb)) return undefined;
  const { size } = reader.facts(body).properties;
  if (size === 0 || sharedProperties(reader, body, pair.record) < size) return undefined;
  const { reply } = actionRole(reader, operation, pair, resource);
  return reply && writeRole(reader, "update", operation, pair, resource);
}

/**
 * True if all properties of the answer belong to the record: its id at the same place, and one more object whose
 * members the record has.
 */
function isExcerpt(reader: SchemaReader, answer: JsonSchema, { record, idProperty }: BuiltResource["pair"]): boolean {
  const own = reader.facts(record).properties;
  const shown = reader.facts(answer).properties;
  const [holder, ...inner] = idProperty ?? [];
  if (inner.length === 0) return false;
  if (idProperty === undefined || reader.at(answer, idProperty) === undefined) return false;
  if (![...shown.keys()].every((name) => own.has(name))) return false;
  return [...shown].some(([name, schema]) => {
    const parts = [...reader.facts(schema).properties.keys()];
    return name !== holder && parts.length > 0 && parts.every((part) => reader.at(record, [name, part]) !== undefined);
  });
}
