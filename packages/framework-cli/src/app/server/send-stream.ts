import { once } from "node:events";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import type { Exchange } from "./exchange.js";

/** A body that is sent as it is: bytes, or a stream of Node's or the web's. */
export type RawBody = Uint8Array | ReadableStream | NodeJS.ReadableStream;

export function isRaw(body: unknown): body is RawBody {
  if (typeof body !== "object" || body === null) return false;
  return (
    body instanceof Uint8Array || body instanceof ReadableStream || ("pipe" in body && typeof body.pipe === "function")
  );
}

/**
 * Sends a stream. When it breaks before its first piece, another answer can still be given.
 *
 * @param failed called in that case
 * @throws what it breaks with later
 */
export async function sendStream(
  exchange: Exchange,
  status: number,
  headers: readonly string[],
  body: ReadableStream | NodeJS.ReadableStream,
  failed: (error: unknown) => void,
): Promise<void> {
  const readable = toReadable(body);
  if (exchange.method === "HEAD") {
    readable.destroy();
    exchange.send(status, headers, undefined);
    return;
  }
  exchange.onGone(() => readable.destroy());
  try {
    if (readable.readableLength === 0 && !readable.readableEnded) await once(readable, "readable");
  } catch (error) {
    failed(error);
    return;
  }
  await exchange.sendStream(status, headers, readable);
}

function toReadable(body: ReadableStream | NodeJS.ReadableStream): Readable {
  if (body instanceof Readable) return body;
  if (body instanceof ReadableStream) return Readable.fromWeb(body as unknown as NodeStream);
  return new Readable().wrap(body);
}
