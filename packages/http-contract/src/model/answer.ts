import type { Readable } from "node:stream";

/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/** An answer as it goes out. Answers may be shared between requests, so nobody changes one. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** A stream belongs to one request; it is cancelled when the client disconnects. */
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | Readable | undefined;
}

/** Calls `next` with the value: at once, or when the promise settles. */
export function after<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
