import type { Operation } from "../description/api-description.js";
import type { BuiltResource } from "./build-resources.js";
import type { Role } from "./operation-role.js";
import { writeRole } from "./record-roles.js";
import type { Route } from "./routes.js";
import { isSameRecord } from "./same-record.js";
import type { SchemaReader } from "./schema-reader.js";

/**
 * The roles of operations that read and write a whole record below its item path, to change one part of it: Kubernetes'
 * `/deployments/{name}/status`. The path ends in the name of an object that the record holds, and answers the record.
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
  const property = reader.at(pair.record, [part]);
  if (!reading || answer === undefined || property === undefined) return [];
  if (reader.facts(property).properties.size === 0 || isSameRecord(reader, property, pair.record)) return [];
  if (!isSameRecord(reader, answer, pair.record)) return [];
  const roles: [Operation, Role][] = [[reading, { kind: "read", resource, reply: [] }]];
  const replace = route.get("put");
  const update = route.get("patch");
  if (replace) roles.push([replace, writeRole(reader, "replace", replace, pair, resource)]);
  if (update) roles.push([update, writeRole(reader, "update", update, pair, resource)]);
  return roles;
}
