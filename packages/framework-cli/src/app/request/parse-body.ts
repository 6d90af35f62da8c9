import type { JsonSchema, MediaType, RequestBody } from "@onespec/spec-core";
import type { Problem } from "../problem.js";
import { Parsed, type ValueDecoder, type WireValue } from "./decode-value.js";
import { isJsonType, mediaTypeName, mediaTypeParameter, mediaTypeRank } from "./media-type.js";
import { nestNames } from "./nest-names.js";
import { type MultipartPart, parseMultipart } from "./parse-multipart.js";
import { decodeQueryText, parseQueryPairs } from "./query-pairs.js";
import { UploadedFile } from "./uploaded-file.js";

/** A body that was read, or why it could not be. `media` is the documented type it came as. */
export type ParsedBody =
  | { readonly ok: true; readonly value: unknown; readonly media: MediaType | undefined }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Reads a body as its Content-Type says; 415 when the action does not take that. JSON keeps its types; forms get those of the
 * schema; text is text, everything else a Buffer.
 */
export function parseBody(
  documented: RequestBody,
  body: Buffer,
  header: string | undefined,
  decoderOf: (schema: JsonSchema) => ValueDecoder,
): ParsedBody {
  const type = header === undefined ? implicitType(documented) : mediaTypeName(header);
  const media = selectMedia(documented, type);
  if (media === undefined && documented.content.length > 0) return refusal(unsupported(documented, header));
  const parsed = (value: unknown): ParsedBody => ({ ok: true, value, media });
  if (isJsonType(type)) return parseJson(body.toString("utf8"), parsed);
  const decoder = decoderOf(media?.schema?.json ?? true);
  if (type === "application/x-www-form-urlencoded") {
    const pairs = parseQueryPairs(body.toString("latin1"));
    return parsed(
      decodeForm(
        pairs.map(({ name, raw }) => [name, decodeQueryText(raw)]),
        decoder,
        decoderOf,
      ),
    );
  }
  if (type === "multipart/form-data") {
    const parts = parseMultipart(body, mediaTypeParameter(header ?? "", "boundary") ?? "");
    if (parts === undefined)
      return refusal(malformed("multipart", "is not a multipart body with the boundary that Content-Type names"));
    return parsed(
      decodeForm(
        parts.map((part) => [part.name, partValue(part)]),
        decoder,
        decoderOf,
      ),
    );
  }
  const isText = type.startsWith("text/") || type.endsWith("+xml") || type === "application/xml";
  return parsed(isText ? decodeText(body, mediaTypeParameter(header ?? "", "charset")) : body);
}

function selectMedia({ content }: RequestBody, type: string): MediaType | undefined {
  const ranked = content.map((media) => ({ media, rank: mediaTypeRank(type, mediaTypeName(media.type)) }));
  return ranked.filter(({ rank }) => rank > 0).sort((a, b) => b.rank - a.rank)[0]?.media;
}

/** RFC 9110, section 8.3, lets a server guess. */
function implicitType({ content }: RequestBody): string {
  const types = content.map(({ type }) => mediaTypeName(type));
  return types.find(isJsonType) ?? types.find((type) => !type.includes("*")) ?? "application/json";
}

function parseJson(text: string, parsed: (value: unknown) => ParsedBody): ParsedBody {
  try {
    const value: unknown = JSON.parse(text);
    // As a property of its own it is harmless here, but not in code that copies objects key by key.
    if (text.includes('"__proto__"')) return refusal(malformed("JSON", "must not have a property __proto__"));
    return parsed(value);
  } catch (error) {
    return refusal(malformed("JSON", error instanceof Error ? error.message : String(error)));
  }
}

function partValue({ filename, contentType = "text/plain", content }: MultipartPart): WireValue {
  if (filename !== undefined) return new Parsed(new UploadedFile(filename, contentType, content));
  const text = content.toString("utf8");
  return isJsonType(mediaTypeName(contentType)) ? structured(text) : text;
}

/** Lists and objects may also come as JSON in one field (OpenAPI 3.1, "Special Considerations for multipart Content"). */
function decodeForm(
  pairs: readonly (readonly [string, WireValue])[],
  decoder: ValueDecoder,
  decoderOf: (schema: JsonSchema) => ValueDecoder,
): unknown {
  const fields = Object.entries(nestNames(pairs)).map(([name, value]): [string, WireValue] => {
    const { types } = decoderOf(decoder.shape.properties.get(name) ?? true).shape;
    const isStructured = !types.has("string") && (types.has("object") || types.has("array"));
    return [name, isStructured && typeof value === "string" ? structured(value) : value];
  });
  return decoder.decode(Object.fromEntries(fields));
}

function structured(text: string): WireValue {
  if (!/^\s*[[{"]/.test(text)) return text;
  try {
    return new Parsed(JSON.parse(text));
  } catch {
    return text;
  }
}

function decodeText(body: Buffer, charset = "utf-8"): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return body.toString("utf8");
  }
}

function unsupported({ content }: RequestBody, sent: string | undefined): Problem {
  const supported = content.map(({ type }) => type);
  const message = `Content-Type ${sent ?? ""} is not accepted; send ${supported.join(" or ")}`;
  return {
    status: 415,
    code: "unsupported-media-type",
    message: "Unsupported media type",
    details: [{ in: "header", path: "/content-type", message, supported }],
    headers: { "accept-post": supported.join(", ") },
  };
}

function malformed(what: string, message: string): Problem {
  const details = [{ in: "body", path: "", message }];
  return { status: 400, code: `malformed-${what.toLowerCase()}`, message: `Malformed ${what}`, details };
}

function refusal(problem: Problem): ParsedBody {
  return { ok: false, problem };
}
