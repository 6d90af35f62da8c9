import type { Problem } from "../problem.js";
import type { Exchange } from "./exchange.js";

/** The bytes of a body as its media type says them, or why there are none. */
export type ReceivedBody =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Takes in a body and undoes its Content-Encoding; `undefined` when none was sent.
 *
 * @param limit in bytes: of what is sent, and of what it is decoded
 */
export function receiveBody(exchange: Exchange, limit: number): Promise<ReceivedBody> | undefined {
  const reading = exchange.readBody(limit);
  return reading?.then(async (read) => {
    if (!read.ok) return { ok: false, problem: bodyTooLarge(limit) };
    const coding = exchange.headers["content-encoding"];
    if (coding === undefined || read.bytes.length === 0) return read;
    // Most bodies come as they are.
    const { decodeContent } = await import("../request/decode-content.js");
    return decodeContent(read.bytes, coding, limit);
  });
}

/** What is still on its way is not read, so the connection is of no use any more. */
function bodyTooLarge(limit: number): Problem {
  const details = [{ in: "body", path: "", message: `is larger than the ${limit} bytes that are taken` }];
  const headers = { connection: "close" };
  return { status: 413, code: "body-too-large", message: "Request body too large", details, headers };
}
