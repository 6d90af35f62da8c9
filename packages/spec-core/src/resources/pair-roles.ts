import type { Operation } from "../description/api-description.js";
import type { BuiltResource } from "./build-resources.js";
import { crudRoles } from "./crud-roles.js";
import type { Role } from "./operation-role.js";
import type { SchemaReader } from "./schema-reader.js";

/** The role of an operation, `undefined` when none of those that are looked for fits. */
export type RoleFinder = (operation: Operation) => Role | undefined;

/** Finds the roles of the operations that stand in pairs; those of a pair are worked out when one of them is asked for. */
export function createPairRoles(reader: SchemaReader, built: readonly BuiltResource[]): RoleFinder {
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
      for (const { pair, resource } of pairs) {
        for (const [own, role] of crudRoles(reader, pair, resource)) roles.set(own, role);
      }
    }
    return roles.get(operation);
  };

  function wait(operation: Operation, one: BuiltResource): void {
    const pairs = waiting.get(operation);
    if (pairs) pairs.push(one);
    else waiting.set(operation, [one]);
  }
}
