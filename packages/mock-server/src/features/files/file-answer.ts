import { Readable } from "node:stream";
import { type Answer, essence, headerText, isWithin, type RequestHeaders, selectSuccess } from "@onespec/http-contract";
import { foldName, type Operation, percentEncode } from "@onespec/spec-core";
import type { FileReference } from "../../model/files.js";
import type { Call, MockContext } from "../../model/mock-context.js";
import { isGeneric } from "../../response/file-facts.js";
import { givesText } from "../../response/gives-file.js";
import type { ByteRange } from "../../store/contents.js";

/** The answer with a file, whole or the requested range; `undefined` if its content is lost. @see RFC 9110, section 14 */
export async function answerFile(
  { files: { service } }: MockContext,
  operation: Operation,
  { target, answerAs }: Call,
  file: FileReference,
): Promise<Answer | undefined> {
  const { size, digest } = file;
  const { status, response } = selectSuccess(operation);
  const isAttachment = response?.headers.some(({ name }) => name.toLowerCase() === "content-disposition") ?? false;
  const headers: Record<string, string> = {
    "content-type": servedType(operation, file, answerAs?.contentType),
    etag: `"${digest.slice(0, 32)}"`,
    "accept-ranges": "bytes",
    ...(file.name === undefined && !isAttachment ? {} : { "content-disposition": disposition(file, isAttachment) }),
  };
  const range = status === 200 ? readRange(rangeHeader(target.headers, headers.etag ?? ""), size) : "whole";
  if (range === "none") {
    const message = `The file has ${size} bytes, and none of those that Range asks for`;
    const error = JSON.stringify({
      error: "Range not satisfiable",
      details: [{ in: "header", path: "/range", message }],
    });
    return {
      status: 416,
      headers: { "content-type": "application/json", "content-range": `bytes */${size}` },
      body: error,
    };
  }
  const asked = range === "whole" ? { start: 0, end: size } : range;
  const bytes = await (await service.contents()).open(digest, asked);
  if (!bytes) return undefined;
  headers["content-length"] = String(asked.end - asked.start);
  if (range !== "whole") headers["content-range"] = `bytes ${asked.start}-${asked.end - 1}/${size}`;
  const isBare = target.method === "HEAD";
  return { status: range === "whole" ? status : 206, headers, body: isBare ? undefined : Readable.from(bytes) };
}

/** The `Range` header. Ignored if `If-Range` has another tag: then the client needs the whole file. @see RFC 9110, section 13.1.5 */
function rangeHeader(headers: RequestHeaders, etag: string): string | undefined {
  const condition = headerText(headers, "if-range");
  return condition === undefined || condition === etag ? headerText(headers, "range") : undefined;
}

/** The file's own type if the description documents it, else the most general documented type. */
function servedType(operation: Operation, { type }: FileReference, negotiated: string | undefined): string {
  const documented = selectSuccess(operation).response?.content ?? [];
  const own = documented.find((media) => isWithin(type, essence(media.type)));
  if (own) return own.type.includes(";") && !own.type.includes("*") ? own.type : type;
  if (givesText(operation)) return type;
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

/** Removes folders and invisible characters, because programs save a file under this name (RFC 6266, section 4.3). */
function plainName(name: string): string {
  const own = name.replace(/^.*[/\\]/s, "").replace(/[\p{Cc}\p{Bidi_Control}]/gu, "");
  return /^\.*$/.test(own) ? "" : own;
}

function escapeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * The range in `Range`; `"none"` if the content is shorter. `"whole"` if the header is absent, names several ranges or is not understood:
 * then a server may send everything. @see RFC 9110, section 14.2
 */
function readRange(header: string | undefined, size: number): ByteRange | "whole" | "none" {
  const match = /^bytes= *(\d{0,20})-(\d{0,20})$/i.exec(header ?? "");
  const [, from = "", to = ""] = match ?? [];
  if (!match || (from === "" && to === "")) return "whole";
  if (from === "")
    return Number(to) === 0 || size === 0 ? "none" : { start: Math.max(0, size - Number(to)), end: size };
  const start = Number(from);
  const end = to === "" ? size : Math.min(size, Number(to) + 1);
  if (to !== "" && Number(to) < start) return "whole";
  return start >= size ? "none" : { start, end };
}

/**
 * The file of an owner at a path: the one that was uploaded at this path, the one whose form part has the path's name, or the only one if
 * the name is generic. `"gone"` if it was deleted at this path.
 */
export function selectFile(
  files: readonly FileReference[],
  at: string,
  operation: Operation,
): FileReference | "gone" | undefined {
  const here = files.filter((file) => file.at === at);
  const present = here.filter(({ digest }) => digest !== "");
  if (here.length > 0 && present.length === 0) return "gone";
  const [last] = fitting(present, operation).slice(-1);
  if (last) return first(files, last);
  const words = at.split("/").map(foldName);
  const word = words.find((one) => one !== "") ?? "";
  const all = files.filter(({ digest }) => digest !== "");
  const named = all.filter(({ part }) => word !== "" && (foldName(part) === word || foldName(part) === `${word}s`));
  const [match] = (named.length > 0 ? fitting(named, operation) : []).slice(-1);
  const index = Number(words[1]);
  if (match) return (Number.isInteger(index) ? named[index] : undefined) ?? first(named, match);
  // Files sent with the record come before files that were added at their own paths.
  const own = all.filter((file) => file.at === "");
  const pool = own.length > 0 ? own : all;
  const [only] = fitting(pool, operation).slice(-1);
  if (!only) return undefined;
  const isOnly = pool.every(({ part, at: place }) => part === only.part && place === only.at);
  // `/invoices/7/pdf` is the only PDF of an invoice, but `/pets/7/passport` is not the photo of a pet.
  const isMeant = word === "" || isGeneric(word) || only.type.endsWith(`/${word}`);
  return isOnly && isMeant ? first(pool, only) : undefined;
}

/** The first of several with the same name. */
function first(files: readonly FileReference[], file: FileReference): FileReference {
  return files.find(({ part, at, digest }) => part === file.part && at === file.at && digest !== "") ?? file;
}

/**
 * Returns the files whose media type the answer documents; all of them if it documents bytes of any type. If there is none and the answer
 * documents an image, returns other images, because browsers show them, too.
 */
function fitting(files: readonly FileReference[], operation: Operation): readonly FileReference[] {
  const ranges = (selectSuccess(operation).response?.content ?? []).map(({ type }) => essence(type));
  const isOpen = ranges.some((range) => range === "application/octet-stream" || range === "*/*");
  if (isOpen || givesText(operation)) return files;
  const documented = files.filter(({ type }) => ranges.some((range) => isWithin(type, range)));
  if (documented.length > 0 || !ranges.some((range) => range.startsWith("image/"))) return documented;
  return files.filter(({ type }) => type.startsWith("image/") && !type.includes("svg"));
}
