import {
  coerceForm,
  encodingOf,
  essence,
  headerParameter,
  inSlices,
  isJsonType,
  isWithin,
  jsonField,
  type PartHeaders,
  type PartSink,
  parseMultipart,
  splitField,
  TypedPart,
  type WireValue,
} from "@onespec/http-requests";
import {
  type MediaType,
  objectProperties,
  type SchemaRegistry,
  type SchemaViolation,
  schemaShape,
} from "@onespec/spec-core";
import type { MockRequest } from "../server/mock-request.js";
import { FORM_RULES } from "./form-rules.js";
import { type PlacedFile, SentFile, takeFiles } from "./sent-file.js";
import { LARGEST_IN_MEMORY, type Upload } from "./upload.js";

/** A form as a value, and the files in it. */
export interface MultipartForm {
  readonly value: unknown;
  readonly files: readonly PlacedFile[];
  readonly violations: readonly SchemaViolation[];
}

interface Part extends PartHeaders {
  /** `undefined` while it comes in. */
  value: WireValue | undefined;
}

/**
 * Reads `multipart/form-data`: fields coerced by the schema, JSON where they say so, files as they are; `undefined` when it is not
 * well-formed. @see RFC 7578; OpenAPI 3.1, "Encoding Object"
 */
export async function parseMultipartForm(
  schemas: SchemaRegistry,
  media: MediaType,
  { body, upload, gone }: Pick<MockRequest, "body" | "upload" | "gone">,
  contentType: string,
): Promise<MultipartForm | undefined> {
  const boundary = headerParameter(contentType, "boundary");
  if (boundary === undefined) return undefined;
  const source = upload ? await upload.open() : [typeof body === "string" ? Buffer.from(body) : (body ?? Buffer.of())];
  const parts: Part[] = [];
  const isWhole = await parseMultipart(source, boundary, { most: FORM_RULES.mostFields, gone }, async (headers) => {
    const part: Part = { ...headers, value: undefined };
    parts.push(part);
    return isFilePart(schemas, media, headers) ? fileSink(part, upload) : fieldSink(media, part, gone);
  });
  if (!isWhole) return undefined;
  const pairs = parts.flatMap(({ name, value }) => fieldValues(media, name, value ?? ""));
  const { value, files } = takeFiles(await inSlices(coerceForm(schemas, media, pairs, FORM_RULES), gone));
  return { value, files, violations: parts.flatMap((part) => partViolations(media, part)) };
}

/** What is described as binary, or sent as a file that is no JSON of a described value. */
function isFilePart(schemas: SchemaRegistry, media: MediaType, { name, filename, contentType }: PartHeaders): boolean {
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
  return name.replace(/\[.*$/, "");
}

/** A small file stays here; one of an upload is put aside when it turns out to be large. */
function fileSink(part: Part, upload: Upload | undefined): PartSink {
  const type = essence(part.contentType ?? "application/octet-stream");
  const chunks: Uint8Array[] = [];
  let size = 0;
  let writer: Awaited<ReturnType<Upload["contents"]["create"]>> | undefined;
  return {
    async write(chunk) {
      size += chunk.length;
      if (writer) return writer.write(chunk);
      // A piece of the whole body would keep all of that.
      chunks.push(upload ? Uint8Array.prototype.slice.call(chunk) : chunk);
      if (!upload || size <= LARGEST_IN_MEMORY) return;
      writer = await upload.contents.create();
      for (const early of chunks.splice(0)) await writer.write(early);
    },
    async end() {
      const content = await writer?.finish();
      if (content) upload?.parts.push(content);
      part.value = new TypedPart(new SentFile(part.filename, type, content ?? Buffer.concat(chunks, size)));
    },
    async discard() {
      if (part.value === undefined) await writer?.discard();
    },
  };
}

function fieldSink(media: MediaType, part: Part, gone: AbortSignal | undefined): PartSink {
  const chunks: Uint8Array[] = [];
  return {
    async write(chunk) {
      chunks.push(Uint8Array.prototype.slice.call(chunk));
    },
    async end() {
      const text = Buffer.concat(chunks).toString();
      const declared = encodingOf(media, bareName(part.name))?.contentType?.split(",")[0];
      const type = essence(part.contentType ?? declared ?? "text/plain");
      part.value = isJsonType(type) ? await inSlices(jsonField(text, FORM_RULES), gone) : text;
    },
  };
}

function fieldValues(media: MediaType, name: string, value: WireValue): readonly [string, WireValue][] {
  const parts = typeof value === "string" ? splitField(media, name, value, FORM_RULES.mostFields) : [value];
  return parts.map((part): [string, WireValue] => [name, part]);
}

/** Media types and headers that the encoding of a part asks for. */
function partViolations(media: MediaType, { name, contentType, headers }: Part): readonly SchemaViolation[] {
  const encoding = encodingOf(media, bareName(name));
  if (!encoding) return [];
  const violations: SchemaViolation[] = [];
  const path = `/${bareName(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const allowed = (encoding.contentType ?? "")
    .split(",")
    .map(essence)
    .filter((type) => type !== "");
  const type = contentType === undefined ? undefined : essence(contentType);
  if (type !== undefined && allowed.length > 0 && !allowed.some((range) => isWithin(type, range))) {
    const message = `is sent as ${type}, the description takes ${allowed.join(" or ")}`;
    violations.push({ path, message, keyword: "contentType", params: { allowed } });
  }
  for (const header of encoding.headers) {
    const wanted = header.name.toLowerCase();
    if (!header.required || wanted === "content-type" || headers.has(wanted)) continue;
    const params = { missingHeader: header.name };
    violations.push({ path, message: `lacks the header ${header.name} of its part`, keyword: "required", params });
  }
  return violations;
}
