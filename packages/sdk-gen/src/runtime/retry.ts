/** Controls when a failed call is repeated. */
export interface RetryOptions {
  /** Maximum number of retries. */
  readonly limit: number;
  /** Wait before the first retry, in milliseconds; doubles each time, with full jitter. */
  readonly delayMs: number;
  /** Maximum wait in milliseconds, also for `Retry-After`. */
  readonly maxDelayMs: number;
}

export const DEFAULT_RETRY: RetryOptions = { limit: 2, delayMs: 250, maxDelayMs: 8000 };

/** True for calls that are safe to repeat: idempotent methods (RFC 9110, section 9.2.2) and calls with an idempotency key. */
export function mayRetry(method: string, hasIdempotencyKey: boolean): boolean {
  return hasIdempotencyKey || /^(GET|HEAD|OPTIONS|PUT|DELETE|QUERY|TRACE)$/.test(method);
}

export function isPassing(status: number): boolean {
  return [408, 425, 429, 500, 502, 503, 504].includes(status);
}

/** Milliseconds to wait after try number `attempt`, which counts from 1. `Retry-After` wins (RFC 9110, section 10.2.3). */
export function retryDelay(attempt: number, { delayMs, maxDelayMs }: RetryOptions, headers?: Headers): number {
  const after = headers?.get("retry-after") ?? "";
  const asked = [
    Number(headers?.get("retry-after-ms") ?? Number.NaN),
    /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now(),
  ].find((milliseconds) => milliseconds >= 0);
  return Math.min(asked ?? Math.random() * Math.min(delayMs * 2 ** (attempt - 1), maxDelayMs), maxDelayMs);
}

/** Resolves after the time, or rejects with the reason of the signal if that aborts first. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}
