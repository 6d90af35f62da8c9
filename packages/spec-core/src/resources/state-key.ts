import { parsePathTemplate } from "../description/path-template.js";
import { foldName } from "./fold-name.js";
import { lastLiteral, pathShape } from "./path-shape.js";
import type { Parent, Resource } from "./resource.js";
import { isSameRecord } from "./same-record.js";
import type { SchemaReader } from "./schema-reader.js";

export type Stateless = Omit<Resource, "stateKey" | "name">;

/**
 * Which of `others` keeps the records of `resource` as well: `/users` those of `/admin/users`. Both must end in the same
 * literal, show the same record under the same id, and every parent that only one of them has must be repeated by a
 * property of the record: `/customers/{id}/subscriptions` has the records of `/subscriptions` with that `customer`.
 */
export function findSharedState<R extends Stateless>(
  reader: SchemaReader,
  resource: Stateless,
  others: readonly R[],
): R | undefined {
  return others.find((other) => isShared(reader, resource, other));
}

function isShared(reader: SchemaReader, resource: Stateless, other: Stateless): boolean {
  return (
    lastWord(resource) === lastWord(other) &&
    resource.id.property?.join("/") === other.id.property?.join("/") &&
    isSameRecord(reader, resource.schema.json, other.schema.json) &&
    other.parents.every((parent) => resource.parents.some((own) => isSameParent(own, parent))) &&
    resource.parents.every(
      (own) => own.property !== undefined || other.parents.some((parent) => isSameParent(own, parent)),
    )
  );
}

function lastWord({ collectionPath }: Stateless): string {
  return foldName(lastLiteral(pathShape(parsePathTemplate(collectionPath)).segments));
}

function isSameParent(a: Parent, b: Parent): boolean {
  if (a.resource && b.resource) return a.resource.stateKey === b.resource.stateKey;
  return foldName(a.parameter) === foldName(b.parameter);
}
