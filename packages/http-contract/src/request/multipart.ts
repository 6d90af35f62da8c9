import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { isUint8Array } from "node:util/types";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import {
  type MediaType,
  objectProperties,
  type SchemaRegistry,
  type SchemaViolation,
  schemaShape,
} from "@onespec/spec-core";
import { malformedProblem, type Problem, ProblemError, tooLargeProblem } from "../model/problem.js";
import { type FileStore, type PlacedFile, SentFile } from "../model/sent-file.js";
import { essence, isJsonType, isWithin } from "../wire/media-type.js";
import { TypedPart, type WireValue } from "../wire/wire-value.js";
import { coerceForm, encodingOf, jsonField, MOST_FIELDS, splitField, tooManyFields } from "./form.js";
import { receiveFile } from "./receive-file.js";

/** A form as a value, and the files in it. */
export interface MultipartForm {
  readonly value: unknown;
  readonly files: readonly PlacedFile[];
  readonly violations: readonly SchemaViolation[];
}

export interface MultipartLimits {
  /** Limit of all files together, in bytes. */
  readonly fileLimit: number;
  /** Limit of one field, in bytes. */
  readonly bodyLimit: number;
}

interface Part {
  readonly name: string;
  readonly contentType: string | undefined;
  value: WireValue;
}

/** Characters of a field's name. */
const LONGEST_NAME = 1_000;

/**
 * Reads `multipart/form-data`. Fields are coerced by the schema and parsed as JSON if their type is JSON; files stay
 * bytes. Files larger than 256 KiB are written to the store while they arrive.
 * @see RFC 7578; OpenAPI 3.1, "Encoding Object"
 * @throws ProblemError 400 if it is malformed, 413 if it is too large
 */
export async function readMultipart(
  schemas: SchemaRegistry,
  media: MediaType,
  source: Readable,
  headers: IncomingHttpHeaders,
  store: FileStore,
  { fileLimit, bodyLimit }: MultipartLimits,
): Promise<MultipartForm> {
  const parts: Part[] = [];
  const arriving: Promise<void>[] = [];
  const streams: BusboyFileStream[] = [];
  const discarding: (() => void)[] = [];
  let received = 0;
  const parser = createParser(headers, {
    limits: { fields: MOST_FIELDS, parts: MOST_FIELDS, fieldNameSize: LONGEST_NAME, fieldSize: bodyLimit },
    isPartAFile: (name, contentType, filename) =>
      isFilePart(schemas, media, name ?? "", contentType ?? undefined, filename ?? undefined),
  });
  try {
    await new Promise<void>((resolve, reject) => {
      // Busboy's types know no part without a name.
      parser.on("field", (name: string | undefined, text, _nameTruncated, isCut, _encoding, contentType) => {
        if (name === undefined) return reject(malformed("has a part without a name"));
        if (isCut) reject(fieldTooLarge(name, bodyLimit));
        parts.push({ name, contentType, value: fieldValue(media, name, text, contentType) });
      });
      parser.on("file", (name: string | undefined, stream: BusboyFileStream, filename, _encoding, contentType) => {
        if (name === undefined) {
          stream.resume();
          return reject(malformed("has a part without a name"));
        }
        streams.push(stream);
        const part: Part = { name, contentType, value: "" };
        parts.push(part);
        const receiving = receiveFile(stream as AsyncIterable<Uint8Array>, store).then((content) => {
          if (!isUint8Array(content)) discarding.push(() => content.release());
          part.value = new TypedPart(new SentFile(fileName(filename), essence(contentType), content));
        });
        arriving.push(receiving);
        receiving.catch(reject);
      });
      parser.on("partsLimit", () => reject(tooManyFields()));
      parser.on("fieldsLimit", () => reject(tooManyFields()));
      parser.on("error", () => reject(malformed()));
      parser.on("finish", resolve);
      source.on("data", (chunk: Buffer) => {
        received += chunk.length;
        if (received > fileLimit) reject(new ProblemError(filesTooLarge(fileLimit)));
      });
      source.on("error", reject);
      source.once("close", () => {
        if (!source.readableEnded) reject(malformed());
      });
      source.pipe(parser);
    });
    await Promise.all(arriving);
  } catch (error) {
    source.unpipe(parser);
    parser.destroy();
    for (const stream of streams) stream.destroy();
    await Promise.allSettled(arriving);
    for (const discard of discarding) discard();
    throw error;
  }
  if (parts.length > MOST_FIELDS) throw tooManyFields();
  const pairs = parts.flatMap(({ name, value }) => fieldValues(media, name, value));
  const { value, files } = takeFiles(coerceForm(schemas, media, pairs));
  return { value, files, violations: parts.flatMap((part) => partViolations(media, part)) };
}

