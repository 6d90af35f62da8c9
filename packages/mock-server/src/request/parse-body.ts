import type { MediaType, RequestBody, SchemaRegistry } from "@onespec/spec-core";
import type { Problem } from "../errors/problem.js";
import { headerText, type MockRequest } from "../server/mock-request.js";
import type { Awaitable } from "../store/record-store.js";
import { jsonSyntaxError } from "./json-position.js";
import { essence, headerParameter, isJsonType, isWithin, isXmlType } from "./match-media-type.js";
import { parseForm, parseMultipartForm } from "./parse-form.js";
import { parseXml } from "./parse-xml.js";
import { schemaShape } from "./schema-shape.js";

/** A body that was read, or why not. `media` is the documented media type it came as. */
export type ParsedBody =
  | { readonly ok: true; readonly value: unknown; readonly media: MediaType | undefined; readonly type: string }
  | { readonly ok: false; readonly problem: Problem };

/** Media types of patches, which every operation that updates by JSON understands as well. */
const PATCH_TYPES = ["application/merge-patch+json", "application/json-patch+json"];

const NO_BODY: ParsedBody = { ok: true, value: undefined, media: undefined, type: "" };

/** Reads the body as its content type says, if the operation documents that type; 415 when it does not. */
export function parseBody(
  schemas: SchemaRegistry,
  documented: RequestBody,
  request: MockRequest,
  allowsPatches: boolean,
): Awaitable<ParsedBody> {
  const { body } = request;
  if (body === undefined || body.length === 0) return NO_BODY;
  const encoding = headerText(request.headers, "content-encoding");
  if (encoding !== undefined && encoding !== "" && encoding.toLowerCase() !== "identity")
    return { ok: false, problem: unsupportedEncoding(encoding) };
  const sent = headerText(request.headers, "content-type");
  const type = sent === undefined ? implicitType(documented) : essence(sent);
  const media = selectMediaType(documented, type);
  if (!media) {
    const isPatch = allowsPatches && PATCH_TYPES.includes(type) && documented.content.some((m) => isJsonType(m.type));
    if (!isPatch && documented.content.length > 0)
      return { ok: false, problem: unsupportedMediaType(documented, sent, allowsPatches) };
  }
  if (isJsonType(type)) {
    // A range such as `application/*` describes the record, never the operations of a JSON Patch.
    const isRange = media !== undefined && essence(media.type) !== type;
    return parseJson(textOf(body), isRange && PATCH_TYPES.includes(type) ? undefined : media, type);
  }
  if (type === "application/x-www-form-urlencoded") {
    return { ok: true, value: media && parseForm(schemas, media, textOf(body)), media, type };
  }
  if (type === "multipart/form-data" && media) {
    const value = parseMultipartForm(schemas, media, bytesOf(body), sent ?? "");
    if (value !== undefined) return { ok: true, value, media, type };
    const detail = "is not a well-formed multipart body with the boundary that Content-Type names";
    return { ok: false, problem: malformed("malformed-multipart", "Malformed multipart body", detail) };
  }
  const text = (): string => textOf(body, sent && headerParameter(sent, "charset"));
  if (isXmlType(type)) return parseXmlBody(schemas, text(), media, type);
  return { ok: true, value: type.startsWith("text/") ? text() : binaryText(body), media, type };
}

/** The most specific documented type that the concrete one falls under. */
function selectMediaType(documented: RequestBody, type: string): MediaType | undefined {
  let best: MediaType | undefined;
  let bestRank = 0;
  for (const media of documented.content) {
    const range = essence(media.type);
    const rank = range === type ? 3 : !isWithin(type, range) ? 0 : range === "*/*" || range === "*" ? 1 : 2;
    if (rank > bestRank) [best, bestRank] = [media, rank];
  }
  return best;
}

/** A body without a Content-Type is taken for JSON where that is documented (RFC 9110, section 8.3, lets a server guess). */
function implicitType({ content }: RequestBody): string {
  const types = content.map((media) => essence(media.type));
  return types.find(isJsonType) ?? types.find((type) => !type.includes("*")) ?? "application/octet-stream";
}

function parseJson(text: string, media: MediaType | undefined, type: string): ParsedBody {
  try {
    return { ok: true, value: JSON.parse(text), media, type };
  } catch {
    const { line, column, message } = jsonSyntaxError(text);
    return {
      ok: false,
      problem: {
        status: 400,
        code: "malformed-json",
        message: "Malformed JSON",
        details: [{ in: "body", path: "", message: `${message} (line ${line}, column ${column})`, line, column }],
      },
    };
  }
}

async function parseXmlBody(
  schemas: SchemaRegistry,
  text: string,
  media: MediaType | undefined,
  type: string,
): Promise<ParsedBody> {
  const schema = media?.schema;
  if (!schema || schemaShape(schemas, schema.json).isFreeText) return { ok: true, value: text, media, type };
  const value = await parseXml(schemas, schema.json, text);
  return value === undefined
    ? {
        ok: false,
        problem: malformed("malformed-xml", "Malformed XML", "is not well-formed XML, or declares a document type"),
      }
    : { ok: true, value, media, type };
}

function unsupportedMediaType({ content }: RequestBody, sent: string | undefined, isPatch: boolean): Problem {
  const supported = content.map((media) => media.type);
  const patches = [...supported, ...(supported.some((type) => isJsonType(essence(type))) ? PATCH_TYPES : [])];
  const message = `Content-Type ${sent === undefined ? "is missing" : `${sent} is not accepted`}; send ${supported.join(" or ")}`;
  return {
    status: 415,
    code: "unsupported-media-type",
    message: "Unsupported media type",
    details: [{ in: "header", path: "/content-type", message, supported }],
    // RFC 5789, section 3.1, and the Linked Data Platform's `Accept-Post`, which others took over.
    headers: isPatch ? { "accept-patch": [...new Set(patches)].join(", ") } : { "accept-post": supported.join(", ") },
  };
}

/** @see RFC 9110, section 15.5.16 */
function unsupportedEncoding(encoding: string): Problem {
  const message = `Content-Encoding ${encoding} is not read; send the body as it is`;
  return {
    status: 415,
    code: "unsupported-encoding",
    message: "Unsupported content encoding",
    details: [{ in: "header", path: "/content-encoding", message }],
    headers: { "accept-encoding": "identity" },
  };
}

function malformed(code: string, message: string, detail: string): Problem {
  return { status: 400, code, message, details: [{ in: "body", path: "", message: detail }] };
}

function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === "string" ? Buffer.from(body) : body;
}

function textOf(body: string | Uint8Array, charset = "utf-8"): string {
  if (typeof body === "string") return body;
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

/** Bytes as text, one character a byte: how JSON Schema sees `format: binary`. */
function binaryText(body: string | Uint8Array): string {
  return typeof body === "string"
    ? body
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1");
}
