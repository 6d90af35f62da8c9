import type { Operation } from "../description/api-description.js";
import type { SchemaRegistry } from "../schema/schema.js";
import { buildResources } from "./build-resources.js";
import { describeRole } from "./describe-role.js";
import type { Role } from "./operation-role.js";
import { otherRoles } from "./other-roles.js";
import { pairPaths } from "./pair-paths.js";
import { createPairRoles, type RoleFinder } from "./pair-roles.js";
import { plausiblePairs } from "./plausible-pairs.js";
import { readPair } from "./read-pair.js";
import type { Resource } from "./resource.js";
import { groupRoutes } from "./routes.js";
import { createSchemaReader } from "./schema-reader.js";
import { findShallowItems } from "./shallow-items.js";

export interface InferredResources {
  /** In alphabetical order of their collection paths. */
  readonly resources: readonly Resource[];
  /** The role of one of the operations. Those outside of pairs are worked out when asked for. */
  roleOf(operation: Operation): InferredRole;
}

export interface InferredRole {
  readonly role: Role;
  /** One sentence for people. */
  readonly reason: string;
}

const OWN_STATE: Role = { kind: "operation" };

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
  const pairRole = createPairRoles(reader, built);
  let others: RoleFinder | undefined;
  return {
    resources: built.map(({ resource }) => resource),
    roleOf(operation) {
      let role = pairRole(operation);
      if (role === undefined) {
        others ??= otherRoles(reader, routes, built, pairRole);
        role = others(operation) ?? OWN_STATE;
      }
      const found = role;
      return {
        role,
        get reason() {
          return describeRole(operation, found);
        },
      };
    },
  };
}
