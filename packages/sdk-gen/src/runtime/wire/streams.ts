import { atOnce, type Part } from "../part.js";
import { readEvents, readLines } from "./read-stream.js";

/** What reads answers that are streams. */
export interface StreamReaders {
  readonly readEvents: typeof readEvents;
  readonly readLines: typeof readLines;
}

/** Bundlers for pages take `streams-later.js` instead. */
export const streams: Part<StreamReaders> = /* @__PURE__ */ atOnce({ readEvents, readLines });
