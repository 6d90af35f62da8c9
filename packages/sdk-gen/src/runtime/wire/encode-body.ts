import { isPlainObject } from "../is-plain-object.js";
import type { BodySpec, MediaSpec } from "../operation-spec.js";

export interface EncodedBody {
  readonly body: BodyInit;
  /** Absent for multipart: the boundary is the platform's to choose. */
  readonly contentType?: string;
}

/** Which of the documented media types a value is sent as: the one asked for, else the first that can hold it. */
export function selectMediaType({ content }: BodySpec, value: unknown, wanted?: string): string {
  const types = Object.keys(content);
  const [first] = types;
  if (wanted !== undefined) return wanted;
  const form = types.find((type) => type.startsWith("multipart/"));
  if (value instanceof FormData) return form ?? "multipart/form-data";
  if (value instanceof URLSearchParams) return "application/x-www-form-urlencoded";
  if (value instanceof Blob && value.type !== "" && types.some((type) => matches(type, value.type))) return value.type;
  // JSON would write nothing of a file.
  if (form && isPlainObject(value) && Object.values(value).flat().some(isBinary)) return form;
  return isBinary(value)
    ? (types.find((type) => !isJson(type) && !/^(multipart\/|application\/x-www-form-urlencoded)/i.test(type)) ??
        first ??
        BYTES)
    : (first ?? JSON_TYPE);
}

const JSON_TYPE = "application/json";
const BYTES = "application/octet-stream";

/** Which of the documented media ranges, such as all images, covers a media type. @see RFC 9110, section 12.5.1 */
export function rangeOf(type: string, ranges: readonly string[]): string | undefined {
  return ranges.find((range) => range.includes("*") && matches(range, type));
}

export function encodeBody(value: unknown, type: string, media: MediaSpec | undefined): EncodedBody {
  const contentType = type.includes("*") ? concreteType(type, value) : type;
  if (value instanceof FormData || value instanceof URLSearchParams) return { body: value };
  if (isBinary(value)) return { body: value, contentType };
  const body = media?.encode?.(value, media);
  if (typeof body === "object") return { body };
  if (body !== undefined) return { body, contentType };
  const isText = typeof value === "string" && !isJson(type) && type !== "*/*";
  return { body: isText ? value : toJson(value), contentType };
}

export function isJson(type: string): boolean {
  return /^[^;]*[/+]json\b(?!-seq)/i.test(type);
}

/** JSON in which `bigint`s stay exact numbers. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Bigints are what it refuses. Looking for them first would cost more than the rest.
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

function matches(range: string, type: string): boolean {
  const [kind, subtype] = range.split("/");
  return range === "*/*" || range === type || (subtype === "*" && type.startsWith(`${kind}/`));
}

function concreteType(range: string, value: unknown): string {
  if (value instanceof Blob && value.type !== "") return value.type;
  if (range === "text/*") return "text/plain";
  return isBinary(value) ? BYTES : JSON_TYPE;
}

type Binary = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | ReadableStream;

function isBinary(value: unknown): value is Binary {
  return (
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    value instanceof ReadableStream
  );
}
