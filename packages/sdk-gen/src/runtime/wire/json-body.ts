import type { RecordOptions } from "../client-options.js";
import { ValidationError } from "../errors.js";
import { isPlainObject } from "../is-plain-object.js";
import type { BodySpec, MediaSpec, OperationSpec } from "../operation-spec.js";
import type { Place } from "../resource-spec.js";
import { issueOf } from "../validate/issue.js";
import type { RequestDetails } from "./follow.js";

/** Writes the body of a request. Operations with a body bring it along. */
export interface BodyWriter {
  readonly write: (init: RequestDetails, operation: OperationSpec, value: unknown, wanted: string | undefined) => void;
  /** Absent: there is only one media type, and it is not a form. */
  readonly choose?: ChooseMedia;
}

/** Chooses the media type of a body: the requested one, or else the first documented one that can contain the value. */
export type ChooseMedia = (
  spec: BodySpec,
  value: unknown,
  wanted: string | undefined,
) => { readonly type: string; readonly media: MediaSpec | undefined };

/** Writes the bodies of operations that take one JSON type. */
export const jsonBody: BodyWriter = {
  write(init, { body, json, exactIntegers }, value, wanted) {
    const [[type, { schema }] = ["application/json", { schema: json }]] = Object.entries(body?.content ?? {});
    const exact = schema && exactIntegers ? exactIntegers(value, schema) : value;
    writeBody(init, isReady(exact) ? exact : toJson(exact), wanted ?? type);
  },
};

/** For operations whose method takes no body. */
export const noBody: BodyWriter = {
  write(_init, { id }) {
    throw new ValidationError([issueOf("body", "", "method", "cannot be sent with GET or HEAD")], id);
  },
};

export function writeBody(init: RequestDetails, body: unknown, contentType: string): void {
  Object.assign(init, { body }, isReady(body) && { duplex: "half" });
  // The platform chooses the boundary of forms.
  if (!(body instanceof FormData)) init.headers["content-type"] = contentType;
}

/** True for files, forms, buffers and streams, which are sent as they are. */
export function isReady(value: unknown): boolean {
  return typeof value === "object" && value !== null && Symbol.toStringTag in value;
}

/** The media type of a form; `undefined` for other values. */
export function formType(value: unknown): string | undefined {
  if (value instanceof FormData) return "multipart/form-data";
  return value instanceof URLSearchParams ? "application/x-www-form-urlencoded" : undefined;
}

/** JSON in which `bigint`s stay exact numbers. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // `JSON.stringify` throws on bigints. Searching for them first would cost more than the rest of the call.
    return withBigints(value);
  }
}

function withBigints(value: unknown): string {
  const mark = "\u0000onespec-bigint:";
  return JSON.stringify(value, (_name, member) => (typeof member === "bigint" ? mark + member : member)).replace(
    /"\\u0000onespec-bigint:(-?\d+)"/g,
    "$1",
  );
}

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
