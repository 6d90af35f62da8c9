import type { Operation } from "../description/api-description.js";
import type { SchemaRegistry } from "../schema/schema.js";
import { buildResources } from "./build-resources.js";
import { crudRoles } from "./crud-roles.js";
import { describeRole } from "./describe-role.js";
import type { Role } from "./operation-role.js";
import { otherRoles } from "./other-roles.js";
import { pairPaths } from "./pair-paths.js";
import { plausiblePairs } from "./plausible-pairs.js";
import { readPair } from "./read-pair.js";
import type { Resource } from "./resource.js";
import { groupRoutes } from "./routes.js";
import { createSchemaReader } from "./schema-reader.js";
import { findShallowItems } from "./shallow-items.js";

export interface InferredResources {
  /** In alphabetical order of their collection paths. */
  readonly resources: readonly Resource[];
  /** One for each operation. */
  readonly roles: ReadonlyMap<Operation, InferredRole>;
}

export interface InferredRole {
  readonly role: Role;
  /** One sentence for people. */
  readonly reason: string;
}

/**
 * Works out what the paths of a description mean: which of them are collections of records, and what each operation does
 * to them. Structure proposes, schemas decide; the order of paths and parameters does not matter.
 */
export function inferResources(operations: readonly Operation[], schemas: SchemaRegistry): InferredResources {
  const reader = createSchemaReader(schemas);
  const routes = groupRoutes(operations);
  const pairs = plausiblePairs(
    reader,
    pairPaths(reader, routes).map((pair) => readPair(reader, pair)),
  );
  const built = buildResources(reader, [...pairs, ...findShallowItems(reader, routes, pairs)]);
  const known = new Map<Operation, Role>();
  for (const { pair, resource } of built) {
    for (const [operation, role] of crudRoles(reader, pair, resource)) known.set(operation, role);
  }
  for (const [operation, role] of otherRoles(reader, routes, built, known)) known.set(operation, role);
  const roles = new Map<Operation, InferredRole>();
  for (const operation of operations) {
    const role = known.get(operation) ?? { kind: "operation" };
    roles.set(operation, { role, reason: describeRole(operation, role) });
  }
  return { resources: built.map(({ resource }) => resource), roles };
}
