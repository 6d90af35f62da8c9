import type { Awaitable } from "../store/record-store.js";

/** What goes back to the client. Answers may be shared between requests, so nobody changes one. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream belongs to one request; it is cancelled when the client goes away. */
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | undefined;
  /** The same in the documented media type that the client likes best; only where there is more than one. */
  readonly negotiate?: (accept: string) => Awaitable<Answer>;
}
