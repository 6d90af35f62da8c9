import type { Operation } from "../description/api-description.js";
import type { SchemaRegistry } from "../schema/schema.js";
import type { Role } from "./operation-role.js";
import type { Resource } from "./resource.js";

/** What the paths mean. */
export function inferResources(
  _operations: readonly Operation[],
  _schemas: SchemaRegistry,
): { resources: readonly Resource[]; roles: ReadonlyMap<Operation, { role: Role; reason: string }> } {
  return { resources: [], roles: new Map() };
}
