import type { RecordOptions } from "../client-options.js";
import { isPlainObject } from "../is-plain-object.js";
import type { Place } from "../resource-spec.js";

/** The body of a call without a record. */
export function bodyOrEmpty(options: RecordOptions | undefined): unknown {
  return options?.body ?? {};
}

/** Wraps the record, for APIs that take it in an envelope. @param key the property of an idempotency key, which is filled if it is absent */
export function inEnvelope(record: unknown, place: Place, options: RecordOptions | undefined, key?: string): unknown {
  if (record === undefined) return undefined;
  const { envelope = {} } = options ?? {};
  const wrapped = place.reduceRight<unknown>((inner, name) => ({ [name]: inner }), record);
  const newKey = key !== undefined && envelope[key] === undefined ? { [key]: crypto.randomUUID() } : {};
  return { ...newKey, ...envelope, ...(wrapped as object) };
}

/** Adds the id to the record, for paths that do not contain it. */
export function withId(record: unknown, id: unknown, [name, ...rest]: Place): unknown {
  if (name === undefined) return id;
  if (!isPlainObject(record) || id === undefined) return record;
  const inner = record[name];
  return { ...record, [name]: withId(isPlainObject(inner) ? inner : {}, id, rest) };
}
