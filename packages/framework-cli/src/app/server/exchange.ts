import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { OwnHeaders } from "./answer-headers.js";
import type { IncomingBody } from "./incoming-body.js";

/** A request and the way to answer it, once, whatever carries the two: a connection, or a call in this process. */
export interface Exchange {
  /** Unique, in the shape that `createRequestIds` says. */
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  /** The address at the other end; `undefined` when there is none. */
  readonly peer: string | undefined;
  /** Read from the wire when asked for: many answers need none of them. */
  readonly headers: IncomingHttpHeaders;
  /** Headers that were set for its answer before an action was found. They rank above those of every answer, below the action's. */
  readonly preset?: OwnHeaders;
  /** `undefined` when no body follows. Never settles when the client goes away before its end. @param limit in bytes */
  readBody(limit: number): Promise<IncomingBody> | undefined;
  /**
   * @param headers names and values in turn
   * @throws TypeError when a header has a character that HTTP forbids; another answer can be sent then
   */
  send(status: number, headers: readonly string[], body: string | Uint8Array | undefined): void;
  /** Settles when all is sent or the client has gone. @throws what the stream throws; the answer is cut off then */
  sendStream(status: number, headers: readonly string[], body: Readable): Promise<void>;
  /** Called when the client goes away before it was answered. */
  onGone(listener: () => void): void;
  /** Called once the answer is sent, or cannot be. */
  onDone(listener: (status: number) => void): void;
}
