import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Problem } from "../errors/problem.js";
import { contentCodings } from "./content-codings.js";

/** Names in lower case, with what undoes them. `x-gzip` is an old name (RFC 9110, section 8.4.1.3). */
const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

/** Each coding takes memory before a byte is read, and nobody needs two. */
const MOST_CODINGS = 4;

/** The body without its codings, the last one first; the problem when one is not known or there are too many. @see RFC 9110, section 8.4 */
export function decodeBody(source: Readable, header: string): Readable | Problem {
  const codings = contentCodings(header);
  const unknown = codings.find((name) => !Object.hasOwn(DECODERS, name));
  if (unknown !== undefined) return unsupportedEncoding(`${unknown} is not read`);
  if (codings.length > MOST_CODINGS)
    return unsupportedEncoding(`names ${codings.length} codings, at most ${MOST_CODINGS} are undone`);
  return codings.reduceRight((stream: Readable, name) => {
    const decoder = DECODERS[name]?.();
    if (!decoder) return stream;
    // Not `pipeline`, which would end the connection before the client is told what is wrong.
    stream.once("error", (error: Error) => decoder.destroy(error));
    return stream.pipe(decoder);
  }, source);
}

/** @see RFC 9110, section 15.5.16 */
function unsupportedEncoding(reason: string): Problem {
  const accepted = Object.keys(DECODERS).filter((name) => !name.startsWith("x-"));
  const message = `Content-Encoding ${reason}; send the body as it is, or as ${accepted.join(", ")}`;
  return {
    status: 415,
    code: "unsupported-encoding",
    message: "Unsupported content encoding",
    details: [{ in: "header", path: "/content-encoding", message }],
    headers: { "accept-encoding": accepted.join(", ") },
  };
}
