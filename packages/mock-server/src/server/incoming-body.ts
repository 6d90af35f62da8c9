import type { IncomingMessage } from "node:http";
import type { MockRequest } from "./mock-request.js";

/** A body that came in whole, or is larger than it may be. */
export type IncomingBody = { readonly body: MockRequest["body"] } | "too-large";

/** Does a body follow that means something? Those of `GET` and `HEAD` do not (RFC 9110, section 9.3.1). */
export function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === "GET" || method === "HEAD") return false;
  const length = headers["content-length"];
  return length === undefined ? headers["transfer-encoding"] !== undefined : length !== "0";
}

/** Reads a body. `done` is not called when the client goes away before its end. @param limit in bytes */
export function readBody(incoming: IncomingMessage, limit: number, done: (read: IncomingBody) => void): void {
  if (Number(incoming.headers["content-length"]) > limit) {
    done("too-large");
    return;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  const take = (chunk: Buffer): void => {
    length += chunk.length;
    chunks.push(chunk);
    if (length <= limit) return;
    incoming.off("data", take).off("end", finish);
    done("too-large");
  };
  const finish = (): void => done({ body: bodyOf(incoming, chunks, length) });
  incoming.on("data", take).on("end", finish).on("error", ignore);
}

/** The server sees the connection end itself. */
function ignore(): void {}

/** JSON is text at once: it is only read as that, and as bytes it would hold more memory than its own in the request log. */
function bodyOf({ headers }: IncomingMessage, chunks: readonly Buffer[], length: number): MockRequest["body"] {
  const [only] = chunks;
  if (only === undefined) return undefined;
  const bytes = chunks.length === 1 ? only : Buffer.concat(chunks, length);
  return isJson(headers["content-type"]) ? bytes.toString() : bytes;
}

function isJson(type: string | undefined): boolean {
  return type !== undefined && (type === "application/json" || /^application\/json\s*(?:;|$)/i.test(type));
}
