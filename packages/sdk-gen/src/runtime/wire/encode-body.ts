import type { BodySpec, EncodingSpec, MediaSpec, ParameterSpec } from "../operation-spec.js";
import { isPlainObject, scalar, serializeParameter } from "./serialize-parameter.js";

export interface EncodedBody {
  readonly body: BodyInit;
  /** Absent for multipart: the boundary is the platform's to choose. */
  readonly contentType: string | undefined;
}

/** Which of the documented media types a value is sent as: the one asked for, else the first that can hold it. */
export function selectMediaType({ content }: BodySpec, value: unknown, wanted?: string): string {
  const types = Object.keys(content);
  if (wanted !== undefined) return wanted;
  if (value instanceof FormData) return types.find((type) => type.startsWith("multipart/")) ?? "multipart/form-data";
  if (value instanceof URLSearchParams) return "application/x-www-form-urlencoded";
  if (value instanceof Blob && value.type !== "" && types.some((type) => matches(type, value.type))) return value.type;
  if (isBinary(value))
    return types.find((type) => !isJson(type) && !isForm(type)) ?? types[0] ?? "application/octet-stream";
  return types[0] ?? "application/json";
}

/** Which of the documented media ranges, such as all images, covers a media type. @see RFC 9110, section 12.5.1 */
export function rangeOf(type: string, ranges: readonly string[]): string | undefined {
  return ranges.find((range) => range.includes("*") && matches(range, type));
}

export function encodeBody(value: unknown, type: string, media: MediaSpec | undefined): EncodedBody {
  const contentType = type.includes("*") ? concreteType(type, value) : type;
  if (value instanceof FormData || value instanceof URLSearchParams) return { body: value, contentType: undefined };
  if (isBinary(value)) return { body: value, contentType };
  if (type.startsWith("multipart/")) return { body: multipart(value, media), contentType: undefined };
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return { body: urlencoded(value, media), contentType };
  if (isSequence(type))
    return {
      body: [...(value as Iterable<unknown>)]
        .map((item) => `${/json-seq/.test(type) ? "\u001e" : ""}${toJson(item)}\n`)
        .join(""),
      contentType,
    };
  if (isJson(type) || type === "*/*") return { body: toJson(value), contentType };
  return {
    body: typeof value === "string" ? value : typeof value === "object" ? toJson(value) : String(value),
    contentType,
  };
}

export function isJson(type: string): boolean {
  return /^[^;]*[/+]json\b(?!-seq)/i.test(type);
}

export function isSequence(type: string): boolean {
  return /^application\/(x-ndjson|jsonl|x-jsonlines|jsonlines|json-seq)\b/i.test(type);
}

/** JSON in which `bigint`s stay exact numbers. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Bigints are what it refuses. Looking for them first would cost more than the rest.
    return withBigints(value);
  }
}

function withBigints(value: unknown): string {
  const big: string[] = [];
  const mark = "\u0000onespec-bigint:";
  const text = JSON.stringify(value, (_name, member) =>
    typeof member === "bigint" ? mark + (big.push(String(member)) - 1) : member,
  );
  return big.length === 0
    ? text
    : text.replace(/"\\u0000onespec-bigint:(\d+)"/g, (_whole, at: string) => big[Number(at)] ?? "null");
}

function isForm(type: string): boolean {
  return /^(multipart\/|application\/x-www-form-urlencoded)/i.test(type);
}

function matches(range: string, type: string): boolean {
  const [kind, subtype] = range.split("/");
  return range === "*/*" || range === type || (subtype === "*" && type.startsWith(`${kind}/`));
}

function concreteType(range: string, value: unknown): string {
  if (value instanceof Blob && value.type !== "") return value.type;
  if (range === "text/*") return "text/plain";
  return isBinary(value) ? "application/octet-stream" : "application/json";
}

type Binary = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | ReadableStream;

function isBinary(value: unknown): value is Binary {
  return (
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    (typeof ReadableStream !== "undefined" && value instanceof ReadableStream)
  );
}

/** One part a property; arrays repeat their part; objects are JSON parts. @see OpenAPI 3.1, "Encoding Object" */
function multipart(value: unknown, media: MediaSpec | undefined): FormData {
  const form = new FormData();
  if (!isPlainObject(value)) return form;
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const encoding = media?.encoding?.[name];
    for (const item of Array.isArray(member) ? member : [member]) appendPart(form, name, item, encoding);
  }
  return form;
}

function appendPart(form: FormData, name: string, value: unknown, encoding: EncodingSpec | undefined): void {
  const type = encoding?.contentType?.split(",")[0]?.trim();
  if (value instanceof Blob) form.append(name, value);
  else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
    form.append(name, new Blob([value as BlobPart], { type: type ?? "application/octet-stream" }));
  else if (typeof value === "object" && value !== null && !(value instanceof Date))
    form.append(name, new Blob([toJson(value)], { type: type ?? "application/json" }));
  else if (type && !/^text\/plain\b/.test(type)) form.append(name, new Blob([scalar(value)], { type }));
  else form.append(name, scalar(value));
}

/** As query parameters of style `form`, unless the encoding says otherwise; nested values in brackets. Spaces are `+`. @see WHATWG URL, section 5.2 */
function urlencoded(value: unknown, media: MediaSpec | undefined): string {
  if (!isPlainObject(value)) return typeof value === "string" ? value : "";
  return Object.entries(value)
    .flatMap(([name, member]) => {
      if (member === undefined) return [];
      const encoding = media?.encoding?.[name];
      const nested =
        isPlainObject(member) || (Array.isArray(member) && member.some((item) => typeof item === "object"));
      const style = encoding?.style ?? (nested ? "deepObject" : undefined);
      const spec: ParameterSpec = {
        name,
        in: "query",
        ...(style ? { style } : {}),
        ...(encoding?.explode === undefined ? {} : { explode: encoding.explode }),
      };
      return serializeParameter(spec, member);
    })
    .filter((part) => part !== "")
    .join("&")
    .replaceAll("%20", "+");
}
