import type { Operation } from "../description/api-description.js";
import type { BuiltResource } from "./build-resources.js";
import type { WriteRole } from "./operation-role.js";
import { requestSchema } from "./operation-schemas.js";
import { writePlaces } from "./read-pair.js";
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
  const body = requestSchema(operation);
  const items = body === undefined ? undefined : reader.facts(body).items;
  if (items === undefined || !MAKING.test(verb)) return undefined;
  const single = requestSchema(pair.roles.create);
  const isRecord = [pair.record, single].some((one) => one !== undefined && isSameRecord(reader, items, one));
  const places = writePlaces(reader, operation, pair);
  return isRecord && places.many ? { kind: "create", resource, ...places } : undefined;
}

const MAKING = /^:?(?:bulk|batch|create|add|import|insert)/i;
