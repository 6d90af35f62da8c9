import { asObject, isObject, percentEncode } from "../description/json.js";
import type { RawMediaType } from "../description/raw-operation.js";

/** A body in the form in which it is sent. */
export interface WrittenBody {
  readonly contentType: string;
  readonly bytes: Buffer;
}

export function isJsonType(type: string): boolean {
  return (
    type === "application/json" ||
    type === "text/json" ||
    /\+json$/.test(type) ||
    type === "*/*" ||
    type === "application/*"
  );
}

/** True for the media types that the check can write. XML is not one of them. */
export function canWrite({ type }: RawMediaType): boolean {
  return isJsonType(type) || isFormType(type) || isRawType(type);
}

export function isFormType(type: string): boolean {
  return type === "application/x-www-form-urlencoded" || type === "multipart/form-data";
}

function isRawType(type: string): boolean {
  return /^(text\/(?!xml)|application\/octet-stream|image\/|audio\/|video\/|application\/(pdf|zip|gzip|x-tar|x-yaml|yaml|x-ndjson|jsonl))/.test(
    type,
  );
}

export function writeBody(media: RawMediaType, value: unknown): WrittenBody {
  const { type } = media;
  if (type === "application/x-www-form-urlencoded") return { contentType: type, bytes: Buffer.from(writeForm(value)) };
  if (type === "multipart/form-data") return writeMultipart(media, value);
  if (isJsonType(type)) {
    const contentType = type.includes("*") ? "application/json" : type;
    return { contentType, bytes: Buffer.from(JSON.stringify(value)) };
  }
  const contentType = type.includes("*")
    ? type.replace(
        "*",
        { image: "png", audio: "mpeg", video: "mp4", text: "plain" }[type.split("/")[0] ?? ""] ?? "plain",
      )
    : type;
  return { contentType, bytes: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)) };
}

/** The value that the written body expresses. A form cannot express an object without fields or an empty list. */
export function asWritten({ type }: RawMediaType, value: unknown): unknown {
  return type === "application/x-www-form-urlencoded" ? (withoutEmpty(value) ?? {}) : value;
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (!isObject(value)) return value;
  const fields = Object.entries(value)
    .map(([name, item]) => [name, withoutEmpty(item)] as const)
    .filter(([, item]) => item !== undefined);
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/** Arrays repeat the name. Objects use brackets, as at Stripe and Twilio. Nested arrays get an index. */
function writeForm(value: unknown): string {
  const pieces: string[] = [];
  const visit = (name: string, item: unknown, depth: number): void => {
    if (Array.isArray(item)) {
      for (const [index, element] of item.entries()) {
        visit(isObject(element) || depth > 0 ? `${name}[${index}]` : name, element, depth + 1);
      }
    } else if (isObject(item)) {
      for (const [key, element] of Object.entries(item)) visit(`${name}[${key}]`, element, depth + 1);
    } else if (item !== undefined) {
      pieces.push(`${percentEncode(name)}=${percentEncode(String(item))}`);
    }
  };
  for (const [name, item] of Object.entries(asObject(value))) visit(name, item, 0);
  return pieces.join("&");
}

function writeMultipart(media: RawMediaType, value: unknown): WrittenBody {
  const boundary = "conformance-boundary-7d9f";
  const parts: string[] = [];
  for (const [name, item] of Object.entries(asObject(value))) {
    for (const element of Array.isArray(item) && !item.some(isObject) ? item : [item]) {
      const isStructure = isObject(element) || Array.isArray(element);
      const declared = asObject(media.encoding[name]).contentType;
      // Many servers take a part without a file name as a text, and miss the file.
      const isFile = media.files.includes(name);
      const usual = isFile ? "application/octet-stream" : isStructure ? "application/json" : undefined;
      const type = typeof declared === "string" ? declared.split(",")[0] : usual;
      parts.push(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${type !== undefined && !isStructure ? `; filename="${name}.bin"` : ""}\r\n` +
          `${type === undefined ? "" : `Content-Type: ${type.trim()}\r\n`}\r\n${isStructure ? JSON.stringify(element) : String(element)}\r\n`,
      );
    }
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.from(`${parts.join("")}--${boundary}--\r\n`),
  };
}
