import type { Readable } from "node:stream";
import { isUint8Array } from "node:util/types";
import {
  type MediaType,
  type RequestBody,
  type Schema,
  type SchemaRegistry,
  type SchemaViolation,
  schemaShape,
} from "@onespec/spec-core";
import { headerText, type RequestHeaders } from "../model/message.js";
import { malformedProblem, type Problem, ProblemError, tooLargeProblem } from "../model/problem.js";
import { type FileStore, type PlacedFile, SentFile } from "../model/sent-file.js";
import { PATCH_TYPES } from "../patch/apply-patch.js";
import { bodyKind } from "../response/body-plan.js";
import { essence, headerParameter, implicitType, isJsonType, isXmlType, selectMediaType } from "../wire/media-type.js";
import { parseJson } from "../wire/parse-json.js";
import { parseForm } from "./form.js";
import { filesTooLarge, readMultipart } from "./multipart.js";
import { parseXml } from "./parse-xml.js";
import { receiveFile } from "./receive-file.js";

/** A body that was read. */
export interface ReadBody {
  readonly value: unknown;
  /** The documented media type that it came as. */
  readonly media: MediaType | undefined;
  /** Without parameters. */
  readonly type: string;
  /** The files in the body. The value contains their text, or nothing if they are in a file store. */
  readonly files?: readonly PlacedFile[];
  /** Violations of the parts of a form that no schema of a value can express. */
  readonly violations?: readonly SchemaViolation[];
}

export interface BodyLimits {
  /** Largest body that is read into memory as one value, in bytes. */
  readonly bodyLimit: number;
  /** Largest body of files, in bytes. */
  readonly fileLimit: number;
  /** Stores files larger than 256 KiB. */
  readonly files: FileStore;
}

const FORM = "application/x-www-form-urlencoded";

/** The documented body of an operation, and whether it also accepts patches. */
export interface TakenBody {
  readonly documented: RequestBody;
  /** Lower case. */
  readonly method: string;
  readonly takesPatches: boolean;
}

/**
 * Decides the media type that a body is read as.
 * @param sent the Content-Type header
 * @throws ProblemError 415 if the operation does not document the type
 */
function bodyTypeOf(
  { documented, method, takesPatches }: TakenBody,
  sent: string | undefined,
): { readonly type: string; readonly media: MediaType | undefined } {
  const type = sent === undefined || sent === "" ? implicitType(documented, "application/octet-stream") : essence(sent);
  const media = selectMediaType(documented, sent || type);
  const isPatch = takesPatches && PATCH_TYPES.includes(type) && documented.content.some((one) => isJsonType(one.type));
  if (!media && documented.content.length > 0 && !isPatch) {
    throw new ProblemError(unsupportedMediaType(documented, method, takesPatches, sent));
  }
  // A range such as `application/*` describes the record, never the operations of a JSON Patch.
  const isRange = media !== undefined && essence(media.type) !== type;
  return { type, media: isRange && PATCH_TYPES.includes(type) ? undefined : media };
}

/** Reads a body that arrived as text: JSON or a urlencoded form. @throws ProblemError */
export function readTextBody(
  schemas: SchemaRegistry,
  taken: TakenBody,
  sent: string | undefined,
  text: string,
): ReadBody | undefined {
  const type = sent === undefined ? "" : essence(sent);
  // Some clients send the type of a form without a body.
  if (text === "" && (type !== FORM || !selectMediaType(taken.documented, FORM))) return undefined;
  const { media, type: chosen } = bodyTypeOf(taken, sent);
  if (chosen === FORM) return { value: media && parseForm(schemas, media, text), media, type: chosen };
  return { value: parseJson(text), media, type: chosen };
}

/**
 * Reads a body of any other type from its stream: forms with files, XML, text, bytes. `undefined` when it is empty.
 * @throws ProblemError
 */
