import { type Part } from "../part.js";
import { readEvents, readLines } from "./read-stream.js";
/** What reads answers that are streams. */
export interface StreamReaders {
    readonly readEvents: typeof readEvents;
    readonly readLines: typeof readLines;
}
/** Bundlers for pages take `streams-later.js` instead. */
export declare const streams: Part<StreamReaders>;
