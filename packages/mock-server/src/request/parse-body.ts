import {
  essence,
  headerParameter,
  implicitType,
  isJsonType,
  isXmlType,
  JsonRefusal,
  LARGE_BODY,
  type LargeBodies,
  parseForm,
  parseJsonText,
  parseLargeJson,
  selectMediaType,
  TooManyFields,
} from "@onespec/http-requests";
import {
  inOneGo,
  type MediaType,
  type RequestBody,
  type SchemaRegistry,
  type SchemaViolation,
  schemaShape,
} from "@onespec/spec-core";
import { malformedProblem, type Problem, type ProblemDetail } from "../errors/problem.js";
import { headerText, type MockRequest } from "../server/mock-request.js";
import type { Awaitable } from "../store/record-store.js";
import { FORM_RULES } from "./form-rules.js";
import { MOST_XML, parseXml } from "./parse-xml.js";
import { type PlacedFile, SentFile } from "./sent-file.js";
import { tooManyFieldsProblem } from "./too-many-fields.js";
import { isUploadType } from "./upload.js";

/** A body that was read, or why not. `media` is the documented media type it came as. */
export type ParsedBody =
  | {
      readonly ok: true;
      readonly value: unknown;
      readonly media: MediaType | undefined;
      readonly type: string;
      /** The files in it; in the value their text stands in their stead, none where they were put aside. */
      readonly files?: readonly PlacedFile[];
      /** What is wrong with parts of a form that no schema of a value can say. */
      readonly violations?: readonly SchemaViolation[];
      /** It is to be checked in slices. */
      readonly isLarge?: boolean;
    }
  | { readonly ok: false; readonly problem: Problem };

/** Media types of patches, which every operation that updates by JSON understands as well. */
const PATCH_TYPES = ["application/merge-patch+json", "application/json-patch+json"];

const FORM = "application/x-www-form-urlencoded";

const NO_BODY: ParsedBody = { ok: true, value: undefined, media: undefined, type: "" };

/** Reads the body as its content type says, if the operation documents that type; 415 when it does not. @param large reads what is large */
export function parseBody(
  schemas: SchemaRegistry,
  documented: RequestBody,
  request: MockRequest,
  allowsPatches: boolean,
  large: LargeBodies,
): Awaitable<ParsedBody> {
  const { body, upload, gone } = request;
  const sent = headerText(request.headers, "content-type");
  if (!upload && (body === undefined || body.length === 0)) return emptyBody(schemas, documented, sent);
  const type = sent === undefined ? implicitType(documented, "application/octet-stream") : essence(sent);
  const media = selectMediaType(documented, type);
  if (!media) {
    const isPatch = allowsPatches && PATCH_TYPES.includes(type) && documented.content.some((m) => isJsonType(m.type));
    if (!isPatch && documented.content.length > 0)
      return { ok: false, problem: unsupportedMediaType(documented, sent, allowsPatches) };
  }
  if (type === "multipart/form-data" && media) return parseMultipartBody(schemas, media, request, sent ?? "");
  if (upload)
    return {
      ok: true,
      value: "",
      media,
      type,
      files: [{ place: [], file: new SentFile(undefined, type, upload.content) }],
    };
  if (body === undefined) return NO_BODY;
  if (isJsonType(type)) {
    // A range such as `application/*` describes the record, never the operations of a JSON Patch.
    const isRange = media !== undefined && essence(media.type) !== type;
    return parseJson(textOf(body), isRange && PATCH_TYPES.includes(type) ? undefined : media, type, large, gone);
  }
  if (type === FORM) return parseUrlencoded(schemas, media, textOf(body), large, gone);
  const text = (): string => textOf(body, sent && headerParameter(sent, "charset"));
  if (isXmlType(type) && !isUploadType(type)) return parseXmlBody(schemas, text(), media, type, large, gone);
  if (!isUploadType(type)) return { ok: true, value: text(), media, type };
  const file = new SentFile(undefined, type, bytesOf(body));
  return { ok: true, value: file.text, media, type, files: [{ place: [], file }] };
}

/** A form that nothing was filled in of is written as nothing at all; elsewhere nothing is no body. */
function emptyBody(schemas: SchemaRegistry, documented: RequestBody, sent: string | undefined): ParsedBody {
  if (sent === undefined || essence(sent) !== FORM) return NO_BODY;
  const media = selectMediaType(documented, FORM);
  return media ? { ok: true, value: inOneGo(parseForm(schemas, media, "", FORM_RULES)), media, type: FORM } : NO_BODY;
}