export async function readStreamBody(
  schemas: SchemaRegistry,
  taken: TakenBody,
  headers: RequestHeaders,
  source: Readable,
  limits: BodyLimits,
): Promise<ReadBody | undefined> {
  const sent = headerText(headers, "content-type");
  const length = Number(headerText(headers, "content-length") ?? Number.NaN);
  // `fetch` also sends a type for an empty text.
  if (length === 0) return undefined;
  const { type, media } = bodyTypeOf(taken, sent);
  if (type === "multipart/form-data" && media) {
    if (length > limits.fileLimit) throw new ProblemError(filesTooLarge(limits.fileLimit));
    const form = await readMultipart(schemas, media, source, headers as NodeJS.Dict<string>, limits.files, limits);
    return { media, type, ...form };
  }
  if (isUploadType(type)) {
    if (length > limits.fileLimit) throw new ProblemError(filesTooLarge(limits.fileLimit));
    const content = await receiveFile(limited(source, filesTooLarge(limits.fileLimit), limits.fileLimit), limits.files);
    if (isUint8Array(content) && content.length === 0) return undefined;
    const file = new SentFile(undefined, type, content);
    return { value: file.text, media, type, files: [{ place: [], file }] };
  }
  if (length > limits.bodyLimit) throw new ProblemError(bodyTooLarge(limits.bodyLimit));
  const bytes = await readWhole(source, limits.bodyLimit);
  if (bytes.length === 0) return undefined;
  if (isJsonType(type)) return { value: parseJson(decodeText(bytes)), media, type };
  if (type === FORM) return { value: media && parseForm(schemas, media, decodeText(bytes)), media, type };
  const text = decodeText(bytes, sent && headerParameter(sent, "charset"));
  const schema = media?.schema;
  // Frameworks that read JSON under any type also list text/plain, for the same object.
  if (type === "text/plain" && schema && !takesText(schemas, schema))
    return { value: parseJson(text), media, type: "application/json" };
  const isXml = isXmlType(type) && schema !== undefined && !schemaShape(schemas, schema.json).isFreeText;
  return { value: isXml ? parseXml(schemas, schema.json, text) : text, media, type };
}

function takesText(schemas: SchemaRegistry, schema: Schema): boolean {
  const { types } = schemaShape(schemas, schema.json);
  return types.size === 0 || types.has("string");
}

/** True for a type whose bytes are stored unchanged, or that has such parts. */
export function isUploadType(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  const type = essence(contentType);
  return type.startsWith("multipart/") || bodyKind(type) === "binary";
}

async function readWhole(source: Readable, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of limited(source, bodyTooLarge(limit), limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** 413: a body is larger than the limit. @param limit in bytes */
export function bodyTooLarge(limit: number): Problem {
  return tooLargeProblem(
    `is larger than ${limit} bytes`,
    "A larger bodyLimit (--body-limit of the mock) accepts more.",
  );
}

/**
 * Reads the stream, and fails after more than `limit` bytes. The stream stays open, since the client still needs an
 * answer.
 */
function limited(source: Readable, problem: Problem, limit: number): AsyncIterable<Uint8Array> {
  let size = 0;
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > limit) throw new ProblemError(problem);
      yield chunk;
    }
  };
  return pieces();
}

function unsupportedMediaType(
  { content }: RequestBody,
  method: string,
  takesPatches: boolean,
  sent: string | undefined,
): Problem {
  const supported = content.map((media) => media.type);
  const patches = [
    ...supported,
    ...(takesPatches && supported.some((type) => isJsonType(essence(type))) ? PATCH_TYPES : []),
  ];
  const message = `Content-Type ${sent === undefined ? "is missing" : `${sent} is not accepted`}; send ${supported.join(" or ")}`;
  return {
    status: 415,
    code: "unsupported-media-type",
    message: "Unsupported media type",
    details: [{ in: "header", path: "/content-type", message, supported }],
    headers: { [acceptHeader(method)]: (method === "patch" ? [...new Set(patches)] : supported).join(", ") },
  };
}

/**
 * RFC 5789, section 3.1, for `PATCH`. `Accept-Post` comes from the Linked Data Platform and is widely used. RFC 9110,
 * section 12.5.1, for others.
 */
function acceptHeader(method: string): string {
  return method === "patch" ? "accept-patch" : method === "post" ? "accept-post" : "accept";
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Decodes a body. JSON and forms are always UTF-8.
 * @throws ProblemError 400 if the bytes are not text in this charset, 415 if the charset is unknown
 */
export function decodeText(bytes: Uint8Array, sent?: string): string {
  const charset = sent || "utf-8";
  try {
    const decoder = charset === "utf-8" ? UTF_8 : new TextDecoder(charset, { fatal: true });
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError)
      throw new ProblemError(malformedProblem("malformed-text", "Malformed text", `is not ${charset.toUpperCase()}`));
    const message = `charset ${charset} is not supported; send utf-8`;
    const details = [{ in: "header", path: "/content-type", message }];
    throw new ProblemError({ status: 415, code: "unsupported-charset", message: "Unsupported charset", details });
  }
}
