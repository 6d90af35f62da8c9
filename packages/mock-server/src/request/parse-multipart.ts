import { headerParameter } from "./match-media-type.js";

/** One part of a `multipart/form-data` body. */
export interface BodyPart {
  readonly name: string;
  readonly filename: string | undefined;
  /** As the part says it, in lower case with its parameters; `undefined` when it says nothing. */
  readonly contentType: string | undefined;
  readonly content: Uint8Array;
}

const CRLF = Buffer.from("\r\n");
const BLANK_LINE = Buffer.from("\r\n\r\n");

/** Cuts a multipart body into its parts; `undefined` when it is not one. @see RFC 7578, RFC 2046 section 5.1 */
export function parseMultipart(body: Uint8Array, boundary: string): readonly BodyPart[] | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiter = Buffer.from(`--${boundary}`);
  let position = bytes.indexOf(delimiter);
  if (position < 0) return undefined;
  const parts: BodyPart[] = [];
  for (;;) {
    position += delimiter.length;
    if (bytes.subarray(position, position + 2).toString() === "--") return parts;
    const headersStart = bytes.indexOf(CRLF, position);
    const end = bytes.indexOf(Buffer.concat([CRLF, delimiter]), position);
    if (headersStart < 0 || end < 0) return undefined;
    const part = parsePart(bytes.subarray(headersStart, end));
    if (!part) return undefined;
    parts.push(part);
    position = end + CRLF.length;
  }
}

/** @param bytes from the line break before the headers to the end of the content */
function parsePart(bytes: Buffer): BodyPart | undefined {
  const blank = bytes.indexOf(BLANK_LINE);
  if (blank < 0) return undefined;
  const headers = new Map(
    bytes
      .subarray(0, blank)
      .toString()
      .split("\r\n")
      .filter((line) => line !== "")
      .map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
  );
  const disposition = headers.get("content-disposition") ?? "";
  const name = headerParameter(disposition, "name");
  if (name === undefined) return undefined;
  return {
    name,
    filename: headerParameter(disposition, "filename"),
    contentType: headers.get("content-type")?.toLowerCase(),
    content: bytes.subarray(blank + BLANK_LINE.length),
  };
}
