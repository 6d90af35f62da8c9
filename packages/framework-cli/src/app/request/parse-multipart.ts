import { mediaTypeParameter } from "./media-type.js";

/** One part of a `multipart/form-data` body. */
export interface MultipartPart {
  readonly name: string;
  /** Set for a file. */
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
  readonly content: Buffer;
}

/** Bytes of a part's headers: as many as Node takes of a request's. */
const MOST_HEAD = 16_384;
const LINE_END = Buffer.from("\r\n");

/**
 * Cuts a body into its parts; `undefined` when it is not well-formed. @see RFC 7578, RFC 2046 section 5.1
 *
 * @param most parts that are read; those that follow are not looked at
 */
export function parseMultipart(body: Buffer, boundary: string, most: number): readonly MultipartPart[] | undefined {
  const marker = Buffer.from(`--${boundary}`);
  const next = Buffer.concat([LINE_END, marker]);
  const parts: MultipartPart[] = [];
  let at = body.indexOf(marker);
  if (at < 0) return undefined;
  for (at += marker.length; body.toString("latin1", at, at + 2) !== "--" && parts.length < most; ) {
    const start = body.indexOf(LINE_END, at);
    const end = body.indexOf(next, at);
    const part = start < 0 || end < 0 ? undefined : parsePart(body.subarray(start + LINE_END.length, end));
    if (part === undefined) return undefined;
    parts.push(part);
    at = end + next.length;
  }
  return parts;
}

function parsePart(bytes: Buffer): MultipartPart | undefined {
  const blank = bytes.indexOf("\r\n\r\n");
  if (blank < 0 || blank > MOST_HEAD) return undefined;
  const headers = new Map<string, string>();
  for (const line of bytes.toString("utf8", 0, blank).split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const disposition = headers.get("content-disposition") ?? "";
  const name = mediaTypeParameter(disposition, "name");
  if (name === undefined) return undefined;
  const filename = mediaTypeParameter(disposition, "filename");
  return { name, filename, contentType: headers.get("content-type"), content: bytes.subarray(blank + 4) };
}
