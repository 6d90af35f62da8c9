/** When a failed call is made again. */
export interface RetryOptions {
    /** Tries after the first. */
    readonly limit: number;
    /** Wait before the first retry, in milliseconds; doubles each time, with full jitter. */
    readonly delayMs: number;
    /** Longest wait, also for what the server asks, in milliseconds. */
    readonly maxDelayMs: number;
}
export declare const DEFAULT_RETRY: RetryOptions;
/** Only calls that may be made twice: idempotent methods (RFC 9110, section 9.2.2), and those that carry an idempotency key. */
export declare function mayRetry(method: string, hasIdempotencyKey: boolean): boolean;
export declare function isPassing(status: number): boolean;
/** Milliseconds to wait before try number `attempt` (from 1). `Retry-After` wins: seconds or a date (RFC 9110, section 10.2.3). */
export declare function retryDelay(attempt: number, { delayMs, maxDelayMs }: RetryOptions, headers?: Headers): number;
/** Resolves after the time, rejects with the signal's reason when it aborts first. */
export declare function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
