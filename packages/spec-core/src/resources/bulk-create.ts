import type { Operation } from "../description/api-description.js";
import type { BuiltResource } from "./build-resources.js";
import type { WriteRole } from "./operation-role.js";
import { manyItems, writeRole } from "./record-roles.js";
import { isSameRecord } from "./same-record.js";
import type { SchemaReader } from "./schema-reader.js";

/**
 * The role of `POST /users/createWithList`: it takes an array of records, or of what creating takes one of.
 * @param verb the segment behind the collection path
 */
export function bulkCreateRole(
  reader: SchemaReader,
  operation: Operation,
  verb: string,
  { pair, resource }: BuiltResource,
): WriteRole<"create"> | undefined {
  const items = MAKING.test(verb) ? manyItems(reader, operation) : undefined;
  if (items === undefined) return undefined;
  const single = reader.body(pair.roles.create);
  const isRecord = [pair.record, single].some((one) => one !== undefined && isSameRecord(reader, items, one));
  return isRecord ? writeRole(reader, "create", operation, pair, resource) : undefined;
}

const MAKING = /^:?(?:bulk|batch|create|add|import|insert)/i;
