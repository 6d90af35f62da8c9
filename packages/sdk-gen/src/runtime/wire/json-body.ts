import type { BodySpec, MediaSpec } from "../operation-spec.js";

/** Chooses the media type of a body and encodes it. Operations that take more than JSON bring one along. */
export interface BodyWriter {
  /** The media type that the value is sent as: the requested one, else the first documented one that can hold it. */
  readonly typeOf: (spec: BodySpec, value: unknown, wanted?: string) => string;
  /** The documented media type or range that covers a media type. */
  readonly mediaOf: (spec: BodySpec, type: string) => MediaSpec | undefined;
  readonly encode: (value: unknown, type: string, media: MediaSpec | undefined) => EncodedBody;
}

export interface EncodedBody {
  readonly body: BodyInit;
  /** Absent for forms: the platform chooses the boundary. */
  readonly contentType?: string;
}

/** Writes the bodies of operations that take one JSON type. */
export const jsonBody: BodyWriter = {
  typeOf: ({ content }, value, wanted) => wanted ?? formType(value) ?? Object.keys(content)[0] ?? "application/json",
  mediaOf: ({ content }, type) => content[type],
  encode: encodeJson,
};

/** The media type of a form; `undefined` for other values. */
export function formType(value: unknown): string | undefined {
  if (value instanceof FormData) return "multipart/form-data";
  return value instanceof URLSearchParams ? "application/x-www-form-urlencoded" : undefined;
}

/** Sends forms and binary data as they are, texts as they are if the type is not JSON, and other values as JSON. */
export function encodeJson(value: unknown, contentType: string): EncodedBody {
  if (formType(value)) return { body: value as FormData };
  const isReady = isBinary(value) || (typeof value === "string" && !isJson(contentType));
  return { body: isReady ? (value as BodyInit) : toJson(value), contentType };
}

export function isJson(type: string): boolean {
  return /^[^;]*[/+]json\b(?!-seq)/i.test(type);
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

export function isBinary(value: unknown): boolean {
  return (
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    value instanceof ReadableStream
  );
}
