export const DEFAULT_RETRY = { limit: 2, delayMs: 250, maxDelayMs: 8000 };
const SAFE = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "QUERY", "TRACE"]);
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Only calls that may be made twice: idempotent methods (RFC 9110, section 9.2.2), and those that carry an idempotency key. */
export function mayRetry(method, hasIdempotencyKey) {
    return SAFE.has(method) || hasIdempotencyKey;
}
export function isPassing(status) {
    return PASSING.has(status);
}
/** Milliseconds to wait before try number `attempt` (from 1). `Retry-After` wins: seconds or a date (RFC 9110, section 10.2.3). */
export function retryDelay(attempt, { delayMs, maxDelayMs }, headers, now = Date.now()) {
    const milliseconds = Number(headers?.get("retry-after-ms") ?? Number.NaN);
    if (milliseconds >= 0)
        return Math.min(milliseconds, maxDelayMs);
    const after = headers?.get("retry-after");
    if (after) {
        const wait = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now;
        if (wait >= 0)
            return Math.min(wait, maxDelayMs);
    }
    return Math.random() * Math.min(delayMs * 2 ** (attempt - 1), maxDelayMs);
}
/** Resolves after the time, rejects with the signal's reason when it aborts first. */
export function wait(milliseconds, signal) {
    return new Promise((resolve, reject) => {
        if (signal?.aborted)
            return reject(signal.reason);
        const stop = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener("abort", stop);
            resolve();
        }, milliseconds);
        signal?.addEventListener("abort", stop, { once: true });
    });
}
