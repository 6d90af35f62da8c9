import { isPlainObject } from "../is-plain-object.js";
import type { Place, RecordOperation, ResourceSpec } from "../resource-spec.js";

/** Builds a request body from a record. */
export type RecordBody = (
  record: unknown,
  operation: RecordOperation,
  id: unknown,
  resource: ResourceSpec,
  envelope?: Readonly<Record<string, unknown>>,
) => unknown;

/** Wraps the record, for APIs that take it in an envelope. */
export const inEnvelope: RecordBody = (record, operation, id, resource, envelope = {}) => {
  const { body = [], idempotencyKey: [key] = [] } = operation;
  const wrapped = body.reduceRight<unknown>(
    (inner, name) => ({ [name]: inner }),
    withId(record, operation, id, resource),
  );
  const newKey = key !== undefined && envelope[key] === undefined ? { [key]: crypto.randomUUID() } : {};
  return { ...newKey, ...envelope, ...(wrapped as object) };
};

/** Adds the id to the record, for paths that do not contain it. */
export const withId: RecordBody = (record, { path }, id, { id: place, parents = [] }) =>
  id === undefined || !place || path === undefined || path.length > parents.length || !isPlainObject(record)
    ? record
    : setAt(record, place, id);

function setAt(record: Readonly<Record<string, unknown>>, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value;
  const inner = record[name];
  return { ...record, [name]: setAt(isPlainObject(inner) ? inner : {}, rest, value) };
}