function createParser(
  headers: IncomingHttpHeaders,
  options: Omit<ConstructorParameters<typeof Busboy>[0], "headers">,
): InstanceType<typeof Busboy> {
  try {
    return new Busboy({ ...options, headers: { ...headers, "content-type": headers["content-type"] ?? "" } });
  } catch {
    throw malformed();
  }
}

const NOT_MULTIPART = "is not a well-formed multipart body with the boundary that Content-Type names";

function malformed(detail: string = NOT_MULTIPART): ProblemError {
  return new ProblemError(malformedProblem("malformed-multipart", "Malformed multipart body", detail));
}

function fieldTooLarge(name: string, limit: number): ProblemError {
  return new ProblemError(tooLargeProblem(`has a field ${name} larger than ${limit} bytes`, "Send it as a file."));
}

/** RFC 7578, section 4.2: receivers take no path from a client. Busboy has cut off the folders. */
function fileName(sent: string | undefined): string | undefined {
  const name = (sent ?? "").replace(/\p{Cc}/gu, "");
  return /^\.*$/.test(name) ? undefined : name;
}

/** 413: the files of a request are larger than the limit. @param limit in bytes */
export function filesTooLarge(limit: number): Problem {
  return tooLargeProblem(
    `is larger than ${limit} bytes`,
    "A larger fileLimit (--file-limit of the mock) accepts more.",
  );
}

/** True for a part that is described as binary, or sent as a file that is not JSON for a described value. */
function isFilePart(
  schemas: SchemaRegistry,
  media: MediaType,
  name: string,
  contentType: string | undefined,
  filename: string | undefined,
): boolean {
  const described = media.schema && objectProperties(schemas, media.schema.json).get(bareName(name));
  const shape = described && schemaShape(schemas, described.schema);
  const item = shape?.items === undefined ? described?.schema : shape.items;
  const json = item === undefined ? undefined : schemas.follow(item);
  if (typeof json === "object") {
    if (json.format === "binary" || json.contentMediaType !== undefined) return json.contentEncoding === undefined;
    const types = schemaShape(schemas, json).types;
    if (types.has("object") && contentType !== undefined && isJsonType(essence(contentType))) return false;
  }
  return filename !== undefined || contentType?.startsWith("application/octet-stream") === true;
}

/** `files` of `files[]` and `files[0]`. */
function bareName(name: string): string {
  return name.split("[", 1)[0] ?? name;
}

function fieldValue(media: MediaType, name: string, text: string, sent: string): WireValue {
  const declared = encodingOf(media, bareName(name))?.contentType?.split(",")[0];
  // Busboy reports text/plain if the part has no type.
  const type = essence(sent === "text/plain" && declared !== undefined ? declared : sent);
  return isJsonType(type) ? jsonField(text) : text;
}

function fieldValues(media: MediaType, name: string, value: WireValue): readonly [string, WireValue][] {
  const values = typeof value === "string" ? splitField(media, name, value) : [value];
  return values.map((each): [string, WireValue] => [name, each]);
}

/** Checks the media types that the encoding of a part names. */
function partViolations(media: MediaType, { name, contentType }: Part): readonly SchemaViolation[] {
  const allowed = (encodingOf(media, bareName(name))?.contentType ?? "")
    .split(",")
    .map(essence)
    .filter((type) => type !== "");
  const type = contentType === undefined ? undefined : essence(contentType);
  if (type === undefined || type === "text/plain" || allowed.length === 0) return [];
  if (allowed.some((range) => isWithin(type, range))) return [];
  const path = `/${bareName(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const message = `is sent as ${type}, the description takes ${allowed.join(" or ")}`;
  return [{ path, message, keyword: "contentType", params: { allowed } }];
}

/** Removes the files from a value and puts their text in their places. */
function takeFiles(value: unknown): { readonly value: unknown; readonly files: readonly PlacedFile[] } {
  const files: PlacedFile[] = [];
  const visit = (node: unknown, place: readonly string[]): unknown => {
    if (node instanceof SentFile) {
      files.push({ place, file: node });
      return node.text;
    }
    if (Array.isArray(node)) return node.map((item, index) => visit(item, [...place, String(index)]));
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, visit(inner, [...place, name])]));
  };
  return { value: visit(value, []), files };
}
