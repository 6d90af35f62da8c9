import { essence, isWithin } from "@onespec/http-requests";
import { type Operation, percentEncode } from "@onespec/spec-core";
import type { Answer } from "../response/answer.js";
import { selectSuccess } from "../response/select-response.js";
import type { Call, MockContext } from "../server/mock-context.js";
import { headerText, type RequestHeaders } from "../server/mock-request.js";
import { readRange } from "./byte-range.js";
import { byteStream } from "./byte-stream.js";
import type { FileReference } from "./file-reference.js";

/** A file as the answer, whole or the part that is asked for; `undefined` when its content is lost. @see RFC 9110, section 14 */
export async function answerFile(
  { files: { service } }: MockContext,
  operation: Operation,
  { request, body }: Call,
  file: FileReference,
): Promise<Answer | undefined> {
  const { size, digest } = file;
  const { status, response } = selectSuccess(operation);
  const isAttachment = response?.headers.some(({ name }) => name.toLowerCase() === "content-disposition") ?? false;
  const headers: Record<string, string> = {
    "content-type": servedType(operation, file, body?.contentType),
    etag: `"${digest.slice(0, 32)}"`,
    "accept-ranges": "bytes",
    ...(file.name === undefined && !isAttachment ? {} : { "content-disposition": disposition(file, isAttachment) }),
  };
  const range = status === 200 ? readRange(rangeHeader(request.headers, headers.etag ?? ""), size) : "whole";
  if (range === "none") {
    const message = `The file has ${size} bytes, and none of those that Range asks for`;
    const error = JSON.stringify({
      error: "Range not satisfiable",
      details: [{ in: "header", path: "/range", message }],
    });
    return {
      status: 416,
      headers: { "content-type": "application/json; charset=utf-8", "content-range": `bytes */${size}` },
      body: error,
    };
  }
  const asked = range === "whole" ? { start: 0, end: size } : range;
  const bytes = await (await service.contents()).open(digest, asked);
  if (!bytes) return undefined;
  headers["content-length"] = String(asked.end - asked.start);
  if (range !== "whole") headers["content-range"] = `bytes ${asked.start}-${asked.end - 1}/${size}`;
  const isBare = request.method === "HEAD";
  return { status: range === "whole" ? status : 206, headers, body: isBare ? undefined : byteStream(bytes) };
}

/** `If-Range` with another tag asks for the whole. @see RFC 9110, section 13.1.5 */
function rangeHeader(headers: RequestHeaders, etag: string): string | undefined {
  const condition = headerText(headers, "if-range");
  return condition === undefined || condition === etag ? headerText(headers, "range") : undefined;
}

/** The file's own type where the description documents it; else the documented one that says least. */
function servedType(operation: Operation, { type }: FileReference, negotiated: string | undefined): string {
  const documented = selectSuccess(operation).response?.content ?? [];
  const own = documented.find((media) => isWithin(type, essence(media.type)));
  if (own) return own.type.includes(";") && !own.type.includes("*") ? own.type : type;
  return documented.find((media) => essence(media.type) === "application/octet-stream")?.type ?? negotiated ?? type;
}

/** @see RFC 6266, and RFC 8187 for names beyond ASCII */
function disposition({ name, part }: FileReference, isAttachment: boolean): string {
  const kind = isAttachment ? "attachment" : "inline";
  const text = name === undefined ? part || "file" : plainName(name) || "file";
  const plain = text.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const extended = plain === text ? "" : `; filename*=UTF-8''${percentEncode(text).replace(/['()*]/g, escapeByte)}`;
  return `${kind}; filename="${plain}"${extended}`;
}

/** Without folders, and characters that are not seen: programs save a file under the name that they are told (RFC 6266, section 4.3). */
function plainName(name: string): string {
  const own = name.replace(/^.*[/\\]/s, "").replace(/[\p{Cc}\p{Bidi_Control}]/gu, "");
  return /^\.*$/.test(own) ? "" : own;
}

function escapeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
