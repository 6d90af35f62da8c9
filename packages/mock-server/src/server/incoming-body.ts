import { tooLargeProblem } from "../errors/transport-problem.js";
import type { ReceivedBody } from "../request/receive-body.js";
import type { IncomingRequest } from "./incoming-request.js";
import type { MockRequest } from "./mock-request.js";
import { needsReceiving, type ReceiveBody } from "./needs-receiving.js";

/** A body that came in whole, or why it did not. */
export type IncomingBody = ReceivedBody | { readonly body: MockRequest["body"] };

export interface BodyOptions {
  /** Largest request body, in bytes. */
  readonly bodyLimit: number;
  readonly receive: ReceiveBody;
  /** How long a request may take to come in whole, in milliseconds. */
  readonly requestTimeout?: number | undefined;
}

/** Does a body follow? That of a `GET` means something where the operation documents one (RFC 9110, section 9.3.1). */
export function hasBody({ headers }: IncomingRequest): boolean {
  const length = headers["content-length"];
  return length === undefined ? headers["transfer-encoding"] !== undefined : length !== "0";
}

/** Reads a body. `done` is not called when the client goes away before its end. */
export function readBody(
  incoming: IncomingRequest,
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
  let chunks: Buffer[] | undefined;
  let first: Buffer | undefined;
  let length = 0;
  incoming.sendBodyTo((chunk) => {
    if (chunk === null) {
      done({ body: bodyOf(incoming, chunks ? Buffer.concat(chunks, length) : first) });
      return;
    }
    length += chunk.length;
    if (length > limit) {
      incoming.dropRest();
      done({ fault: tooLargeProblem(limit) });
    } else if (first === undefined) first = chunk;
    else {
      chunks ??= [first];
      chunks.push(chunk);
    }
  });
}

/** The server sees the connection end itself. */
function ignore(): void {}

/** JSON is text at once: it is only read as that, and as bytes it would hold more memory than its own in the request log. */
function bodyOf({ headers }: IncomingRequest, bytes: Buffer | undefined): MockRequest["body"] {
  return bytes !== undefined && isJson(headers["content-type"]) ? bytes.toString() : bytes;
}

function isJson(type: string | undefined): boolean {
  return type !== undefined && (type === "application/json" || /^application\/json\s*(?:;|$)/i.test(type));
}