/** Few operations take forms with files, so the code for them is loaded by the first. */
async function parseMultipartBody(
  schemas: SchemaRegistry,
  media: MediaType,
  request: MockRequest,
  sent: string,
): Promise<ParsedBody> {
  const { parseMultipartForm } = await import("./parse-multipart-form.js");
  const form = await parseMultipartForm(schemas, media, request, sent).catch(tooManyFields);
  if (form && "problem" in form) return form;
  const isLarge = request.upload !== undefined || isLong(request.body ?? "");
  if (form) return { ok: true, media, type: "multipart/form-data", ...form, isLarge };
  const detail = "is not a well-formed multipart body with the boundary that Content-Type names";
  return { ok: false, problem: malformedProblem("malformed-multipart", "Malformed multipart body", detail) };
}

function parseUrlencoded(
  schemas: SchemaRegistry,
  media: MediaType | undefined,
  text: string,
  large: LargeBodies,
  gone: AbortSignal | undefined,
): Awaitable<ParsedBody> {
  const isLarge = isLong(text);
  const parsed = (value: unknown): ParsedBody => ({ ok: true, value, media, type: FORM, isLarge });
  if (!media) return parsed(undefined);
  if (isLarge) return large.run(parseForm(schemas, media, text, FORM_RULES), gone).then(parsed, tooManyFields);
  try {
    return parsed(inOneGo(parseForm(schemas, media, text, FORM_RULES)));
  } catch (error) {
    return tooManyFields(error);
  }
}

function tooManyFields(error: unknown): ParsedBody {
  if (!(error instanceof TooManyFields)) throw error;
  return { ok: false, problem: tooManyFieldsProblem() };
}

function isLong({ length }: string | Uint8Array): boolean {
  return length > LARGE_BODY;
}

function parseJson(
  text: string,
  media: MediaType | undefined,
  type: string,
  large: LargeBodies,
  gone: AbortSignal | undefined,
): Awaitable<ParsedBody> {
  if (isLong(text)) {
    return large
      .run(parseLargeJson(text, large), gone)
      .then((value): ParsedBody => ({ ok: true, value, media, type, isLarge: true }), refusedJson);
  }
  try {
    return { ok: true, value: parseJsonText(text), media, type };
  } catch (error) {
    return refusedJson(error);
  }
}

function refusedJson(error: unknown): ParsedBody {
  if (!(error instanceof JsonRefusal)) throw error;
  const { fault, message, line, column } = error;
  const detail = { in: "body", path: "" };
  switch (fault) {
    case "malformed": {
      const details = [{ ...detail, message: `${message} (line ${line}, column ${column})`, line, column }];
      return { ok: false, problem: { status: 400, code: "malformed-json", message: "Malformed JSON", details } };
    }
    case "too-deep":
    case "forbidden-name":
      return refusal(400, "too-deep", "Nested too deeply", { ...detail, message });
    case "too-many-names":
      return refusal(413, "too-many-values", "Too many values", { ...detail, message, hint: "Send a list instead." });
    case "too-many-values": {
      const hint = "Send them in several requests, or start with a larger --body-limit, which lets in more of them.";
      return refusal(413, "too-many-values", "Too many values", { ...detail, message, hint });
    }
  }
}

function refusal(status: number, code: string, message: string, detail: ProblemDetail): ParsedBody {
  return { ok: false, problem: { status, code, message, details: [detail] } };
}

async function parseXmlBody(
  schemas: SchemaRegistry,
  text: string,
  media: MediaType | undefined,
  type: string,
  large: LargeBodies,
  gone: AbortSignal | undefined,
): Promise<ParsedBody> {
  const schema = media?.schema;
  if (!schema || schemaShape(schemas, schema.json).isFreeText) return { ok: true, value: text, media, type };
  if (text.length > MOST_XML) return { ok: false, problem: tooMuchXml() };
  const parsed = await parseXml(schemas, schema.json, text, large, gone).catch(refusedJson);
  if ("problem" in parsed) return parsed;
  if (parsed.ok) return { ok: true, value: parsed.value, media, type, isLarge: isLong(text) };
  const { message, line, column } = parsed;
  const place = line === undefined ? "" : ` (line ${line}${column === undefined ? "" : `, column ${column}`})`;
  const detail = {
    in: "body",
    path: "",
    message: `${message}${place}`,
    ...(line === undefined ? {} : { line, column }),
  };
  return { ok: false, problem: { status: 400, code: "malformed-xml", message: "Malformed XML", details: [detail] } };
}

function tooMuchXml(): Problem {
  const message = `is longer than the ${MOST_XML} characters of XML that are read`;
  return { status: 413, code: "xml-too-large", message: "XML too large", details: [{ in: "body", path: "", message }] };
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

function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === "string" ? Buffer.from(body) : body;
}

function textOf(body: string | Uint8Array, charset = "utf-8"): string {
  if (typeof body === "string") return body;
  if (charset.toLowerCase() === "utf-8") return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
