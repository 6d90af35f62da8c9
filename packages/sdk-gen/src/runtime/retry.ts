import { ApiError, NetworkError, TimeoutError } from "./errors.js";

/** Controls when a failed call is repeated. */
export interface RetryOptions {
  /** Maximum number of retries. */
  readonly limit: number;
  /** Wait before the first retry, in milliseconds; doubles each time, with full jitter. */
  readonly delayMs: number;
  /** Maximum wait in milliseconds, also for `Retry-After`. */
  readonly maxDelayMs: number;
}

/** The largest delay of a timer: about 25 days. Timers with a larger one end at once. */
export const LONGEST_MS: number = 2 ** 31 - 1;

export const DEFAULT_RETRY: RetryOptions = { limit: 2, delayMs: 250, maxDelayMs: 8000 };

/** True for methods that are safe to repeat (RFC 9110, section 9.2.2). */
export function isIdempotent(method: string): boolean {
  return /^(GET|HEAD|OPTIONS|PUT|DELETE|QUERY|TRACE)$/.test(method);
}

/** True for errors that another try may not meet. */
export function isPassing(error: unknown): error is { readonly headers?: Headers } {
  return error instanceof ApiError
    ? /^(408|425|429|50[0234])$/.test(String(error.status))
    : error instanceof NetworkError || error instanceof TimeoutError;
}

/**
 * Waits after try number `attempt`, which counts from 1. `Retry-After` wins (RFC 9110, section 10.2.3). Ends early if the signal aborts.
 */
export function wait(
  attempt: number,
  { delayMs, maxDelayMs }: RetryOptions,
  signal: AbortSignal | undefined,
  headers?: Headers,
): Promise<void> {
  const after = headers?.get("retry-after") || "?";
  const asked = [
    Number(headers?.get("retry-after-ms") || "?"),
    Number(after) * 1000,
    Date.parse(after) - Date.now(),
  ].find((milliseconds) => milliseconds >= 0);
  const delay = Math.min(asked ?? Math.random() * delayMs * 2 ** (attempt - 1), maxDelayMs, LONGEST_MS);
  return new Promise((resolve) => {
    const stop = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      resolve();
    };
    const timer = setTimeout(stop, delay);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
  });
}
