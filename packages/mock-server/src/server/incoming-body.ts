import type { IncomingMessage } from "node:http";
import { tooLargeProblem } from "../errors/transport-problem.js";
import type { ReceivedBody } from "../request/receive-body.js";
import type { MockRequest } from "./mock-request.js";
import { needsReceiving, type ReceiveBody } from "./needs-receiving.js";

/** A body that came in whole, or why it did not. */
export type IncomingBody = ReceivedBody | { readonly body: MockRequest["body"] };

export interface BodyOptions {
  /** Largest request body, in bytes. */
  readonly bodyLimit: number;
  readonly receive: ReceiveBody;
}

/** Does a body follow that means something? Those of `GET` and `HEAD` do not (RFC 9110, section 9.3.1). */
export function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === "GET" || method === "HEAD") return false;
  const length = headers["content-length"];
  return length === undefined ? headers["transfer-encoding"] !== undefined : length !== "0";
}

/** Reads a body. `done` is not called when the client goes away before its end. */
export function readBody(
  incoming: IncomingMessage,
  { bodyLimit: limit, receive }: BodyOptions,
  done: (read: IncomingBody) => void,
): void {
  if (Number(incoming.headers["content-length"]) > limit) {
    done({ fault: tooLargeProblem(limit) });
    return;
  }
  if (needsReceiving(incoming.headers)) {
    receive(incoming, incoming.headers).then(done, ignore);
    return;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  const take = (chunk: Buffer): void => {
    length += chunk.length;
    chunks.push(chunk);
    if (length <= limit) return;
    incoming.off("data", take).off("end", finish);
    done({ fault: tooLargeProblem(limit) });
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
