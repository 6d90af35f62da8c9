import { foldName } from "./fold-name.js";
import { type ShapeSegment, withoutBase } from "./path-shape.js";
import type { ReadPair } from "./read-pair.js";
import type { Parent, Resource } from "./resource.js";
import { isSameShape } from "./same-record.js";
import type { SchemaReader } from "./schema-reader.js";

/** A resource whose state is looked for. */
export interface Stateless {
  readonly resource: Pick<Resource, "parents" | "id">;
  /** Its collection path. */
  readonly segments: readonly ShapeSegment[];
  readonly pair: Pick<ReadPair, "records">;
}

/** A resource that has its state. */
export interface Stateful extends Stateless {
  readonly resource: Resource;
}

/**
 * Which of `others` keeps the records of `one` as well: `/users` those of `/admin/users`. Its path must be the end of the
 * other's (parameters apart), both must show the same record under the same id, and every parent that only the longer one
 * has must be repeated by a property: `/customers/{id}/subscriptions` has the records of `/subscriptions` with that `customer`.
 */
export function findSharedState(
  reader: SchemaReader,
  one: Stateless,
  others: readonly Stateful[],
): Resource | undefined {
  return others.find((other) => isShared(reader, one, other))?.resource;
}

function isShared(reader: SchemaReader, one: Stateless, other: Stateful): boolean {
  const { id, parents } = one.resource;
  return (
    isEndOf(literals(other.segments), literals(one.segments)) &&
    id.property?.join("/") === other.resource.id.property?.join("/") &&
    other.resource.parents.every((parent) => parents.some((own) => isSameParent(own, parent))) &&
    parents.every(
      (own) => other.resource.parents.some((parent) => isSameParent(own, parent)) || own.property !== undefined,
    ) &&
    one.pair.records.some((record) => other.pair.records.some((known) => isSameShape(reader, record, known)))
  );
}

function literals(segments: readonly ShapeSegment[]): string[] {
  return withoutBase(segments).flatMap((segment) => (segment.kind === "literal" ? [foldName(segment.text)] : []));
}

function isEndOf(end: readonly string[], whole: readonly string[]): boolean {
  return end.length > 0 && end.every((word, index) => whole[whole.length - end.length + index] === word);
}

function isSameParent(a: Parent, b: Parent): boolean {
  if (a.resource && b.resource) return a.resource.stateKey === b.resource.stateKey;
  return foldName(a.parameter) === foldName(b.parameter);
}
