import type { ClientOptions } from "../client-options.js";
/** Loads what reads streams, where the operation answers with some and that is apart: a call is not sent whose answer cannot be read. */
export declare function readyToRead(accept: string): Promise<void>;
/**
 * The answer's body by its real media type, whatever the description promised: JSON parsed, text as text, everything else
 * as a Blob, streams of events or lines as async iterables, nothing as `undefined`. JSON that cannot be parsed is given as text.
 */
export declare function readResponse(response: Response, method: string, { int64, maxAnswerBytes }: ClientOptions, onEnd?: () => void): Promise<unknown>;
