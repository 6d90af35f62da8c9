import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { Problem } from "../problem.js";

/** A body without its encoding, or why that cannot be taken off. */
export type DecodedContent =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly problem: Problem };

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/** By the names of RFC 9110, section 8.4.1, and RFC 7932. */
const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};
const ACCEPTED = "gzip, deflate, br";
/** Encodings on top of each other: one is usual, and each could blow up what the next has to read. */
const MOST_CODINGS = 3;

/**
 * Undoes Content-Encoding: 415 for one that is not known, 400 for bytes that are not encoded so, 413 when they become too many.
 *
 * @param limit of the decoded bytes
 * @see RFC 9110, sections 8.4 and 15.5.16
 */
export async function decodeContent(bytes: Buffer, header: string, limit: number): Promise<DecodedContent> {
  const codings = header
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  const decoders = codings.map((coding) => (Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined));
  if (codings.length > MOST_CODINGS || decoders.includes(undefined)) return refusal(unknownCoding(header));
  let decoded = bytes;
  try {
    // The last was put on last.
    for (const decode of decoders.reverse()) decoded = (await decode?.(decoded, { maxOutputLength: limit })) ?? decoded;
  } catch (error) {
    const isLarge = error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return refusal(isLarge ? tooLarge(limit) : malformed(header, error));
  }
  return { ok: true, bytes: decoded };
}

function refusal(problem: Problem): DecodedContent {
  return { ok: false, problem };
}

function unknownCoding(header: string): Problem {
  const message = `Content-Encoding ${header} is not accepted; send ${ACCEPTED.replaceAll(",", " or")}, or none`;
  return {
    status: 415,
    code: "unsupported-content-encoding",
    message: "Unsupported content encoding",
    details: [{ in: "header", path: "/content-encoding", message }],
    headers: { "accept-encoding": ACCEPTED },
  };
}

function malformed(header: string, error: unknown): Problem {
  const reason = error instanceof Error ? error.message : String(error);
  const details = [{ in: "body", path: "", message: `is not encoded as Content-Encoding ${header} says: ${reason}` }];
  return { status: 400, code: "malformed-encoding", message: "Malformed body", details };
}

function tooLarge(limit: number): Problem {
  const details = [{ in: "body", path: "", message: `becomes larger than the ${limit} bytes that are taken` }];
  return { status: 413, code: "body-too-large", message: "Request body too large", details };
}
