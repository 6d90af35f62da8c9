import type { Readable, Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { malformedProblem, type Problem, ProblemError } from "../model/problem.js";

/** Decoders by name. `x-gzip` is an old name (RFC 9110, section 8.4.1.3); `br` is RFC 7932. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const ACCEPTED = ["gzip", "deflate", "br"];

/** Each coding needs memory before a byte is read, and no client needs two. */
const MOST_CODINGS = 4;

/**
 * Removes the content codings of a body, the last one first. Counts the received bytes (`receivedEncodedLength`), as
 * Fastify requires for such streams.
 * @see RFC 9110, section 8.4
 * @throws ProblemError 415 for unknown codings or too many
 */
export function decodeBody(source: Readable, header: string): Readable {
  const codings = header
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");
  const unknown = codings.find((name) => !Object.hasOwn(DECODERS, name));
  if (unknown !== undefined) throw unsupported(`${unknown} is not supported`);
  if (codings.length > MOST_CODINGS)
    throw unsupported(`names ${codings.length} codings, at most ${MOST_CODINGS} are accepted`);
  if (codings.length === 0) return source;
  let decoded: Readable = source;
  for (const name of codings.toReversed()) {
    const decoder = (DECODERS[name] as () => Transform)();
    // `pipeline` would close the connection before the client gets an answer.
    decoded.on("error", (error: Error) => decoder.destroy(error));
    decoded = decoded.pipe(decoder);
  }
  // An error without a listener ends the process, and there may be no reader any more, or not yet.
  decoded.on("error", () => undefined);
  const counted = Object.assign(decoded, { receivedEncodedLength: 0 });
  source.on("data", (chunk: Buffer) => {
    counted.receivedEncodedLength += chunk.length;
  });
  return counted;
}

/** The problem for a body that is not encoded as its header says. `undefined` for other errors. */
export function decodingProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  if (!/^(?:Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING)/.test(String(error.code))) return undefined;
  const detail = `does not match Content-Encoding (${error.message})`;
  return malformedProblem("malformed-encoding", "Malformed content encoding", detail);
}

/** @see RFC 9110, section 15.5.16 */
function unsupported(reason: string): ProblemError {
  const message = `Content-Encoding ${reason}; send the body as it is, or as ${ACCEPTED.join(", ")}`;
  const problem: Problem = {
    status: 415,
    code: "unsupported-encoding",
    message: "Unsupported content encoding",
    details: [{ in: "header", path: "/content-encoding", message }],
    headers: { "accept-encoding": ACCEPTED.join(", ") },
  };
  return new ProblemError(problem);
}
