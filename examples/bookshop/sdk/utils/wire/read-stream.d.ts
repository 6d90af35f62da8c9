import type { parseJson } from "./parse-json.js";
/** One server-sent event. `data` is parsed when it is JSON. @see WHATWG HTML, section 9.2 */
export interface ServerEvent<T = unknown> {
    readonly event: string;
    readonly data: T;
    readonly id: string | undefined;
    /** What the server asks to wait before connecting again, in milliseconds. */
    readonly retry: number | undefined;
}
/** How a stream is read. What the client has loaded by then is handed over, so that bundlers can keep it where it is. */
export interface StreamReading {
    /** Characters that one event or line may have. */
    readonly most: number;
    readonly tooLarge: (most: number) => Error;
    readonly parse: typeof parseJson;
    readonly onEnd: (() => void) | undefined;
}
/** Leaving the loop early closes the connection. */
export declare function readEvents(body: ReadableStream<Uint8Array>, reading: StreamReading): AsyncGenerator<ServerEvent>;
/** JSON values, one a line (NDJSON, JSON Lines) or each after a record separator (RFC 7464). */
export declare function readLines(body: ReadableStream<Uint8Array>, reading: StreamReading): AsyncGenerator<unknown>;
