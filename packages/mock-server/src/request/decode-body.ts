import type { Readable } from "node:stream";
import { ACCEPTED_CODINGS, contentCodings, isKnownCoding, withoutCodings } from "@onespec/http-requests";
import type { Problem } from "../errors/problem.js";

/** Each coding takes memory before a byte is read, and nobody needs two. */
const MOST_CODINGS = 4;

/** The body without its codings, the last one first; the problem when one is not known or there are too many. @see RFC 9110, section 8.4 */
export function decodeBody(source: Readable, header: string): Readable | Problem {
  const codings = contentCodings(header);
  const unknown = codings.find((name) => !isKnownCoding(name));
  if (unknown !== undefined) return unsupportedEncoding(`${unknown} is not read`);
  if (codings.length > MOST_CODINGS)
    return unsupportedEncoding(`names ${codings.length} codings, at most ${MOST_CODINGS} are undone`);
  return withoutCodings(source, codings);
}

/** @see RFC 9110, section 15.5.16 */
function unsupportedEncoding(reason: string): Problem {
  const message = `Content-Encoding ${reason}; send the body as it is, or as ${ACCEPTED_CODINGS.join(", ")}`;
  return {
    status: 415,
    code: "unsupported-encoding",
    message: "Unsupported content encoding",
    details: [{ in: "header", path: "/content-encoding", message }],
    headers: { "accept-encoding": ACCEPTED_CODINGS.join(", ") },
  };
}
