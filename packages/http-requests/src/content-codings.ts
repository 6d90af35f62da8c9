import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** Names in lower case, with what undoes them. `x-gzip` is an old name (RFC 9110, section 8.4.1.3); `br` is RFC 7932. */
const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

/** Those that clients are told of. */
export const ACCEPTED_CODINGS: readonly string[] = ["gzip", "deflate", "br"];

/** The codings that were put on a body, in the order in which they were. */
export function contentCodings(header: string): readonly string[] {
  const names = header.split(",").map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== "" && name !== "identity");
}

export function isKnownCoding(name: string): boolean {
  return Object.hasOwn(DECODERS, name);
}

/** The body without its codings, all of them known, the last one first. @see RFC 9110, section 8.4 */
export function withoutCodings(source: Readable, codings: readonly string[]): Readable {
  return codings.reduceRight((stream: Readable, name) => {
    const decoder = DECODERS[name]?.();
    if (!decoder) return stream;
    // Not `pipeline`, which would end the connection before the client is told what is wrong.
    stream.once("error", (error: Error) => decoder.destroy(error));
    return stream.pipe(decoder);
  }, source);
}

/** Is it what a decoder says of bytes that are not encoded so? */
export function isDecodingError(error: unknown): error is Error {
  return (
    error instanceof Error && "code" in error && /^(?:Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING)/.test(String(error.code))
  );
}
