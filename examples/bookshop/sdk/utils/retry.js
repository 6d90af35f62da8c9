export const DEFAULT_RETRY = { limit: 2, delayMs: 250, maxDelayMs: 8000 };
/** Only calls that may be made twice: idempotent methods (RFC 9110, section 9.2.2), and those that carry an idempotency key. */
export function mayRetry(method, hasIdempotencyKey) {
    return hasIdempotencyKey || /^(GET|HEAD|OPTIONS|PUT|DELETE|QUERY|TRACE)$/.test(method);
}
export function isPassing(status) {
    return [408, 425, 429, 500, 502, 503, 504].includes(status);
}
/** Milliseconds to wait before try number `attempt` (from 1). `Retry-After` wins: seconds or a date (RFC 9110, section 10.2.3). */
export function retryDelay(attempt, { delayMs, maxDelayMs }, headers) {
    const after = headers?.get("retry-after") ?? "";
    const asked = [
        Number(headers?.get("retry-after-ms") ?? Number.NaN),
        /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now(),
    ].find((milliseconds) => milliseconds >= 0);
    return Math.min(asked ?? Math.random() * Math.min(delayMs * 2 ** (attempt - 1), maxDelayMs), maxDelayMs);
}
/** Resolves after the time, rejects with the signal's reason when it aborts first. */
export function wait(milliseconds, signal) {
    return new Promise((resolve, reject) => {
        const stop = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener("abort", stop);
            resolve();
        }, milliseconds);
        if (signal?.aborted)
            stop();
        signal?.addEventListener("abort", stop, { once: true });
    });
}
