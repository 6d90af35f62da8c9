import type { ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { Answer } from "../response/answer.js";
import { forbidsBody } from "../response/select-response.js";
import { LARGE_TEXT, sendLargeText } from "./send-large-text.js";

/** Sends an answer. Never throws: a header that cannot be sent, as a handler's may be, is an error of the server. */
export function sendAnswer(outgoing: ServerResponse, answer: Answer): void {
  try {
    send(outgoing, answer);
  } catch (error) {
    fail(outgoing, error);
  }
}

function fail(outgoing: ServerResponse, error: unknown): void {
  if (outgoing.headersSent) outgoing.destroy();
  else send(outgoing, unsendable(error));
}

function send(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  // Names and values in turn: what Node writes without looking at them twice.
  const lines: string[] = [];
  for (const name in headers) lines.push(name, headers[name] as string);
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, lines);
    // To HEAD nothing is written, so the head of a stream that never ends would wait with it.
    if (outgoing.req.method === "HEAD") {
      outgoing.end();
      void body.cancel().catch(() => undefined);
      return;
    }
    // It ends with the client, or the client with it; neither needs to be told.
    pipeline(Readable.fromWeb(body as NodeReadableStream), outgoing, () => undefined);
    return;
  }
  if (forbidsBody(status)) {
    outgoing.writeHead(status, lines).end();
    return;
  }
  if (headers["content-length"] !== undefined) {
    outgoing.writeHead(status, lines).end(body);
    return;
  }
  if (typeof body === "string" && body.length > LARGE_TEXT) {
    sendLargeText(outgoing, status, lines, body).catch((error: unknown) => fail(outgoing, error));
    return;
  }
  const length = lengthOf(body);
  lines.push("content-length", String(length));
  outgoing.writeHead(status, lines);
  // As many bytes as characters: all of them are ASCII.
  if (typeof body === "string" && length === body.length && length <= LARGEST_WITH_HEAD) endInOnePiece(outgoing, body);
  else outgoing.end(body);
}

/** What fits with a head into the buffer from which Node writes a text without asking for memory, in bytes. */
const LARGEST_WITH_HEAD = 15_000;

/**
 * Node makes a list of head and body, which costs more to write than one text. The head that it has ready is only touched where
 * there is one; where another version keeps it elsewhere, nothing is lost but a microsecond.
 */
function endInOnePiece(outgoing: ServerResponse & { _header?: unknown }, body: string): void {
  const { _header: head, req, chunkedEncoding } = outgoing;
  if (typeof head !== "string" || chunkedEncoding || req.method === "HEAD") {
    outgoing.end(body);
    return;
  }
  outgoing._header = head + body;
  outgoing.end();
}

/** In bytes. */
function lengthOf(body: string | Uint8Array | undefined): number {
  if (body === undefined) return 0;
  return typeof body === "string" ? Buffer.byteLength(body) : body.length;
}

function unsendable(error: unknown): Answer {
  const message = `The answer cannot be sent: ${error instanceof Error ? error.message : String(error)}`;
  return {
    status: 500,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify({ error: "Internal error of the mock server", details: [{ message }] }),
  };
}
