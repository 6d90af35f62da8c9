/** One server-sent event. `data` is parsed when it is JSON. @see WHATWG HTML, section 9.2 */
export interface ServerEvent<T = unknown> {
    readonly event: string;
    readonly data: T;
    readonly id: string | undefined;
    /** What the server asks to wait before connecting again, in milliseconds. */
    readonly retry: number | undefined;
}
/** Leaving the loop early closes the connection. @param most characters of one event */
export declare function readEvents(body: ReadableStream<Uint8Array>, most: number, onEnd?: () => void): AsyncGenerator<ServerEvent>;
/** JSON values, one a line (NDJSON, JSON Lines) or each after a record separator (RFC 7464). @param most characters of one line */
export declare function readLines(body: ReadableStream<Uint8Array>, most: number, onEnd?: () => void): AsyncGenerator<unknown>;
