import type { ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { inSlices } from "@onespec/http-requests";
import type { Steps } from "@onespec/spec-core";

/** Characters of a text from which on it is sent in pieces: to encode it takes some milliseconds. */
export const LARGE_TEXT: number = 512 * 1024;
/** Characters of a piece. */
const PIECE = 64 * 1024;

/** Sends a text that is so long that others have their turn while it is encoded. @param lines names and values of headers in turn */
export async function sendLargeText(
  outgoing: ServerResponse,
  status: number,
  lines: readonly string[],
  text: string,
): Promise<void> {
  const pieces = await inSlices(encoded(text));
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  outgoing.writeHead(status, [...lines, "content-length", String(length)]);
  if (outgoing.req.method === "HEAD") outgoing.end();
  // Who goes away before the end needs no telling.
  else pipeline(Readable.from(pieces), outgoing, () => undefined);
}

function* encoded(text: string): Steps<Buffer[]> {
  const pieces: Buffer[] = [];
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = Math.min(from + PIECE, text.length);
    if (to < text.length && isFirstOfPair(text.charCodeAt(to - 1))) to--;
    pieces.push(Buffer.from(text.slice(from, to)));
    yield;
  }
  return pieces;
}

function isFirstOfPair(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
