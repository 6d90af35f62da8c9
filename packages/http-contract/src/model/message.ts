import type { Readable } from "node:stream";

/** A value or a promise. */
export type Awaitable<T> = T | Promise<T>;

/** An answer in the form in which it is sent. Requests may share answers, so never change one. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** A stream belongs to one request. It is cancelled if the client disconnects. */
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | Readable | undefined;
}

/** Calls `next` with the value: at once, or when the promise settles. */
export function after<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Headers by name, in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The target of a request: everything before its body. */
export interface RequestTarget {
  /** Upper case. */
  readonly method: string;
  /** As sent, percent-encoded, without the query. */
  readonly path: string;
  /** As sent, without the `?`. */
  readonly query: string;
  readonly headers: RequestHeaders;
}

/** The text of a header. Repeated headers are joined with commas (RFC 9110, section 5.3). */
export function headerText(headers: RequestHeaders, name: string): string | undefined {
  const value: unknown = headers[name];
  if (typeof value === "string") return value;
  // Other values are inherited, since a header may be called `constructor`.
  return Array.isArray(value) ? value.join(", ") : undefined;
}
