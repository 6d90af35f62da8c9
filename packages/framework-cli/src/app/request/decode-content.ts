import { Readable } from "node:stream";
import {
  ACCEPTED_CODINGS,
  contentCodings,
  isDecodingError,
  isKnownCoding,
  withoutCodings,
} from "@onespec/http-requests";
import type { Problem } from "../problem.js";

/** A body without its encoding, or why that cannot be taken off. */
export type DecodedContent =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly problem: Problem };

/** Encodings on top of each other: one is usual, and each could blow up what the next has to read. */
const MOST_CODINGS = 3;

/**
 * Undoes Content-Encoding: 415 for one that is not known, 400 for bytes that are not encoded so, 413 when they become too many.
 *
 * @param limit of the decoded bytes
 * @see RFC 9110, sections 8.4 and 15.5.16
 */
export async function decodeContent(bytes: Buffer, header: string, limit: number): Promise<DecodedContent> {
  const codings = contentCodings(header);
  if (codings.length > MOST_CODINGS || !codings.every(isKnownCoding)) return refusal(unknownCoding(header));
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of withoutCodings(Readable.from([bytes]), codings)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > limit) return refusal(tooLarge(limit));
    }
  } catch (error) {
    if (!isDecodingError(error)) throw error;
    return refusal(malformed(header, error));
  }
  return { ok: true, bytes: Buffer.concat(chunks, size) };
}

function refusal(problem: Problem): DecodedContent {
  return { ok: false, problem };
}

function unknownCoding(header: string): Problem {
  const message = `Content-Encoding ${header} is not accepted; send ${ACCEPTED_CODINGS.join(" or ")}, or none`;
  return {
    status: 415,
    code: "unsupported-content-encoding",
    message: "Unsupported content encoding",
    details: [{ in: "header", path: "/content-encoding", message }],
    headers: { "accept-encoding": ACCEPTED_CODINGS.join(", ") },
  };
}

function malformed(header: string, { message: reason }: Error): Problem {
  const details = [{ in: "body", path: "", message: `is not encoded as Content-Encoding ${header} says: ${reason}` }];
  return { status: 400, code: "malformed-encoding", message: "Malformed body", details };
}

function tooLarge(limit: number): Problem {
  const details = [{ in: "body", path: "", message: `becomes larger than the ${limit} bytes that are taken` }];
  return { status: 413, code: "body-too-large", message: "Request body too large", details };
}
