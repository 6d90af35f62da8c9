import type { Operation } from "../../model/api-description.js";
import type { Role, WriteRole } from "../../model/operation-role.js";
import type { JsonSchema } from "../../schema/schema.js";
import type { BuiltResource } from "../build/build-resources.js";
import type { Route } from "../routes/routes.js";
import { isSameRecord, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { actionRole, writeRole } from "./record-roles.js";

/**
 * The roles of operations that read and write a record below its item path, to change one part of it: Kubernetes'
 * `/deployments/{name}/status`. The path ends in the name of an object that the record holds, and answers the record; or the answer is
 * an excerpt of the record, as that of `/deployments/{name}/scale`.
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
    // It holds some of the record: even a whole one leaves the rest as it is.
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

/** `PATCH /users/{id}/metadata` with properties of the user, which answers the user. */
export function partRole(
  reader: SchemaReader,
  operation: Operation,
  { pair, resource }: BuiltResource,
): WriteRole<"update"> | undefined {
  const body = operation.method === "patch" || operation.method === "put" ? reader.body(operation) : undefined;
  if (body === undefined || operation.template.parameters.length !== resource.parents.length + 1) return undefined;
  const { size } = reader.facts(body).properties;
  if (size === 0 || sharedProperties(reader, body, pair.record) < size) return undefined;
  const { reply } = actionRole(reader, operation, pair, resource);
  return reply && writeRole(reader, "update", operation, pair, resource);
}

/** True for properties of the record only: its id in the same object, and one more object whose members the record has. */
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
